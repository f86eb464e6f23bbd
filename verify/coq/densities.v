(* Pairs whose laws have densities under one law: randomized response under its law for the input 0, clone
   pairs under the law in which the first user is a clone, too. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws symmetry U_6 V_3 K_1 U_2.
Import ListNotations.
Open Scope R_scope.

(* The mean of a count times something, by one trial less. *)
Lemma count_times m p : forall f,
  mean (binomial_law (S m) p) (fun k => INR k * f k)
  = INR (S m) * p * mean (binomial_law m p) (fun k => f (S k)).
Proof.
  induction m as [| m IH]; intros f.
  - rewrite mean_binomial_succ, !mean_binomial_zero. simpl. ring.
  - rewrite mean_binomial_succ, IH.
    rewrite (mean_ext _ (fun k => INR (S k) * f (S k)) (fun k => INR k * f (S k) + f (S k)))
      by (intros k; rewrite S_INR; ring).
    rewrite mean_plus, (IH (fun k => f (S k))), (mean_binomial_succ m p (fun k => f (S k))).
    rewrite (S_INR (S m)). ring.
Qed.
Lemma rest_times m p f :
  mean (binomial_law (S m) p) (fun k => (INR (S m) - INR k) * f k)
  = INR (S m) * (1 - p) * mean (binomial_law m p) f.
Proof.
  rewrite (mean_ext _ _ (fun k => INR (S m) * f k + -1 * (INR k * f k))) by (intros k; ring).
  rewrite mean_plus, !mean_times, count_times, mean_binomial_succ. ring.
Qed.

(* The mean of e^(s k), at most e^(m p (e^s - 1)). *)
Lemma exponential_moment m p s :
  mean (binomial_law m p) (fun k => exp (s * INR k)) = (1 + p * (exp s - 1)) ^ m.
Proof.
  induction m as [| m IH]; [rewrite mean_binomial_zero; simpl; rewrite Rmult_0_r; apply exp_0 |].
  rewrite mean_binomial_succ, IH.
  rewrite (mean_ext _ _ (fun k => exp s * exp (s * INR k)))
    by (intros k; rewrite S_INR, <- exp_plus; f_equal; ring).
  rewrite mean_times, IH. simpl. ring.
Qed.
Lemma exponential_moment_below m p s :
  0 <= p <= 1 ->
  mean (binomial_law m p) (fun k => exp (s * INR k)) <= exp (INR m * p * (exp s - 1)).
Proof.
  intros P. rewrite exponential_moment. pose proof (exp_pos s) as E.
  replace (INR m * p * (exp s - 1)) with (p * (exp s - 1) * INR m) by ring.
  induction m as [| m IH]; [simpl; rewrite Rmult_0_r, exp_0; lra |].
  rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus. simpl pow.
  rewrite (Rmult_comm (exp (p * (exp s - 1) * INR m))). apply Rmult_le_compat; [nra | | apply exp_line | exact IH].
  apply pow_le. nra.
Qed.

(* Divergences of a pair with the densities u and v under b. *)
Section Densities.
Variable d : laws_pair.
Variable b : law outcome.
Variables u v : outcome -> R.
Hypothesis B : not_negative b.
Hypothesis U : forall x, 0 < u x.
Hypothesis V : forall x, 0 < v x.
Hypothesis first_density : forall f, mean (first d) f = mean b (fun x => u x * f x).
Hypothesis second_density : forall f, mean (second d) f = mean b (fun x => v x * f x).

Lemma pmf_density (w : outcome -> R) l x :
  (forall f, mean l f = mean b (fun x => w x * f x)) -> pmf l x = w x * pmf b x.
Proof.
  intros D. unfold pmf. rewrite D, <- mean_times. apply mean_ext. intros y.
  destruct (same_outcome x y) as [-> | _]; ring.
Qed.
Lemma sum_pair_density f :
  f 0 0 = 0 ->
  sum_pair d f
  = sum_of (nodup same_outcome (outcomes b ++ support d)) (fun x => f (u x * pmf b x) (v x * pmf b x)).
Proof.
  intros Z. unfold sum_pair. symmetry.
  rewrite (sum_of_more _ (support d)).
  - apply sum_of_ext. intros x _. rewrite <- (pmf_density u (first d) x first_density).
    rewrite <- (pmf_density v (second d) x second_density). reflexivity.
  - apply NoDup_nodup.
  - apply NoDup_support.
  - intros x I. apply nodup_In, in_or_app. right. exact I.
  - intros x _ N. apply pmf_outside_support in N. destruct N as [N _].
    rewrite (pmf_density u (first d) x first_density) in N.
    pose proof (U x). assert (E : pmf b x = 0) by (apply Rmult_eq_reg_l with (u x); lra).
    rewrite E, !Rmult_0_r. exact Z.
Qed.
Lemma mean_over_outcomes f :
  mean b f = sum_of (nodup same_outcome (outcomes b ++ support d)) (fun x => pmf b x * f x).
Proof.
  apply mean_as_sum; [apply NoDup_nodup |]. intros x I. apply nodup_In, in_or_app. left. exact I.
Qed.
Theorem renyi_moment_density lambda :
  renyi_moment d lambda = mean b (fun x => v x * Rpower (u x / v x) lambda).
Proof.
  unfold renyi_moment. rewrite sum_pair_density.
  2: { unfold renyi_term. destruct (Req_EM_T 0 0) as [_ | N]; [reflexivity | elim N; reflexivity]. }
  rewrite mean_over_outcomes. apply sum_of_ext. intros x _.
  pose proof (U x). pose proof (V x). pose proof (pmf_nonneg b x B). unfold renyi_term.
  destruct (Req_EM_T (v x * pmf b x) 0) as [Z | Z].
  - assert (E : pmf b x = 0) by (apply Rmult_eq_reg_l with (v x); lra). rewrite E. ring.
  - assert (P : pmf b x <> 0) by (intros E; apply Z; rewrite E; ring).
    destruct (Req_EM_T (u x * pmf b x) 0) as [Y | Y].
    + exfalso. apply P. apply Rmult_eq_reg_l with (u x); lra.
    + replace (u x * pmf b x / (v x * pmf b x)) with (u x / v x) by (field; lra). ring.
Qed.
Theorem chi_moment_density a :
  chi_moment d a = mean b (fun x => v x * power (Rabs (u x / v x - 1)) a).
Proof.
  unfold chi_moment. rewrite sum_pair_density.
  2: { destruct (Req_EM_T 0 0) as [_ | N]; [reflexivity | elim N; reflexivity]. }
  rewrite mean_over_outcomes. apply sum_of_ext. intros x _.
  pose proof (U x). pose proof (V x). pose proof (pmf_nonneg b x B).
  destruct (Req_EM_T (v x * pmf b x) 0) as [Z | Z].
  - assert (E : pmf b x = 0) by (apply Rmult_eq_reg_l with (v x); lra). rewrite E. ring.
  - assert (P : pmf b x <> 0) by (intros E; apply Z; rewrite E; ring).
    replace (u x * pmf b x / (v x * pmf b x)) with (u x / v x) by (field; lra). ring.
Qed.
Theorem hockey_stick_density eps :
  hockey_stick d eps = mean b (fun x => Rmax 0 (u x - exp eps * v x)).
Proof.
  unfold hockey_stick. rewrite sum_pair_density by (rewrite Rmult_0_r, Rminus_0_r; apply Rmax_left; lra).
  rewrite mean_over_outcomes. apply sum_of_ext. intros x _. pose proof (pmf_nonneg b x B).
  rewrite <- RmaxRmult by assumption. f_equal; ring.
Qed.
End Densities.
Lemma renyi_above_1 d lambda : 1 < lambda -> renyi d lambda = ln (renyi_moment d lambda) / (lambda - 1).
Proof. intros L. unfold renyi. destruct (Req_EM_T lambda 1); [lra | reflexivity]. Qed.
Lemma renyi_at_most d lambda c :
  1 < lambda -> 0 < renyi_moment d lambda <= c -> renyi d lambda <= ln c / (lambda - 1).
Proof.
  intros L [P M]. rewrite renyi_above_1 by exact L. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. lra.
  - apply ln_le_ln_of; assumption.
Qed.
Lemma renyi_at_least d lambda c :
  1 < lambda -> 0 < c <= renyi_moment d lambda -> ln c / (lambda - 1) <= renyi d lambda.
Proof.
  intros L [P M]. rewrite renyi_above_1 by exact L. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. lra.
  - apply ln_le_ln_of; assumption.
Qed.

(* Randomized response: where k of the n reports are 1, which has probability q = 1/(e^eps0+1) for each under
   the second law, the first law has the density (e^eps0 k + e^-eps0 (n - k))/n. *)
Section Response.
Variables n eps0 : R.
Let m := pred (users n).
Let N := INR (S m).
Let X := exp eps0.
Let q := half_rate eps0 / 2.
Definition response_density (k : R) : R := (X * k + / X * (N - k)) / N.
Let density (x : outcome) : R := response_density (Rmin N (IZR (Z.abs (hd 0%Z x)))).

Lemma reports_positive : 0 < N.
Proof. apply lt_0_INR. lia. Qed.
Lemma response_density_positive k : 0 <= k <= N -> 0 < response_density k.
Proof.
  intros K. pose proof reports_positive. pose proof (exp_pos eps0) as P. fold X in P.
  pose proof (Rinv_0_lt_compat X P). apply Rdiv_lt_0_compat; [| assumption].
  destruct (Rle_dec k (N / 2)).
  - apply Rplus_le_lt_0_compat; [apply Rmult_le_pos; lra | apply Rmult_lt_0_compat; lra].
  - apply Rplus_lt_le_0_compat; [apply Rmult_lt_0_compat; lra | apply Rmult_le_pos; lra].
Qed.
Lemma mean_response_second f :
  mean (second (rr_pair n eps0)) f = mean (binomial_law (S m) q) (fun k => f [Z.of_nat k]).
Proof.
  unfold rr_pair. cbn [second]. unfold rr_outcome. rewrite mean_bind.
  change (0%nat :: repeat 0%nat (pred (users n))) with (repeat 0%nat (S m)). rewrite rr_zeros.
  apply mean_ext. intros k. apply mean_sure.
Qed.
Lemma mean_response_first f :
  mean (first (rr_pair n eps0)) f
  = mean (second (rr_pair n eps0)) (fun x => density x * f x).
Proof.
  rewrite mean_response_second. unfold rr_pair. cbn [first]. unfold rr_outcome.
  rewrite mean_bind, rr_ones_cons. change (rr_report eps0 1) with (bernoulli (truth_rate eps0)).
  rewrite mean_bernoulli, !rr_zeros. fold m q.
  pose proof reports_positive as P. pose proof (exp_pos eps0) as E. fold X in E.
  rewrite (mean_binomial_ext (S m) q _
    (fun k => X / N * (INR k * f [Z.of_nat k]) + / X / N * ((INR (S m) - INR k) * f [Z.of_nat k]))).
  2: { intros k K. unfold density, response_density. cbn [hd].
       rewrite Z.abs_eq by lia. rewrite <- INR_IZR_INZ, Rmin_right by (apply le_INR; exact K).
       fold N. field. split; lra. }
  rewrite mean_plus, !mean_times, count_times, (rest_times m q (fun k => f [Z.of_nat k])).
  set (ones := mean (binomial_law m q) (fun k => f [Z.of_nat (S k)])).
  set (same := mean (binomial_law m q) (fun k => f [Z.of_nat k])).
  transitivity (truth_rate eps0 * ones + (1 - truth_rate eps0) * same).
  { f_equal; f_equal; apply mean_ext; intros k; apply mean_sure. }
  fold N. unfold q, half_rate, truth_rate. fold X. field. repeat split; lra.
Qed.
Theorem response_moment lambda :
  renyi_moment (rr_pair n eps0) lambda
  = mean (binomial_law (S m) q) (fun k => Rpower (response_density (INR k)) lambda).
Proof.
  pose proof reports_positive as P.
  rewrite (renyi_moment_density _ (second (rr_pair n eps0)) density (fun _ => 1)).
  - rewrite mean_response_second. apply mean_binomial_ext. intros k K. unfold density. cbn [hd].
    rewrite Z.abs_eq by lia. rewrite <- INR_IZR_INZ, Rmin_right by (apply le_INR; exact K).
    unfold Rdiv. rewrite Rinv_1, Rmult_1_r, Rmult_1_l. reflexivity.
  - apply law_not_negative, is_law_rr_outcome.
  - intros x. apply response_density_positive. split; [| apply Rmin_l].
    apply Rmin_glb; [lra |]. apply IZR_le. lia.
  - intros x. lra.
  - exact mean_response_first.
  - intros f. apply mean_ext. intros x. ring.
Qed.
Theorem response_chi a :
  chi_moment (rr_pair n eps0) a
  = mean (binomial_law (S m) q) (fun k => power (Rabs (response_density (INR k) - 1)) a).
Proof.
  pose proof reports_positive as P.
  rewrite (chi_moment_density _ (second (rr_pair n eps0)) density (fun _ => 1)).
  - rewrite mean_response_second. apply mean_binomial_ext. intros k K. unfold density. cbn [hd].
    rewrite Z.abs_eq by lia. rewrite <- INR_IZR_INZ, Rmin_right by (apply le_INR; exact K).
    unfold Rdiv at 1. rewrite Rinv_1, Rmult_1_r, Rmult_1_l. reflexivity.
  - apply law_not_negative, is_law_rr_outcome.
  - intros x. apply response_density_positive. split; [| apply Rmin_l].
    apply Rmin_glb; [lra |]. apply IZR_le. lia.
  - intros x. lra.
  - exact mean_response_first.
  - intros f. apply mean_ext. intros x. ring.
Qed.
End Response.
