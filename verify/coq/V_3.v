(* (V.3) of docs/methods/ranges.md: post-processing lowers divergences. A pair that is made from another
   one by a channel has at most its hockey-stick divergences and its Rényi divergences of every order above 0.

   Both divergences are the largest mean of affine functions below a convex one, and a channel averages
   such functions. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6.
Import ListNotations.
Open Scope R_scope.

(* Two lists of outcomes with probabilities that stand for one law. *)
Definition same_law {A} (l r : law A) : Prop := forall f, mean l f = mean r f.
(* The outcomes of d' are drawn by the channel k from those of d. *)
Definition made_by (k : outcome -> law outcome) (d d' : laws_pair) : Prop :=
  same_law (first d') (bind (first d) k) /\ same_law (second d') (bind (second d) k).

Lemma mean_first d f : mean (first d) f = sum_of (support d) (fun x => pmf (first d) x * f x).
Proof. apply mean_as_sum; [apply NoDup_support | apply first_in_support]. Qed.
Lemma mean_second d f : mean (second d) f = sum_of (support d) (fun x => pmf (second d) x * f x).
Proof. apply mean_as_sum; [apply NoDup_support | apply second_in_support]. Qed.
Lemma sum_of_minus {A} (s : list A) f g c :
  sum_of s f - c * sum_of s g = sum_of s (fun x => f x - c * g x).
Proof. induction s as [| x s IH]; simpl; [ring |]. rewrite <- IH. ring. Qed.

(* Hockey-stick divergences *)

Lemma test_below_hockey_stick d eps f :
  (forall x, 0 <= f x <= 1) -> mean (first d) f - exp eps * mean (second d) f <= hockey_stick d eps.
Proof.
  intros H. rewrite mean_first, mean_second, sum_of_minus. unfold hockey_stick, sum_pair.
  apply sum_of_le. intros x _. destruct (H x) as [H0 H1].
  set (z := pmf (first d) x - exp eps * pmf (second d) x).
  replace (pmf (first d) x * f x - exp eps * (pmf (second d) x * f x)) with (z * f x)
    by (unfold z; ring).
  pose proof (Rmax_l 0 z). pose proof (Rmax_r 0 z).
  destruct (Rle_dec 0 z); nra.
Qed.
Lemma test_reaches_hockey_stick d eps :
  exists f, (forall x, 0 <= f x <= 1) /\
    hockey_stick d eps = mean (first d) f - exp eps * mean (second d) f.
Proof.
  exists (fun x => if Rle_dec 0 (pmf (first d) x - exp eps * pmf (second d) x) then 1 else 0). split.
  - intros x. destruct (Rle_dec 0 _); lra.
  - rewrite mean_first, mean_second, sum_of_minus. unfold hockey_stick, sum_pair.
    apply sum_of_ext. intros x _. destruct (Rle_dec 0 _) as [P | P].
    + rewrite Rmax_right by assumption. ring.
    + rewrite Rmax_left by lra. ring.
Qed.
Theorem V_3_hockey_stick d d' k eps :
  (forall x, is_law (k x)) -> made_by k d d' -> hockey_stick d' eps <= hockey_stick d eps.
Proof.
  intros K [F S]. destruct (test_reaches_hockey_stick d' eps) as [f [H ->]].
  rewrite F, S, !mean_bind. apply test_below_hockey_stick. intros x.
  destruct (K x) as [N T]. split.
  - apply mean_nonneg; [exact N | intros y; apply H].
  - rewrite <- T. apply mean_le; [exact N | intros y; apply H].
Qed.

(* Convex functions phi on the numbers that are not negative, with lines a t + b below them that come
   as close at s as one likes. *)
Definition divergence (phi : R -> R) (d : laws_pair) : R :=
  sum_pair d (fun p q => if Req_EM_T q 0 then 0 else q * phi (p / q)).

Section Convex.
Variable phi : R -> R.
Variables slope height : R -> R -> R.
Hypothesis below : forall close s t, 0 < close -> 0 <= s -> 0 <= t ->
  slope close s * t + height close s <= phi t.
Hypothesis near : forall close s, 0 < close -> 0 <= s ->
  phi s - close <= slope close s * s + height close s.

Lemma lines_below_divergence d a b :
  not_negative (first d) -> not_negative (second d) -> dominated d ->
  (forall x t, 0 <= t -> a x * t + b x <= phi t) ->
  mean (first d) a + mean (second d) b <= divergence phi d.
Proof.
  intros N1 N2 D H. rewrite mean_first, mean_second, <- sum_of_plus. apply sum_of_le. intros x _.
  pose proof (pmf_nonneg _ x N1) as P0. pose proof (pmf_nonneg _ x N2) as Q0.
  destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z].
  - rewrite (D x Z), Z. lra.
  - assert (Q : 0 < pmf (second d) x) by lra.
    assert (T : 0 <= pmf (first d) x / pmf (second d) x)
      by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]).
    replace (pmf (first d) x * a x + pmf (second d) x * b x)
      with (pmf (second d) x * (a x * (pmf (first d) x / pmf (second d) x) + b x)) by (field; lra).
    apply Rmult_le_compat_l; [assumption | apply H; assumption].
Qed.
Lemma lines_near_divergence d close :
  is_law (first d) -> is_law (second d) -> dominated d -> 0 < close ->
  let s x := pmf (first d) x / pmf (second d) x in
  divergence phi d - close
  <= mean (first d) (fun x => slope close (s x)) + mean (second d) (fun x => height close (s x)).
Proof.
  intros [N1 T1] [N2 T2] D C s.
  replace (divergence phi d - close)
    with (divergence phi d - close * sum_of (support d) (fun x => pmf (second d) x * 1))
    by (rewrite <- (mean_second d (fun _ => 1)), T2; ring).
  unfold divergence, sum_pair. rewrite sum_of_minus, mean_first, mean_second, <- sum_of_plus.
  apply sum_of_le. intros x _.
  pose proof (pmf_nonneg _ x N1) as P0. pose proof (pmf_nonneg _ x N2) as Q0.
  destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z].
  - rewrite (D x Z), Z. lra.
  - assert (Q : 0 < pmf (second d) x) by lra.
    assert (T : 0 <= s x)
      by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]).
    replace (pmf (first d) x * slope close (s x) + pmf (second d) x * height close (s x))
      with (pmf (second d) x * (slope close (s x) * s x + height close (s x)))
      by (unfold s; field; lra).
    pose proof (near close (s x) C T) as G.
    replace (pmf (second d) x * phi (pmf (first d) x / pmf (second d) x) - close * (pmf (second d) x * 1))
      with (pmf (second d) x * (phi (s x) - close)) by (unfold s; ring).
    apply Rmult_le_compat_l; assumption.
Qed.
Theorem V_3_convex d d' k :
  is_law (first d) -> is_law (second d) -> dominated d ->
  is_law (first d') -> is_law (second d') -> dominated d' ->
  (forall x, is_law (k x)) -> made_by k d d' -> divergence phi d' <= divergence phi d.
Proof.
  intros L1 L2 D L1' L2' D' K [F S].
  apply Rnot_lt_le. intros G.
  set (close := (divergence phi d' - divergence phi d) / 2).
  assert (C : 0 < close) by (unfold close; lra).
  pose proof (lines_near_divergence d' close L1' L2' D' C) as E. simpl in E.
  set (s := fun x => pmf (first d') x / pmf (second d') x) in E.
  rewrite F, S, !mean_bind in E.
  assert (B : mean (first d) (fun x => mean (k x) (fun y => slope close (s y)))
              + mean (second d) (fun x => mean (k x) (fun y => height close (s y)))
              <= divergence phi d).
  { apply lines_below_divergence; try assumption; try (apply law_not_negative; assumption).
    intros x t T. destruct (K x) as [N W].
    replace (mean (k x) (fun y => slope close (s y)) * t) with (mean (k x) (fun y => t * slope close (s y)))
      by (rewrite mean_times; ring).
    rewrite <- mean_plus. rewrite <- (Rmult_1_r (phi t)), <- W, <- mean_times.
    apply mean_le; [exact N |]. intros y. rewrite Rmult_1_r, Rmult_comm. apply below; try assumption.
    unfold s. destruct (Req_EM_T (pmf (second d') y) 0) as [Z | Z].
    - rewrite Z. unfold Rdiv. rewrite Rinv_0. lra.
    - apply Rmult_le_pos; [apply pmf_nonneg, law_not_negative; assumption |].
      left. apply Rinv_0_lt_compat. pose proof (pmf_nonneg _ y (law_not_negative _ L2')). lra. }
  pose proof (Rle_trans _ _ _ E B) as Z. unfold close in Z. lra.
Qed.
End Convex.

(* Powers above 1 *)

Definition power_of_ratio (lambda t : R) : R := if Req_EM_T t 0 then 0 else Rpower t lambda.

Lemma exp_line x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [-> | H]; [rewrite exp_0; lra | left; apply exp_ineq1; assumption]. Qed.
(* Bernoulli's inequality: u^lambda >= 1 + lambda (u - 1). *)
Lemma bernoulli_power lambda u : 1 < lambda -> 0 < u -> 1 + lambda * (u - 1) <= Rpower u lambda.
Proof.
  intros L U. unfold Rpower. set (v := lambda * ln u). set (c := ln u).
  assert (E : exp c = u) by (apply exp_ln; assumption).
  assert (H1 : exp c * (1 + (v - c)) <= exp v).
  { replace v with (c + (v - c)) at 2 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_line]. }
  assert (H0 : exp c * (1 - c) <= 1).
  { apply Rle_trans with (exp c * exp (- c)).
    - apply Rmult_le_compat_l; [left; apply exp_pos |]. pose proof (exp_line (- c)). lra.
    - right. rewrite <- exp_plus. replace (c + - c) with 0 by ring. apply exp_0. }
  rewrite E in H0, H1.
  assert (M : (lambda - 1) * (u - 1) <= (lambda - 1) * (u * c)) by (apply Rmult_le_compat_l; lra).
  assert (V : u * (1 + (v - c)) = u + (lambda - 1) * (u * c)) by (unfold v, c; ring). lra.
Qed.
Lemma power_line lambda s t :
  1 < lambda -> 0 <= s -> 0 <= t ->
  (if Req_EM_T s 0 then 0 else lambda * (Rpower s lambda / s)) * t
  + (if Req_EM_T s 0 then 0 else (1 - lambda) * Rpower s lambda) <= power_of_ratio lambda t.
Proof.
  intros L S T. unfold power_of_ratio.
  assert (P : forall x, 0 < Rpower x lambda) by (intros; apply exp_pos).
  destruct (Req_EM_T s 0) as [Z | Z].
  - destruct (Req_EM_T t 0); [lra |]. pose proof (P t). lra.
  - destruct (Req_EM_T t 0) as [Y | Y].
    + rewrite Y. pose proof (P s). nra.
    + assert (S0 : 0 < s) by lra. assert (T0 : 0 < t) by lra.
      pose proof (bernoulli_power lambda (t / s) L ltac:(apply Rdiv_lt_0_compat; assumption)) as B.
      assert (E : Rpower t lambda = Rpower s lambda * Rpower (t / s) lambda).
      { rewrite Rpower_mult_distr by (try apply Rdiv_lt_0_compat; assumption). f_equal. field. lra. }
      rewrite E. pose proof (P s) as Ps.
      replace (lambda * (Rpower s lambda / s) * t + (1 - lambda) * Rpower s lambda)
        with (Rpower s lambda * (1 + lambda * (t / s - 1))) by (field; lra).
      apply Rmult_le_compat_l; lra.
Qed.
Lemma renyi_moment_as_divergence d lambda :
  renyi_moment d lambda = divergence (power_of_ratio lambda) d.
Proof.
  apply sum_of_ext. intros x _. unfold renyi_term, power_of_ratio. cbv beta.
  destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z]; [reflexivity |].
  destruct (Req_EM_T (pmf (first d) x) 0) as [Y | Y].
  - rewrite Y. unfold Rdiv. rewrite Rmult_0_l. destruct (Req_EM_T 0 0) as [_ | B]; [| elim B; reflexivity].
    rewrite Rmult_0_r. reflexivity.
  - destruct (Req_EM_T (pmf (first d) x / pmf (second d) x) 0) as [E | E]; [| reflexivity].
    exfalso. apply Y. apply Rmult_eq_reg_r with (/ pmf (second d) x);
      [unfold Rdiv in E; lra | apply Rinv_neq_0_compat; assumption].
Qed.
Lemma renyi_moment_positive d lambda :
  is_law (first d) -> is_law (second d) -> dominated d -> 0 < renyi_moment d lambda.
Proof.
  intros [N1 T1] [N2 T2] D. rewrite mean_first in T1.
  destruct (sum_of_some_positive (support d) (fun o => pmf (first d) o * 1)) as [o [I P]]; [lra |].
  assert (Q : pmf (second d) o <> 0) by (intros Z; apply D in Z; rewrite Z in P; lra).
  pose proof (pmf_nonneg (second d) o N2) as Q0.
  apply (sum_of_positive _ _ o); [intros y _; apply renyi_term_nonneg, pmf_nonneg; assumption | assumption |].
  unfold renyi_term. destruct (Req_EM_T (pmf (second d) o) 0); [contradiction |].
  destruct (Req_EM_T (pmf (first d) o) 0); [lra |].
  apply Rmult_lt_0_compat; [lra | apply exp_pos].
Qed.

(* Powers below 1, with the other sign; at 0 the slope has no bound, so the line touches near by. *)
Lemma bernoulli_root lambda u : 0 < lambda < 1 -> 0 < u -> Rpower u lambda <= 1 + lambda * (u - 1).
Proof.
  intros L U. pose proof (bernoulli_power (/ lambda) (Rpower u lambda)) as B.
  assert (L1 : 1 < / lambda) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  specialize (B L1 (exp_pos _)). rewrite Rpower_mult, Rinv_r, Rpower_1 in B by lra.
  apply (Rmult_le_compat_l lambda) in B; [| lra].
  replace (lambda * (1 + / lambda * (Rpower u lambda - 1))) with (lambda + (Rpower u lambda - 1)) in B
    by (field; lra). lra.
Qed.
Lemma root_line lambda s t :
  0 < lambda < 1 -> 0 < s -> 0 <= t ->
  - (lambda * (Rpower s lambda / s)) * t + - ((1 - lambda) * Rpower s lambda) <= - power_of_ratio lambda t.
Proof.
  intros L S T. unfold power_of_ratio. assert (P : 0 < Rpower s lambda) by apply exp_pos.
  destruct (Req_EM_T t 0) as [Y | Y]; [rewrite Y; nra |]. assert (T0 : 0 < t) by lra.
  pose proof (bernoulli_root lambda (t / s) L ltac:(apply Rdiv_lt_0_compat; assumption)) as B.
  assert (E : Rpower t lambda = Rpower s lambda * Rpower (t / s) lambda).
  { rewrite Rpower_mult_distr by (try apply Rdiv_lt_0_compat; assumption). f_equal. field. lra. }
  rewrite E. apply (Rmult_le_compat_l (Rpower s lambda)) in B; [| lra].
  replace (- (lambda * (Rpower s lambda / s)) * t + - ((1 - lambda) * Rpower s lambda))
    with (- (Rpower s lambda * (1 + lambda * (t / s - 1)))) by (field; lra). lra.
Qed.
(* Order 1: t ln t. *)
Definition relative_log (t : R) : R := if Req_EM_T t 0 then 0 else t * ln t.
Lemma log_line s t : 0 < s -> 0 <= t -> (ln s + 1) * t + - s <= relative_log t.
Proof.
  intros S T. unfold relative_log. destruct (Req_EM_T t 0) as [Y | Y]; [rewrite Y; lra |].
  assert (T0 : 0 < t) by lra.
  pose proof (exp_line (ln s - ln t)) as X.
  replace (exp (ln s - ln t)) with (s * / t) in X
    by (unfold Rminus; rewrite exp_plus, exp_Ropp, !exp_ln by assumption; reflexivity).
  apply (Rmult_le_compat_l t) in X; [| lra].
  replace (t * (s * / t)) with s in X by (field; lra). lra.
Qed.
Lemma kullback_leibler_as_divergence d :
  dominated d -> not_negative (first d) -> not_negative (second d) ->
  kullback_leibler d = divergence relative_log d.
Proof.
  intros D N1 N2. apply sum_of_ext. intros x _. cbv beta. unfold relative_log.
  destruct (Req_EM_T (pmf (second d) x) 0) as [Z | Z].
  - rewrite (D x Z). destruct (Req_EM_T 0 0) as [_ | B]; [reflexivity | elim B; reflexivity].
  - destruct (Req_EM_T (pmf (first d) x) 0) as [Y | Y].
    + rewrite Y. unfold Rdiv. rewrite Rmult_0_l. destruct (Req_EM_T 0 0) as [_ | B]; [ring | elim B; reflexivity].
    + destruct (Req_EM_T (pmf (first d) x / pmf (second d) x) 0) as [E | E].
      * exfalso. apply Y. apply Rmult_eq_reg_r with (/ pmf (second d) x);
          [unfold Rdiv in E; lra | apply Rinv_neq_0_compat; assumption].
      * field. assumption.
Qed.

Section Renyi.
Variables d d' : laws_pair.
Variable k : outcome -> law outcome.
Variable lambda : R.
Hypothesis L : 0 < lambda.
Hypothesis L1 : is_law (first d).
Hypothesis L2 : is_law (second d).
Hypothesis D : dominated d.
Hypothesis L1' : is_law (first d').
Hypothesis L2' : is_law (second d').
Hypothesis D' : dominated d'.
Hypothesis K : forall x, is_law (k x).
Hypothesis M : made_by k d d'.
Lemma ln_le_ln_of x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros P [G | ->]; [left; apply ln_increasing; assumption | lra]. Qed.
Lemma moments_above_1 : 1 < lambda -> renyi_moment d' lambda <= renyi_moment d lambda.
Proof.
  intros G. rewrite !renyi_moment_as_divergence.
  apply (V_3_convex (power_of_ratio lambda)
    (fun _ s => if Req_EM_T s 0 then 0 else lambda * (Rpower s lambda / s))
    (fun _ s => if Req_EM_T s 0 then 0 else (1 - lambda) * Rpower s lambda)) with (k := k);
    try assumption.
  - intros close s t _. apply power_line. assumption.
  - intros close s C S. unfold power_of_ratio. destruct (Req_EM_T s 0) as [Z | Z]; [lra |].
    replace (lambda * (Rpower s lambda / s) * s + (1 - lambda) * Rpower s lambda)
      with (Rpower s lambda) by (field; assumption). lra.
Qed.
Lemma moments_below_1 : lambda < 1 -> renyi_moment d lambda <= renyi_moment d' lambda.
Proof.
  intros G. rewrite !renyi_moment_as_divergence.
  assert (E : forall e, divergence (fun t => - power_of_ratio lambda t) e = - divergence (power_of_ratio lambda) e).
  { intros e. unfold divergence, sum_pair.
    match goal with |- _ = - ?m => replace (- m) with (-1 * m) by ring end. rewrite <- sum_of_times.
    apply sum_of_ext. intros x _. destruct (Req_EM_T (pmf (second e) x) 0); ring. }
  apply Ropp_le_cancel. rewrite <- !E.
  set (point := fun close s => if Req_EM_T s 0 then Rpower close (/ lambda) else s).
  assert (P : forall close s, 0 <= s -> 0 < point close s).
  { intros close s S. unfold point. destruct (Req_EM_T s 0); [apply exp_pos | lra]. }
  apply (V_3_convex (fun t => - power_of_ratio lambda t)
    (fun close s => - (lambda * (Rpower (point close s) lambda / point close s)))
    (fun close s => - ((1 - lambda) * Rpower (point close s) lambda))) with (k := k); try assumption.
  - intros close s t _ S T. apply root_line; [lra | apply P; assumption | assumption].
  - intros close s C S. unfold power_of_ratio, point. destruct (Req_EM_T s 0) as [Z | Z].
    + rewrite Z, Rpower_mult, Rinv_l, Rpower_1 by lra. nra.
    + replace (- (lambda * (Rpower s lambda / s)) * s + - ((1 - lambda) * Rpower s lambda))
        with (- Rpower s lambda) by (field; assumption). lra.
Qed.
Lemma kullback_leibler_made_by : kullback_leibler d' <= kullback_leibler d.
Proof.
  rewrite !kullback_leibler_as_divergence by (try apply law_not_negative; assumption).
  set (point := fun close s => if Req_EM_T s 0 then close else s).
  apply (V_3_convex relative_log (fun close s => ln (point close s) + 1) (fun close s => - point close s))
    with (k := k); try assumption.
  - intros close s t C S T. apply log_line; [| assumption]. unfold point. destruct (Req_EM_T s 0); lra.
  - intros close s C S. unfold relative_log, point. destruct (Req_EM_T s 0) as [Z | Z]; [rewrite Z; lra | lra].
Qed.
Theorem V_3_renyi : renyi d' lambda <= renyi d lambda.
Proof.
  unfold renyi. destruct (Req_EM_T lambda 1) as [E | E]; [exact kullback_leibler_made_by |].
  pose proof (renyi_moment_positive d' lambda L1' L2' D') as P'.
  pose proof (renyi_moment_positive d lambda L1 L2 D) as P.
  destruct (Rlt_dec 1 lambda) as [G | G].
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
    apply ln_le_ln_of; [exact P' | exact (moments_above_1 G)].
  - assert (B : lambda < 1) by lra. pose proof (ln_le_ln_of _ _ P (moments_below_1 B)) as Q.
    assert (I : / (lambda - 1) < 0) by (apply Rinv_lt_0_compat; lra).
    unfold Rdiv. nra.
Qed.
End Renyi.
