(* (O.4) of docs/methods/orderings.md, for randomized response: its moment of any order a > 0 is at most
   a Gamma(a/2) (Delta^2/(2n))^(a/2). The density less 1 is Delta/n times a binomial count less its mean, whose
   exponential moments Hoeffding's lemma bounds. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Rcomplements Hierarchy Derive AutoDerive.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws densities hyperbolic gamma_function V_3 K_1 U_2
  K_6 steps O_7 O_7_sampled.
Open Scope R_scope.

Lemma hoeffding_above q s : 0 <= q <= 1 -> 0 <= s -> ln (1 + q * (exp s - 1)) <= s ^ 2 / 8 + q * s.
Proof.
  intros Q S.
  assert (D : forall x, 0 < 1 + q * (exp x - 1)).
  { intros x. pose proof (exp_pos x). destruct (Req_dec q 1) as [-> | N]; [lra |].
    pose proof (Rmult_le_pos q (exp x) ltac:(lra) ltac:(lra)). lra. }
  set (f := fun x => x ^ 2 / 8 + q * x - ln (1 + q * (exp x - 1))).
  set (g := fun x => x / 4 + q - q * exp x / (1 + q * (exp x - 1))).
  assert (G : forall x, 0 <= x -> 0 <= g x).
  { intros x X. assert (G0 : g 0 <= g x).
    { apply (rises_to g (fun x => 1 / 4 - q * exp x * (1 - q) / (1 + q * (exp x - 1)) ^ 2) x X).
      - intros y _. unfold g. pose proof (D y). auto_derive; [lra |]. field. lra.
      - intros y _. pose proof (D y) as P. pose proof (pow2_ge_0 ((1 - q) - q * exp y)) as N.
        assert (K : q * exp y * (1 - q) / (1 + q * (exp y - 1)) ^ 2 <= 1 / 4); [| lra].
        apply Rmult_le_reg_r with ((1 + q * (exp y - 1)) ^ 2); [apply pow_lt; exact P |].
        replace (q * exp y * (1 - q) / (1 + q * (exp y - 1)) ^ 2 * (1 + q * (exp y - 1)) ^ 2) with (q * exp y * (1 - q)) by (field; lra).
        simpl in *. lra. }
    replace 0 with (g 0); [exact G0 |]. unfold g. rewrite exp_0. field. }
  assert (F : f 0 <= f s).
  { apply (rises_to f g s S).
    - intros y _. unfold f, g. pose proof (D y). auto_derive; [lra |]. field. lra.
    - intros y Y. apply G. lra. }
  unfold f in F. rewrite exp_0 in F. replace (1 + q * (1 - 1)) with 1 in F by ring. rewrite ln_1 in F. lra.
Qed.
(* Hoeffding's lemma: one trial less its mean. *)
Lemma hoeffding q s : 0 <= q <= 1 -> (1 + q * (exp s - 1)) * exp (- (q * s)) <= exp (s ^ 2 / 8).
Proof.
  assert (P : forall q s, 0 <= q <= 1 -> 0 <= s -> (1 + q * (exp s - 1)) * exp (- (q * s)) <= exp (s ^ 2 / 8)).
  { clear q s. intros q s Q S. pose proof (hoeffding_above q s Q S) as L.
    pose proof (exp_le 0 s S) as E. rewrite exp_0 in E.
    assert (D : 0 < 1 + q * (exp s - 1)) by nra.
    rewrite <- (exp_ln (1 + q * (exp s - 1))) by exact D. rewrite <- exp_plus. apply exp_le. lra. }
  intros Q. destruct (Rle_dec 0 s) as [S | S]; [apply P; assumption |].
  pose proof (P (1 - q) (- s) ltac:(lra) ltac:(lra)) as M.
  replace ((- s) ^ 2) with (s ^ 2) in M by ring. eapply Rle_trans; [| exact M]. right.
  replace (- ((1 - q) * - s)) with (s + - (q * s)) by ring. rewrite exp_plus, (exp_Ropp s).
  pose proof (exp_pos s). field. lra.
Qed.

Lemma trials_hoeffding m q s :
  0 <= q <= 1 ->
  mean (binomial_law m q) (fun k => exp (s * (INR k - INR m * q))) <= exp (INR m / 4 * (s ^ 2 / 2)).
Proof.
  intros Q. rewrite (mean_ext _ _ (fun k => exp (- (q * s)) ^ m * exp (s * INR k))).
  - rewrite mean_times, exponential_moment, <- Rpow_mult_distr, (Rmult_comm (exp (- (q * s)))).
    replace (INR m / 4 * (s ^ 2 / 2)) with (INR m * (s ^ 2 / 8)) by field. rewrite exp_times_nat.
    apply pow_incr. split.
    + apply Rmult_le_pos; [| left; apply exp_pos]. pose proof (exp_pos s). nra.
    + apply hoeffding. exact Q.
  - intros k. rewrite <- exp_times_nat, <- exp_plus. f_equal. ring.
Qed.
Lemma trials_absolute_moment m q a :
  0 <= q <= 1 -> 0 < a -> (1 <= m)%nat ->
  mean (binomial_law m q) (fun k => power (Rabs (INR k - INR m * q)) a)
  <= 2 * exp (a / 2 * (ln (a * (INR m / 4)) - 1)).
Proof.
  intros Q A M. set (m' := INR m / 4).
  assert (M0 : 0 < m') by (unfold m'; pose proof (lt_0_INR m ltac:(lia)); lra).
  set (s := sqrt (a / m')). assert (AM : 0 < a / m') by (apply Rdiv_lt_0_compat; assumption).
  assert (S0 : 0 < s) by (apply sqrt_lt_R0; exact AM).
  assert (SS : s * s = a / m') by (apply sqrt_sqrt; lra).
  assert (LS : ln s = (ln a - ln m') / 2).
  { assert (E : ln (s * s) = ln a - ln m') by (rewrite SS; apply ln_of_quotient; assumption).
    rewrite ln_mult in E by assumption. lra. }
  set (c := exp (a * (ln (a / s) - 1))). assert (C0 : 0 < c) by apply exp_pos.
  assert (AS : 0 < a / s) by (apply Rdiv_lt_0_compat; assumption).
  apply Rle_trans with (mean (binomial_law m q) (fun k =>
    c * exp (s * (INR k - INR m * q)) + c * exp (- s * (INR k - INR m * q)))).
  - apply mean_le; [apply not_negative_binomial; exact Q |]. intros k. set (d := INR k - INR m * q).
    rewrite <- Rmult_plus_distr_l. apply Rle_trans with (c * exp (s * Rabs d)).
    + set (z := Rabs d). destruct (Req_dec z 0) as [-> | Z].
      { rewrite power_of_0 by exact A. apply Rmult_le_pos; left; [exact C0 | apply exp_pos]. }
      assert (Z0 : 0 < z) by (pose proof (Rabs_pos d); unfold z in *; lra).
      rewrite power_positive by exact Z0. unfold c. rewrite <- exp_plus. apply exp_le.
      pose proof (below_exponential (s * z / a)) as B. apply (Rmult_le_compat_l (a / s)) in B; [| lra].
      replace (a / s * (s * z / a)) with z in B by (field; lra).
      apply ln_le_ln in B; [| exact Z0]. rewrite ln_mult, ln_exp in B by (try apply exp_pos; exact AS).
      apply (Rmult_le_compat_l a) in B; [| lra].
      replace (a * (ln (a / s) + (s * z / a - 1))) with (a * (ln (a / s) - 1) + s * z) in B by (field; lra). exact B.
    + apply Rmult_le_compat_l; [lra |]. pose proof (exp_pos (s * d)). pose proof (exp_pos (- s * d)).
      unfold Rabs. destruct (Rcase_abs d); [| lra]. replace (s * - d) with (- s * d) by ring. lra.
  - rewrite mean_plus, !mean_times.
    pose proof (trials_hoeffding m q s Q) as G1. pose proof (trials_hoeffding m q (- s) Q) as G2. fold m' in G1, G2.
    replace ((- s) ^ 2) with (s ^ 2) in G2 by ring.
    apply (Rmult_le_compat_l c) in G1; [| lra]. apply (Rmult_le_compat_l c) in G2; [| lra].
    apply Rle_trans with (2 * (c * exp (m' * (s ^ 2 / 2)))); [lra |].
    apply Rmult_le_compat_l; [lra |]. right. unfold c. rewrite <- exp_plus. f_equal.
    replace (s ^ 2) with (s * s) by ring. rewrite SS, ln_of_quotient, LS, ln_mult by assumption. field. lra.
Qed.

Lemma power_of_product x y a : 0 < x -> 0 <= y -> 0 < a -> power (x * y) a = power x a * power y a.
Proof.
  intros X [Y | <-] A.
  - rewrite !power_positive by (try apply Rmult_lt_0_compat; assumption). rewrite ln_mult, <- exp_plus by assumption.
    f_equal. ring.
  - rewrite Rmult_0_r, power_of_0 by exact A. ring.
Qed.
Theorem O_4_response n eps0 a :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 < a ->
  chi_moment (rr_pair n eps0) a
  <= a * gamma (a / 2) * power ((exp (2 * eps0) - 1) ^ 2 / (2 * n * exp (2 * eps0))) (a / 2).
Proof.
  intros W N H A.
  pose proof (U_2.users_whole n W N) as U. set (m := pred (users n)) in *.
  rewrite response_chi. fold m. set (q := half_rate eps0 / 2).
  pose proof (ones_rate eps0 H) as Q. fold q in Q. pose proof (exp_pos eps0) as E. pose proof (exp_le 0 eps0 H) as E1.
  rewrite exp_0 in E1. set (delta := exp eps0 - / exp eps0).
  assert (D : 0 <= delta).
  { unfold delta. pose proof (Rinv_le_contravar 1 (exp eps0) ltac:(lra) E1). rewrite Rinv_1 in *. lra. }
  pose proof (gamma_positive (a / 2) ltac:(lra)) as GP.
  replace ((exp (2 * eps0) - 1) ^ 2 / (2 * n * exp (2 * eps0))) with (2 / (4 * n) * delta ^ 2).
  2: { replace (2 * eps0) with (eps0 + eps0) by ring. rewrite exp_plus. unfold delta. field. lra. }
  rewrite (mean_ext _ _ (fun k => power (delta / n * Rabs (INR k - INR (S m) * q)) a)).
  2: { intros k. rewrite density_deviation. replace (1 + deviation n eps0 k - 1) with (deviation n eps0 k) by ring.
       f_equal. unfold deviation. fold m q. rewrite Rabs_mult. f_equal.
       fold delta. rewrite U. apply Rabs_right, Rle_ge. apply Rmult_le_pos; [exact D | left; apply Rinv_0_lt_compat; lra]. }
  destruct D as [D0 | Y].
  2: { rewrite (mean_ext _ _ (fun _ => 0)).
       - rewrite mean_zero. apply Rmult_le_pos; [apply Rmult_le_pos; lra |].
         apply power_nonneg, Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | apply pow2_ge_0].
       - intros k. rewrite <- Y. unfold Rdiv. rewrite !Rmult_0_l. apply power_of_0. exact A. }
  assert (DN : 0 < delta / n) by (apply Rdiv_lt_0_compat; lra).
  rewrite (mean_ext _ _ (fun k => power (delta / n) a * power (Rabs (INR k - INR (S m) * q)) a))
    by (intros k; apply power_of_product; [exact DN | apply Rabs_pos | exact A]).
  rewrite mean_times. pose proof (trials_absolute_moment (S m) q a ltac:(lra) A ltac:(lia)) as T. rewrite U in T |- *.
  set (M := mean (binomial_law (S m) q) (fun k => power (Rabs (INR k - n * q)) a)) in *.
  pose proof (gamma_bound a (4 * n) A ltac:(lra)) as GB. set (B := exp (a / 2 * ln (2 / (4 * n)))) in GB.
  assert (PN : power (delta / n) a = exp (a * ln delta) * exp (a * - ln n)).
  { rewrite power_positive by exact DN. rewrite ln_of_quotient, <- exp_plus by lra. f_equal. ring. }
  assert (PB : power (2 / (4 * n) * delta ^ 2) (a / 2) = exp (a * ln delta) * B).
  { rewrite power_positive by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply pow_lt; exact D0]).
    rewrite ln_mult by (try apply pow_lt; try apply Rdiv_lt_0_compat; lra).
    replace (ln (delta ^ 2)) with (2 * ln delta) by (simpl; rewrite Rmult_1_r, ln_mult by exact D0; ring).
    unfold B. rewrite <- exp_plus. f_equal. field. }
  rewrite PN, PB.
  apply (Rmult_le_compat_l (exp (a * - ln n))) in T; [| left; apply exp_pos].
  assert (EQ : exp (a * - ln n) * (2 * exp (a / 2 * (ln (a * (n / 4)) - 1))) = 2 * exp (a / 2 * (ln (a / (4 * n)) - 1))).
  { rewrite <- Rmult_assoc, (Rmult_comm _ 2), Rmult_assoc, <- exp_plus. do 2 f_equal.
    rewrite ln_of_quotient, ln_mult, ln_of_quotient, ln_mult by lra. field. }
  rewrite EQ in T. rewrite Rmult_assoc.
  replace (a * gamma (a / 2) * (exp (a * ln delta) * B)) with (exp (a * ln delta) * (a * gamma (a / 2) * B)) by ring.
  apply Rmult_le_compat_l; [left; apply exp_pos | lra].
Qed.
