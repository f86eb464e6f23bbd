(* (K.3) of docs/methods/theorems.md, H <= (e^eps0 - e^eps)_+/(e^eps0+1) for eps >= 0, and (U.6) of
   docs/methods/refuted-regions.md, D_lambda <= eps0, also for lambda = inf: for pairs whose probabilities are within a factor e^eps0. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3.
Open Scope R_scope.

(* For a test of size b under Q and power a under P, with x = e^eps0 and k = e^eps. *)
Lemma test_within x k a b :
  1 <= x -> 1 <= k -> 0 <= b -> a <= x * b -> 1 - b <= x * (1 - a) ->
  a - k * b <= Rmax 0 (x - k) / (x + 1).
Proof.
  intros X K B H1 H2. destruct (Rle_dec x k) as [L | L].
  - rewrite Rmax_left by lra. unfold Rdiv. rewrite Rmult_0_l.
    assert (x * b <= k * b) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite Rmax_right by lra. assert (X1 : 1 < x) by lra.
    apply Rmult_le_reg_r with (x * x - 1); [nra |].
    replace ((x - k) / (x + 1) * (x * x - 1)) with ((x - k) * (x - 1)) by (field; lra).
    assert (A : (x * k - 1) * (a - x * b) <= 0).
    { assert (0 <= (x * k - 1) * (x * b - a)) by (apply Rmult_le_pos; nra). lra. }
    assert (C : (x - k) * (x * a - b - (x - 1)) <= 0).
    { assert (0 <= (x - k) * (x - 1 - x * a + b)) by (apply Rmult_le_pos; lra). lra. }
    replace ((a - k * b) * (x * x - 1))
      with ((x * k - 1) * (a - x * b) + (x - k) * (x * a - b - (x - 1)) + (x - k) * (x - 1)) by ring.
    lra.
Qed.
Lemma mean_complement (l : law outcome) f : is_law l -> mean l (fun x => 1 - f x) = 1 - mean l f.
Proof.
  intros [_ T]. rewrite <- T at 1. rewrite <- (Rmult_1_l (mean l (fun _ => 1))).
  replace (1 * mean l (fun _ => 1) - mean l f) with (mean l (fun _ => 1) + -1 * mean l f) by ring.
  rewrite <- mean_times, <- mean_plus. apply mean_ext. intros a. ring.
Qed.

Section Within.
Variable d : laws_pair.
Variable eps0 : R.
Hypothesis H : 0 <= eps0.
Hypothesis L1 : is_law (first d).
Hypothesis L2 : is_law (second d).
Hypothesis W1 : within (exp eps0) (first d) (second d).
Hypothesis W2 : within (exp eps0) (second d) (first d).

Theorem hockey_stick_within eps :
  0 <= eps -> hockey_stick d eps <= Rmax 0 (exp eps0 - exp eps) / (exp eps0 + 1).
Proof.
  intros E. destruct (test_reaches_hockey_stick d eps) as [f [F ->]].
  apply test_within.
  - apply exp_at_least_1. exact H.
  - apply exp_at_least_1. exact E.
  - apply mean_nonneg; [apply law_not_negative; exact L2 | intros x; apply F].
  - apply W1. intros x. apply F.
  - rewrite <- (mean_complement _ f L1), <- (mean_complement _ f L2). apply W2. intros x.
    pose proof (F x). lra.
Qed.

(* The logarithm of a ratio of probabilities is at most eps0. *)
Lemma log_ratio_within x :
  pmf (second d) x <> 0 -> pmf (first d) x <> 0 ->
  0 < pmf (first d) x / pmf (second d) x /\ ln (pmf (first d) x / pmf (second d) x) <= eps0.
Proof.
  intros Z Y. pose proof (pmf_nonneg _ x (law_not_negative _ L1)) as P0.
  pose proof (pmf_nonneg _ x (law_not_negative _ L2)) as Q0.
  assert (R : pmf (first d) x <= exp eps0 * pmf (second d) x).
  { apply W1. intros a. destruct (same_outcome x a); lra. }
  set (p := pmf (first d) x) in *. set (q := pmf (second d) x) in *.
  assert (T : 0 < p / q) by (apply Rdiv_lt_0_compat; lra). split; [exact T |].
  rewrite <- (ln_exp eps0).
  assert (G : p / q <= exp eps0).
  { apply Rmult_le_reg_r with q; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply ln_le_ln_of; assumption.
Qed.
(* A term of the moment is its probability under the first law, times the ratio to the power lambda - 1. *)
Lemma renyi_term_as_mean lambda x :
  pmf (second d) x <> 0 -> pmf (first d) x <> 0 ->
  renyi_term lambda (pmf (first d) x) (pmf (second d) x)
  = exp ((lambda - 1) * ln (pmf (first d) x / pmf (second d) x)) * (pmf (first d) x * 1).
Proof.
  intros Z Y. destruct (log_ratio_within x Z Y) as [T _]. unfold renyi_term.
  destruct (Req_EM_T (pmf (second d) x) 0); [contradiction |].
  destruct (Req_EM_T (pmf (first d) x) 0); [contradiction |].
  replace lambda with (1 + (lambda - 1)) at 1 by ring. rewrite Rpower_plus, Rpower_1 by exact T.
  unfold Rpower. field. assumption.
Qed.
Lemma scaled_total c : sum_of (support d) (fun x => c * (pmf (first d) x * 1)) = c.
Proof. rewrite sum_of_times, <- (mean_first d (fun _ => 1)), (law_total _ L1). ring. Qed.
Lemma exp_le_exp x y : x <= y -> exp x <= exp y.
Proof. intros [G | ->]; [left; apply exp_increasing; exact G | lra]. Qed.

(* The largest ratio. *)
Lemma largest_of_at_most {A} (l : list A) f c : 0 <= c -> (forall x, f x <= c) -> largest_of l f <= c.
Proof. intros C B. induction l as [| x l IH]; simpl; [exact C | apply Rmax_lub; [apply B | exact IH]]. Qed.
Lemma largest_of_at_least {A} (l : list A) f x : In x l -> f x <= largest_of l f.
Proof.
  induction l as [| y l IH]; intros I; [destruct I |]. simpl. destruct I as [-> | I]; [apply Rmax_l |].
  eapply Rle_trans; [apply IH; exact I | apply Rmax_r].
Qed.
Theorem max_divergence_within : max_divergence d <= eps0.
Proof.
  pose proof (dominated_within d (exp eps0) (law_not_negative _ L1) W1) as D.
  assert (N1 : forall x, 0 <= pmf (first d) x) by (intros x; apply pmf_nonneg, law_not_negative, L1).
  assert (N2 : forall x, 0 <= pmf (second d) x) by (intros x; apply pmf_nonneg, law_not_negative, L2).
  unfold max_divergence. rewrite <- (ln_exp eps0). apply ln_le_ln_of.
  - pose proof (law_total _ L1) as T. rewrite mean_first in T.
    destruct (sum_of_some_positive (support d) (fun x => pmf (first d) x * 1)) as [x [I P]]; [lra |].
    assert (Q : pmf (second d) x <> 0) by (intros Z; apply D in Z; rewrite Z in P; lra).
    eapply Rlt_le_trans; [| apply (largest_of_at_least _ _ x I)]. cbv beta.
    destruct (Req_EM_T (pmf (second d) x) 0) as [Z | _]; [contradiction |].
    pose proof (N2 x). apply Rdiv_lt_0_compat; lra.
  - apply largest_of_at_most; [left; apply exp_pos |]. intros x. cbv beta.
    destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z]; [left; apply exp_pos |].
    assert (B : pmf (first d) x <= exp eps0 * pmf (second d) x).
    { apply W1. intros a. destruct (same_outcome x a); lra. }
    pose proof (N2 x). apply Rmult_le_reg_r with (pmf (second d) x); [lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by exact Z. lra.
Qed.
Theorem renyi_within lambda : 0 < lambda -> renyi d lambda <= eps0.
Proof.
  intros L. pose proof (dominated_within d (exp eps0) (law_not_negative _ L1) W1) as D.
  pose proof (renyi_moment_positive d lambda L1 L2 D) as P.
  assert (N1 : forall x, 0 <= pmf (first d) x) by (intros x; apply pmf_nonneg, law_not_negative, L1).
  unfold renyi. destruct (Req_EM_T lambda 1) as [X | X].
  { rewrite <- (scaled_total eps0). apply sum_of_le. intros x _. cbv beta.
    destruct (Req_EM_T (pmf (first d) x) 0) as [Y | Y]; [rewrite Y; lra |].
    destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z]; [elim Y; exact (D x Z) |].
    destruct (log_ratio_within x Z Y) as [_ S]. pose proof (N1 x). nra. }
  destruct (Rlt_dec 1 lambda) as [G | G].
  - assert (M : renyi_moment d lambda <= exp ((lambda - 1) * eps0)).
    { rewrite <- (scaled_total (exp ((lambda - 1) * eps0))). apply sum_of_le. intros x _. cbv beta.
      pose proof (exp_pos ((lambda - 1) * eps0)) as E. pose proof (N1 x) as P0.
      destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z].
      { unfold renyi_term. destruct (Req_EM_T (pmf (second d) x) 0); [apply Rmult_le_pos; lra | contradiction]. }
      destruct (Req_EM_T (pmf (first d) x) 0) as [Y | Y].
      { unfold renyi_term. destruct (Req_EM_T (pmf (second d) x) 0); [contradiction |].
        destruct (Req_EM_T (pmf (first d) x) 0); [apply Rmult_le_pos; lra | contradiction]. }
      rewrite renyi_term_as_mean by assumption. apply Rmult_le_compat_r; [lra |].
      destruct (log_ratio_within x Z Y) as [_ S]. apply exp_le_exp, Rmult_le_compat_l; lra. }
    apply Rmult_le_reg_r with (lambda - 1); [lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r, Rmult_comm.
    rewrite <- (ln_exp ((lambda - 1) * eps0)). apply ln_le_ln_of; assumption.
  - assert (M : exp ((lambda - 1) * eps0) <= renyi_moment d lambda).
    { rewrite <- (scaled_total (exp ((lambda - 1) * eps0))). apply sum_of_le. intros x _. cbv beta.
      pose proof (N1 x) as P0.
      destruct (Req_EM_T (pmf (first d) x) 0) as [Y | Y].
      { rewrite Y. unfold renyi_term. destruct (Req_EM_T (pmf (second d) x) 0); [lra |].
        destruct (Req_EM_T 0 0) as [_ | B]; [lra | elim B; reflexivity]. }
      destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z]; [elim Y; exact (D x Z) |].
      rewrite renyi_term_as_mean by assumption. apply Rmult_le_compat_r; [lra |].
      destruct (log_ratio_within x Z Y) as [_ S]. apply exp_le_exp. nra. }
    apply (ln_le_ln_of _ _ (exp_pos _)) in M. rewrite ln_exp in M.
    assert (I : / (lambda - 1) < 0) by (apply Rinv_lt_0_compat; lra).
    unfold Rdiv. replace eps0 with ((lambda - 1) * eps0 * / (lambda - 1)) by (field; lra). nra.
Qed.
End Within.
