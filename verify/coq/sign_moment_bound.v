(* m (m+1) … (m+k-1) E Y^(2k) <= (2k-1)!! (21/20)^k for the mean Y of m independent signs and all m, k >= 1, which
   is (K.10) of docs/methods/theorems.md moment by moment. With S = mY there are four regimes: where
   m >= 11(k-1), signs are sub-Gaussian moment by moment; where k/4 <= m <= 11(k-1) and k >= 22, Chernoff's bound of
   E S^(2k); where m <= k/4, |Y| <= 1; and for k < 22 finitely many m remain, which Coq computes. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Rcomplements Hierarchy Derive AutoDerive.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws V_3 hyperbolic clone_moments K_5
  sign_moments sign_moment_rate sign_moment_table interval_arithmetic.
Import ListNotations.
Open Scope R_scope.

(* Many signs. *)
Lemma exp_rises a b : a <= b -> exp a <= exp b.
Proof. intros [L | ->]; [left; apply exp_increasing; exact L | lra]. Qed.
Lemma rising_by_exponential c k : 0 <= c ->
  rising c k <= (c + 1) ^ k * exp (INR k * (INR k - 1) / (2 * (c + 1))).
Proof.
  intros C. induction k as [| k IH].
  - simpl. replace (0 * (0 - 1) / (2 * (c + 1))) with 0 by (field; lra). rewrite exp_0. lra.
  - rewrite rising_last, power_next. rewrite S_INR. pose proof (rising_positive k c C) as P.
    assert (F : c + (INR k + 1) <= (c + 1) * exp (INR k / (c + 1))).
    { pose proof (exp_line (INR k / (c + 1))) as L. apply (Rmult_le_compat_l (c + 1)) in L; [| lra].
      replace ((c + 1) * (1 + INR k / (c + 1))) with (c + (INR k + 1)) in L by (field; lra). exact L. }
    replace ((INR k + 1) * (INR k + 1 - 1) / (2 * (c + 1)))
      with (INR k * (INR k - 1) / (2 * (c + 1)) + INR k / (c + 1)) by (field; lra).
    rewrite exp_plus. pose proof (pos_INR k) as K.
    apply Rle_trans with ((c + 1) ^ k * exp (INR k * (INR k - 1) / (2 * (c + 1))) * ((c + 1) * exp (INR k / (c + 1)))).
    + apply Rmult_le_compat; lra.
    + right. ring.
Qed.
Lemma sign_moment_many c k :
  (11 * (k - 1) <= S c)%nat ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * INR (S c) ^ (2 * k).
Proof.
  intros M. pose proof (pos_INR c) as C. pose proof (lt_0_INR (S c) ltac:(lia)) as M0.
  pose proof (rising_by_exponential (INR c) k C) as B. rewrite <- S_INR in B.
  pose proof (sign_moment_gaussian c k) as G. pose proof (sign_moment_nonneg (S c) k) as G0.
  pose proof (odd_product_positive k) as O. pose proof (rising_positive k (INR c) C) as R0.
  assert (X : exp (INR k * (INR k - 1) / (2 * INR (S c))) <= (21 / 20) ^ k).
  { destruct k as [| k].
    { simpl INR at 1 2. replace (0 * (0 - 1) / (2 * INR (S c))) with 0 by (field; lra). rewrite exp_0. simpl. lra. }
    apply Rle_trans with (exp (1 / 22) ^ S k).
    - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. apply exp_rises.
      unfold Rdiv. rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply pos_INR |].
      apply Rmult_le_reg_r with (2 * INR (S c)); [lra |]. rewrite Rmult_assoc, Rinv_l by lra.
      assert (L : INR (11 * k) <= INR (S c)) by (apply le_INR; lia). rewrite mult_INR in L.
      rewrite (S_INR k). simpl INR in L at 1. lra.
    - apply pow_incr. split; [left; apply exp_pos | interval with (i_prec 40)]. }
  assert (M1 : 0 < INR (S c) ^ k) by (apply pow_lt; exact M0).
  apply Rle_trans with (INR (S c) ^ k * (21 / 20) ^ k * (odd_product k * INR (S c) ^ k)).
  - apply Rmult_le_compat; [lra | exact G0 | | exact G].
    eapply Rle_trans; [exact B |]. apply Rmult_le_compat_l; lra.
  - right. replace (2 * k)%nat with (k + k)%nat by lia. rewrite pow_add. ring.
Qed.

(* Factorials without Stirling: (x + 1/2) log(1 + 1/x) >= 1, and the midpoint is above the mean of a logarithm. *)
Lemma log_step x : 0 < x -> 1 <= (x + 1 / 2) * (ln (x + 1) - ln x).
Proof.
  intros X. pose proof (ln_increasing x (x + 1) X ltac:(lra)) as I.
  set (y := (ln (x + 1) - ln x) / 2). assert (Y : 0 <= y) by (unfold y; lra).
  pose proof (tanh_below y Y) as T. rewrite tanh_by_exp in T.
  assert (E : exp (2 * y) = (x + 1) / x).
  { unfold y. replace (2 * ((ln (x + 1) - ln x) / 2)) with (ln (x + 1) - ln x) by field.
    unfold Rminus. rewrite exp_plus, exp_Ropp, !exp_ln by lra. reflexivity. }
  rewrite E in T. replace (1 - 2 / ((x + 1) / x + 1)) with (/ (2 * x + 1)) in T by (field; lra).
  apply (Rmult_le_compat_l (2 * x + 1)) in T; [| lra]. rewrite Rinv_r in T by lra. unfold y in T. lra.
Qed.
Lemma log_midpoint x : 0 < x -> (x + 1) * ln (x + 1) - x * ln x - 1 <= ln (x + 1 / 2).
Proof.
  intros X. set (a := / (2 * x + 1)).
  assert (A : 0 < a < 1).
  { unfold a. split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  set (f := fun a => 2 * a - (1 + a) * ln (1 + a) + (1 - a) * ln (1 - a)).
  assert (G : f 0 <= f a).
  { apply (rises_to f (fun a => - (ln (1 + a) + ln (1 - a))) a); [lra | |].
    - intros z Z. unfold f. auto_derive; [repeat split; lra |]. change (1 + - z) with (1 - z). field. split; lra.
    - intros z Z. rewrite <- ln_mult by lra.
      assert (L : ln ((1 + z) * (1 - z)) <= ln 1) by (apply ln_le_ln_of; nra). rewrite ln_1 in L. lra. }
  unfold f in G. rewrite Rplus_0_r, Rminus_0_r, ln_1 in G.
  assert (D : 0 < 2 * a) by lra.
  assert (Ex : x + 1 / 2 = / (2 * a)) by (unfold a; field; lra).
  assert (E1 : x + 1 = (1 + a) * / (2 * a)) by (unfold a; field; lra).
  assert (E0 : x = (1 - a) * / (2 * a)) by (unfold a; field; lra).
  assert (L1 : ln (x + 1) = ln (1 + a) - ln (2 * a)).
  { rewrite E1, ln_mult, ln_Rinv; [ring | lra | lra | apply Rinv_0_lt_compat; lra]. }
  assert (L0 : ln x = ln (1 - a) - ln (2 * a)).
  { rewrite E0 at 1. rewrite ln_mult, ln_Rinv; [ring | lra | lra | apply Rinv_0_lt_compat; lra]. }
  rewrite L1, L0, Ex, ln_Rinv by lra.
  apply Rmult_le_reg_r with (2 * a); [exact D |].
  replace ((x + 1) * (ln (1 + a) - ln (2 * a)) - x * (ln (1 - a) - ln (2 * a)) - 1)
    with (((1 + a) * / (2 * a)) * (ln (1 + a) - ln (2 * a)) - ((1 - a) * / (2 * a)) * (ln (1 - a) - ln (2 * a)) - 1)
    by (rewrite <- E1, <- E0; reflexivity).
  replace ((((1 + a) * / (2 * a)) * (ln (1 + a) - ln (2 * a)) - ((1 - a) * / (2 * a)) * (ln (1 - a) - ln (2 * a)) - 1) * (2 * a))
    with ((1 + a) * ln (1 + a) - (1 - a) * ln (1 - a) - 2 * a - 2 * a * ln (2 * a)) by (field; lra).
  lra.
Qed.
Lemma rising_by_logs c k : 0 <= c ->
  ln (rising c k) <= (c + 1 + INR k) * ln (c + 1 + INR k) - (c + 1) * ln (c + 1) - INR k
                     - (ln (c + 1 + INR k) - ln (c + 1)) / 2.
Proof.
  intros C. induction k as [| k IH].
  - simpl. rewrite Rplus_0_r, ln_1. lra.
  - rewrite rising_last. pose proof (rising_positive k c C). pose proof (pos_INR k). rewrite S_INR.
    replace (c + (INR k + 1)) with (c + 1 + INR k) by ring. replace (c + 1 + (INR k + 1)) with (c + 1 + INR k + 1) by ring.
    rewrite ln_mult by lra. set (x := c + 1 + INR k) in *. pose proof (log_step x ltac:(unfold x; lra)) as S. lra.
Qed.
Lemma odd_product_by_logs k : (1 <= k)%nat ->
  INR k * ln (2 * INR k) - INR k + 1 - ln 2 <= ln (odd_product k).
Proof.
  intros K. induction k as [| k IH]; [lia |]. destruct k as [| k].
  - replace (odd_product 1) with 1 by (simpl; ring). change (INR 1) with 1. rewrite ln_1, Rmult_1_r. lra.
  - specialize (IH ltac:(lia)). set (j := S k) in *. change (odd_product (S j)) with (odd_product j * (2 * INR j + 1)).
    pose proof (odd_product_positive j) as O. assert (J : 0 < INR j) by (apply lt_0_INR; unfold j; lia). rewrite S_INR.
    rewrite (ln_mult (odd_product j)) by lra. replace (2 * INR j + 1) with (2 * (INR j + 1 / 2)) by field.
    rewrite (ln_mult 2 (INR j + 1 / 2)), (ln_mult 2 (INR j + 1)) by lra. rewrite ln_mult in IH by lra.
    pose proof (log_midpoint (INR j) J). lra.
Qed.

(* Chernoff's bound of an even moment: |x| θ/(2k) <= e^(|x| θ/(2k) - 1). *)
Lemma even_power_by_exponentials x a k : 0 < a -> (1 <= k)%nat ->
  x ^ (2 * k) <= exp (2 * INR k * (ln (2 * INR k) - 1 - ln a)) * (exp (a * x) + exp (- a * x)).
Proof.
  intros A K. assert (K0 : 0 < 2 * INR k) by (pose proof (lt_0_INR k ltac:(lia)); lra).
  assert (E : x ^ (2 * k) = Rabs x ^ (2 * k)).
  { rewrite !pow_mult. f_equal. rewrite pow2_abs. reflexivity. }
  assert (D : 0 < 2 * INR k / a) by (apply Rdiv_lt_0_compat; lra).
  assert (B : Rabs x <= exp (ln (2 * INR k) - ln a + (Rabs x * a / (2 * INR k) - 1))).
  { rewrite exp_plus. unfold Rminus at 1. rewrite exp_plus, exp_Ropp, !exp_ln by lra.
    pose proof (exp_line (Rabs x * a / (2 * INR k) - 1)) as L. apply (Rmult_le_compat_l (2 * INR k / a)) in L; [| lra].
    replace (2 * INR k / a * (1 + (Rabs x * a / (2 * INR k) - 1))) with (Rabs x) in L by (field; lra). exact L. }
  rewrite E. apply Rle_trans with (exp (ln (2 * INR k) - ln a + (Rabs x * a / (2 * INR k) - 1)) ^ (2 * k)).
  { apply pow_incr. split; [apply Rabs_pos | exact B]. }
  rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp, mult_INR. change (INR 2) with 2.
  replace (2 * INR k * (ln (2 * INR k) - ln a + (Rabs x * a / (2 * INR k) - 1)))
    with (2 * INR k * (ln (2 * INR k) - 1 - ln a) + a * Rabs x) by (field; lra).
  rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
  pose proof (exp_pos (a * x)). pose proof (exp_pos (- a * x)).
  unfold Rabs. destruct (Rcase_abs x); [replace (a * - x) with (- a * x) by ring |]; lra.
Qed.
Lemma sign_moment_by_angle m a k : 0 < a -> (1 <= k)%nat ->
  sign_moment m (2 * k) <= exp (2 * INR k * (ln (2 * INR k) - 1 - ln a) + ln 2 + INR m * ln (cosh a)).
Proof.
  intros A K. unfold sign_moment.
  apply Rle_trans with (halves m (fun x y => exp (2 * INR k * (ln (2 * INR k) - 1 - ln a))
    * (exp (a * (INR x - INR y)) + exp (- a * (INR x - INR y))))).
  { apply halves_below. intros x y _. apply even_power_by_exponentials; assumption. }
  rewrite halves_scaled, halves_plus, !halves_exponential, cosh_minus, !exp_plus, exp_ln by lra.
  rewrite <- (Rpower_pow m (cosh a)) by apply cosh_pos. unfold Rpower. right. ring.
Qed.

Section Chernoff.
Variables c k : nat.
Hypothesis K : (22 <= k)%nat.
Let m := INR (S c).
Let r := INR k.
Lemma sizes : 1 <= m /\ 22 <= r.
Proof.
  split; [unfold m; rewrite S_INR; pose proof (pos_INR c); lra |].
  apply le_INR in K. unfold r. replace 22 with (INR 22) by (simpl; ring). exact K.
Qed.
Lemma by_exponents e1 e2 :
  ln (rising (INR c) k) <= e1 -> sign_moment (S c) (2 * k) <= exp e2 ->
  e1 + e2 <= r * ln (2 * r) - r + 1 - ln 2 + r * ln (21 / 20) + 2 * r * ln m ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * m ^ (2 * k).
Proof.
  intros E1 E2 E. pose proof sizes as [M R0]. pose proof (odd_product_by_logs k ltac:(lia)) as O. fold r in O.
  pose proof (odd_product_positive k) as O0. pose proof (rising_positive k (INR c) (pos_INR c)) as S0.
  rewrite <- (exp_ln _ S0), <- (exp_ln _ O0).
  rewrite <- (Rpower_pow k (21 / 20)) by lra. rewrite <- (Rpower_pow (2 * k) m) by lra. unfold Rpower.
  rewrite mult_INR. change (INR 2) with 2. fold r. rewrite <- !exp_plus.
  apply Rle_trans with (exp (ln (rising (INR c) k)) * exp e2); [apply Rmult_le_compat_l; [left; apply exp_pos | exact E2] |].
  rewrite <- exp_plus. apply exp_rises. lra.
Qed.
Lemma sign_moment_between :
  (S c <= 11 * (k - 1))%nat -> (k <= 4 * S c)%nat ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * m ^ (2 * k).
Proof.
  intros C1 C2. pose proof sizes as [M R0]. set (x := 2 * r / m).
  assert (X : 2 / 11 <= x <= 8).
  { apply le_INR in C1, C2. rewrite mult_INR in C1, C2. rewrite minus_INR in C1 by lia. fold m r in C1, C2.
    replace (INR 11) with 11 in C1 by (simpl; ring). replace (INR 4) with 4 in C2 by (simpl; ring). change (INR 1) with 1 in C1.
    unfold x. split; apply Rmult_le_reg_r with m; try lra; replace (2 * r / m * m) with (2 * r) by (field; lra); lra. }
  pose proof (rate_below x X) as B1. pose proof (rate_with_room x X) as B2.
  assert (Q : 0 < x * (3 * x ^ 2 + 8 * x + 15) / (3 * x + 15)).
  { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; nra | lra]. }
  set (a := angle x) in *. assert (A : 0 < a) by (apply sqrt_lt_R0; exact Q).
  assert (LA : 2 * ln a = ln 2 + ln r - ln m + ln (3 * x ^ 2 + 8 * x + 15) - ln (3 * x + 15)).
  { replace (2 * ln a) with (ln a + ln a) by ring. rewrite <- ln_mult by exact A. unfold a, angle. rewrite sqrt_sqrt by lra.
    unfold Rdiv at 1. assert (X2 : 0 < 3 * x ^ 2 + 8 * x + 15) by nra. assert (X3 : 0 < x * (3 * x ^ 2 + 8 * x + 15)) by (apply Rmult_lt_0_compat; lra).
    rewrite (ln_mult (x * _)), (ln_mult x), ln_Rinv by (try apply Rinv_0_lt_compat; lra).
    replace (ln x) with (ln 2 + ln r - ln m); [ring |].
    unfold x, Rdiv. rewrite (ln_mult (2 * r)), (ln_mult 2), ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring. }
  assert (LS : ln ((x + 2) / 2) = ln (m + r) - ln m).
  { replace ((x + 2) / 2) with ((m + r) * / m) by (unfold x; field; lra).
    rewrite ln_mult, ln_Rinv; [ring | lra | lra | apply Rinv_0_lt_compat; lra]. }
  assert (LS2 : ln (x + 2) = ln 2 + ln (m + r) - ln m).
  { replace (x + 2) with (2 * ((x + 2) / 2)) by field. rewrite ln_mult by lra. rewrite LS. ring. }
  apply (by_exponents _ _ (rising_by_logs (INR c) k (pos_INR c)) (sign_moment_by_angle (S c) a k A ltac:(lia))).
  rewrite <- S_INR. fold m r. rewrite (ln_mult 2 r) by lra.
  unfold rate in B1, B2. fold a in B1, B2. rewrite LS, LS2 in B1, B2.
  set (s := ln (m + r)) in *. set (A1 := ln (3 * x ^ 2 + 8 * x + 15)) in *. set (A2 := ln (3 * x + 15)) in *. set (h := ln (cosh a)) in *.
  set (lm := ln m) in *. set (lr := ln r) in *. set (l2 := ln 2) in *. set (L := ln (21 / 20)) in *.
  assert (XM : 2 / x = m / r) by (unfold x; field; lra). rewrite XM in B1, B2.
  set (v := - l2 - 2 - A1 + A2 + m / r * (h + (s - lm)) + (l2 + s - lm)) in *.
  assert (V : r * v = r * (- 2 - A1 + A2 + s - lm) + m * (h + (s - lm))) by (unfold v; field; lra).
  assert (G : r * v + (2 * l2 - 1 - (s - lm) / 2) <= r * L).
  { set (w := 2 * l2 - 1 - (s - lm) / 2) in *. destruct (Rle_dec 0 w) as [W | W].
    - apply Rle_trans with (r * (v + w / 22)); [| apply Rmult_le_compat_l; lra].
      assert (22 * (w / 22) <= r * (w / 22)) by (apply Rmult_le_compat_r; lra). lra.
    - assert (r * v <= r * L) by (apply Rmult_le_compat_l; lra). lra. }
  replace (2 * r * (l2 + lr - 1 - ln a)) with (2 * r * (l2 + lr - 1) - r * (2 * ln a)) by ring. rewrite LA. lra.
Qed.
Lemma rising_rises j : forall a b, 0 <= a <= b -> rising a j <= rising b j.
Proof.
  induction j as [| j IH]; intros a b AB; simpl; [lra |].
  pose proof (rising_positive j (a + 1) ltac:(lra)). apply Rmult_le_compat; [lra | lra | lra | apply IH; lra].
Qed.
Lemma sign_moment_few :
  (4 * S c <= k)%nat ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * m ^ (2 * k).
Proof.
  intros C. pose proof sizes as [M R0].
  apply le_INR in C. rewrite mult_INR in C. fold m r in C. replace (INR 4) with 4 in C by (simpl; ring).
  assert (MC : INR c = m - 1) by (unfold m; rewrite S_INR; ring).
  assert (S2 : sign_moment (S c) (2 * k) <= exp (2 * r * ln m)).
  { replace (exp (2 * r * ln m)) with (m ^ (2 * k)).
    2: { rewrite <- Rpower_pow by lra. unfold Rpower. rewrite mult_INR. change (INR 2) with 2. reflexivity. }
    unfold sign_moment. rewrite <- (Rmult_1_r (m ^ (2 * k))), <- (halves_one (S c)), <- halves_scaled.
    apply halves_below. intros a b E. rewrite Rmult_1_r. rewrite !pow_mult. apply pow_incr. split; [apply pow2_ge_0 |].
    assert (F : m = INR a + INR b) by (unfold m; rewrite <- E; apply plus_INR). rewrite F.
    pose proof (pos_INR a). pose proof (pos_INR b). nra. }
  assert (S1 : ln (rising (INR c) k) <= r * (5 / 4 * ln (5 / 4) + / 4 * ln 4 + ln r - 1)).
  { apply Rle_trans with (ln (rising (r / 4 - 1) k)).
    - apply ln_le_ln_of; [apply rising_positive, pos_INR | apply rising_rises; split; [apply pos_INR | lra]].
    - eapply Rle_trans; [apply rising_by_logs; lra |]. fold r.
      replace (r / 4 - 1 + 1) with (r * / 4) by field. replace (r * / 4 + r) with (5 / 4 * r) by field.
      rewrite (ln_mult (5 / 4) r), (ln_mult r (/ 4)), ln_Rinv by lra.
      assert (0 <= ln (5 / 4)) by interval with (i_prec 40). assert (0 <= ln 4) by interval with (i_prec 40). lra. }
  apply (by_exponents _ _ S1 S2). rewrite (ln_mult 2 r) by lra.
  assert (B1 : 5 / 4 * ln (5 / 4) + / 4 * ln 4 <= ln 2) by (apply Rminus_le; interval with (i_prec 40)).
  assert (B2 : ln 2 <= 1) by interval with (i_prec 40). assert (B3 : 0 <= ln (21 / 20)) by interval with (i_prec 40).
  apply (Rmult_le_compat_l r) in B1; [| lra]. assert (0 <= r * ln (21 / 20)) by (apply Rmult_le_pos; lra). lra.
Qed.
End Chernoff.

Theorem sign_moment_bound c k :
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * INR (S c) ^ (2 * k).
Proof.
  destruct (le_lt_dec (11 * (k - 1)) (S c)) as [A | A]; [apply sign_moment_many; exact A |].
  destruct (le_lt_dec 22 k) as [B | B].
  - destruct (le_lt_dec k (4 * S c)) as [C | C]; [apply sign_moment_between; lia | apply sign_moment_few; lia].
  - apply sign_moment_small; lia.
Qed.
