(* (O.6) and (O.7) of docs/methods/orderings.md for clone pairs of any rate p and gamma = 1: for whole lambda >= 2,
   with Delta = e^eps0 - e^-eps0, N = floor((n-1)p/2) + 1 and q = e^(-(n-1)p/8),
   (lambda-1) D_lambda is at most the logarithm of
   1 + binomial(lambda, 2) 4 (e^eps0-1)^2/(N e^eps0)
     + the sum for j from 3 to lambda of binomial(lambda, j) j Gamma(j/2) (2 Delta^2/N)^(j/2)
     + ((1+Delta)^lambda - 1 - lambda Delta) q.

   With u = tY, P/Q - 1 is 2u/(1-u), and given m clones E|Y|^j <= 2 (j/(em))^(j/2) <= j Gamma(j/2) (2/m)^(j/2). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities hyperbolic
  clone_moments K_4 K_6 K_17 gamma_function steps.
Import ListNotations.
Open Scope R_scope.

(* Means of powers of a mean of signs. *)
Lemma below_exponential v : v <= exp (v - 1).
Proof. pose proof (exp_line (v - 1)). lra. Qed.
Lemma ln_of_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros A B. unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). ring. Qed.
Lemma sign_moment c j :
  (1 <= j)%nat ->
  halves (S c) (fun a b => Rabs (mean_sign (INR a) (INR b)) ^ j)
  <= 2 * exp (INR j / 2 * (ln (INR j / INR (S c)) - 1)).
Proof.
  intros H. set (M := INR (S c)). set (J := INR j).
  assert (M0 : 0 < M) by (apply lt_0_INR; lia). assert (J0 : 0 < J) by (apply lt_0_INR; lia).
  set (s := sqrt (J * M)). assert (JM : 0 < J * M) by (apply Rmult_lt_0_compat; assumption).
  assert (S0 : 0 < s) by (apply sqrt_lt_R0; exact JM).
  assert (SS : s * s = J * M) by (apply sqrt_sqrt; lra).
  assert (LS : ln s = (ln J + ln M) / 2).
  { assert (E : ln (s * s) = ln J + ln M) by (rewrite SS; apply ln_mult; assumption).
    rewrite ln_mult in E by assumption. lra. }
  apply Rle_trans with (halves (S c) (fun a b => 2 * exp (J * (ln (J / s) - 1)) * cosh (s / M * (INR a - INR b)))).
  - apply halves_below. intros a b E. set (y := mean_sign (INR a) (INR b)).
    assert (Y : s / M * (INR a - INR b) = s * y).
    { unfold y, mean_sign. rewrite <- plus_INR, E. fold M. field. lra. }
    rewrite Y. set (z := Rabs y). assert (Z0 : 0 <= z) by apply Rabs_pos.
    apply Rle_trans with ((J / s * exp (s * z / J - 1)) ^ j).
    + apply pow_incr. split; [exact Z0 |]. pose proof (below_exponential (s * z / J)) as B.
      apply (Rmult_le_compat_l (J / s)) in B; [| left; apply Rdiv_lt_0_compat; assumption].
      replace (J / s * (s * z / J)) with z in B by (field; lra). exact B.
    + rewrite <- Rpower_pow by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; assumption | apply exp_pos]).
      unfold Rpower. rewrite ln_mult by (try apply exp_pos; apply Rdiv_lt_0_compat; assumption). rewrite ln_exp. fold J.
      replace (J * (ln (J / s) + (s * z / J - 1))) with (J * (ln (J / s) - 1) + s * z) by (field; lra).
      rewrite exp_plus, (Rmult_comm 2), Rmult_assoc. apply Rmult_le_compat_l; [left; apply exp_pos |].
      replace (cosh (s * y)) with (cosh (s * z)).
      * unfold cosh. pose proof (exp_pos (- (s * z))). lra.
      * unfold z, Rabs. destruct (Rcase_abs y); [| reflexivity].
        replace (s * - y) with (- (s * y)) by ring. apply cosh_minus.
  - rewrite halves_scaled, halves_cosh, (Rmult_assoc 2). apply Rmult_le_compat_l; [lra |].
    apply Rle_trans with (exp (J * (ln (J / s) - 1)) * exp (J / 2)).
    + apply Rmult_le_compat_l; [left; apply exp_pos |].
      apply Rle_trans with (exp ((s / M) ^ 2 / 2) ^ S c);
        [apply pow_incr; split; [left; apply cosh_pos | apply cosh_gaussian] |].
      rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. fold M. right. f_equal.
      replace ((s / M) ^ 2) with (s * s / (M * M)) by (field; lra). rewrite SS. field. lra.
    + rewrite <- exp_plus. right. f_equal. rewrite !ln_of_quotient, LS by assumption. field.
Qed.
(* j Gamma(j/2) (2/m)^(j/2) is at least that. *)
Lemma gamma_bound j m :
  0 < j -> 0 < m -> 2 * exp (j / 2 * (ln (j / m) - 1)) <= j * gamma (j / 2) * exp (j / 2 * ln (2 / m)).
Proof.
  intros J M. pose proof (gamma_above (j / 2) ltac:(lra)) as G.
  replace (j * gamma (j / 2)) with (2 * (j / 2 * gamma (j / 2))) by field.
  replace (j / 2 * (ln (j / m) - 1)) with (j / 2 * (ln (j / 2) - 1) + j / 2 * ln (2 / m)).
  - rewrite exp_plus, <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply exp_pos | lra].
  - replace (ln (j / m)) with (ln (j / 2) + ln (2 / m)); [ring |].
    rewrite <- ln_mult by (apply Rdiv_lt_0_compat; lra). f_equal. field. lra.
Qed.
Lemma sign_moment_2 c : halves (S c) (fun a b => mean_sign (INR a) (INR b) ^ 2) = / INR (S c).
Proof.
  pose proof (lt_0_INR (S c) ltac:(lia)) as M.
  rewrite (halves_agree (S c) _ (fun a _ => 4 / INR (S c) ^ 2 * (INR a - INR (S c) * (1 / 2)) ^ 2)).
  - rewrite halves_scaled. unfold halves. rewrite central_moment_2. field. lra.
  - intros a b E. unfold mean_sign. rewrite <- plus_INR, E.
    assert (D : INR b = INR (S c) - INR a) by (rewrite <- E, plus_INR; ring). rewrite D. field. lra.
Qed.

Section Deviations.
Variable eps0 : R.
Hypothesis H : 0 <= eps0.
Let X := exp eps0.
Let t := advantage eps0.
(* P/Q - 1 at the mean sign y. *)
Definition excess (y : R) : R := 2 * (t * y) / (1 - t * y).
Lemma second_positive y : -1 <= y <= 1 -> 0 < 1 - t * y.
Proof.
  intros Y. replace (1 - t * y) with (1 + - t * y) by ring.
  apply (density_positive eps0 H); [exact Y | right; reflexivity].
Qed.
Lemma advantage_odds : 2 * t / (1 - t) = X - 1.
Proof. unfold t, advantage. fold X. pose proof (exp_pos eps0) as E. fold X in E. field. lra. Qed.
Lemma excess_power y j :
  -1 <= y <= 1 -> (1 <= j)%nat -> (1 - t * y) * excess y ^ j <= ((X - 1) * Rabs y) ^ j.
Proof.
  intros Y J. pose proof (second_positive y Y) as V. pose proof (advantage_bounds eps0 H) as T. fold t in T.
  set (a := Rabs (excess y)). assert (A0 : 0 <= a) by apply Rabs_pos.
  assert (P : excess y ^ j <= a ^ j) by (unfold a; rewrite RPow_abs; apply RRle_abs).
  assert (X0 : 0 <= X - 1) by (pose proof (exp_at_least_1 eps0 H) as E; fold X in E; lra).
  apply (Rmult_le_compat_l (1 - t * y)) in P; [| lra]. eapply Rle_trans; [exact P |]. clear P.
  assert (E : (1 - t * y) * a = 2 * t * Rabs y).
  { unfold a, excess, Rdiv. rewrite !Rabs_mult, Rabs_inv, (Rabs_right (1 - t * y)), (Rabs_right 2), (Rabs_right t) by lra.
    field. lra. }
  assert (B : 2 * t <= X - 1).
  { rewrite <- advantage_odds. apply Rmult_le_reg_r with (1 - t); [lra |].
    replace (2 * t / (1 - t) * (1 - t)) with (2 * t) by (field; lra). nra. }
  destruct j as [| j]; [lia |]. pose proof (Rabs_pos y) as Y0.
  destruct (Rle_dec 0 y) as [Y1 | Y1].
  - (* a <= (X-1) y, and 1 - u <= 1 *)
    assert (AY : a <= (X - 1) * Rabs y).
    { apply Rmult_le_reg_l with (1 - t * y); [exact V |]. rewrite E.
      assert (Q : 2 * t = (X - 1) * (1 - t)) by (rewrite <- advantage_odds; field; lra). rewrite Q.
      rewrite (Rabs_right y) by lra.
      assert (Q1 : 0 <= (X - 1) * y) by (apply Rmult_le_pos; lra).
      assert (Q2 : 0 <= t * (1 - y)) by (apply Rmult_le_pos; lra).
      pose proof (Rmult_le_pos _ _ Q1 Q2). lra. }
    assert (AJ : a ^ S j <= ((X - 1) * Rabs y) ^ S j) by (apply pow_incr; lra).
    assert (0 <= a ^ S j) by (apply pow_le; exact A0). assert (0 <= t * y) by (apply Rmult_le_pos; lra). nra.
  - (* (1 - u) a = 2 t |y|, and a <= 2 t |y| *)
    assert (U : t * y <= 0) by nra.
    assert (AY : a <= (X - 1) * Rabs y).
    { apply Rle_trans with ((1 - t * y) * a); [nra |]. rewrite E. apply Rmult_le_compat_r; assumption. }
    assert (AE : (1 - t * y) * a <= (X - 1) * Rabs y) by (rewrite E; apply Rmult_le_compat_r; assumption).
    simpl. rewrite <- Rmult_assoc. apply Rmult_le_compat; [apply Rmult_le_pos; lra | apply pow_le; exact A0 | exact AE |].
    apply pow_incr. lra.
Qed.
(* For the square, both signs of y together. *)
Lemma excess_square y :
  -1 <= y <= 1 ->
  ((1 - t * y) * excess y ^ 2 + (1 - t * - y) * excess (- y) ^ 2) / 2 <= (X - 1) ^ 2 / X * y ^ 2.
Proof.
  intros Y. pose proof (second_positive y Y) as V. pose proof (second_positive (- y) ltac:(lra)) as V'.
  pose proof (advantage_bounds eps0 H) as T. fold t in T. unfold excess.
  replace (((1 - t * y) * (2 * (t * y) / (1 - t * y)) ^ 2 + (1 - t * - y) * (2 * (t * - y) / (1 - t * - y)) ^ 2) / 2)
    with (4 * t ^ 2 * y ^ 2 / ((1 - t * y) * (1 - t * - y))) by (field; lra).
  assert (Q : (X - 1) ^ 2 / X = 4 * t ^ 2 / (1 - t ^ 2)).
  { unfold t, advantage. fold X. pose proof (exp_pos eps0) as E. fold X in E. field. repeat split; nra. }
  rewrite Q. assert (D : 0 < 1 - t ^ 2) by nra.
  replace (4 * t ^ 2 / (1 - t ^ 2) * y ^ 2) with (4 * t ^ 2 * y ^ 2 / (1 - t ^ 2)) by (field; lra).
  apply Rmult_le_compat_l.
  - assert (0 <= (t * y) ^ 2) by apply pow2_ge_0. nra.
  - apply Rinv_le_contravar; [exact D |].
    assert (Y2 : 0 <= 1 - y ^ 2) by nra. assert (0 <= t ^ 2 * (1 - y ^ 2)) by (apply Rmult_le_pos; [apply pow2_ge_0 | exact Y2]). nra.
Qed.
(* Given the number of clones. *)
Let inner c j := halves (S c) (fun a b => let y := mean_sign (INR a) (INR b) in (1 - t * y) * excess y ^ j).
Let delta := X - / X.
Lemma excess_below_delta : 0 <= X - 1 <= delta.
Proof.
  pose proof (exp_at_least_1 eps0 H) as E. fold X in E. unfold delta.
  pose proof (Rinv_le_contravar 1 X ltac:(lra) E) as I. rewrite Rinv_1 in I. lra.
Qed.
Lemma inner_by_signs c j :
  (1 <= j)%nat -> inner c j <= (X - 1) ^ j * halves (S c) (fun a b => Rabs (mean_sign (INR a) (INR b)) ^ j).
Proof.
  intros J. rewrite <- halves_scaled. apply halves_below. intros a b _. cbv zeta. rewrite <- Rpow_mult_distr.
  apply excess_power; [apply mean_sign_bounds; apply pos_INR | exact J].
Qed.
Lemma inner_always c j : (1 <= j)%nat -> inner c j <= delta ^ j.
Proof.
  intros J. eapply Rle_trans; [apply inner_by_signs; exact J |]. pose proof excess_below_delta as D.
  apply Rle_trans with ((X - 1) ^ j * 1).
  - apply Rmult_le_compat_l; [apply pow_le; lra |]. rewrite <- (halves_one (S c)). apply halves_below. intros a b _.
    rewrite <- (pow1 j). apply pow_incr. split; [apply Rabs_pos |].
    pose proof (mean_sign_bounds (INR a) (INR b) (pos_INR a) (pos_INR b)). apply Rabs_le. lra.
  - rewrite Rmult_1_r. apply pow_incr. lra.
Qed.
Lemma inner_square c : inner c 2 <= (X - 1) ^ 2 / X / INR (S c).
Proof.
  assert (E : inner c 2 = halves (S c) (fun a b => let y := mean_sign (INR a) (INR b) in
    ((1 - t * y) * excess y ^ 2 + (1 - t * - y) * excess (- y) ^ 2) / 2)).
  { cbv zeta. rewrite (halves_agree (S c) (fun a b => ((1 - t * mean_sign (INR a) (INR b)) * excess (mean_sign (INR a) (INR b)) ^ 2 + (1 - t * - mean_sign (INR a) (INR b)) * excess (- mean_sign (INR a) (INR b)) ^ 2) / 2)
      (fun a b => / 2 * ((1 - t * mean_sign (INR a) (INR b)) * excess (mean_sign (INR a) (INR b)) ^ 2)
                  + / 2 * ((1 - t * mean_sign (INR b) (INR a)) * excess (mean_sign (INR b) (INR a)) ^ 2)))
      by (intros; rewrite (mean_sign_opposite (INR a) (INR b)); lra).
    rewrite halves_plus, !halves_scaled.
    rewrite (halves_exchange (S c) (fun a b => (1 - t * mean_sign (INR b) (INR a)) * excess (mean_sign (INR b) (INR a)) ^ 2)).
    unfold inner. cbv zeta. lra. }
  rewrite E. unfold Rdiv at 2. rewrite <- sign_moment_2, <- halves_scaled. apply halves_below. intros a b _. cbv zeta.
  apply excess_square, mean_sign_bounds; apply pos_INR.
Qed.
(* The bounds for N clones, where there are at least as many. *)
Lemma inner_power c j N :
  (1 <= j)%nat -> 0 < N <= INR (S c) ->
  inner c j <= INR j * gamma (INR j / 2) * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (INR j / 2).
Proof.
  intros J N0. assert (J0 : 0 < INR j) by (apply lt_0_INR; lia).
  pose proof excess_below_delta as D. pose proof (exp_pos eps0) as E. fold X in E.
  replace (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) with (2 / N * delta ^ 2).
  2: { replace (2 * eps0) with (eps0 + eps0) by ring. rewrite exp_plus. fold X. unfold delta. field. lra. }
  pose proof (gamma_positive (INR j / 2) ltac:(lra)) as G.
  destruct (Req_dec (X - 1) 0) as [Z | Z].
  - eapply Rle_trans; [apply inner_by_signs; exact J |]. rewrite Z, pow_i, Rmult_0_l by lia.
    apply Rmult_le_pos; [apply Rmult_le_pos; lra |]. apply power_nonneg.
    apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | apply pow2_ge_0].
  - assert (D0 : 0 < delta) by lra.
    rewrite power_positive by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra | apply pow_lt; exact D0]).
    rewrite ln_mult by (try apply pow_lt; try apply Rdiv_lt_0_compat; lra).
    replace (ln (delta ^ 2)) with (2 * ln delta) by (simpl; rewrite Rmult_1_r, ln_mult by exact D0; ring).
    rewrite Rmult_plus_distr_l, exp_plus.
    replace (INR j / 2 * (2 * ln delta)) with (INR j * ln delta) by field.
    replace (exp (INR j * ln delta)) with (delta ^ j) by (rewrite <- Rpower_pow by exact D0; reflexivity).
    rewrite <- Rmult_assoc, Rmult_comm.
    eapply Rle_trans; [apply inner_by_signs; exact J |].
    apply Rmult_le_compat; [apply pow_le; lra | | apply pow_incr; lra |].
    + rewrite <- (Rmult_0_l (halves (S c) (fun _ _ => 1))), <- halves_scaled. apply halves_below. intros a b _.
      rewrite Rmult_0_l. apply pow_le, Rabs_pos.
    + eapply Rle_trans; [apply sign_moment; exact J |].
      eapply Rle_trans; [apply gamma_bound; [exact J0 | apply lt_0_INR; lia] |].
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |]. apply exp_le, Rmult_le_compat_l; [lra |].
      apply ln_le_ln; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_le_compat_l; [lra |].
      apply Rinv_le_contravar; lra.
Qed.
End Deviations.

Section O_7.
Variables n eps0 p : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= 1.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let c0 := pred (users n).
Let N := floor ((n - 1) * p / 2) + 1.
Let t := advantage eps0.
Let delta := exp eps0 - / exp eps0.
Let q := exp (- (n - 1) * p / 8).
(* The second law, as one of counts with its density. *)
Let under_second : law (nat * nat) :=
  bind (binomial_law c0 p) (fun c => bind (binomial_law (S c) (1 / 2)) (fun a =>
    [(1 - t * mean_sign (INR a) (INR (S c - a)), (a, S c - a)%nat)])).
Let Z (x : nat * nat) : R := excess eps0 (mean_sign (INR (fst x)) (INR (snd x))).
Lemma mean_under_second f :
  mean under_second f
  = mean (binomial_law c0 p) (fun c => halves (S c) (fun a b => (1 - t * mean_sign (INR a) (INR b)) * f (a, b))).
Proof.
  unfold under_second. rewrite mean_bind. apply mean_ext. intros c. rewrite mean_bind. apply mean_ext. intros a.
  simpl. ring.
Qed.
Lemma sign_mean c : halves (S c) (fun a b => mean_sign (INR a) (INR b)) = 0.
Proof.
  assert (E : halves (S c) (fun a b => mean_sign (INR a) (INR b))
              = -1 * halves (S c) (fun a b => mean_sign (INR a) (INR b))); [| lra].
  rewrite <- halves_scaled. rewrite halves_exchange at 1. apply halves_agree. intros a b _.
  rewrite mean_sign_opposite. ring.
Qed.
Lemma under_second_total : mean under_second (fun _ => 1) = 1.
Proof.
  rewrite mean_under_second. rewrite (mean_ext _ _ (fun _ => 1)); [apply binomial_total |]. intros c.
  rewrite (halves_agree (S c) _ (fun a b => 1 + - t * mean_sign (INR a) (INR b))) by (intros; ring).
  rewrite halves_plus, halves_one, halves_scaled, sign_mean. ring.
Qed.
Lemma sign_in_range c a b : (a + b)%nat = S c -> 0 < 1 - t * mean_sign (INR a) (INR b).
Proof. intros _. apply (second_positive eps0 H). apply mean_sign_bounds; apply pos_INR. Qed.
Lemma under_second_centred : mean under_second Z = 0.
Proof.
  rewrite mean_under_second. rewrite (mean_ext _ _ (fun _ => 0)); [apply mean_zero |]. intros c.
  rewrite (halves_agree (S c) _ (fun a b => 2 * t * mean_sign (INR a) (INR b))).
  - rewrite halves_scaled, sign_mean. ring.
  - intros a b E. unfold Z, excess. cbn [fst snd]. fold t. pose proof (sign_in_range c a b E). field. lra.
Qed.
Lemma moment_under_second k :
  renyi_moment (clone_pair_with n eps0 p) (INR k) = mean under_second (fun x => (1 + Z x) ^ k).
Proof.
  rewrite (clone_moment n eps0 p H P), mean_under_second. fold c0. apply mean_ext. intros c.
  apply halves_agree. intros a b E. unfold moment_at, Z, excess. cbn [fst snd]. fold t.
  set (y := mean_sign (INR a) (INR b)). pose proof (sign_in_range c a b E) as V. fold y in V.
  assert (U : 0 < 1 + t * y).
  { apply (density_positive eps0 H); [apply mean_sign_bounds; apply pos_INR | left; reflexivity]. }
  f_equal. rewrite Rpower_pow by (apply Rdiv_lt_0_compat; assumption). f_equal. field. lra.
Qed.
(* (O.6), for whole orders. *)
Lemma few_clones_bound (g : nat -> R) A B :
  0 <= A -> 0 <= B -> (forall c, INR (S c) >= N -> g c <= A) -> (forall c, g c <= B) ->
  mean (binomial_law c0 p) g <= A + B * q.
Proof.
  intros A0 B0 GA GB.
  apply Rle_trans with (mean (binomial_law c0 p) (fun c => A * 1 + B * exp (3 / 4 * (INR c0 * p / 2 - INR c)))).
  - apply mean_le; [apply not_negative_binomial; exact P |]. intros c.
    pose proof (exp_pos (3 / 4 * (INR c0 * p / 2 - INR c))) as E.
    destruct (Rlt_dec (INR (S c)) N) as [C | C].
    + pose proof (GB c) as G. pose proof (exp_line (3 / 4 * (INR c0 * p / 2 - INR c))) as L.
      pose proof (others n W N1) as O. fold c0 in O. rewrite O in *.
      pose proof (floor_le ((n - 1) * p / 2)) as F. unfold N in C. rewrite S_INR in C.
      assert (Q : 1 <= exp (3 / 4 * ((n - 1) * p / 2 - INR c))) by lra.
      apply (Rmult_le_compat_l B) in Q; [lra | exact B0].
    + pose proof (GA c ltac:(lra)) as G. assert (0 <= B * exp (3 / 4 * (INR c0 * p / 2 - INR c))) by (apply Rmult_le_pos; lra). lra.
  - rewrite mean_plus, !mean_times, binomial_total, Rmult_1_r. apply Rplus_le_compat_l, Rmult_le_compat_l; [exact B0 |].
    pose proof (chernoff_below c0 p P) as G. pose proof (others n W N1) as O. fold c0 in O. rewrite O in *.
    unfold q. replace (- (n - 1) * p / 8) with (- ((n - 1) * p / 8)) by field. exact G.
Qed.
Lemma clones_needed : 0 < N.
Proof.
  unfold N. pose proof (floor_nonneg ((n - 1) * p / 2)) as F.
  assert (0 <= (n - 1) * p / 2) by (assert (0 <= (n - 1) * p) by (apply Rmult_le_pos; lra); lra). lra.
Qed.
Lemma delta_nonneg : 0 <= delta.
Proof. pose proof (excess_below_delta eps0 H) as D. unfold delta. lra. Qed.
Lemma excess_moment j :
  (1 <= j)%nat ->
  mean under_second (fun x => Z x ^ j)
  <= INR j * gamma (INR j / 2) * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (INR j / 2) + delta ^ j * q.
Proof.
  intros J. rewrite mean_under_second. pose proof clones_needed as N0.
  assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). apply few_clones_bound.
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply gamma_positive; lra] |]. apply power_nonneg.
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0] |].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [exact N0 | apply exp_pos].
  - apply pow_le, delta_nonneg.
  - intros c C. apply (inner_power eps0 H c j N J). lra.
  - intros c. apply (inner_always eps0 H c j J).
Qed.
Lemma excess_moment_2 :
  mean under_second (fun x => Z x ^ 2) <= (exp eps0 - 1) ^ 2 / (N * exp eps0) + delta ^ 2 * q.
Proof.
  rewrite mean_under_second. pose proof clones_needed as N0. pose proof (exp_pos eps0) as E. apply few_clones_bound.
  - apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption].
  - apply pow_le, delta_nonneg.
  - intros c C. eapply Rle_trans; [apply (inner_square eps0 H c) |].
    replace ((exp eps0 - 1) ^ 2 / (N * exp eps0)) with ((exp eps0 - 1) ^ 2 / exp eps0 / N) by (field; lra).
    apply Rmult_le_compat_l; [| apply Rinv_le_contravar; lra].
    apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat; exact E].
  - intros c. apply (inner_always eps0 H c 2). lia.
Qed.
Lemma power_of_sum d k :
  (1 + d) ^ S (S k) = 1 + INR (S (S k)) * d + Binomial.C (S (S k)) 2 * d ^ 2
                      + sum_first k (fun i => Binomial.C (S (S k)) (3 + i) * d ^ (3 + i)).
Proof.
  set (top := S (S k)). rewrite Rplus_comm, Binomial.binomial.
  set (F := fun i => Binomial.C top i * d ^ i * 1 ^ (top - i)). fold F.
  assert (G : forall j, sum_f_R0 F (S (S j)) = F 0%nat + F 1%nat + F 2%nat + sum_first j (fun i => F (3 + i)%nat)).
  { induction j as [| j IH]; [simpl; ring |]. rewrite tech5, IH. simpl. ring. }
  unfold top at 1. rewrite G. unfold F. rewrite !pow1, C_zero.
  replace (Binomial.C top 1) with (INR top).
  2: { rewrite <- (binomial_coefficient top 1) by (unfold top; lia). unfold binomial.
       destruct (Rlt_dec (INR 1) 0) as [B | _]; [simpl in B; lra |]. simpl (INR 1). rewrite Int_part_IZR. simpl. field. }
  f_equal; [ring |]. apply sum_first_alike. intros i _. rewrite pow1. ring.
Qed.
Theorem O_7_moment k :
  let lambda := INR (S (S k)) in
  renyi_moment (clone_pair_with n eps0 p) lambda
  <= 1 + 4 * binomial lambda 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0)
     + sum_over 3 lambda (fun j => binomial lambda j * j * gamma (j / 2)
         * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))
     + ((1 + delta) ^ S (S k) - 1 - lambda * delta) * q.
Proof.
  intros lambda. unfold lambda. rewrite moment_under_second.
  rewrite power_by_moments; [| exact under_second_total | exact under_second_centred].
  rewrite power_of_sum.
  assert (CP : forall a b, 0 <= Binomial.C a b).
  { intros a b. unfold Binomial.C. apply Rmult_le_pos; [apply pos_INR |].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0. }
  assert (B2 : binomial (INR (S (S k))) 2 = Binomial.C (S (S k)) 2) by exact (binomial_coefficient (S (S k)) 2 ltac:(lia)).
  rewrite B2. pose proof clones_needed as N0. pose proof (exp_pos eps0) as E.
  assert (S2 : Binomial.C (S (S k)) 2 * mean under_second (fun a => Z a ^ 2)
               <= 4 * Binomial.C (S (S k)) 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0) + Binomial.C (S (S k)) 2 * delta ^ 2 * q).
  { pose proof excess_moment_2 as M. apply (Rmult_le_compat_l (Binomial.C (S (S k)) 2)) in M; [| apply CP].
    assert (0 <= Binomial.C (S (S k)) 2 * ((exp eps0 - 1) ^ 2 / (N * exp eps0))).
    { apply Rmult_le_pos; [apply CP |].
      apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption]. }
    replace (4 * Binomial.C (S (S k)) 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0))
      with (4 * (Binomial.C (S (S k)) 2 * ((exp eps0 - 1) ^ 2 / (N * exp eps0)))) by (field; lra). lra. }
  assert (S3 : sum_first k (fun i => Binomial.C (S (S k)) (3 + i) * mean under_second (fun a => Z a ^ (3 + i)))
               <= sum_over 3 (INR (S (S k))) (fun j => binomial (INR (S (S k))) j * j * gamma (j / 2)
                    * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))
                  + sum_first k (fun i => Binomial.C (S (S k)) (3 + i) * delta ^ (3 + i)) * q).
  { unfold sum_over, terms_between. rewrite (INR_IZR_INZ (S (S k))), !Int_part_IZR.
    replace (Z.to_nat (Z.of_nat (S (S k)) - 3 + 1)) with k by lia. rewrite <- INR_IZR_INZ.
    assert (T : forall f g, sum_first k f + sum_first k g * q = sum_first k (fun i => f i + g i * q)).
    { intros f g. clear S2 B2. induction k as [| j IH]; simpl; [ring | rewrite <- IH; ring]. }
    rewrite T. apply sum_first_bounded. intros i I.
    replace (3 + INR i) with (INR (3 + i)) by (rewrite plus_INR; simpl; ring).
    rewrite binomial_coefficient by lia.
    pose proof (excess_moment (3 + i) ltac:(lia)) as M.
    apply (Rmult_le_compat_l (Binomial.C (S (S k)) (3 + i))) in M; [| apply CP]. lra. }
  lra.
Qed.
Theorem O_7_renyi lambda :
  is_whole lambda -> 2 <= lambda ->
  renyi (clone_pair_with n eps0 p) lambda
  <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / (N * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j * power 1 j * j * gamma (j / 2)
             * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))
         + (power (1 + 1 * (exp (2 * eps0) - 1) / exp eps0) lambda - 1 - lambda * 1 * (exp (2 * eps0) - 1) / exp eps0)
           * exp (- (n - 1) * p / 8)) / (lambda - 1).
Proof.
  intros WL L. destruct (order_successor lambda WL L) as [k ->].
  apply renyi_at_most; [lra |]. split; [apply clone_moment_positive; assumption |].
  pose proof (O_7_moment k) as M. cbv zeta in M. eapply Rle_trans; [exact M |]. right.
  assert (D : delta = 1 * (exp (2 * eps0) - 1) / exp eps0).
  { unfold delta. replace (2 * eps0) with (eps0 + eps0) by ring. rewrite exp_plus. pose proof (exp_pos eps0). field. lra. }
  rewrite power_whole, <- D. f_equal; [f_equal |].
  - f_equal. rewrite Rmult_1_r. reflexivity.
  - apply sum_over_ext; [apply whole_number | exists (Z.of_nat (S (S k))); apply INR_IZR_INZ |].
    intros x Wx [X1 X2]. destruct (whole_natural x Wx ltac:(lra)) as [j ->]. rewrite (power_whole 1), pow1. ring.
  - f_equal. rewrite D. field. apply Rgt_not_eq, exp_pos.
Qed.
End O_7.
