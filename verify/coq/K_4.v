(* (K.4) of docs/methods/theorems.md, few clones or many: for the clone pair with any rate p, real orders
   lambda > 1 and m = floor((n-1)p/2) + 1, the moment is at most
   e^(lambda (lambda-1) eps0^2/(2m)) + e^((lambda-1) eps0 - (n-1)p/8).

   The second part is for fewer clones than half of their mean: Chernoff's bound. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities hyperbolic
  clone_moments.
Import ListNotations.
Open Scope R_scope.

(* Counts far below their mean are rare. *)
Lemma chernoff_below N p :
  0 <= p <= 1 ->
  mean (binomial_law N p) (fun c => exp (3 / 4 * (INR N * p / 2 - INR c))) <= exp (- (INR N * p / 8)).
Proof.
  intros P. set (mu := INR N * p).
  assert (M : 0 <= mu) by (apply Rmult_le_pos; [apply pos_INR | lra]).
  rewrite (mean_ext _ _ (fun c => exp (3 / 8 * mu) * exp (- (3 / 4) * INR c)))
    by (intros c; rewrite <- exp_plus; f_equal; field).
  rewrite mean_times.
  eapply Rle_trans; [apply Rmult_le_compat_l; [left; apply exp_pos | apply exponential_moment_below; exact P] |].
  rewrite <- exp_plus. fold mu.
  assert (E : exp (- (3 / 4)) <= 1 / 2).
  { pose proof (Rpower_pow 8 (exp (3 / 32)) (exp_pos _)) as R8. unfold Rpower in R8. rewrite ln_exp in R8.
    replace (INR 8 * (3 / 32)) with (3 / 4) in R8 by (simpl; field).
    assert (B : (35 / 32) ^ 8 <= exp (3 / 32) ^ 8) by (apply pow_incr; pose proof (exp_line (3 / 32)); lra).
    rewrite exp_Ropp. replace (1 / 2) with (/ 2) by field. apply Rinv_le_contravar; [lra |].
    rewrite R8. eapply Rle_trans; [| exact B]. simpl. lra. }
  assert (G : 3 / 8 * mu + mu * (exp (- (3 / 4)) - 1) <= - (mu / 8)).
  { apply (Rmult_le_compat_l mu) in E; [lra | exact M]. }
  destruct G as [G | ->]; [left; apply exp_increasing; exact G | lra].
Qed.

Section K_4.
Variables n eps0 p lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= 1.
Hypothesis L : 1 < lambda.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let N := pred (users n).
Let m := floor ((n - 1) * p / 2) + 1.
Let few := exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * m)).
Let many := exp ((lambda - 1) * eps0 - (n - 1) * p / 8).

Lemma others : INR N = n - 1.
Proof. pose proof (users_whole n W N1) as E. rewrite S_INR in E. fold N in E. lra. Qed.
Theorem K_4_moment : renyi_moment (clone_pair_with n eps0 p) lambda <= few + many.
Proof.
  rewrite (clone_moment n eps0 p H P lambda). fold N.
  assert (F : m - 1 <= (n - 1) * p / 2 < m).
  { unfold m, floor. destruct (base_Int_part ((n - 1) * p / 2)). lra. }
  assert (M : 0 <= (n - 1) * p / 2).
  { assert (0 <= (n - 1) * p) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (mean (binomial_law N p)
    (fun c => few * 1 + exp ((lambda - 1) * eps0) * exp (3 / 4 * (INR N * p / 2 - INR c)))).
  - apply mean_le; [apply not_negative_binomial; exact P |]. intros c.
    pose proof (exp_pos ((lambda - 1) * eps0)) as E1. pose proof (exp_pos (3 / 4 * (INR N * p / 2 - INR c))) as E2.
    assert (E0 : 0 < few) by apply exp_pos.
    destruct (Rlt_dec (INR (S c)) m) as [C | C].
    + pose proof (moment_at_most_eps0 eps0 H lambda L c) as B.
      pose proof (exp_line (3 / 4 * (INR N * p / 2 - INR c))) as G. rewrite others in *.
      rewrite S_INR in C. assert (Q : 1 <= exp (3 / 4 * ((n - 1) * p / 2 - INR c))) by lra.
      apply (Rmult_le_compat_l (exp ((lambda - 1) * eps0))) in Q; lra.
    + pose proof (moment_by_clones eps0 H lambda L c) as B.
      assert (D : exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * INR (S c))) <= few).
      { unfold few. assert (G : lambda * (lambda - 1) * eps0 ^ 2 / (2 * INR (S c)) <= lambda * (lambda - 1) * eps0 ^ 2 / (2 * m)).
        { apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0] |].
          apply Rinv_le_contravar; lra. }
        destruct G as [G | ->]; [left; apply exp_increasing; exact G | lra]. }
      assert (0 <= exp ((lambda - 1) * eps0) * exp (3 / 4 * (INR N * p / 2 - INR c))) by (apply Rmult_le_pos; lra).
      lra.
  - rewrite mean_plus, !mean_times, binomial_total, Rmult_1_r. apply Rplus_le_compat_l.
    unfold many. replace ((lambda - 1) * eps0 - (n - 1) * p / 8) with ((lambda - 1) * eps0 + - ((n - 1) * p / 8)) by ring.
    rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
    pose proof (chernoff_below N p P) as G. rewrite others in *. exact G.
Qed.
Theorem K_4_renyi :
  renyi (clone_pair_with n eps0 p) lambda <= ln (few + many) / (lambda - 1).
Proof.
  apply renyi_at_most; [exact L | split; [apply clone_moment_positive; assumption | exact K_4_moment]].
Qed.
End K_4.
