(* (K.18) of docs/methods/theorems.md: for randomized response and real orders lambda > 1,
   D_lambda <= lambda (e^eps0+1)/n <= 2 lambda e^eps0/n, and D_lambda <= lambda^2/(lambda-1) (e^eps0+1)/(2n).

   With a = e^-eps0 and a number K of ones of mean mu the density of the first law under the second is
   a + (1-a) K/mu, and K/mu <= e^(s K/lambda) lambda/(e s mu). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 K_1 U_2 densities hyperbolic K_6.
Import ListNotations.
Open Scope R_scope.

Lemma Rpower_pos x y : 0 < Rpower x y.
Proof. apply exp_pos. Qed.
(* A power is convex: here between 1 and g. *)
Lemma power_chord a g lambda :
  0 <= a <= 1 -> 0 < g -> 1 < lambda -> Rpower (a + (1 - a) * g) lambda <= a + (1 - a) * Rpower g lambda.
Proof.
  intros A G L. set (c := a + (1 - a) * g).
  assert (C : 0 < c) by (unfold c; destruct (Rle_dec a (1 / 2)); nra).
  assert (T : forall x, 0 < x -> Rpower c lambda * (1 + lambda * (x / c - 1)) <= Rpower x lambda).
  { intros x X. replace (Rpower x lambda) with (Rpower c lambda * Rpower (x / c) lambda).
    - apply Rmult_le_compat_l; [left; apply Rpower_pos |].
      apply bernoulli_power; [exact L | apply Rdiv_lt_0_compat; assumption].
    - rewrite Rpower_mult_distr; [f_equal; field; lra | assumption | apply Rdiv_lt_0_compat; assumption]. }
  pose proof (T 1 Rlt_0_1) as T1. pose proof (T g G) as T2.
  assert (P1 : Rpower 1 lambda = 1) by (unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0).
  rewrite P1 in T1.
  apply (Rmult_le_compat_l a) in T1; [| lra]. apply (Rmult_le_compat_l (1 - a)) in T2; [| lra].
  assert (E : Rpower c lambda = a * (Rpower c lambda * (1 + lambda * (1 / c - 1)))
                                + (1 - a) * (Rpower c lambda * (1 + lambda * (g / c - 1)))).
  { transitivity (Rpower c lambda * (1 + lambda * ((a + (1 - a) * g) / c - 1))); [| field; lra].
    fold c. replace (c / c) with 1 by (field; lra). ring. }
  lra.
Qed.
Lemma exp_Rle x y : x <= y -> exp x <= exp y.
Proof. intros [G | ->]; [left; apply exp_increasing; exact G | lra]. Qed.

Section K_18.
Variables n eps0 lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis L : 1 < lambda.
Let m := pred (users n).
Let N := INR (S m).
Let X := exp eps0.
Let q := half_rate eps0 / 2.
Let mu := N * q.
Let u := lambda / mu.
Let s := ln (1 + u).
Lemma ones_rate_positive : 0 < q.
Proof.
  unfold q, half_rate. pose proof (exp_pos eps0).
  apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat |]; lra.
Qed.
Lemma mean_ones_positive : 0 < mu.
Proof. apply Rmult_lt_0_compat; [apply reports_positive | apply ones_rate_positive]. Qed.
Lemma order_over_mean_positive : 0 < u.
Proof. apply Rdiv_lt_0_compat; [lra | apply mean_ones_positive]. Qed.
Lemma exponent_positive : 0 < s.
Proof. unfold s. rewrite <- ln_1. apply ln_increasing; [lra |]. pose proof order_over_mean_positive. lra. Qed.
(* What K/mu is at most. *)
Let g (k : nat) : R := u / s * exp (s / lambda * INR k - 1).
Lemma g_positive k : 0 < g k.
Proof.
  apply Rmult_lt_0_compat; [| apply exp_pos].
  apply Rdiv_lt_0_compat; [apply order_over_mean_positive | apply exponent_positive].
Qed.
Lemma g_above k : INR k / mu <= g k.
Proof.
  unfold g. pose proof exponent_positive as S. pose proof mean_ones_positive as M.
  pose proof order_over_mean_positive as U.
  pose proof (exp_line (s / lambda * INR k - 1)) as E.
  replace (INR k / mu) with (u / s * (1 + (s / lambda * INR k - 1))) by (unfold u; field; lra).
  apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; assumption | exact E].
Qed.
Lemma density_by_mean k :
  response_density n eps0 (INR k) = / X + (1 - / X) * (INR k / mu).
Proof.
  unfold response_density, mu, q, half_rate. fold m N X. pose proof (reports_positive n) as P. fold m N in P.
  pose proof (exp_pos eps0) as E. fold X in E. field. repeat split; lra.
Qed.
Lemma inverse_bounds : 0 < / X <= 1.
Proof.
  pose proof (exp_at_least_1 eps0 H) as E. fold X in E. split; [apply Rinv_0_lt_compat; lra |].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.
Lemma mean_g_power :
  mean (binomial_law (S m) q) (fun k => Rpower (g k) lambda) <= exp (u * lambda / 2).
Proof.
  pose proof exponent_positive as S. pose proof mean_ones_positive as M.
  pose proof order_over_mean_positive as U.
  rewrite (mean_ext _ _ (fun k => exp (lambda * ln (u / s) - lambda) * exp (s * INR k))).
  2: { intros k. unfold Rpower, g. rewrite ln_mult, ln_exp, <- exp_plus;
         [f_equal; field; lra | apply Rdiv_lt_0_compat; assumption | apply exp_pos]. }
  rewrite mean_times.
  eapply Rle_trans; [apply Rmult_le_compat_l; [left; apply exp_pos |]; apply exponential_moment_below |].
  - pose proof (ones_rate eps0 H) as Q. fold q in Q. lra.
  - rewrite <- exp_plus. apply exp_Rle. change (INR (Datatypes.S m) * q) with mu.
    replace (exp s - 1) with u by (unfold s; rewrite exp_ln by lra; ring).
    replace (mu * u) with lambda by (unfold u; field; lra).
    assert (Lo : ln (u / s) <= u / 2).
    { rewrite <- (ln_exp (u / 2)). apply ln_le_ln_of; [apply Rdiv_lt_0_compat; assumption |].
      apply Rmult_le_reg_r with s; [exact S |]. replace (u / s * s) with u by (field; lra).
      pose proof (log_above u ltac:(lra)) as A. fold s in A. rewrite exp_Ropp in A.
      pose proof (exp_pos (u / 2)) as E. apply (Rmult_le_compat_l (exp (u / 2))) in A; [| lra].
      replace (exp (u / 2) * (u * / exp (u / 2))) with u in A by (field; lra). exact A. }
    nra.
Qed.
Theorem K_18_moment : renyi_moment (rr_pair n eps0) lambda <= exp (u * lambda / 2).
Proof.
  rewrite response_moment. fold m q. pose proof inverse_bounds as I.
  pose proof (ones_rate eps0 H) as Q. fold q in Q.
  pose proof order_over_mean_positive as U.
  assert (B1 : 1 <= exp (u * lambda / 2)).
  { pose proof (exp_line (u * lambda / 2)). assert (0 <= u * lambda) by nra. lra. }
  apply Rle_trans with (mean (binomial_law (S m) q) (fun k => / X * 1 + (1 - / X) * Rpower (g k) lambda)).
  - apply mean_le; [apply not_negative_binomial; lra |]. intros k. rewrite density_by_mean, Rmult_1_r.
    eapply Rle_trans; [| apply (power_chord (/ X) (g k) lambda); [lra | apply g_positive | exact L]].
    pose proof (g_above k) as G. pose proof (g_positive k).
    assert (0 <= INR k / mu) by (apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat, mean_ones_positive]).
    apply Rle_Rpower_l; [lra |]. split; [| apply Rplus_le_compat_l, Rmult_le_compat_l; lra].
    apply Rplus_lt_le_0_compat; [lra | apply Rmult_le_pos; lra].
  - rewrite mean_plus, !mean_times, binomial_total. pose proof mean_g_power as G.
    apply (Rmult_le_compat_l (1 - / X)) in G; [| lra]. nra.
Qed.
Lemma response_moment_positive : 0 < renyi_moment (rr_pair n eps0) lambda.
Proof.
  apply renyi_moment_positive; [apply is_law_rr_outcome | apply is_law_rr_outcome |].
  exact (proj1 (rr_is_dominated n eps0 H)).
Qed.
Theorem K_18_by_squares :
  is_whole n -> 1 <= n -> renyi (rr_pair n eps0) lambda <= lambda ^ 2 * (exp eps0 + 1) / (2 * n * (lambda - 1)).
Proof.
  intros W1 W2. eapply Rle_trans; [apply renyi_at_most; [exact L | split; [apply response_moment_positive | apply K_18_moment]] |].
  rewrite ln_exp. unfold u, mu, q, half_rate. pose proof (users_whole n W1 W2) as E. fold m N in E. rewrite E.
  fold X. pose proof (exp_pos eps0) as P. fold X in P. right. field. repeat split; lra.
Qed.

(* Up to the order 2: the divergence of order 2 is larger. *)
Lemma moment_below_2 :
  lambda <= 2 ->
  renyi_moment (rr_pair n eps0) lambda <= Rpower (1 + (X - 1) ^ 2 / (N * X)) (lambda - 1).
Proof.
  intros L2. rewrite response_moment. fold m q. pose proof (ones_rate eps0 H) as Q. fold q in Q.
  set (A := 1 + (X - 1) ^ 2 / (N * X)).
  assert (A1 : 1 <= A).
  { unfold A. assert (0 <= (X - 1) ^ 2 / (N * X)); [| lra]. apply Rmult_le_pos; [apply pow2_ge_0 |].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply reports_positive | apply exp_pos]. }
  assert (M1 : mean (binomial_law (S m) q) (fun k => response_density n eps0 (INR k)) = 1).
  { rewrite (mean_ext _ _ (fun k => 1 + deviation n eps0 k)) by (intros k; apply density_deviation).
    rewrite mean_plus, binomial_total. pose proof (deviation_centred n eps0) as D. fold m q in D.
    rewrite D. ring. }
  assert (M2 : mean (binomial_law (S m) q) (fun k => response_density n eps0 (INR k) ^ 2) = A).
  { rewrite (mean_ext _ _ (fun k => (1 + deviation n eps0 k) ^ 2))
      by (intros k; rewrite density_deviation; reflexivity).
    rewrite power_moment_of_2; [| apply binomial_total | apply deviation_centred].
    pose proof (deviation_variance n eps0) as D. fold m q N X in D. rewrite D. reflexivity. }
  set (C := Rpower A (lambda - 1)). set (r := fun k : nat => response_density n eps0 (INR k)) in *.
  apply Rle_trans with (mean (binomial_law (S m) q) (fun k => C * (2 - lambda) * r k + C * (lambda - 1) / A * r k ^ 2)).
  2: { rewrite mean_plus, !mean_times. 
       change (mean (binomial_law (S m) q) r = 1) in M1.
       change (mean (binomial_law (S m) q) (fun k => r k ^ 2) = A) in M2. rewrite M1, M2. right. field. lra. }
  rewrite !mean_binomial_as_sum. apply sum_Rle. intros k K.
  apply Rmult_le_compat_l; [apply binomial_weight_nonneg; lra |]. fold (r k).
  assert (P : 0 < r k) by (apply response_density_positive; split; [apply pos_INR | apply le_INR; exact K]).
  destruct (Req_dec lambda 2) as [E2 | N2].
  { unfold C. rewrite E2. replace (2 - 1) with 1 by ring. rewrite Rpower_1 by lra.
    replace (Rpower (r k) 2) with (r k ^ 2) by (symmetry; exact (Rpower_pow 2 (r k) P)).
    right. field. lra. }
  pose proof (bernoulli_root (lambda - 1) (r k / A) ltac:(lra) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
  replace (Rpower (r k) lambda) with (r k * (C * Rpower (r k / A) (lambda - 1))).
  2: { unfold C. rewrite Rpower_mult_distr by (try apply Rdiv_lt_0_compat; lra).
       replace (A * (r k / A)) with (r k) by (field; lra).
       rewrite <- (Rpower_1 (r k)) at 1 by exact P. rewrite <- Rpower_plus. f_equal. ring. }
  assert (C0 : 0 < C) by apply Rpower_pos.
  apply Rle_trans with (r k * (C * (1 + (lambda - 1) * (r k / A - 1)))).
  - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra.
  - right. field. lra.
Qed.
Theorem K_18_renyi :
  is_whole n -> 1 <= n -> renyi (rr_pair n eps0) lambda <= lambda * (exp eps0 + 1) / n.
Proof.
  intros W1 W2. pose proof (exp_at_least_1 eps0 H) as X1. fold X in X1.
  destruct (Rle_dec 2 lambda) as [L2 | L2].
  - eapply Rle_trans; [apply K_18_by_squares; assumption |]. fold X.
    replace (lambda ^ 2 * (X + 1) / (2 * n * (lambda - 1)))
      with (lambda * (X + 1) / n * (lambda / (2 * (lambda - 1)))) by (field; lra).
    rewrite <- (Rmult_1_r (lambda * (X + 1) / n)) at 2. apply Rmult_le_compat_l.
    + apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra].
    + apply Rmult_le_reg_r with (2 * (lambda - 1)); [lra |].
      replace (lambda / (2 * (lambda - 1)) * (2 * (lambda - 1))) with lambda by (field; lra). lra.
  - eapply Rle_trans; [apply renyi_at_most; [exact L |]; split;
      [apply response_moment_positive | apply moment_below_2; lra] |].
    pose proof (users_whole n W1 W2) as E. fold m N in E. rewrite E.
    set (z := (X - 1) ^ 2 / (n * X)).
    assert (Z0 : 0 <= z).
    { apply Rmult_le_pos; [apply pow2_ge_0 |]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
    unfold Rpower. rewrite ln_exp.
    replace ((lambda - 1) * ln (1 + z) / (lambda - 1)) with (ln (1 + z)) by (field; lra).
    apply Rle_trans with z.
    + rewrite <- (ln_exp z) at 2. apply ln_le_ln_of; [lra | apply exp_line].
    + unfold z. fold X. apply Rmult_le_reg_r with (n * X); [apply Rmult_lt_0_compat; lra |].
      replace ((X - 1) ^ 2 / (n * X) * (n * X)) with ((X - 1) ^ 2) by (field; lra).
      replace (lambda * (X + 1) / n * (n * X)) with (lambda * ((X + 1) * X)) by (field; lra). nra.
Qed.
Theorem K_18_simple :
  is_whole n -> 1 <= n -> renyi (rr_pair n eps0) lambda <= 2 * lambda * exp eps0 / n.
Proof.
  intros W1 W2. eapply Rle_trans; [apply K_18_renyi; assumption |].
  pose proof (exp_at_least_1 eps0 H). apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |]. nra.
Qed.
End K_18.
