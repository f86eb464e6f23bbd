(* Hyperbolic functions: the inequalities that bounds of moments use. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Rcomplements Hierarchy Derive AutoDerive.
From Shufflecert Require Import numbers V_3.
Open Scope R_scope.

Lemma rises_to (f f' : R -> R) b :
  0 <= b -> (forall x, 0 <= x <= b -> is_derive f x (f' x)) -> (forall x, 0 <= x <= b -> 0 <= f' x) -> f 0 <= f b.
Proof.
  intros [B | <-] D P; [| lra].
  destruct (MVT_cor2 f f' 0 b B) as [c [E C]].
  { intros x I. apply is_derive_Reals, D. exact I. }
  pose proof (P c ltac:(lra)). assert (0 <= f' c * (b - 0)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma cosh_pos x : 0 < cosh x.
Proof. unfold cosh. pose proof (exp_pos x). pose proof (exp_pos (- x)). lra. Qed.
Lemma cosh_minus x : cosh (- x) = cosh x.
Proof. unfold cosh. rewrite Ropp_involutive. lra. Qed.
Lemma cosh_at_0 : cosh 0 = 1.
Proof. unfold cosh. rewrite Ropp_0, exp_0. lra. Qed.
Lemma cosh_above_1 x : 1 <= cosh x.
Proof. unfold cosh. pose proof (exp_line x). pose proof (exp_line (- x)). lra. Qed.
Lemma tanh_at_0 : tanh 0 = 0.
Proof. unfold tanh, sinh. rewrite Ropp_0, exp_0. unfold Rdiv. ring. Qed.
Lemma tanh_minus x : tanh (- x) = - tanh x.
Proof. unfold tanh. rewrite cosh_minus. unfold sinh. rewrite Ropp_involutive. pose proof (cosh_pos x). field. lra. Qed.
Lemma tanh_by_exp x : tanh x = 1 - 2 / (exp (2 * x) + 1).
Proof.
  unfold tanh, sinh, cosh. replace (2 * x) with (x + x) by ring. rewrite exp_plus, exp_Ropp.
  pose proof (exp_pos x). field. repeat split; nra.
Qed.
Lemma tanh_bounds x : -1 < tanh x < 1.
Proof.
  rewrite tanh_by_exp. pose proof (exp_pos (2 * x)) as P.
  assert (0 < 2 / (exp (2 * x) + 1) < 2); [| lra]. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_lt_reg_r with (exp (2 * x) + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma tanh_lt x y : x < y -> tanh x < tanh y.
Proof.
  intros H. rewrite !tanh_by_exp. pose proof (exp_pos (2 * x)). pose proof (exp_increasing (2 * x) (2 * y) ltac:(lra)).
  assert (/ (exp (2 * y) + 1) < / (exp (2 * x) + 1)); [| lra].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat |]; lra.
Qed.
Lemma tanh_le x y : x <= y -> tanh x <= tanh y.
Proof. intros [H | ->]; [left; apply tanh_lt; exact H | lra]. Qed.
Lemma tanh_le_reg x y : tanh x <= tanh y -> x <= y.
Proof. intros H. apply Rnot_lt_le. intros G. apply tanh_lt in G. lra. Qed.
Lemma tanh_nonneg x : 0 <= x -> 0 <= tanh x.
Proof. intros H. rewrite <- tanh_at_0. apply tanh_le. exact H. Qed.
Lemma tanh_slope c x : is_derive (fun y => tanh (c * y)) x (c * (1 - tanh (c * x) ^ 2)).
Proof.
  unfold tanh, sinh, cosh. pose proof (exp_pos (c * x)). pose proof (exp_pos (- (c * x))).
  auto_derive; [lra |]. field. lra.
Qed.
Lemma log_cosh_slope c x : is_derive (fun y => ln (cosh (c * y))) x (c * tanh (c * x)).
Proof.
  unfold tanh, sinh, cosh. pose proof (exp_pos (c * x)). pose proof (exp_pos (- (c * x))).
  auto_derive; [lra |]. field. lra.
Qed.

(* tanh lies above its chords from 0, and below the diagonal. *)
Lemma tanh_chord y x : 0 <= y <= 1 -> 0 <= x -> y * tanh x <= tanh (y * x).
Proof.
  intros Y X.
  set (f := fun x => tanh (y * x) - y * tanh (1 * x)). assert (G : f 0 <= f x).
  { apply (rises_to f (fun x => y * (1 - tanh (y * x) ^ 2) - y * (1 * (1 - tanh (1 * x) ^ 2))) x X).
    - intros z _. unfold f. apply (is_derive_minus (fun x => tanh (y * x)) (fun x => y * tanh (1 * x)));
        [apply tanh_slope | apply is_derive_scal, tanh_slope].
    - intros z [Z _]. pose proof (tanh_nonneg (y * z) ltac:(apply Rmult_le_pos; lra)).
      pose proof (tanh_le (y * z) (1 * z) ltac:(apply Rmult_le_compat_r; lra)).
      assert (tanh (y * z) ^ 2 <= tanh (1 * z) ^ 2) by (apply pow_incr; lra).
      assert (0 <= y * (tanh (1 * z) ^ 2 - tanh (y * z) ^ 2)) by (apply Rmult_le_pos; lra). lra. }
  unfold f in G. rewrite !Rmult_0_r, tanh_at_0, Rmult_1_l in G. lra.
Qed.
Lemma tanh_below x : 0 <= x -> tanh x <= x.
Proof.
  intros X.
  set (f := fun x => x - tanh (1 * x)). assert (G : f 0 <= f x).
  { apply (rises_to f (fun x => 1 - 1 * (1 - tanh (1 * x) ^ 2)) x X).
    - intros z _. unfold f. apply (is_derive_minus (fun x => x) (fun x => tanh (1 * x)));
        [apply is_derive_Reals, derivable_pt_lim_id | apply tanh_slope].
    - intros z _. pose proof (pow2_ge_0 (tanh (1 * z))). lra. }
  unfold f in G. rewrite Rmult_0_r, tanh_at_0, Rmult_1_l in G. lra.
Qed.
Lemma cosh_gaussian x : cosh x <= exp (x ^ 2 / 2).
Proof.
  assert (P : forall x, 0 <= x -> cosh x <= exp (x ^ 2 / 2)).
  { clear x. intros x X.
    set (f := fun x => x ^ 2 / 2 - ln (cosh (1 * x))). assert (G : f 0 <= f x).
    { apply (rises_to f (fun x => x - 1 * tanh (1 * x)) x X).
      - intros z _. unfold f. apply (is_derive_minus (fun x => x ^ 2 / 2) (fun x => ln (cosh (1 * x))));
          [auto_derive; [exact I | field] | apply log_cosh_slope].
      - intros z Z. rewrite !Rmult_1_l. pose proof (tanh_below z ltac:(lra)). lra. }
    unfold f in G. rewrite Rmult_0_r, cosh_at_0, ln_1, Rmult_1_l in G.
    rewrite <- (exp_ln (cosh x)) by apply cosh_pos. replace (0 ^ 2) with 0 in G by ring.
    assert (L : ln (cosh x) <= x ^ 2 / 2) by lra.
    destruct L as [L | ->]; [left; apply exp_increasing; exact L | lra]. }
  destruct (Rle_dec 0 x) as [X | X]; [apply P; exact X |].
  rewrite <- cosh_minus. replace (x ^ 2) with ((- x) ^ 2) by ring. apply P. lra.
Qed.
Lemma cosh_le x y : Rabs x <= Rabs y -> cosh x <= cosh y.
Proof.
  assert (E : forall z, cosh (Rabs z) = cosh z).
  { intros z. unfold Rabs. destruct (Rcase_abs z); [apply cosh_minus | reflexivity]. }
  intros H. rewrite <- (E x), <- (E y). pose proof (Rabs_pos x). set (a := Rabs x) in *. set (b := Rabs y) in *.
  (* (e^b - e^a)(1 - e^-(a+b)) is at least 0. *)
  assert (A : exp a <= exp b) by (destruct H as [H | ->]; [left; apply exp_increasing; exact H | lra]).
  assert (B : exp (- a) * exp (- b) <= 1).
  { rewrite <- exp_plus, <- exp_0. destruct (Req_dec (- a + - b) 0) as [-> | N]; [lra |].
    left. apply exp_increasing. lra. }
  unfold cosh. assert (C : 0 <= (exp b - exp a) * (1 - exp (- a) * exp (- b))) by (apply Rmult_le_pos; lra).
  replace ((exp b - exp a) * (1 - exp (- a) * exp (- b)))
    with (exp b - exp a - (exp b * exp (- b)) * exp (- a) + (exp a * exp (- a)) * exp (- b)) in C by ring.
  rewrite <- !exp_plus, !Rplus_opp_r, !Rplus_0_l in C. lra.
Qed.
(* cosh of a square root is subadditive in its logarithm: with c^2 = a^2 + 1. *)
Lemma cosh_product a c x : 0 <= a -> 0 < c -> c ^ 2 = a ^ 2 + 1 -> cosh (c * x) <= cosh (a * x) * cosh x.
Proof.
  intros A C E.
  assert (P : forall x, 0 <= x -> cosh (c * x) <= cosh (a * x) * cosh x).
  { clear x. intros x X.
    set (f := fun x => ln (cosh (a * x)) + ln (cosh (1 * x)) - ln (cosh (c * x))).
    assert (G : f 0 <= f x).
    { apply (rises_to f (fun x => a * tanh (a * x) + 1 * tanh (1 * x) - c * tanh (c * x)) x X).
      - intros z _. unfold f.
        apply (is_derive_minus (fun x => ln (cosh (a * x)) + ln (cosh (1 * x))) (fun x => ln (cosh (c * x))));
          [| apply log_cosh_slope].
        apply (is_derive_plus (fun x => ln (cosh (a * x))) (fun x => ln (cosh (1 * x)))); apply log_cosh_slope.
      - intros z Z. assert (c <> 0) by lra. assert (CZ : 0 <= c * z) by (apply Rmult_le_pos; lra).
        assert (A1 : 0 <= a / c <= 1).
        { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
          apply Rmult_le_reg_r with c; [lra |]. replace (a / c * c) with a by (field; lra). nra. }
        assert (A2 : 0 <= / c <= 1).
        { split; [left; apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; nra. }
        pose proof (tanh_chord (a / c) (c * z) A1 CZ) as T1. pose proof (tanh_chord (/ c) (c * z) A2 CZ) as T2.
        replace (a / c * (c * z)) with (a * z) in T1 by (field; lra).
        replace (/ c * (c * z)) with (1 * z) in T2 by (field; lra).
        assert (S : c * tanh (c * z) = a * (a / c * tanh (c * z)) + / c * tanh (c * z)).
        { transitivity ((a ^ 2 + 1) / c * tanh (c * z)); [rewrite <- E; field; lra | field; lra]. }
        rewrite S. pose proof (Rmult_le_compat_l a _ _ A T1). lra. }
    unfold f in G. rewrite !Rmult_0_r, cosh_at_0, ln_1, Rmult_1_l in G.
    rewrite <- (exp_ln (cosh (c * x))), <- (exp_ln (cosh (a * x))), <- (exp_ln (cosh x)), <- exp_plus
      by apply cosh_pos.
    assert (L : ln (cosh (c * x)) <= ln (cosh (a * x)) + ln (cosh x)) by lra.
    destruct L as [L | ->]; [left; apply exp_increasing; exact L | lra]. }
  destruct (Rle_dec 0 x) as [X | X]; [apply P; exact X |].
  rewrite <- (cosh_minus (c * x)), <- (cosh_minus (a * x)), <- (cosh_minus x).
  replace (- (c * x)) with (c * - x) by ring. replace (- (a * x)) with (a * - x) by ring. apply P. lra.
Qed.
(* log(1+u) >= u e^(-u/2). *)
Lemma log_above u : 0 <= u -> u * exp (- (u / 2)) <= ln (1 + u).
Proof.
  intros U. set (y := ln (1 + u) / 2).
  assert (E : exp (2 * y) = 1 + u) by (unfold y; replace (2 * (ln (1 + u) / 2)) with (ln (1 + u)) by field; apply exp_ln; lra).
  assert (Y : 0 <= y).
  { unfold y. assert (0 <= ln (1 + u)); [| lra].
    rewrite <- ln_1. apply ln_le_ln_of; lra. }
  pose proof (tanh_below y Y) as T. rewrite tanh_by_exp, E in T.
  assert (D : u * exp (- (u / 2)) <= 2 * (1 - 2 / (1 + u + 1))).
  { replace (2 * (1 - 2 / (1 + u + 1))) with (u * / (1 + u / 2)) by (field; lra).
    apply Rmult_le_compat_l; [exact U |]. rewrite exp_Ropp. apply Rinv_le_contravar; [lra | apply exp_line]. }
  unfold y in T. lra.
Qed.
