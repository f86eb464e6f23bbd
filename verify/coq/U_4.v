(* (U.4) of docs/methods/refuted-regions.md and (K.14) of docs/methods/theorems.md for the clone pair with any rate
   p: no clone has the sign -1. For orders above 1
   D_lambda >= eps0 + ((n-1) log(1-p/2) - log(1+e^-eps0))/(lambda-1), and for all eps
   H >= (1-p/2)^(n-1) (1 - e^(eps-eps0))/(1+e^-eps0). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities clone_moments K_4.
Import ListNotations.
Open Scope R_scope.

Lemma halves_one_side c f : (forall a b, 0 <= f a b) -> (1 / 2) ^ c * f c 0%nat <= halves c f.
Proof.
  revert f. induction c as [| c IH]; intros f F; [rewrite halves_zero; simpl; lra |].
  rewrite halves_succ. pose proof (IH (fun a b => f (S a) b) (fun a b => F (S a) b)) as G.
  assert (P : 0 <= halves c (fun a b => f a (S b))).
  { unfold halves. apply mean_nonneg; [apply not_negative_binomial; lra | intros a; apply F]. }
  simpl pow. lra.
Qed.
Lemma all_alike N p : mean (binomial_law N p) (fun c => (1 / 2) ^ c) = (1 - p / 2) ^ N.
Proof.
  induction N as [| N IH]; [rewrite mean_binomial_zero; reflexivity |].
  rewrite mean_binomial_succ.
  change (fun k => (1 / 2) ^ S k) with (fun k => 1 / 2 * (1 / 2) ^ k).
  rewrite (mean_times (binomial_law N p) (1 / 2) (fun k => (1 / 2) ^ k)), IH. simpl. field.
Qed.

Section U_4.
Variables n eps0 p : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= 1.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let N := pred (users n).
Let X := exp eps0.
Let t := advantage eps0.
Lemma sign_of_all c : mean_sign (INR (S c)) (INR 0) = 1.
Proof.
  unfold mean_sign. simpl (INR 0). rewrite Rminus_0_r, Rplus_0_r. apply Rinv_r.
  apply not_0_INR. lia.
Qed.
Lemma advantage_parts : 1 - t = 2 / (X + 1) /\ (1 + t) / (1 - t) = X.
Proof. unfold t, advantage. fold X. pose proof (exp_pos eps0) as E. fold X in E. split; field; lra. Qed.
Theorem U_4_moment lambda :
  exp ((n - 1) * ln (1 - p / 2) + (lambda - 1) * eps0 - ln (1 + exp (- eps0)))
  <= renyi_moment (clone_pair_with n eps0 p) lambda.
Proof.
  rewrite (clone_moment n eps0 p H P lambda). fold N. destruct advantage_parts as [A1 A2].
  pose proof (exp_pos eps0) as E. fold X in E.
  apply Rle_trans with (mean (binomial_law N p) (fun c => moment_at eps0 lambda 1 / 2 * (1 / 2) ^ c)).
  - rewrite mean_times, all_alike. unfold moment_at. fold t. rewrite Rmult_1_r, A2, A1.
    pose proof (others n W N1) as O. fold N in O. rewrite <- O.
    replace (INR N * ln (1 - p / 2) + (lambda - 1) * eps0 - ln (1 + exp (- eps0)))
      with (INR N * ln (1 - p / 2) + (lambda * eps0 + - (eps0 + ln (1 + exp (- eps0))))) by ring.
    rewrite !exp_plus, exp_Ropp, exp_plus, exp_ln by (pose proof (exp_pos (- eps0)); lra). rewrite exp_Ropp.
    change (exp (INR N * ln (1 - p / 2))) with (Rpower (1 - p / 2) (INR N)). rewrite Rpower_pow by lra.
    change (Rpower X lambda) with (exp (lambda * ln X)). unfold X at 2. rewrite ln_exp. fold X.
    right. field. lra.
  - apply mean_le; [apply not_negative_binomial; exact P |]. intros c.
    assert (M : forall y, -1 <= y <= 1 -> 0 <= moment_at eps0 lambda y).
    { intros y Y. unfold moment_at. apply Rmult_le_pos; [| left; apply exp_pos]. fold t.
      replace (1 - t * y) with (1 + - t * y) by ring. left.
      apply (density_positive eps0 H); [exact Y | right; reflexivity]. }
    eapply Rle_trans; [| apply halves_one_side].
    + cbv beta. rewrite sign_of_all. simpl pow. right. field.
    + intros a b. apply M, mean_sign_bounds; apply pos_INR.
Qed.
Theorem U_4_renyi lambda :
  1 < lambda ->
  eps0 + ((n - 1) * log1p (- p / 2) - log1p (exp (- eps0))) / (lambda - 1) <= renyi (clone_pair_with n eps0 p) lambda.
Proof.
  intros L. eapply Rle_trans; [| apply renyi_at_least; [exact L | split; [apply exp_pos | apply U_4_moment]]].
  rewrite ln_exp. unfold log1p. replace (1 + - p / 2) with (1 - p / 2) by field. right. field. lra.
Qed.
Theorem K_14_hockey_stick eps :
  exp ((n - 1) * log1p (- p / 2)) * (1 - exp (eps - eps0)) / (1 + exp (- eps0))
  <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof.
  rewrite (clone_hockey_stick n eps0 p H P eps). fold N. destruct advantage_parts as [A1 A2].
  pose proof (exp_pos eps0) as E. fold X in E.
  set (f := fun y => Rmax 0 ((1 + t * y) - exp eps * (1 - t * y))).
  apply Rle_trans with (mean (binomial_law N p) (fun c => f 1 / 2 * (1 / 2) ^ c)).
  - rewrite mean_times, all_alike.
    assert (B : (1 + t) - exp eps * (1 - t) <= f 1) by (unfold f; rewrite Rmult_1_r; apply Rmax_r).
    assert (C : 1 + t = 2 * X / (X + 1)) by (unfold t, advantage; fold X; field; lra).
    rewrite A1, C in B. pose proof (others n W N1) as O. fold N in O. rewrite <- O.
    unfold log1p. replace (1 + - p / 2) with (1 - p / 2) by field.
    change (exp (INR N * ln (1 - p / 2))) with (Rpower (1 - p / 2) (INR N)). rewrite Rpower_pow by lra.
    assert (Q : 0 <= (1 - p / 2) ^ N) by (apply pow_le; lra).
    apply (Rmult_le_compat_l ((1 - p / 2) ^ N)) in B; [| exact Q].
    replace ((1 - p / 2) ^ N * (1 - exp (eps - eps0)) / (1 + exp (- eps0)))
      with ((1 - p / 2) ^ N * (2 * X / (X + 1) - exp eps * (2 / (X + 1))) / 2).
    + lra.
    + replace (eps - eps0) with (eps + - eps0) by ring. rewrite exp_plus, exp_Ropp. fold X. field. lra.
  - apply mean_le; [apply not_negative_binomial; exact P |]. intros c.
    eapply Rle_trans; [| apply (halves_one_side (S c) (fun a b => f (mean_sign (INR a) (INR b))))].
    + cbv beta. rewrite sign_of_all. simpl pow. right. field.
    + intros a b. apply Rmax_l.
Qed.
End U_4.
