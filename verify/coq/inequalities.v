(* Inequalities that check-proof shows on boxes or by signs, and the tactics of steps.v do not: each is proved here
   by hand, for the steps `shown` of one claim or a few. The lemmas are about real numbers only. `interval` has to be told its
   precision here: without, it computes with the processor's numbers, which are axioms for Coq. *)
From Shufflecert Require Import V_3 steps.
Open Scope R_scope.

(* girgis-2021/lemma-9 *)
Lemma log_of_two T : 2 <= T -> 2 * 2 <= 4 / ln 2 * ln T.
Proof.
  intros H. pose proof (ln_le_ln 2 T ltac:(lra) H) as L.
  assert (P : 0 < ln 2) by (apply ln_positive; lra).
  apply Rmult_le_reg_r with (ln 2); [exact P |].
  replace (4 / ln 2 * ln T * ln 2) with (4 * ln T) by (field; lra). lra.
Qed.

(* chain/rr_one_outcome/girgis_simplified_icassp *)
Lemma log1p_half u : 0 <= u <= 1 -> u / 2 <= log1p u.
Proof.
  intros [U V]. unfold log1p. rewrite <- (Ropp_involutive (ln (1 + u))), <- ln_Rinv by lra.
  pose proof (ln_tangent (- (u / (1 + u)))) as T.
  assert (E : / (1 + u) = 1 + - (u / (1 + u))) by (field; lra).
  rewrite E. assert (P : 0 < 1 + - (u / (1 + u))) by (rewrite <- E; apply Rinv_0_lt_compat; lra).
  specialize (T P).
  assert (u / 2 <= u / (1 + u)) by (apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]). lra.
Qed.
Lemma logs_of_response n eps0 :
  1 <= n -> 0 <= eps0 -> (n - 1) / (8 * exp eps0) <= n * log1p (exp (- eps0)).
Proof.
  intros N H. pose proof (exp_le (- eps0) 0 ltac:(lra)) as X. rewrite exp_0 in X.
  pose proof (exp_pos (- eps0)) as P. pose proof (log1p_half (exp (- eps0)) ltac:(lra)) as L.
  replace ((n - 1) / (8 * exp eps0)) with ((n - 1) / 8 * exp (- eps0)) by (rewrite exp_Ropp; field; apply Rgt_not_eq, exp_pos).
  apply Rle_trans with (n * (exp (- eps0) / 2)); [nra | apply Rmult_le_compat_l; lra].
Qed.

(* chain/girgis_lower/repaired_no_regime: 1 - e^-eps0 <= eps0. *)
Lemma square_of_less n eps0 : 1 <= n -> 0 <= eps0 ->
  (exp eps0 - 1) * (exp eps0 - 1) / 2 / n / exp eps0 * 100 * (n - 1) <= 53 * eps0 * eps0 * exp eps0.
Proof.
  intros N H. pose proof (exp_above_line (- eps0)) as L. pose proof (exp_pos eps0) as P.
  pose proof (exp_le (- eps0) 0 ltac:(lra)) as X. rewrite exp_0 in X.
  set (w := 1 - exp (- eps0)).
  replace ((exp eps0 - 1) * (exp eps0 - 1) / 2 / n / exp eps0 * 100 * (n - 1))
    with (50 * (w * w) * ((n - 1) / n) * exp eps0) by (unfold w; rewrite exp_Ropp; field; lra).
  apply Rmult_le_compat_r; [lra |].
  assert (Q : (n - 1) / n <= 1) by (apply Rmult_le_reg_r with n; [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  assert (S : w * w <= eps0 * eps0) by (unfold w; nra).
  assert (0 <= w * w) by nra. nra.
Qed.

(* Chen et al., section 3.3: the lower bound is below their own, by at most 1/20 of the third bound. *)
Lemma girgis_and_gaussian lambda : 2 <= lambda ->
  Rabs (2 * exp 2 * lambda / (10000 - 1)
        - ln (1 + lambda * (lambda - 1) * (exp 2 - 1) ^ 2 / (2 * 10000 * exp 2)) / (lambda - 1)) * (lambda - 1) * 20
  <= lambda ^ 2 * (exp 2 - 1) ^ 2 / (floor ((10000 - 1) / (2 * exp 2)) + 1).
Proof.
  intros L. set (x := lambda * (lambda - 1) * (exp 2 - 1) ^ 2 / (2 * 10000 * exp 2)).
  assert (E : 7 < exp 2 < 8) by (split; interval with (i_prec 40)).
  set (e := exp 2) in *.
  assert (X : 0 <= x) by (unfold x; apply Rmult_le_pos; [apply Rmult_le_pos; [nra | nra] | left; apply Rinv_0_lt_compat; lra]).
  pose proof (ln_tangent x ltac:(lra)) as T. pose proof (ln_nonneg (1 + x) ltac:(lra)) as P.
  set (y := ln (1 + x)) in *.
  assert (B : y / (lambda - 1) <= 2 * e * lambda / (10000 - 1)).
  { apply Rmult_le_reg_r with (lambda - 1); [lra |].
    replace (y / (lambda - 1) * (lambda - 1)) with y by (field; lra).
    eapply Rle_trans; [exact T |]. unfold x.
    replace (lambda * (lambda - 1) * (e - 1) ^ 2 / (2 * 10000 * e)) with (lambda * (lambda - 1) * ((e - 1) ^ 2 / (2 * 10000 * e))) by (field; lra).
    replace (2 * e * lambda / (10000 - 1) * (lambda - 1)) with (lambda * (lambda - 1) * (2 * e / (10000 - 1))) by field.
    apply Rmult_le_compat_l; [nra |]. unfold e. interval with (i_prec 40). }
  assert (B0 : 0 <= y / (lambda - 1)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  rewrite Rabs_right by lra.
  assert (D : (2 * e * lambda / (10000 - 1) - y / (lambda - 1)) * (lambda - 1) <= lambda ^ 2 * (2 * e / (10000 - 1))).
  { apply Rle_trans with (2 * e * lambda / (10000 - 1) * lambda); [apply Rmult_le_compat; lra | right; field]. }
  apply Rle_trans with (lambda ^ 2 * (2 * e / (10000 - 1)) * 20); [apply Rmult_le_compat_r; lra |].
  pose proof (floor_le ((10000 - 1) / (2 * e))) as F.
  assert (F0 : 0 <= floor ((10000 - 1) / (2 * e))) by (apply floor_nonneg; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  apply Rle_trans with (lambda ^ 2 * ((e - 1) ^ 2 / ((10000 - 1) / (2 * e) + 1))).
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply pow2_ge_0 |]. unfold e. interval with (i_prec 40).
  - unfold Rdiv. rewrite <- (Rmult_assoc (lambda ^ 2)). apply Rmult_le_compat_l; [apply Rmult_le_pos; apply pow2_ge_0 |].
    apply Rinv_le_contravar; lra.
Qed.

(* erlingsson-2019/theorem-7/simple-from-refined *)
Lemma chord_of_exp y t : 0 < t < 1 -> exp (t * y) <= 1 + t * (exp y - 1).
Proof.
  intros T. pose proof (bernoulli_root t (exp y) T (exp_pos y)) as B. unfold Rpower in B. rewrite ln_exp in B. exact B.
Qed.
Lemma small_eps n eps0 delta :
  1000 <= n -> 0 < eps0 -> eps0 < 1 / 2 -> 0 < delta -> delta < 1 / 100 ->
  exp (2 * eps0) * (exp eps0 - 1) * sqrt (8 * ln (1 / delta) / n) + 6 * exp (4 * eps0) * (exp eps0 - 1) ^ 2 / n
  <= 12 * eps0 * sqrt (ln (1 / delta) / n).
Proof.
  intros N E0 E1 D0 D1.
  assert (L : 46 / 10 <= ln (1 / delta)).
  { apply Rle_trans with (ln 100); [interval with (i_prec 40) | apply ln_le_ln; [lra |]].
    unfold Rdiv. rewrite Rmult_1_l. replace 100 with (/ (1 / 100)) by field. apply Rinv_le_contravar; lra. }
  set (l := ln (1 / delta)) in *.
  assert (I : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  assert (Y : 67 * / n <= sqrt (l / n)).
  { rewrite <- (sqrt_Rsqr (67 * / n)) by lra. apply sqrt_le_1_alt. unfold Rsqr.
    replace (67 * / n * (67 * / n)) with (4489 * / n * / n) by ring. unfold Rdiv.
    apply Rmult_le_compat_r; [lra |]. apply Rmult_le_reg_r with n; [lra |].
    rewrite Rmult_assoc, Rinv_l by lra. nra. }
  replace (8 * l / n) with (8 * (l / n)) by (field; lra). rewrite sqrt_mult_alt by lra.
  set (y := sqrt (l / n)) in *.
  assert (V : exp eps0 - 1 <= 13 / 10 * eps0).
  { pose proof (chord_of_exp (1 / 2) (2 * eps0) ltac:(lra)) as C. replace (2 * eps0 * (1 / 2)) with eps0 in C by field.
    assert (exp (1 / 2) - 1 <= 65 / 100) by interval with (i_prec 40). nra. }
  pose proof (exp_above_line eps0) as V0. set (v := exp eps0 - 1) in *. assert (P : 0 < v) by (unfold v; lra).
  assert (A : exp (2 * eps0) <= 28 / 10) by (interval with (i_bisect eps0, i_prec 40)).
  assert (B : exp (4 * eps0) <= 74 / 10) by (interval with (i_bisect eps0, i_prec 40)).
  assert (S : sqrt 8 <= 283 / 100) by interval with (i_prec 40). pose proof (sqrt_pos 8) as S0.
  pose proof (exp_pos (2 * eps0)). pose proof (exp_pos (4 * eps0)).
  assert (Y0 : 0 <= y) by apply sqrt_pos.
  assert (T1 : exp (2 * eps0) * v * (sqrt 8 * y) <= 28 / 10 * (13 / 10 * eps0) * (283 / 100 * y)).
  { apply Rmult_le_compat; [apply Rmult_le_pos; lra | apply Rmult_le_pos; lra | apply Rmult_le_compat; lra | apply Rmult_le_compat_r; lra]. }
  assert (T2 : 6 * exp (4 * eps0) * v ^ 2 / n <= 6 * (74 / 10) * (65 / 100 * (13 / 10 * eps0)) * (y / 67)).
  { unfold Rdiv at 1. apply Rmult_le_compat; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | lra | | lra].
    apply Rmult_le_compat; [lra | apply pow2_ge_0 | lra |]. simpl. rewrite Rmult_1_r.
    apply Rmult_le_compat; lra. }
  assert (0 <= eps0 * y) by (apply Rmult_le_pos; lra). lra.
Qed.

(* repaired/corollary-2-fails-from and repaired/corollary-2-fails-for-randomized-response: with the best order
   1 + r N, where r^2 = u m/2, the terms without N are eps - 2 sqrt(2m/u). *)
Lemma fails_core u m N eps w q :
  0 < u -> 0 < m -> 0 < N -> 0 < q -> 2 * m <= q * q * u -> 2 / u / N + w / (sqrt (u * m / 2) * N) < eps - 2 * q ->
  2 / u * (1 + sqrt (u * m / 2) * N) / N < eps - m / sqrt (u * m / 2) - w / (sqrt (u * m / 2) * N).
Proof.
  intros U M NN Q0 Q. assert (UM : 0 < u * m / 2) by (pose proof (Rmult_lt_0_compat u m U M); lra).
  set (r := sqrt (u * m / 2)). assert (R0 : 0 < r) by (apply sqrt_lt_R0; exact UM).
  assert (RR : r * r = u * m / 2) by (apply sqrt_def; lra).
  assert (E : 2 / u * r = m / r).
  { apply Rmult_eq_reg_r with (r * u); [| apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    replace (2 / u * r * (r * u)) with (2 * (r * r)) by (field; lra). rewrite RR. field. lra. }
  assert (K : m / r <= q).
  { apply Rmult_le_reg_r with r; [exact R0 |]. replace (m / r * r) with m by (field; lra).
    apply Rsqr_incr_0; unfold Rsqr; [| lra | apply Rmult_le_pos; lra].
    replace (q * r * (q * r)) with (q * q * (r * r)) by ring. rewrite RR.
    replace (q * q * (u * m / 2)) with (q * q * u / 2 * m) by field. apply Rmult_le_compat_r; lra. }
  replace (2 / u * (1 + r * N) / N) with (2 / u / N + 2 / u * r) by (field; lra). rewrite E. lra.
Qed.
Lemma order_above_1 u x N : 0 < u -> -1 < x < 0 -> 0 < N -> 1 < 1 + sqrt ((- u) * log1p x / 2) * N.
Proof.
  intros U X NN. unfold log1p. assert (L : ln (1 + x) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 < sqrt (- u * ln (1 + x) / 2)) by (apply sqrt_lt_R0; nra).
  assert (0 < sqrt (- u * ln (1 + x) / 2) * N) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.
Lemma clones_from n eps0 : 33 * exp eps0 <= n -> 21 / 10 <= eps0 ->
  2 * exp eps0 * (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1)) / (n - 1)
  < eps0 + ((n - 1) * log1p ((- exp (- eps0)) / 2) - log1p (exp (- eps0)))
           / (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1) - 1).
Proof.
  intros H E. unfold log1p.
  assert (X : exp eps0 = / exp (- eps0)) by (rewrite exp_Ropp, Rinv_inv; reflexivity). rewrite X in H. rewrite X.
  assert (U0 : 0 < exp (- eps0)) by apply exp_pos.
  assert (U1 : exp (- eps0) <= exp (- (21 / 10))) by (apply exp_le; lra).
  set (u := exp (- eps0)) in *. set (x0 := exp (- (21 / 10)) / 2).
  assert (B0 : 12245 / 100000 < exp (- (21 / 10)) < 122457 / 1000000) by (split; interval with (i_prec 40)).
  set (m := - ln (1 + - u / 2)).
  assert (M0 : u / 2 <= m).
  { unfold m. pose proof (ln_tangent (- u / 2) ltac:(lra)). lra. }
  assert (M1 : m <= 103193 / 100000 * (u / 2)).
  { unfold m. cut (- (103193 / 100000 * (u / 2)) <= ln (1 + - u / 2)); [lra |]. apply le_ln; [lra |].
    destruct (Req_dec u (exp (- (21 / 10)))) as [-> | D]; [interval with (i_prec 60) |].
    set (t := u / exp (- (21 / 10))).
    assert (T : 0 < t < 1).
    { unfold t. split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with (exp (- (21 / 10))); [lra |].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (chord_of_exp (- (103193 / 100000 * x0)) t T) as C.
    assert (ET : t * exp (- (21 / 10)) = u) by (unfold t; field; lra).
    replace (t * - (103193 / 100000 * x0)) with (- (103193 / 100000 * (u / 2))) in C by (rewrite <- ET; unfold x0; field).
    eapply Rle_trans; [exact C |].
    assert (F : exp (- (103193 / 100000 * x0)) <= 1 - x0) by (unfold x0; interval with (i_prec 60)).
    replace (- u / 2) with (t * - x0) by (rewrite <- ET; unfold x0; field).
    apply Rplus_le_compat_l, Rmult_le_compat_l; lra. }
  replace (- u * ln (1 + - u / 2) / 2) with (u * m / 2) by (unfold m; field).
  assert (NU : 33 - u <= (n - 1) * u).
  { apply (Rmult_le_compat_r u) in H; [| lra]. rewrite Rmult_assoc, Rinv_l in H by lra. lra. }
  assert (N0 : 0 < n - 1) by nra.
  assert (UM : 0 < u * m / 2) by (pose proof (Rmult_lt_0_compat u m U0 ltac:(lra)); lra).
  assert (R1 : u / 2 <= sqrt (u * m / 2)).
  { rewrite <- (sqrt_Rsqr (u / 2)) by lra. apply sqrt_le_1_alt. unfold Rsqr. nra. }
  pose proof (fails_core u m (n - 1) eps0 (ln (1 + u)) (10158396 / 10000000) U0 ltac:(lra) N0 ltac:(lra) ltac:(lra)) as C.
  set (r := sqrt (u * m / 2)) in *.
  replace (2 * / u * (1 + r * (n - 1)) / (n - 1)) with (2 / u * (1 + r * (n - 1)) / (n - 1)) by reflexivity.
  replace (1 + r * (n - 1) - 1) with (r * (n - 1)) by ring.
  replace (eps0 + ((n - 1) * ln (1 + - u / 2) - ln (1 + u)) / (r * (n - 1)))
    with (eps0 - m / r - ln (1 + u) / (r * (n - 1))) by (unfold m; field; repeat split; lra).
  apply C. clear C.
  pose proof (ln_tangent u ltac:(lra)) as W.
  assert (W1 : ln (1 + u) / (r * (n - 1)) <= 2 / (n - 1)).
  { apply Rmult_le_reg_r with (r * (n - 1)); [apply Rmult_lt_0_compat; lra |].
    replace (ln (1 + u) / (r * (n - 1)) * (r * (n - 1))) with (ln (1 + u)) by (field; lra).
    replace (2 / (n - 1) * (r * (n - 1))) with (2 * r) by (field; lra). lra. }
  assert (W2 : 2 / u / (n - 1) + 2 / (n - 1) <= (2 + 2 * u) / (33 - u)).
  { replace (2 / u / (n - 1) + 2 / (n - 1)) with ((2 + 2 * u) * / ((n - 1) * u)) by (field; lra).
    apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
  assert (W3 : (2 + 2 * u) / (33 - u) <= 682811 / 10000000).
  { apply Rmult_le_reg_r with (33 - u); [lra |]. replace ((2 + 2 * u) / (33 - u) * (33 - u)) with (2 + 2 * u) by (field; lra). lra. }
  lra.
Qed.
Lemma response_from n eps0 : 200 * exp eps0 <= n -> 14 / 5 <= eps0 ->
  2 * exp eps0 * (1 + sqrt (exp (- eps0) * log1p (exp (- eps0)) / 2) * (n - 1)) / (n - 1)
  < eps0 - n * log1p (exp (- eps0)) / (1 + sqrt (exp (- eps0) * log1p (exp (- eps0)) / 2) * (n - 1) - 1).
Proof.
  intros H E. unfold log1p.
  assert (X : exp eps0 = / exp (- eps0)) by (rewrite exp_Ropp, Rinv_inv; reflexivity). rewrite X in H. rewrite X.
  assert (U0 : 0 < exp (- eps0)) by apply exp_pos.
  assert (U1 : exp (- eps0) <= exp (- (14 / 5))) by (apply exp_le; lra).
  assert (B0 : exp (- (14 / 5)) < 609 / 10000) by interval with (i_prec 40).
  assert (Q : exists q, 1 < q <= 142 / 100 /\ 2 * ln (1 + exp (- eps0)) <= q * q * exp (- eps0) /\ 106 / 10000 < eps0 - 2 * q).
  { destruct (Rle_dec eps0 (285 / 100)) as [S | S].
    - exists (13945 / 10000). split; [lra | split; [| lra]]. apply le_by_negative.
      interval with (i_bisect eps0, i_autodiff eps0, i_prec 40).
    - exists (1415 / 1000). split; [lra | split; [| lra]]. pose proof (ln_tangent (exp (- eps0)) ltac:(lra)). lra. }
  destruct Q as [q [Q1 [Q2 Q3]]].
  set (u := exp (- eps0)) in *. set (m := ln (1 + u)) in *.
  assert (M0 : 0 < m) by (unfold m; apply ln_positive; lra).
  assert (NU : 200 - u <= (n - 1) * u).
  { apply (Rmult_le_compat_r u) in H; [| lra]. rewrite Rmult_assoc, Rinv_l in H by lra. lra. }
  assert (N0 : 0 < n - 1) by nra.
  assert (UM : 0 < u * m / 2) by (pose proof (Rmult_lt_0_compat u m U0 M0); lra).
  pose proof (fails_core u m (n - 1) eps0 m q U0 M0 N0 ltac:(lra) Q2) as C.
  assert (R0 : 0 < sqrt (u * m / 2)) by (apply sqrt_lt_R0; exact UM).
  assert (RR : sqrt (u * m / 2) * sqrt (u * m / 2) = u * m / 2) by (apply sqrt_def; lra).
  set (r := sqrt (u * m / 2)) in *.
  replace (2 * / u * (1 + r * (n - 1)) / (n - 1)) with (2 / u * (1 + r * (n - 1)) / (n - 1)) by reflexivity.
  replace (1 + r * (n - 1) - 1) with (r * (n - 1)) by ring.
  replace (eps0 - n * m / (r * (n - 1))) with (eps0 - m / r - m / (r * (n - 1))) by (field; split; lra).
  apply C. clear C.
  assert (K : m / r <= q).
  { apply Rmult_le_reg_r with r; [exact R0 |]. replace (m / r * r) with m by (field; lra).
    apply Rsqr_incr_0; unfold Rsqr; [| lra | apply Rmult_le_pos; lra].
    replace (q * r * (q * r)) with (q * q * (r * r)) by ring. rewrite RR.
    replace (q * q * (u * m / 2)) with (q * q * u / 2 * m) by field. apply Rmult_le_compat_r; lra. }
  assert (W1 : m / (r * (n - 1)) <= 142 / 100 / (n - 1)).
  { replace (m / (r * (n - 1))) with (m / r / (n - 1)) by (field; split; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
  assert (W2 : 2 / u / (n - 1) + 142 / 100 / (n - 1) <= (2 + 142 / 100 * u) / (200 - u)).
  { replace (2 / u / (n - 1) + 142 / 100 / (n - 1)) with ((2 + 142 / 100 * u) * / ((n - 1) * u)) by (field; lra).
    apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
  assert (W3 : (2 + 142 / 100 * u) / (200 - u) <= 105 / 10000).
  { apply Rmult_le_reg_r with (200 - u); [lra |]. replace ((2 + 142 / 100 * u) / (200 - u) * (200 - u)) with (2 + 142 / 100 * u) by (field; lra). lra. }
  lra.
Qed.

(* repaired/corollary-2-fails/2.0335 and repaired/corollary-2-fails-from/2.05: (K.16) with b = 999. *)
Lemma layer_core u n q s :
  0 < u < 1 / 5 -> 0 < q -> 0 < s <= (n - 1) * u -> - ln (1 + - 12401 / 25000 * u) <= q * q / 2 * u ->
  (2 + (ln (1000 * (1 + u)) - ln (999 + u)) / (498 / 1000)) / s < ln (999 + u) - ln (1 + 999 * u) - 2 * q ->
  let r := sqrt (- u * ln (1 + - 12401 / 25000 * u) / 2) in
  2 * / u * (1 + r * (n - 1)) / (n - 1)
  < ((1 + r * (n - 1)) * ln (999 + u) - (1 + r * (n - 1) - 1) * ln (1 + 999 * u) - ln (1000 * (1 + u))
     + (n - 1) * ln (1 + - 12401 / 25000 * u)) / (1 + r * (n - 1) - 1).
Proof.
  intros U Q S M1 G. set (m := - ln (1 + - 12401 / 25000 * u)) in *.
  assert (M0 : 12401 / 25000 * u <= m).
  { unfold m. pose proof (ln_tangent (- 12401 / 25000 * u) ltac:(lra)). lra. }
  replace (- u * ln (1 + - 12401 / 25000 * u) / 2) with (u * m / 2) by (unfold m; field).
  assert (N0 : 0 < n - 1) by nra. assert (MP : 0 < m) by lra.
  assert (R1 : 498 / 1000 * u <= sqrt (u * m / 2)).
  { rewrite <- (sqrt_Rsqr (498 / 1000 * u)) by lra. apply sqrt_le_1_alt. unfold Rsqr. nra. }
  cbv zeta. set (w := ln (1000 * (1 + u)) - ln (999 + u)) in *.
  assert (W0 : 0 <= w).
  { unfold w. pose proof (ln_le_ln (999 + u) (1000 * (1 + u)) ltac:(lra) ltac:(lra)). lra. }
  pose proof (fails_core u m (n - 1) (ln (999 + u) - ln (1 + 999 * u)) w q ltac:(lra) MP N0 Q ltac:(lra)) as C.
  set (r := sqrt (u * m / 2)) in *. assert (R0 : 0 < r) by lra.
  replace (((1 + r * (n - 1)) * ln (999 + u) - (1 + r * (n - 1) - 1) * ln (1 + 999 * u) - ln (1000 * (1 + u))
     + (n - 1) * ln (1 + - 12401 / 25000 * u)) / (1 + r * (n - 1) - 1))
    with (ln (999 + u) - ln (1 + 999 * u) - m / r - w / (r * (n - 1)))
    by (unfold m, w; replace (1 + r * (n - 1) - 1) with (r * (n - 1)) by ring; field; split; lra).
  apply C. clear C. eapply Rle_lt_trans; [| exact G].
  replace (2 / u / (n - 1)) with (2 / ((n - 1) * u)) by (field; split; lra).
  assert (A : 2 / ((n - 1) * u) <= 2 / s).
  { apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
  assert (B : w / (r * (n - 1)) <= w / (498 / 1000) / s).
  { unfold Rdiv at 1. replace (w / (498 / 1000) / s) with (w * / (498 / 1000 * s)) by (field; lra).
    apply Rmult_le_compat_l; [exact W0 |]. apply Rinv_le_contravar; nra. }
  replace ((2 + w / (498 / 1000)) / s) with (2 / s + w / (498 / 1000) / s) by (field; lra). lra.
Qed.
Lemma layer_from n eps0 : 131 * exp eps0 <= n -> 41 / 20 <= eps0 ->
  2 * exp eps0 * (1 + sqrt ((- exp (- eps0)) * log1p ((- 12401) / 25000 * exp (- eps0)) / 2) * (n - 1)) / (n - 1)
  < ((1 + sqrt ((- exp (- eps0)) * log1p ((- 12401) / 25000 * exp (- eps0)) / 2) * (n - 1)) * ln (999 + exp (- eps0))
     - (1 + sqrt ((- exp (- eps0)) * log1p ((- 12401) / 25000 * exp (- eps0)) / 2) * (n - 1) - 1) * ln (1 + 999 * exp (- eps0))
     - ln (1000 * (1 + exp (- eps0))) + (n - 1) * log1p ((- 12401) / 25000 * exp (- eps0)))
    / (1 + sqrt ((- exp (- eps0)) * log1p ((- 12401) / 25000 * exp (- eps0)) / 2) * (n - 1) - 1).
Proof.
  intros H E. unfold log1p.
  assert (X : exp eps0 = / exp (- eps0)) by (rewrite exp_Ropp, Rinv_inv; reflexivity). rewrite X in H. rewrite X.
  assert (U0 : 0 < exp (- eps0)) by apply exp_pos.
  assert (U1 : exp (- eps0) <= exp (- (41 / 20))) by (apply exp_le; lra).
  set (u := exp (- eps0)) in *. set (a := exp (- (41 / 20))) in *.
  assert (B0 : 1287349 / 10000000 < a < 1287350 / 10000000) by (unfold a; split; interval with (i_prec 60)).
  apply (layer_core u n (101251 / 100000) (131 - u)); [lra | lra | | |].
  - split; [lra |]. apply (Rmult_le_compat_r u) in H; [| lra]. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
  - set (c := 101251 / 100000 * (101251 / 100000) / 2). cut (- (c * u) <= ln (1 + - 12401 / 25000 * u)); [lra |].
    apply le_ln; [lra |].
    assert (F : exp (- (c * a)) <= 1 + - 12401 / 25000 * a) by (unfold c, a; interval with (i_prec 60)).
    destruct (Req_dec u a) as [-> | D]; [exact F |]. set (t := u / a).
    assert (T : 0 < t < 1).
    { unfold t. split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with a; [lra |].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (chord_of_exp (- (c * a)) t T) as C. assert (ET : t * a = u) by (unfold t; field; lra).
    replace (t * - (c * a)) with (- (c * u)) in C by (rewrite <- ET; ring). eapply Rle_trans; [exact C |].
    replace (- 12401 / 25000 * u) with (t * (- 12401 / 25000 * a)) by (rewrite <- ET; ring).
    apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
  - assert (I : 0 <= u <= 1287350 / 10000000) by lra. clear - I. apply lt_by_negative.
    interval with (i_bisect u, i_autodiff u, i_prec 50, i_depth 24).
Qed.
Lemma layer_at n : 41000 <= n ->
  2 * exp (20335 / 10000) * (1 + sqrt ((- exp (- (20335 / 10000))) * log1p ((- 12401) / 25000 * exp (- (20335 / 10000))) / 2) * (n - 1)) / (n - 1)
  < ((1 + sqrt ((- exp (- (20335 / 10000))) * log1p ((- 12401) / 25000 * exp (- (20335 / 10000))) / 2) * (n - 1)) * ln (999 + exp (- (20335 / 10000)))
     - (1 + sqrt ((- exp (- (20335 / 10000))) * log1p ((- 12401) / 25000 * exp (- (20335 / 10000))) / 2) * (n - 1) - 1) * ln (1 + 999 * exp (- (20335 / 10000)))
     - ln (1000 * (1 + exp (- (20335 / 10000)))) + (n - 1) * log1p ((- 12401) / 25000 * exp (- (20335 / 10000))))
    / (1 + sqrt ((- exp (- (20335 / 10000))) * log1p ((- 12401) / 25000 * exp (- (20335 / 10000))) / 2) * (n - 1) - 1).
Proof.
  intros H. unfold log1p.
  replace (exp (20335 / 10000)) with (/ exp (- (20335 / 10000))) by (rewrite exp_Ropp, Rinv_inv; reflexivity).
  apply (layer_core _ n (10127925 / 10000000) (40999 * exp (- (20335 / 10000)))).
  - split; interval with (i_prec 60).
  - lra.
  - split; [interval with (i_prec 60) |]. apply Rmult_le_compat_r; [left; apply exp_pos | lra].
  - apply Rminus_le. interval with (i_prec 80).
  - apply lt_by_negative. interval with (i_prec 80).
Qed.

(* repaired/corollary-2-holds-for-many *)
Lemma tanh_and_max eps0 : 0 <= eps0 -> eps0 <= 7 / 2 ->
  tanh (eps0 / 2) * tanh (eps0 / 2) * (1 + 1 / (3 * Rmax 1 eps0)) <= 1.
Proof.
  intros H L. destruct (Rle_dec eps0 1) as [M | M].
  - rewrite Rmax_left by lra. unfold tanh, sinh, cosh. interval with (i_bisect eps0, i_prec 40).
  - rewrite Rmax_right by lra. unfold tanh, sinh, cosh. assert (1 <= eps0) by lra. interval with (i_bisect eps0, i_prec 40).
Qed.

Ltac by_known_inequality :=
  turn;
  first
    [ simple apply log_of_two; assumption
    | simple apply logs_of_response; certain
    | simple apply square_of_less; certain
    | simple apply girgis_and_gaussian; assumption
    | simple apply small_eps; assumption
    | simple apply tanh_and_max; assumption
    | simple apply order_above_1; [ apply exp_pos | split; certain | certain ]
    | simple apply clones_from; assumption
    | simple apply layer_from; assumption
    | put_in; simple apply layer_at; assumption
    | simple apply response_from; assumption ].
Ltac known_inequality ::= by_known_inequality.
