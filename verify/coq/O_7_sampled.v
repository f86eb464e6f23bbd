(* (O.7) of docs/methods/orderings.md for the subsampled pair of randomized response with a rate gamma, in the
   direction that is not swapped: with Delta = e^eps0 - e^-eps0, N = floor((n-1) e^-eps0/2) + 1 and
   q = e^(-(n-1) e^-eps0/8), (lambda-1) D_lambda is at most the logarithm of
   1 + binomial(lambda, 2) 4 gamma^2 (e^eps0-1)^2/(N e^eps0)
     + the sum for j from 3 to lambda of binomial(lambda, j) gamma^j j Gamma(j/2) (2 Delta^2/N)^(j/2)
     + ((1+gamma Delta)^lambda - 1 - lambda gamma Delta) q.

   P/Q - 1 is gamma Delta/n times the number of ones less its mean, which is sub-Gaussian; N <= n. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 K_1 U_2 densities hyperbolic
  K_6 K_17 gamma_function steps O_7.
Import ListNotations.
Open Scope R_scope.

Lemma exp_chord q y : 0 <= q <= 1 -> exp (q * y) <= 1 - q + q * exp y.
Proof.
  intros Q. pose proof (exp_pos (q * y)) as E.
  assert (A : exp (q * y) * (1 + (1 - q) * y) <= exp y).
  { replace y with (q * y + (1 - q) * y) at 3 by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [lra | apply exp_above_line]. }
  assert (B : exp (q * y) * (1 + - (q * y)) <= 1).
  { apply Rle_trans with (exp (q * y) * exp (- (q * y))).
    - apply Rmult_le_compat_l; [lra | apply exp_above_line].
    - rewrite <- exp_plus, Rplus_opp_r, exp_0. lra. }
  apply (Rmult_le_compat_l q) in A; [| lra]. apply (Rmult_le_compat_l (1 - q)) in B; [| lra].
  replace (exp (q * y)) with ((1 - q) * (exp (q * y) * (1 + - (q * y))) + q * (exp (q * y) * (1 + (1 - q) * y))) by ring.
  lra.
Qed.
(* One trial less its mean. *)
Lemma trial_gaussian q s : 0 <= q <= 1 -> (1 + q * (exp s - 1)) * exp (- (q * s)) <= exp (s ^ 2 / 2).
Proof.
  intros Q. pose proof (exp_chord q (- s) Q) as C. replace (q * - s) with (- (q * s)) in C by ring.
  pose proof (exp_pos s) as E.
  assert (P : 0 <= 1 + q * (exp s - 1)) by nra.
  apply (Rmult_le_compat_l (1 + q * (exp s - 1))) in C; [| exact P].
  eapply Rle_trans; [exact C |]. eapply Rle_trans; [| apply cosh_gaussian].
  pose proof (cosh_above_1 s) as C1. unfold cosh in *.
  assert (X : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (0 <= (1 - 2 * q * (1 - q)) * ((exp s + exp (- s)) / 2 - 1)) by (apply Rmult_le_pos; nra).
  replace ((1 + q * (exp s - 1)) * (1 - q + q * exp (- s)))
    with ((1 - q) ^ 2 + q * (1 - q) * (exp s + exp (- s)) + q ^ 2 * (exp s * exp (- s))) by ring.
  rewrite X. lra.
Qed.
Lemma trials_gaussian m q s :
  0 <= q <= 1 ->
  mean (binomial_law m q) (fun k => exp (s * (INR k - INR m * q))) <= exp (INR m * (s ^ 2 / 2)).
Proof.
  intros Q. rewrite (mean_ext _ _ (fun k => exp (- (q * s)) ^ m * exp (s * INR k))).
  - rewrite mean_times, exponential_moment, <- Rpow_mult_distr, exp_times_nat, (Rmult_comm (exp (- (q * s)))).
    apply pow_incr. split.
    + apply Rmult_le_pos; [| left; apply exp_pos]. pose proof (exp_pos s). nra.
    + apply trial_gaussian. exact Q.
  - intros k. rewrite <- exp_times_nat, <- exp_plus. f_equal. ring.
Qed.
(* Its powers. *)
Lemma trials_moment m q j :
  0 <= q <= 1 -> (1 <= j)%nat -> (1 <= m)%nat ->
  mean (binomial_law m q) (fun k => Rabs (INR k - INR m * q) ^ j)
  <= 2 * exp (INR j / 2 * (ln (INR j * INR m) - 1)).
Proof.
  intros Q J M. set (m' := INR m). set (j' := INR j).
  assert (M0 : 0 < m') by (apply lt_0_INR; lia). assert (J0 : 0 < j') by (apply lt_0_INR; lia).
  set (s := sqrt (j' / m')). assert (JM : 0 < j' / m') by (apply Rdiv_lt_0_compat; assumption).
  assert (S0 : 0 < s) by (apply sqrt_lt_R0; exact JM).
  assert (SS : s * s = j' / m') by (apply sqrt_sqrt; lra).
  assert (LS : ln s = (ln j' - ln m') / 2).
  { assert (E : ln (s * s) = ln j' - ln m') by (rewrite SS; apply ln_of_quotient; assumption).
    rewrite ln_mult in E by assumption. lra. }
  set (c := exp (j' * (ln (j' / s) - 1))).
  apply Rle_trans with (mean (binomial_law m q) (fun k =>
    c * exp (s * (INR k - m' * q)) + c * exp (- s * (INR k - m' * q)))).
  - apply mean_le; [apply not_negative_binomial; exact Q |]. intros k. set (d := INR k - m' * q).
    set (z := Rabs d). assert (Z0 : 0 <= z) by apply Rabs_pos.
    apply Rle_trans with ((j' / s * exp (s * z / j' - 1)) ^ j).
    + apply pow_incr. split; [exact Z0 |]. pose proof (below_exponential (s * z / j')) as B.
      apply (Rmult_le_compat_l (j' / s)) in B; [| left; apply Rdiv_lt_0_compat; assumption].
      replace (j' / s * (s * z / j')) with z in B by (field; lra). exact B.
    + rewrite <- Rpower_pow by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; assumption | apply exp_pos]).
      unfold Rpower. rewrite ln_mult by (try apply exp_pos; apply Rdiv_lt_0_compat; assumption). rewrite ln_exp. fold j'.
      replace (j' * (ln (j' / s) + (s * z / j' - 1))) with (j' * (ln (j' / s) - 1) + s * z) by (field; lra).
      rewrite exp_plus. fold c. assert (C0 : 0 < c) by apply exp_pos.
      rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra |].
      pose proof (exp_pos (s * d)). pose proof (exp_pos (- s * d)).
      unfold z, Rabs. destruct (Rcase_abs d); [| lra]. replace (s * - d) with (- s * d) by ring. lra.
  - rewrite mean_plus, !mean_times.
    pose proof (trials_gaussian m q s Q) as G1. pose proof (trials_gaussian m q (- s) Q) as G2. fold m' in G1, G2.
    replace ((- s) ^ 2) with (s ^ 2) in G2 by ring. assert (C0 : 0 < c) by apply exp_pos.
    apply (Rmult_le_compat_l c) in G1; [| lra]. apply (Rmult_le_compat_l c) in G2; [| lra].
    apply Rle_trans with (2 * (c * exp (m' * (s ^ 2 / 2)))); [lra |].
    apply Rmult_le_compat_l; [lra |]. right. unfold c. rewrite <- exp_plus. f_equal.
    replace (s ^ 2) with (s * s) by ring. rewrite SS, ln_of_quotient, LS, ln_mult by assumption. field. lra.
Qed.

Section O_7_sampled.
Variables n eps0 gamma_rate lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Hypothesis G : 0 <= gamma_rate <= 1.
Hypothesis WL : is_whole lambda.
Hypothesis L : 2 <= lambda.
Let m := pred (users n).
Let q := half_rate eps0 / 2.
Let Z := deviation n eps0.
Let N := floor ((n - 1) * exp (- eps0) / 2) + 1.
Let delta := exp eps0 - / exp eps0.
Lemma clones_and_users : 0 < N <= n.
Proof.
  pose proof (exp_pos (- eps0)) as E0. pose proof (clone_rate eps0 H) as E1.
  assert (A : 0 <= (n - 1) * exp (- eps0) / 2 <= n - 1).
  { assert (0 <= (n - 1) * exp (- eps0) <= (n - 1) * 1); [| lra].
    split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]. }
  pose proof (floor_nonneg _ (proj1 A)). pose proof (floor_le ((n - 1) * exp (- eps0) / 2)). unfold N. lra.
Qed.
Lemma deviation_bound j :
  (1 <= j)%nat ->
  mean (binomial_law (S m) q) (fun k => Z k ^ j)
  <= INR j * gamma (INR j / 2) * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (INR j / 2).
Proof.
  intros J. assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). pose proof clones_and_users as [N0 NN].
  pose proof (users_whole n W N1) as U. fold m in U. pose proof (ones_rate eps0 H) as Q. fold q in Q.
  pose proof (excess_below_delta eps0 H) as D. fold delta in D. pose proof (exp_pos eps0) as E.
  replace (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) with (2 / N * delta ^ 2).
  2: { replace (2 * eps0) with (eps0 + eps0) by ring. rewrite exp_plus. unfold delta. field. lra. }
  pose proof (gamma_positive (INR j / 2) ltac:(lra)) as GP.
  destruct (Req_dec delta 0) as [Y | Y].
  - rewrite (mean_ext _ _ (fun _ => 0)).
    + rewrite mean_zero. apply Rmult_le_pos; [apply Rmult_le_pos; lra |]. apply power_nonneg.
      apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | apply pow2_ge_0].
    + intros k. unfold Z, deviation. change (exp eps0 - / exp eps0) with delta. rewrite Y. unfold Rdiv.
      rewrite !Rmult_0_l. apply pow_i. lia.
  - assert (D0 : 0 < delta) by lra.
    rewrite power_positive by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply pow_lt; exact D0]).
    rewrite ln_mult by (try apply pow_lt; try apply Rdiv_lt_0_compat; lra).
    replace (ln (delta ^ 2)) with (2 * ln delta) by (simpl; rewrite Rmult_1_r, ln_mult by exact D0; ring).
    rewrite Rmult_plus_distr_l, exp_plus.
    replace (INR j / 2 * (2 * ln delta)) with (INR j * ln delta) by field.
    replace (exp (INR j * ln delta)) with (delta ^ j) by (rewrite <- Rpower_pow by exact D0; reflexivity).
    rewrite <- Rmult_assoc, Rmult_comm.
    apply Rle_trans with (mean (binomial_law (S m) q) (fun k => (delta / n) ^ j * Rabs (INR k - INR (S m) * q) ^ j)).
    + apply mean_le; [apply not_negative_binomial; lra |]. intros k. rewrite <- Rpow_mult_distr.
      eapply Rle_trans; [apply RRle_abs |]. rewrite <- RPow_abs. right. f_equal. unfold Z, deviation.
      fold m q. rewrite Rabs_mult. f_equal. rewrite U. apply Rabs_right, Rle_ge.
      apply Rmult_le_pos; [exact (Rlt_le _ _ D0) | left; apply Rinv_0_lt_compat; lra].
    + rewrite mean_times. unfold Rdiv at 1. rewrite Rpow_mult_distr, Rmult_assoc.
      apply Rmult_le_compat_l; [apply pow_le; lra |].
      pose proof (trials_moment (S m) q j ltac:(lra) J ltac:(lia)) as T. rewrite U in T |- *.
      assert (NJ : 0 < (/ n) ^ j) by (apply pow_lt, Rinv_0_lt_compat; lra).
      apply (Rmult_le_compat_l ((/ n) ^ j)) in T; [| lra]. eapply Rle_trans; [exact T |].
      apply Rle_trans with (2 * exp (INR j / 2 * (ln (INR j / n) - 1))).
      * right. rewrite <- (Rpower_pow j (/ n)) by (apply Rinv_0_lt_compat; lra). unfold Rpower.
        rewrite ln_Rinv by lra. rewrite <- Rmult_assoc, (Rmult_comm _ 2), Rmult_assoc, <- exp_plus. f_equal. f_equal.
        rewrite ln_of_quotient, ln_mult by lra. field.
      * eapply Rle_trans; [apply gamma_bound; lra |]. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |].
        apply exp_le, Rmult_le_compat_l; [lra |]. apply ln_le_ln; [apply Rdiv_lt_0_compat; lra |].
        apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
Qed.
Theorem O_7_sampled_renyi :
  renyi (subsampled (rr_pair n eps0) gamma_rate) lambda
  <= ln (1 + 4 * binomial lambda 2 * gamma_rate ^ 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j * power gamma_rate j * j * gamma (j / 2)
             * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))
         + (power (1 + gamma_rate * (exp (2 * eps0) - 1) / exp eps0) lambda - 1
            - lambda * gamma_rate * (exp (2 * eps0) - 1) / exp eps0)
           * exp (- (n - 1) * exp (- eps0) / 8)) / (lambda - 1).
Proof.
  rewrite (O_8_renyi n eps0 lambda W N1 WL L gamma_rate G).
  pose proof clones_and_users as [N0 NN]. pose proof (exp_pos eps0) as E.
  destruct (order_successor lambda WL L) as [k EL].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
  assert (R0 : 0 <= (power (1 + gamma_rate * (exp (2 * eps0) - 1) / exp eps0) lambda - 1
                     - lambda * gamma_rate * (exp (2 * eps0) - 1) / exp eps0) * exp (- (n - 1) * exp (- eps0) / 8)).
  { apply Rmult_le_pos; [| left; apply exp_pos].
    assert (U : 0 <= gamma_rate * (exp (2 * eps0) - 1) / exp eps0).
    { apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; exact E].
      apply Rmult_le_pos; [lra |]. pose proof (exp_above_line (2 * eps0)). lra. }
    apply bernoulli_sign; [exact U | lra | field; lra]. }
  assert (C2 : 0 <= binomial lambda 2) by (apply binomial_nonneg; [exact WL | lra]).
  assert (A2 : 0 <= (exp eps0 - 1) ^ 2 / (n * exp eps0) <= (exp eps0 - 1) ^ 2 / (N * exp eps0)).
  { assert (0 <= / (n * exp eps0) <= / (N * exp eps0)).
    { split; [left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra |].
      apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat_r; lra]. }
    pose proof (pow2_ge_0 (exp eps0 - 1)). split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]. }
  apply ln_le_ln.
  { unfold all_moments.
    assert (0 <= binomial lambda 2 * gamma_rate ^ 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)).
    { unfold Rdiv. rewrite Rmult_assoc. apply Rmult_le_pos; [apply Rmult_le_pos; [exact C2 | apply pow2_ge_0] | apply A2]. }
    assert (0 <= sum_over 3 lambda (fun j => binomial lambda j * power gamma_rate j
      * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
      * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j))); [| lra].
    apply sum_over_nonneg; [apply whole_number | exact WL |]. intros j Wj [J1 J2].
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos |] |].
    - apply binomial_nonneg; [exact WL | lra].
    - apply power_nonneg. lra.
    - apply power_nonneg. apply Rmult_le_pos; [pose proof (exp_above_line (2 * eps0)); lra |].
      left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
    - pose proof (ones_rate eps0 H) as Q. unfold half_rate in Q.
      apply central_power_mean; [exact W | lra | | field; lra | exact Wj | lra].
      replace (1 / (exp eps0 + 1)) with (2 / (exp eps0 + 1) / 2) by (field; lra). lra. }
  unfold all_moments.
  assert (T2 : binomial lambda 2 * gamma_rate ^ 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
               <= 4 * binomial lambda 2 * gamma_rate ^ 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0)).
  { assert (Q : 0 <= binomial lambda 2 * gamma_rate ^ 2) by (apply Rmult_le_pos; [exact C2 | apply pow2_ge_0]).
    destruct A2 as [A2 A3]. apply (Rmult_le_compat_l (binomial lambda 2 * gamma_rate ^ 2)) in A3; [| exact Q].
    pose proof (Rmult_le_pos _ _ Q A2). unfold Rdiv in *. lra. }
  assert (T3 : sum_over 3 lambda (fun j => binomial lambda j * power gamma_rate j
                 * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
                 * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j))
               <= sum_over 3 lambda (fun j => binomial lambda j * power gamma_rate j * j * gamma (j / 2)
                    * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))).
  { apply sum_over_le; [apply whole_number | exact WL |]. intros x Wx [X1 X2].
    destruct (whole_natural x Wx ltac:(lra)) as [j ->].
    assert (J : (1 <= j)%nat) by (apply INR_le; simpl; lra).
    pose proof (deviation_bound j J) as B.
    assert (C : 0 <= binomial lambda (INR j) * power gamma_rate (INR j)).
    { apply Rmult_le_pos; [apply binomial_nonneg; [exact WL | lra] | apply power_nonneg; lra]. }
    apply (Rmult_le_compat_l (binomial lambda (INR j) * power gamma_rate (INR j))) in B; [| exact C].
    rewrite (response_mean_power n eps0 W N1), (power_whole ((exp (2 * eps0) - 1) / (n * exp eps0))). fold m q.
    pose proof (deviation_power n eps0 W N1 1 j) as V. fold m q Z in V.
    rewrite pow1, Rmult_1_l in V.
    rewrite (mean_ext _ (fun k => (1 * Z k) ^ j) (fun k => Z k ^ j)) in V by (intros; rewrite Rmult_1_l; reflexivity).
    rewrite V in B.
    replace (binomial lambda (INR j) * power gamma_rate (INR j) * INR j * gamma (INR j / 2)
      * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (INR j / 2))
      with (binomial lambda (INR j) * power gamma_rate (INR j) * (INR j * gamma (INR j / 2)
      * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (INR j / 2))) by ring.
    eapply Rle_trans; [right | exact B]. ring. }
  lra.
Qed.
End O_7_sampled.
