(* Moments of the mean Y of m independent signs, for (K.9) of docs/methods/theorems.md:
     m (m+1) … (m+k-1) E Y^(2k) <= (2k-1)!! (21/20)^k   for all m, k >= 1.

   With S = mY there are four regimes: where m >= 11(k-1), signs are sub-Gaussian moment by moment; where
   k/4 <= m < 11(k-1) and k >= 22, Chernoff's bound of E S^(2k); where m < k/4, |Y| <= 1; and for k < 22 finitely
   many m remain, which Coq computes. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Rcomplements Hierarchy Derive AutoDerive.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws V_3 densities hyperbolic clone_moments
  K_5 interval_arithmetic.
Import ListNotations.
Open Scope R_scope.

Definition sign_moment (m j : nat) : R := halves m (fun a b => (INR a - INR b) ^ j).
(* 1 3 5 … (2k-1). *)
Fixpoint odd_product (k : nat) : R := match k with O => 1 | S j => odd_product j * (2 * INR j + 1) end.
Lemma odd_product_positive k : 0 < odd_product k.
Proof. induction k as [| k IH]; simpl; [lra |]. pose proof (pos_INR k). apply Rmult_lt_0_compat; lra. Qed.

Lemma power_next x n : x ^ S n = x * x ^ n.
Proof. reflexivity. Qed.

(* Signs are sub-Gaussian moment by moment: E S^(2k) <= (2k-1)!! m^k. *)

Lemma odd_powers_rise x y j : y <= x -> y ^ (2 * j + 1) <= x ^ (2 * j + 1).
Proof.
  intros L.
  assert (P : forall z, 0 <= z ^ (2 * j)) by (intros z; rewrite pow_mult; apply pow_le, pow2_ge_0).
  assert (E : forall z, z ^ (2 * j + 1) = z * z ^ (2 * j)) by (intros z; rewrite Nat.add_1_r; reflexivity).
  destruct (Rle_dec 0 y) as [Y | Y].
  - apply pow_incr. lra.
  - destruct (Rle_dec 0 x) as [X | X].
    + rewrite !E. pose proof (P x). pose proof (P y). nra.
    + assert (O : forall z, (- z) ^ (2 * j + 1) = - z ^ (2 * j + 1)).
      { intros z. rewrite !E, !pow_mult. replace ((- z) ^ 2) with (z ^ 2) by ring. ring. }
      pose proof (pow_incr (- x) (- y) (2 * j + 1) ltac:(lra)) as G. rewrite !O in G. lra.
Qed.
Lemma power_difference x y j :
  x - y = 2 -> x ^ (2 * j + 1) - y ^ (2 * j + 1) <= (2 * INR j + 1) * (x ^ (2 * j) + y ^ (2 * j)).
Proof.
  intros D. induction j as [| j IH]; [simpl; lra |].
  replace (2 * S j + 1)%nat with (S (S (2 * j + 1))) by lia. replace (2 * S j)%nat with (S (2 * j + 1)) by lia.
  rewrite S_INR. pose proof (odd_powers_rise x y j ltac:(lra)) as M.
  assert (E : forall z, z ^ (2 * j + 1) = z * z ^ (2 * j)) by (intros z; rewrite Nat.add_1_r; reflexivity).
  assert (P : forall z, 0 <= z ^ (2 * j)) by (intros z; rewrite pow_mult; apply pow_le, pow2_ge_0).
  assert (Px := P x). assert (Py := P y). pose proof (pos_INR j) as J.
  assert (Ex : x ^ S (2 * j + 1) = x * x * x ^ (2 * j)) by (rewrite power_next, E; ring).
  assert (Ey : y ^ S (2 * j + 1) = y * y * y ^ (2 * j)) by (rewrite power_next, E; ring).
  assert (I : x ^ S (S (2 * j + 1)) - y ^ S (S (2 * j + 1))
              = 2 * (x ^ S (2 * j + 1) + y ^ S (2 * j + 1)) + x * y * (x ^ (2 * j + 1) - y ^ (2 * j + 1))).
  { rewrite !(power_next _ (S _)), Ex, Ey, !E. rewrite <- D. ring. }
  rewrite I. set (d := x ^ (2 * j + 1) - y ^ (2 * j + 1)) in *.
  destruct (Rle_dec 0 (x * y)) as [Q | Q].
  - apply (Rmult_le_compat_l (x * y)) in IH; [| exact Q].
    (* (x - y)(x^N - y^N) is at least 0. *)
    assert (B : x * y * (x ^ (2 * j) + y ^ (2 * j)) <= x ^ S (2 * j + 1) + y ^ S (2 * j + 1)).
    { assert (0 <= (x - y) * d) by (unfold d in *; apply Rmult_le_pos; lra). unfold d in *. rewrite !E in *. rewrite Ex, Ey. lra. }
    apply (Rmult_le_compat_l (2 * INR j + 1)) in B; [| lra]. lra.
  - assert (x * y * d <= 0) by (unfold d in *; nra).
    assert (0 <= x ^ S (2 * j + 1) + y ^ S (2 * j + 1)).
    { rewrite Ex, Ey. apply Rplus_le_le_0_compat; apply Rmult_le_pos; try assumption; apply Rle_0_sqr. }
    nra.
Qed.
Lemma sign_moment_next c k :
  sign_moment (S c) (2 * S k) <= (2 * INR k + 1) * INR (S c) * sign_moment (S c) (2 * k).
Proof.
  unfold sign_moment. set (g := fun a b : nat => (INR a - INR b) ^ (2 * k + 1)).
  rewrite (halves_agree (S c) _ (fun a b => INR a * g a b + -1 * (INR b * g a b))).
  2: { intros a b _. unfold g. replace (2 * S k)%nat with (S (2 * k + 1)) by lia. rewrite power_next. ring. }
  rewrite halves_plus, halves_scaled, halves_times_first, halves_times_second.
  rewrite (halves_succ c (fun a b => (INR a - INR b) ^ (2 * k))).
  assert (C : 0 <= INR (S c) / 2) by (pose proof (pos_INR (S c)); lra).
  assert (B : halves c (fun a b => g (S a) b + -1 * g a (S b))
              <= halves c (fun a b => (2 * INR k + 1) * ((INR (S a) - INR b) ^ (2 * k) + (INR a - INR (S b)) ^ (2 * k)))).
  { apply halves_below. intros a b _. unfold g.
    pose proof (power_difference (INR (S a) - INR b) (INR a - INR (S b)) k) as G.
    rewrite !S_INR in G. specialize (G ltac:(ring)). rewrite !S_INR. lra. }
  rewrite halves_plus, !halves_scaled, halves_plus in B.
  apply (Rmult_le_compat_l _ _ _ C) in B. lra.
Qed.
Lemma sign_moment_nonneg m k : 0 <= sign_moment m (2 * k).
Proof.
  unfold sign_moment, halves. apply mean_nonneg; [apply not_negative_binomial; lra |].
  intros a. rewrite pow_mult. apply pow_le, pow2_ge_0.
Qed.
Lemma sign_moment_gaussian c k : sign_moment (S c) (2 * k) <= odd_product k * INR (S c) ^ k.
Proof.
  induction k as [| k IH].
  - unfold sign_moment. change (2 * 0)%nat with 0%nat. change (odd_product 0 * INR (S c) ^ 0) with (1 * 1).
    rewrite (halves_agree (S c) _ (fun _ _ => 1)) by reflexivity. rewrite halves_one. lra.
  - eapply Rle_trans; [apply sign_moment_next |]. change (odd_product (S k)) with (odd_product k * (2 * INR k + 1)). rewrite power_next.
    pose proof (pos_INR k). pose proof (pos_INR (S c)).
    apply (Rmult_le_compat_l ((2 * INR k + 1) * INR (S c))) in IH; [| apply Rmult_le_pos; lra].
    lra.
Qed.
