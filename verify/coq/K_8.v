(* (K.8) of docs/methods/theorems.md, the exact leading constant: for the clone pair with any rate p > 0, real orders
   lambda > 1, kappa^2 = lambda (lambda-1), x = 1/(np), t = tanh(eps0/2), a = 2 kappa^2 t^2 x and
   z = kappa^2 eps0^2 x/2 < 1, the moment is at most
   1/(1-a) + kappa^2 eps0^2/2 (6x^2/(1-z)^3 + 36 kappa^2 eps0^2 x^3/(1-z)^4 + 24 kappa^4 eps0^4 x^4/(1-z)^5). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Rcomplements Hierarchy Derive AutoDerive.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities hyperbolic
  clone_moments K_5.
Import ListNotations.
Open Scope R_scope.

(* artanh(ty) <= ty + y^3 (artanh t - t), by the derivatives in t. *)
Definition artanh (u : R) : R := (ln (1 + u) - ln (1 - u)) / 2.
Lemma artanh_of_tanh v : artanh (tanh v) = v.
Proof.
  unfold artanh. pose proof (tanh_bounds v) as B. pose proof (cosh_pos v) as C. pose proof (exp_pos v). pose proof (exp_pos (- v)).
  assert (U : 1 + tanh v = exp v / cosh v) by (unfold tanh, sinh, cosh in *; field; lra).
  assert (V : 1 - tanh v = exp (- v) / cosh v) by (unfold tanh, sinh, cosh in *; field; lra).
  rewrite U, V. unfold Rdiv. rewrite !ln_mult, !ln_exp by (try apply exp_pos; apply Rinv_0_lt_compat; exact C). field.
Qed.
Lemma artanh_cubic y t : 0 <= y <= 1 -> 0 <= t < 1 -> artanh (t * y) <= t * y + y ^ 3 * (artanh t - t).
Proof.
  intros Y [T T1]. set (f := fun s => y ^ 3 * (artanh s - s) - (artanh (s * y) - s * y)).
  assert (G : f 0 <= f t).
  { apply (rises_to f (fun s => y ^ 3 * (s ^ 2 / (1 - s ^ 2)) - y * ((s * y) ^ 2 / (1 - (s * y) ^ 2))) t T).
    - intros s S. assert (SY : 0 <= s * y < 1) by nra. unfold f, artanh. auto_derive; [repeat split; nra |]. field. nra.
    - intros s S. assert (SY : 0 <= s * y < 1) by nra. assert (Y2 : y ^ 2 <= 1) by nra.
      assert (D1 : 0 < 1 - s ^ 2) by nra. assert (D2 : 0 < 1 - (s * y) ^ 2) by nra.
      replace (y ^ 3 * (s ^ 2 / (1 - s ^ 2)) - y * ((s * y) ^ 2 / (1 - (s * y) ^ 2)))
        with (y ^ 3 * s ^ 2 * (/ (1 - s ^ 2) - / (1 - (s * y) ^ 2))) by (field; lra).
      apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow_le; lra | apply pow2_ge_0] |].
      assert (/ (1 - (s * y) ^ 2) <= / (1 - s ^ 2)); [| lra].
      apply Rinv_le_contravar; [exact D1 |]. assert (0 <= s ^ 2 * (1 - y ^ 2)) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]). nra. }
  assert (Z : f 0 = 0).
  { unfold f, artanh. rewrite Rmult_0_l, Rplus_0_r, !Rminus_0_r, ln_1. field. }
  rewrite Z in G. unfold f in G. lra.
Qed.
(* cosh b - cosh a <= (b^2-a^2)/2 cosh b. *)
Lemma sinh_below x : 0 <= x -> sinh x <= x * cosh x.
Proof.
  intros X. pose proof (tanh_below x X) as T. pose proof (cosh_pos x) as C. unfold tanh in T.
  apply (Rmult_le_compat_r (cosh x)) in T; [| lra]. unfold Rdiv in T. rewrite Rmult_assoc, Rinv_l in T by lra. lra.
Qed.
Lemma cosh_difference a b : 0 <= a <= b -> cosh b - cosh a <= (b ^ 2 - a ^ 2) / 2 * cosh b.
Proof.
  intros [A B]. set (f := fun s => (a + s) ^ 2 / 2 * cosh b - cosh (a + s)).
  assert (G : f 0 <= f (b - a)).
  { apply (rises_to f (fun s => (a + s) * cosh b - sinh (a + s)) (b - a)); [lra | |].
    - intros s _. unfold f. set (k := cosh b). unfold cosh, sinh. auto_derive; [exact I |]. field.
    - intros s S. pose proof (sinh_below (a + s) ltac:(lra)) as L.
      assert (M : cosh (a + s) <= cosh b) by (apply cosh_le; rewrite !Rabs_right by lra; lra).
      apply (Rmult_le_compat_l (a + s)) in M; lra. }
  unfold f in G. replace (a + (b - a)) with b in G by ring. rewrite Rplus_0_r in G. lra.
Qed.

(* The fourth moment of signs, tilted: E S^4 cosh(s S) <= (3m^2 + 6m^3 T^2 + m^4 T^4) cosh(s)^m, T = tanh s. *)
Section Tilted.
Variable m : nat.
Let M := INR m.
Let tilted k s := halves m (fun a b => (INR a - INR b) ^ k * exp (s * (INR a - INR b))).
Lemma derive_mean {A} (l : law A) (f g : A -> R -> R) s :
  (forall a, is_derive (f a) s (g a s)) -> is_derive (fun s => mean l (fun a => f a s)) s (mean l (fun a => g a s)).
Proof.
  intros D. induction l as [| [w a] l IH]; simpl.
  - apply (is_derive_const (V := R_NormedModule) 0 s).
  - apply (is_derive_plus (fun s => w * f a s) (fun s => mean l (fun a => f a s))); [apply is_derive_scal, D | exact IH].
Qed.
Lemma tilted_slope k s : is_derive (tilted k) s (tilted (S k) s).
Proof.
  unfold tilted, halves.
  apply (derive_mean (binomial_law m (1 / 2)) (fun a s => (INR a - INR (m - a)) ^ k * exp (s * (INR a - INR (m - a))))
    (fun a s => (INR a - INR (m - a)) ^ S k * exp (s * (INR a - INR (m - a))))).
  intros a. set (d := INR a - INR (m - a)). set (w := d ^ k).
  auto_derive; [exact I |]. unfold w. simpl. ring.
Qed.
Lemma tilted_next k (P P' : R -> R) :
  (forall s, tilted k s = cosh s ^ m * P (tanh s)) -> (forall T, is_derive P T (P' T)) ->
  forall s, tilted (S k) s = cosh s ^ m * (M * tanh s * P (tanh s) + (1 - tanh s ^ 2) * P' (tanh s)).
Proof.
  intros E D s. pose proof (tilted_slope k s) as L. apply is_derive_unique in L.
  assert (Rr : is_derive (tilted k) s (cosh s ^ m * (M * tanh s * P (tanh s) + (1 - tanh s ^ 2) * P' (tanh s)))).
  { apply (is_derive_ext (fun s => exp (M * ln (cosh s)) * P (tanh s))).
    - intros r. rewrite E. f_equal. rewrite <- Rpower_pow by apply cosh_pos. reflexivity.
    - assert (C : is_derive (fun s => exp (M * ln (cosh s))) s (cosh s ^ m * (M * tanh s))).
      { pose proof (log_cosh_slope 1 s) as C.
        apply (is_derive_ext _ (fun s => ln (cosh s))) in C; [| intros r; rewrite Rmult_1_l; reflexivity].
        rewrite !Rmult_1_l in C. apply (is_derive_scal _ _ M) in C.
        replace (cosh s ^ m * (M * tanh s)) with (M * tanh s * exp (M * ln (cosh s)))
          by (rewrite <- Rpower_pow by apply cosh_pos; fold M; unfold Rpower; ring).
        apply (is_derive_comp exp (fun s => M * ln (cosh s))); [| exact C]. apply is_derive_Reals, derivable_pt_lim_exp. }
      assert (Q : is_derive (fun s => P (tanh s)) s ((1 - tanh s ^ 2) * P' (tanh s))).
      { apply (is_derive_comp P tanh); [apply D |]. pose proof (tanh_slope 1 s) as T.
        apply (is_derive_ext _ tanh) in T; [| intros r; rewrite Rmult_1_l; reflexivity].
        rewrite !Rmult_1_l in T. exact T. }
      replace (cosh s ^ m * (M * tanh s * P (tanh s) + (1 - tanh s ^ 2) * P' (tanh s)))
        with (cosh s ^ m * (M * tanh s) * P (tanh s) + exp (M * ln (cosh s)) * ((1 - tanh s ^ 2) * P' (tanh s)))
        by (rewrite <- (Rpower_pow m (cosh s)) by apply cosh_pos; fold M; unfold Rpower; ring).
      apply (is_derive_mult (fun s => exp (M * ln (cosh s))) (fun s => P (tanh s)) s _ _ C Q). }
  apply is_derive_unique in Rr. rewrite <- L, Rr. reflexivity.
Qed.
Lemma tilted_4 s :
  tilted 4 s = cosh s ^ m * (3 * M ^ 2 - 2 * M + M * (M - 1) * (6 * M - 8) * tanh s ^ 2
                              + M * (M - 1) * (M - 2) * (M - 3) * tanh s ^ 4).
Proof.
  pose (P1 := fun T => M * T). pose (P2 := fun T => M + M * (M - 1) * T ^ 2).
  pose (P3 := fun T => (3 * M ^ 2 - 2 * M) * T + M * (M - 1) * (M - 2) * T ^ 3).
  assert (E0 : forall s, tilted 0 s = cosh s ^ m * (fun _ => 1) (tanh s)).
  { intros r. rewrite Rmult_1_r, <- halves_exponential. apply halves_agree. intros. simpl. ring. }
  assert (D0 : forall T, is_derive (fun _ : R => 1) T ((fun _ => 0) T))
    by (intros T; apply (is_derive_const (V := R_NormedModule) 1)).
  assert (E1 : forall s, tilted 1 s = cosh s ^ m * P1 (tanh s)).
  { intros r. rewrite (tilted_next 0 _ _ E0 D0 r). unfold P1. ring. }
  assert (D1 : forall T, is_derive P1 T ((fun _ => M) T)) by (intros T; unfold P1; auto_derive; [exact I | ring]).
  assert (E2 : forall s, tilted 2 s = cosh s ^ m * P2 (tanh s)).
  { intros r. rewrite (tilted_next 1 _ _ E1 D1 r). unfold P1, P2. ring. }
  assert (D2 : forall T, is_derive P2 T ((fun T => 2 * M * (M - 1) * T) T))
    by (intros T; unfold P2; auto_derive; [exact I | ring]).
  assert (E3 : forall s, tilted 3 s = cosh s ^ m * P3 (tanh s)).
  { intros r. rewrite (tilted_next 2 _ _ E2 D2 r). unfold P2, P3. ring. }
  assert (D3 : forall T, is_derive P3 T ((fun T => 3 * M ^ 2 - 2 * M + 3 * M * (M - 1) * (M - 2) * T ^ 2) T))
    by (intros T; unfold P3; auto_derive; [exact I | ring]).
  rewrite (tilted_next 3 _ _ E3 D3 s). unfold P3. cbv beta. ring.
Qed.
End Tilted.
(* At s = M σ: the mean of Y^4 cosh(sY) given m signs. *)
Lemma fourth_moment c s :
  0 <= s ->
  let m := INR (S c) in let u := s ^ 2 / (2 * m) in
  halves (S c) (fun a b => let y := mean_sign (INR a) (INR b) in y ^ 4 * cosh (s * y))
  <= (3 / m ^ 2 + 6 * s ^ 2 / m ^ 3 + s ^ 4 / m ^ 4) * exp u.
Proof.
  intros S0 m u. assert (M0 : 1 <= m) by (unfold m; rewrite S_INR; pose proof (pos_INR c); lra).
  set (r := s / m). assert (R0 : 0 <= r) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  set (E4 := halves (S c) (fun a b => (INR a - INR b) ^ 4 * exp (r * (INR a - INR b)))).
  assert (E : halves (S c) (fun a b => let y := mean_sign (INR a) (INR b) in y ^ 4 * cosh (s * y)) = E4 / m ^ 4).
  { cbv zeta. rewrite (halves_agree (S c) _
      (fun a b => / (2 * m ^ 4) * ((INR a - INR b) ^ 4 * exp (r * (INR a - INR b)))
                  + / (2 * m ^ 4) * ((INR b - INR a) ^ 4 * exp (r * (INR b - INR a))))).
    - rewrite halves_plus, !halves_scaled.
      rewrite (halves_exchange (S c) (fun a b => (INR b - INR a) ^ 4 * exp (r * (INR b - INR a)))).
      unfold E4. field. lra.
    - intros a b Eab. unfold mean_sign. rewrite <- plus_INR, Eab. fold m.
      replace (s * ((INR a - INR b) / m)) with (r * (INR a - INR b)) by (unfold r; field; lra).
      replace (r * (INR b - INR a)) with (- (r * (INR a - INR b))) by ring. unfold cosh. field. lra. }
  rewrite E. unfold E4. rewrite (tilted_4 (S c) r). fold m.
  set (T := tanh r). assert (T0 : 0 <= T <= r) by (split; [apply tanh_nonneg | apply tanh_below]; exact R0).
  assert (C : cosh r ^ S c <= exp u).
  { apply Rle_trans with (exp (r ^ 2 / 2) ^ S c); [apply pow_incr; split; [left; apply cosh_pos | apply cosh_gaussian] |].
    rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. fold m. right. f_equal.
    unfold u, r. field. lra. }
  assert (C0 : 0 < cosh r ^ S c) by (apply pow_lt, cosh_pos).
  assert (T2 : T ^ 2 <= r ^ 2) by (apply pow_incr; exact T0).
  assert (T4 : T ^ 4 <= r ^ 4) by (apply pow_incr; exact T0).
  assert (P : 3 * m ^ 2 - 2 * m + m * (m - 1) * (6 * m - 8) * T ^ 2 + m * (m - 1) * (m - 2) * (m - 3) * T ^ 4
              <= 3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4).
  { assert (A1 : m * (m - 1) * (6 * m - 8) <= 6 * m ^ 3).
    { assert (0 <= m * (14 * m - 8)) by (apply Rmult_le_pos; lra).
      replace (m * (m - 1) * (6 * m - 8)) with (6 * m ^ 3 - m * (14 * m - 8)) by ring. lra. }
    assert (A2 : m * (m - 1) * (m - 2) * (m - 3) <= m ^ 4).
    { assert (Q : 0 <= 6 * (m - 11 / 12) ^ 2 + 23 / 24) by (pose proof (pow2_ge_0 (m - 11 / 12)); lra).
      assert (0 <= m * (6 * (m - 11 / 12) ^ 2 + 23 / 24)) by (apply Rmult_le_pos; lra).
      replace (m * (m - 1) * (m - 2) * (m - 3)) with (m ^ 4 - m * (6 * (m - 11 / 12) ^ 2 + 23 / 24)) by field. lra. }
    assert (B1 : m * (m - 1) * (6 * m - 8) * T ^ 2 <= 6 * m ^ 3 * T ^ 2) by (apply Rmult_le_compat_r; [apply pow2_ge_0 | exact A1]).
    assert (B2 : m * (m - 1) * (m - 2) * (m - 3) * T ^ 4 <= m ^ 4 * T ^ 4) by (apply Rmult_le_compat_r; [apply pow_le; lra | exact A2]).
    assert (B3 : 6 * m ^ 3 * T ^ 2 <= 6 * m ^ 3 * r ^ 2).
    { apply Rmult_le_compat_l; [| exact T2]. apply Rmult_le_pos; [lra | apply pow_le; lra]. }
    assert (B4 : m ^ 4 * T ^ 4 <= m ^ 4 * r ^ 4) by (apply Rmult_le_compat_l; [apply pow_le; lra | exact T4]). lra. }
  replace (3 / m ^ 2 + 6 * s ^ 2 / m ^ 3 + s ^ 4 / m ^ 4) with ((3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4) / m ^ 4)
    by (unfold r; field; lra).
  assert (M4 : 0 < m ^ 4) by (apply pow_lt; lra).
  replace ((3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4) / m ^ 4 * exp u)
    with (exp u * (3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4) / m ^ 4) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact M4 |].
  assert (Q0 : 0 <= 3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4).
  { pose proof (pow_le m 3 ltac:(lra)). pose proof (pow2_ge_0 m). pose proof (pow2_ge_0 r).
    pose proof (pow_le r 4 R0). assert (0 <= m ^ 3 * r ^ 2) by (apply Rmult_le_pos; assumption).
    assert (0 <= m ^ 4 * r ^ 4) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (cosh r ^ S c * (3 * m ^ 2 + 6 * m ^ 3 * r ^ 2 + m ^ 4 * r ^ 4)).
  - apply Rmult_le_compat_l; lra.
  - apply Rmult_le_compat_r; lra.
Qed.

(* E m^-k e^(w/m) <= k! x^k/(1-z)^(k+1), with m = 1 + C, x = 1/(np) and z = wx. *)
Definition rising_ratio (k i : nat) : R := INR (fact (k + i)) / (INR (fact k) * INR (fact i)).
Lemma rising_ratio_step k i : rising_ratio (S k) (S i) = rising_ratio (S k) i + rising_ratio k (S i).
Proof.
  unfold rising_ratio. replace (S k + S i)%nat with (S (S (k + i))) by lia. replace (S k + i)%nat with (S (k + i)) by lia.
  replace (k + S i)%nat with (S (k + i)) by lia. rewrite !fact_simpl, !mult_INR, !S_INR, plus_INR.
  pose proof (INR_fact_neq_0 k). pose proof (INR_fact_neq_0 i). pose proof (pos_INR k). pose proof (pos_INR i).
  field. repeat split; lra.
Qed.
Lemma rising_ratio_positive k i : 0 < rising_ratio k i.
Proof. apply Rdiv_lt_0_compat; [apply INR_fact_lt_0 | apply Rmult_lt_0_compat; apply INR_fact_lt_0]. Qed.
Lemma geometric_sums z : 0 <= z < 1 -> forall k K,
  sum_f_R0 (fun i => rising_ratio k i * z ^ i) K <= / (1 - z) ^ S k.
Proof.
  intros Z k. induction k as [| k IH]; intros K.
  - rewrite (sum_eq _ (fun i => z ^ i)).
    2: { intros i _. unfold rising_ratio. simpl. pose proof (INR_fact_neq_0 i). field. assumption. }
    rewrite tech3 by lra. simpl. rewrite Rmult_1_r. pose proof (pow_le z (S K) ltac:(lra)).
    assert (0 < / (1 - z)) by (apply Rinv_0_lt_compat; lra). unfold Rdiv. simpl in *. nra.
  - assert (G : (1 - z) * sum_f_R0 (fun i => rising_ratio (S k) i * z ^ i) K + rising_ratio (S k) K * z ^ S K
                = sum_f_R0 (fun i => rising_ratio k i * z ^ i) K).
    { induction K as [| K IHK].
      - simpl. unfold rising_ratio. rewrite !Nat.add_0_r. simpl (fact 0). simpl (INR 1).
        pose proof (INR_fact_neq_0 k). pose proof (INR_fact_neq_0 (S k)). field. split; assumption.
      - rewrite !tech5, <- IHK, (rising_ratio_step k K). simpl. ring. }
    pose proof (IH K) as B. rewrite <- G in B. pose proof (rising_ratio_positive (S k) K) as Rp.
    assert (ZK : 0 <= rising_ratio (S k) K * z ^ S K) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
    apply Rmult_le_reg_l with (1 - z); [lra |]. change ((1 - z) ^ S (S k)) with ((1 - z) * (1 - z) ^ S k).
    rewrite Rinv_mult, <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
Qed.
Lemma inverse_power_exponential k N p w :
  0 < p <= 1 -> 0 <= w -> w / (INR (S N) * p) < 1 ->
  mean (binomial_law N p) (fun c => / INR (S c) ^ k * exp (w / INR (S c)))
  <= INR (fact k) * (/ (INR (S N) * p)) ^ k / (1 - w / (INR (S N) * p)) ^ S k.
Proof.
  intros P W Z. set (x := / (INR (S N) * p)). change (w / (INR (S N) * p)) with (w * x) in *. set (z := w * x) in *.
  assert (Q : 0 < INR (S N) * p) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]).
  assert (X0 : 0 < x) by (apply Rinv_0_lt_compat; exact Q).
  assert (Z0 : 0 <= z) by (apply Rmult_le_pos; lra).
  set (f := fun (K : nat) (c : nat) => / INR (S c) ^ k * sum_f_R0 (fun i => / INR (fact i) * (w / INR (S c)) ^ i) K).
  assert (C : Un_cv (fun K => mean (binomial_law N p) (f K)) (mean (binomial_law N p) (fun c => / INR (S c) ^ k * exp (w / INR (S c))))).
  { apply mean_limit. intros c. unfold f. apply CV_mult.
    - intros e E. exists 0%nat. intros n _. unfold R_dist. rewrite Rminus_eq_0, Rabs_R0. exact E.
    - unfold exp. destruct (exist_exp (w / INR (S c))) as [e E]. exact E. }
  apply (@Rle_cv_lim (fun K => mean (binomial_law N p) (f K)) (fun _ => INR (fact k) * x ^ k / (1 - z) ^ S k));
    [| exact C | intros e E; exists 0%nat; intros n _; unfold R_dist; rewrite Rminus_eq_0, Rabs_R0; exact E].
  intros K. unfold f.
  rewrite (mean_ext _ _ (fun c => sum_f_R0 (fun i => / INR (S c) ^ k * (/ INR (fact i) * (w / INR (S c)) ^ i)) K))
    by (intros c; rewrite scal_sum; apply sum_eq; intros; ring).
  rewrite (mean_sum (binomial_law N p) (fun i c => / INR (S c) ^ k * (/ INR (fact i) * (w / INR (S c)) ^ i))).
  apply Rle_trans with (INR (fact k) * x ^ k * sum_f_R0 (fun i => rising_ratio k i * z ^ i) K).
  - rewrite scal_sum. apply sum_Rle. intros i _.
    pose proof (inverse_power p (k + i) N 1 P ltac:(lra)) as B.
    rewrite mean_times in B. replace (1 / (INR (S N) * p)) with x in B by (unfold x, Rdiv; ring).
    assert (E : mean (binomial_law N p) (fun c => / INR (S c) ^ k * (/ INR (fact i) * (w / INR (S c)) ^ i))
                = w ^ i / INR (fact i) * mean (binomial_law N p) (fun c => (1 / INR (S c)) ^ (k + i))).
    { rewrite <- mean_times. apply mean_ext. intros c. unfold Rdiv. rewrite !Rmult_1_l, Rpow_mult_distr, pow_add, !pow_inv.
      ring. }
    rewrite E. pose proof (INR_fact_lt_0 (k + i)) as F1. pose proof (INR_fact_lt_0 i) as F2. pose proof (INR_fact_lt_0 k) as F3.
    apply (Rmult_le_compat_l (w ^ i / INR (fact i) * INR (fact (k + i)))) in B.
    2: { apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow_le; exact W | left; apply Rinv_0_lt_compat; exact F2] | lra]. }
    replace (w ^ i / INR (fact i) * INR (fact (k + i)) * (/ INR (fact (k + i)) * mean (binomial_law N p) (fun c => (1 / INR (S c)) ^ (k + i))))
      with (w ^ i / INR (fact i) * mean (binomial_law N p) (fun c => (1 / INR (S c)) ^ (k + i))) in B by (field; lra).
    eapply Rle_trans; [exact B |]. right. unfold rising_ratio, z.
    rewrite pow_add, Rpow_mult_distr. field. lra.
  - unfold Rdiv. apply Rmult_le_compat_l; [| apply geometric_sums; lra].
    apply Rmult_le_pos; [apply pos_INR | apply pow_le; lra].
Qed.

Section K_8.
Variables n eps0 p lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 < p <= 1.
Hypothesis L : 1 < lambda.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let kk := lambda * (lambda - 1).
Let z := kk * eps0 ^ 2 / (2 * n * p).
Hypothesis Z : z < 1.
Let t := tanh (eps0 / 2).
Let a := 2 * kk * t ^ 2 / (n * p).
Let P' : 0 <= p <= 1 := conj (Rlt_le _ _ (proj1 P)) (proj2 P).
Let kappa := sqrt kk.
Lemma kk_positive : 0 < kk.
Proof. apply Rmult_lt_0_compat; lra. Qed.
Lemma t_bounds : 0 <= t < 1 /\ t <= eps0 / 2.
Proof.
  split; [split; [apply tanh_nonneg; lra | apply tanh_bounds] | apply tanh_below; lra].
Qed.
Lemma leading_part y :
  -1 <= y <= 1 ->
  (moment_at eps0 lambda y + moment_at eps0 lambda (- y)) / 2
  <= cosh (2 * kappa * t * y) + kk * eps0 ^ 2 / 2 * (y ^ 4 * cosh (kappa * eps0 * y)).
Proof.
  intros Y. destruct (hyperbolic_angle eps0 H y Y) as [v [T B]]. rewrite (moment_of_both eps0 lambda v y T).
  pose proof kk_positive as K0. pose proof t_bounds as [TB TE]. pose proof (cosh_pos v) as C.
  assert (S : kappa * kappa = kk) by (apply sqrt_sqrt; lra). assert (K1 : 0 <= kappa) by apply sqrt_pos.
  rewrite (advantage_is_tanh eps0) in T. fold t in T.
  apply Rle_trans with (cosh (2 * kappa * v)).
  { apply Rmult_le_reg_r with (cosh v); [exact C |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply cosh_product; [lra | lra |]. replace ((2 * kappa) ^ 2) with (4 * (kappa * kappa)) by ring. rewrite S. unfold kk. ring. }
  set (av := Rabs v) in *. set (ay := Rabs y). assert (AY : 0 <= ay <= 1) by (split; [apply Rabs_pos | apply Rabs_le; lra]).
  assert (AV0 : 0 <= av) by apply Rabs_pos.
  assert (TA : tanh av = t * ay).
  { unfold av, ay, Rabs. destruct (Rcase_abs v) as [V | V], (Rcase_abs y) as [Q | Q]; rewrite ?tanh_minus, T; try ring.
    - assert (tanh v < 0) by (rewrite <- tanh_at_0; apply tanh_lt; exact V). assert (0 <= t * y) by (apply Rmult_le_pos; lra). lra.
    - assert (0 <= tanh v) by (apply tanh_nonneg; lra). assert (t * y <= 0) by nra. lra. }
  assert (V1 : t * ay <= av) by (rewrite <- TA; apply tanh_below; exact AV0).
  assert (V2 : av <= t * ay + ay ^ 3 * (eps0 / 2 - t)).
  { rewrite <- (artanh_of_tanh av) at 1. rewrite TA. pose proof (artanh_cubic ay t AY TB) as G.
    assert (AT : artanh t = eps0 / 2) by apply artanh_of_tanh. rewrite AT in G. exact G. }
  assert (V3 : av <= ay * (eps0 / 2)).
  { unfold av, ay. rewrite Rabs_mult, (Rabs_right (eps0 / 2)) in B by lra. exact B. }
  assert (CV : cosh (2 * kappa * v) = cosh (2 * kappa * av)).
  { unfold av, Rabs. destruct (Rcase_abs v); [| reflexivity].
    replace (2 * kappa * - v) with (- (2 * kappa * v)) by ring. symmetry. apply cosh_minus. }
  assert (CT : cosh (2 * kappa * t * y) = cosh (2 * kappa * (t * ay))).
  { unfold ay, Rabs. destruct (Rcase_abs y).
    - replace (2 * kappa * (t * - y)) with (- (2 * kappa * t * y)) by ring. symmetry. apply cosh_minus.
    - f_equal. ring. }
  assert (Y4 : y ^ 4 = ay ^ 4).
  { unfold ay, Rabs. destruct (Rcase_abs y); [ring | reflexivity]. }
  rewrite CV, CT, Y4.
  pose proof (cosh_difference (2 * kappa * (t * ay)) (2 * kappa * av)) as D.
  assert (D0 : 0 <= 2 * kappa * (t * ay) <= 2 * kappa * av).
  { split; [apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra] | apply Rmult_le_compat_l; lra]. }
  specialize (D D0).
  assert (CB : cosh (2 * kappa * av) <= cosh (kappa * eps0 * y)).
  { apply cosh_le. rewrite !Rabs_mult. fold ay. unfold av at 1. rewrite Rabs_Rabsolu. fold av.
    rewrite (Rabs_right 2), (Rabs_right kappa), (Rabs_right eps0) by lra. nra. }
  pose proof (cosh_above_1 (kappa * eps0 * y)) as C1.
  assert (SQ : ((2 * kappa * av) ^ 2 - (2 * kappa * (t * ay)) ^ 2) / 2 <= kk * eps0 ^ 2 / 2 * ay ^ 4).
  { replace (((2 * kappa * av) ^ 2 - (2 * kappa * (t * ay)) ^ 2) / 2) with (2 * kk * (av ^ 2 - (t * ay) ^ 2))
      by (rewrite <- S; field).
    replace (kk * eps0 ^ 2 / 2 * ay ^ 4) with (2 * kk * (eps0 ^ 2 / 4 * ay ^ 4)) by field.
    apply Rmult_le_compat_l; [lra |].
    set (r := eps0 / 2 - t) in *. assert (R0 : 0 <= r) by (unfold r; lra).
    assert (A2 : av ^ 2 <= (t * ay + ay ^ 3 * r) ^ 2) by (apply pow_incr; lra).
    assert (A6 : ay ^ 6 <= ay ^ 4).
    { replace (ay ^ 6) with (ay ^ 4 * ay ^ 2) by ring. rewrite <- (Rmult_1_r (ay ^ 4)) at 2.
      apply Rmult_le_compat_l; [apply pow_le; lra | nra]. }
    assert (A4 : 0 <= ay ^ 4) by (apply pow_le; lra).
    replace (eps0 ^ 2 / 4) with ((t + r) ^ 2) by (unfold r; field).
    assert (r ^ 2 * ay ^ 6 <= r ^ 2 * ay ^ 4) by (apply Rmult_le_compat_l; [apply pow2_ge_0 | exact A6]).
    assert (0 <= t ^ 2 * ay ^ 4) by (apply Rmult_le_pos; [apply pow2_ge_0 | exact A4]). nra. }
  assert (D1 : 0 <= ((2 * kappa * av) ^ 2 - (2 * kappa * (t * ay)) ^ 2) / 2).
  { assert ((2 * kappa * (t * ay)) ^ 2 <= (2 * kappa * av) ^ 2) by (apply pow_incr; exact D0). lra. }
  pose proof (cosh_above_1 (2 * kappa * av)) as C2.
  assert (F : ((2 * kappa * av) ^ 2 - (2 * kappa * (t * ay)) ^ 2) / 2 * cosh (2 * kappa * av)
              <= kk * eps0 ^ 2 / 2 * ay ^ 4 * cosh (kappa * eps0 * y)) by (apply Rmult_le_compat; lra).
  lra.
Qed.
Theorem K_8_moment :
  renyi_moment (clone_pair_with n eps0 p) lambda
  <= 1 / (1 - a) + kk * eps0 ^ 2 / 2
     * (6 / ((n * p) ^ 2 * (1 - z) ^ 3) + 36 * kk * eps0 ^ 2 / ((n * p) ^ 3 * (1 - z) ^ 4)
        + 24 * kk ^ 2 * eps0 ^ 4 / ((n * p) ^ 4 * (1 - z) ^ 5)).
Proof.
  pose proof kk_positive as K0. pose proof t_bounds as [TB TE].
  assert (S : kappa * kappa = kk) by (apply sqrt_sqrt; lra). assert (K1 : 0 <= kappa) by apply sqrt_pos.
  pose proof (users_whole n W N1) as E.
  assert (NP : 0 < n * p) by (apply Rmult_lt_0_compat; lra).
  set (w := kk * eps0 ^ 2 / 2). assert (W0 : 0 <= w) by (assert (0 <= kk * eps0 ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]); unfold w; lra).
  set (wa := 2 * kk * t ^ 2).
  assert (A0 : 0 <= wa) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
  assert (AW : wa <= w).
  { assert (T2 : t ^ 2 <= (eps0 / 2) ^ 2) by (apply pow_incr; lra). apply (Rmult_le_compat_l (2 * kk)) in T2; [| lra].
    unfold wa, w. lra. }
  assert (ZE : w / (n * p) = z) by (unfold w, z; field; lra).
  assert (AE : wa / (n * p) = a) by reflexivity.
  assert (AZ : a < 1).
  { rewrite <- AE. apply Rle_lt_trans with (w / (n * p)); [| lra].
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact NP | exact AW]. }
  rewrite (clone_moment n eps0 p H P' lambda). set (N := pred (users n)) in *.
  apply Rle_trans with (mean (binomial_law N p) (fun c => exp (wa / INR (Datatypes.S c))
    + w * (3 * (/ INR (Datatypes.S c) ^ 2 * exp (w / INR (Datatypes.S c)))
           + (12 * w * (/ INR (Datatypes.S c) ^ 3 * exp (w / INR (Datatypes.S c)))
              + 4 * w ^ 2 * (/ INR (Datatypes.S c) ^ 4 * exp (w / INR (Datatypes.S c))))))).
  - apply mean_le; [apply not_negative_binomial; exact P' |]. intros c.
    rewrite (moment_at_symmetric eps0 lambda).
    pose proof (lt_0_INR (Datatypes.S c) ltac:(lia)) as M0. set (M := INR (Datatypes.S c)) in *.
    apply Rle_trans with (halves (Datatypes.S c) (fun i j => cosh (2 * kappa * t * mean_sign (INR i) (INR j))
      + w * (mean_sign (INR i) (INR j) ^ 4 * cosh (kappa * eps0 * mean_sign (INR i) (INR j))))).
    + apply halves_below. intros i j _. apply leading_part, mean_sign_bounds; apply pos_INR.
    + rewrite halves_plus, halves_scaled. apply Rplus_le_compat.
      * rewrite (halves_agree (Datatypes.S c) _ (fun i j => cosh (2 * kappa * t / M * (INR i - INR j)))).
        -- rewrite halves_cosh.
           apply Rle_trans with (exp ((2 * kappa * t / M) ^ 2 / 2) ^ Datatypes.S c);
             [apply pow_incr; split; [left; apply cosh_pos | apply cosh_gaussian] |].
           rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. fold M. right. f_equal.
           unfold wa. rewrite <- S. field. lra.
        -- intros i j Eij. f_equal. unfold mean_sign. rewrite <- plus_INR, Eij. fold M. field. lra.
      * apply Rmult_le_compat_l; [exact W0 |].
        pose proof (fourth_moment c (kappa * eps0) ltac:(apply Rmult_le_pos; lra)) as F. cbv zeta in F. fold M in F.
        eapply Rle_trans; [exact F |]. right.
        replace ((kappa * eps0) ^ 2 / (2 * M)) with (w / M) by (unfold w; rewrite <- S; field; lra).
        replace ((kappa * eps0) ^ 2) with (2 * w) by (unfold w; rewrite <- S; field).
        replace ((kappa * eps0) ^ 4) with (4 * w ^ 2) by (unfold w; rewrite <- S; field). field. lra.
  - rewrite mean_plus, !mean_times, !mean_plus, !mean_times.
    pose proof (exponential_of_inverse N p wa P A0) as G0. rewrite E, AE in G0. specialize (G0 AZ).
    pose proof (inverse_power_exponential 2 N p w P W0) as G2. rewrite E, ZE in G2. specialize (G2 Z).
    pose proof (inverse_power_exponential 3 N p w P W0) as G3. rewrite E, ZE in G3. specialize (G3 Z).
    pose proof (inverse_power_exponential 4 N p w P W0) as G4. rewrite E, ZE in G4. specialize (G4 Z).
    apply Rplus_le_compat; [exact G0 |]. apply Rmult_le_compat_l; [exact W0 |].
    apply (Rmult_le_compat_l 3) in G2; [| lra]. apply (Rmult_le_compat_l (12 * w)) in G3; [| lra].
    apply (Rmult_le_compat_l (4 * w ^ 2)) in G4; [| apply Rmult_le_pos; [lra | apply pow2_ge_0]].
    eapply Rle_trans; [apply Rplus_le_compat; [exact G2 | apply Rplus_le_compat; [exact G3 | exact G4]] |]. right.
    simpl (INR (fact _)). unfold w. field. repeat split; lra.
Qed.
Theorem K_8_renyi :
  renyi (clone_pair_with n eps0 p) lambda
  <= ln (1 / (1 - 2 * lambda * (lambda - 1) * (tanh (eps0 / 2)) ^ 2 / (n * p))
         + lambda * (lambda - 1) * eps0 ^ 2 / 2
           * (6 / ((n * p) ^ 2 * (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) ^ 3)
              + 36 * lambda * (lambda - 1) * eps0 ^ 2
                / ((n * p) ^ 3 * (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) ^ 4)
              + 24 * lambda ^ 2 * (lambda - 1) ^ 2 * eps0 ^ 4
                / ((n * p) ^ 4 * (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) ^ 5))) / (lambda - 1).
Proof.
  eapply Rle_trans; [apply renyi_at_most; [exact L | split; [apply clone_moment_positive; assumption | exact K_8_moment]] |].
  right. f_equal. f_equal. unfold a, z, t, kk.
  replace (2 * (lambda * (lambda - 1)) * tanh (eps0 / 2) ^ 2) with (2 * lambda * (lambda - 1) * tanh (eps0 / 2) ^ 2) by ring.
  replace (36 * (lambda * (lambda - 1)) * eps0 ^ 2) with (36 * lambda * (lambda - 1) * eps0 ^ 2) by ring.
  replace (24 * (lambda * (lambda - 1)) ^ 2 * eps0 ^ 4) with (24 * lambda ^ 2 * (lambda - 1) ^ 2 * eps0 ^ 4) by ring.
  reflexivity.
Qed.
End K_8.
