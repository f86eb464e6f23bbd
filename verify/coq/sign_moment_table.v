(* The part of sign_moment_bound.v that Coq computes: k < 22 and m <= 11(k-1), in whole numbers. 2^m E S^(2k) is a
   sum over a row of Pascal's triangle. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws V_3 clone_moments K_5 sign_moments.
Import ListNotations.
Open Scope R_scope.

Fixpoint next_row (before : Z) (row : list Z) : list Z :=
  match row with [] => [before] | x :: rest => (before + x)%Z :: next_row x rest end.
Fixpoint pascal_row (m : nat) : list Z := match m with O => [1%Z] | S j => next_row 0 (pascal_row j) end.
(* The weights of a row at y, y+2, y+4, … *)
Fixpoint row_sum (row : list Z) (y : Z) (f : Z -> R) : R :=
  match row with [] => 0 | w :: rest => IZR w * f y + row_sum rest (y + 2)%Z f end.
Lemma next_row_sum row : forall before y f,
  row_sum (next_row before row) y f = IZR before * f y + row_sum row y f + row_sum row (y + 2)%Z f.
Proof.
  induction row as [| x rest IH]; intros before y f; cbn [next_row row_sum]; [ring |].
  rewrite IH, plus_IZR. ring.
Qed.
Lemma row_sum_halves m f : forall x : Z,
  2 ^ m * halves m (fun a b => f (x + Z.of_nat a - Z.of_nat b)%Z) = row_sum (pascal_row m) (x - Z.of_nat m)%Z f.
Proof.
  induction m as [| m IH]; intros x.
  - rewrite halves_zero. cbn [pascal_row row_sum]. simpl pow. replace (x + Z.of_nat 0 - Z.of_nat 0)%Z with x by lia.
    replace (x - Z.of_nat 0)%Z with x by lia. ring.
  - rewrite halves_succ. cbn [pascal_row]. rewrite next_row_sum.
    replace (x - Z.of_nat (S m) + 2)%Z with (x + 1 - Z.of_nat m)%Z by lia.
    replace (x - Z.of_nat (S m))%Z with (x - 1 - Z.of_nat m)%Z by lia.
    rewrite <- !IH.
    rewrite (halves_agree m _ (fun a b => f (x + 1 + Z.of_nat a - Z.of_nat b)%Z)) by (intros; f_equal; lia).
    rewrite (halves_agree m (fun a b => f (x + Z.of_nat a - Z.of_nat (S b))%Z)
      (fun a b => f (x - 1 + Z.of_nat a - Z.of_nat b)%Z)) by (intros; f_equal; lia).
    simpl pow. field.
Qed.

Fixpoint whole_row_sum (row : list Z) (y : Z) (k : nat) : Z :=
  match row with [] => 0%Z | w :: rest => (w * (y * y) ^ Z.of_nat k + whole_row_sum rest (y + 2) k)%Z end.
Lemma whole_row_sum_is k row : forall y,
  IZR (whole_row_sum row y k) = row_sum row y (fun z => IZR z ^ (2 * k)).
Proof.
  induction row as [| w rest IH]; intros y; cbn [whole_row_sum row_sum]; [reflexivity |].
  rewrite plus_IZR, mult_IZR, <- pow_IZR, IH, mult_IZR, pow_mult. do 3 f_equal. ring.
Qed.
Fixpoint whole_rising (c : Z) (k : nat) : Z := match k with O => 1%Z | S j => ((c + 1) * whole_rising (c + 1) j)%Z end.
Lemma whole_rising_is k : forall c, IZR (whole_rising c k) = rising (IZR c) k.
Proof.
  induction k as [| k IH]; intros c; cbn [whole_rising rising]; [reflexivity |].
  rewrite mult_IZR, IH, !plus_IZR. reflexivity.
Qed.
Fixpoint whole_odd_product (k : nat) : Z :=
  match k with O => 1%Z | S j => (whole_odd_product j * (2 * Z.of_nat j + 1))%Z end.
Lemma whole_odd_product_is k : IZR (whole_odd_product k) = odd_product k.
Proof.
  induction k as [| k IH]; cbn [whole_odd_product odd_product]; [reflexivity |].
  rewrite mult_IZR, IH, plus_IZR, mult_IZR, <- INR_IZR_INZ. reflexivity.
Qed.

(* The next power: every weight times y^2. *)
Fixpoint times_squares (row : list Z) (y : Z) : list Z :=
  match row with [] => [] | w :: rest => (w * (y * y))%Z :: times_squares rest (y + 2)%Z end.
Fixpoint total (row : list Z) : Z := match row with [] => 0%Z | w :: rest => (w + total rest)%Z end.
Lemma times_squares_sum row : forall y k, whole_row_sum (times_squares row y) y k = whole_row_sum row y (S k).
Proof.
  induction row as [| w rest IH]; intros y k; cbn [times_squares whole_row_sum]; [reflexivity |].
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.
Lemma total_sum row : forall y, total row = whole_row_sum row y 0.
Proof.
  induction row as [| w rest IH]; intros y; cbn [total whole_row_sum]; [reflexivity |].
  rewrite (IH (y + 2)%Z). change (Z.of_nat 0) with 0%Z. rewrite Z.pow_0_r. ring.
Qed.

Definition is_below (k m : nat) (sum : Z) : bool :=
  let z := Z.of_nat m in
  (whole_rising (z - 1) k * sum * 20 ^ Z.of_nat k
   <=? whole_odd_product k * 21 ^ Z.of_nat k * (z * z) ^ Z.of_nat k * 2 ^ z)%Z.
Lemma is_below_says k c :
  is_below k (S c) (whole_row_sum (pascal_row (S c)) (- Z.of_nat (S c)) k) = true ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * INR (S c) ^ (2 * k).
Proof.
  intros B. unfold is_below in B. cbv zeta in B. set (m := S c) in *. apply Z.leb_le, IZR_le in B.
  rewrite !mult_IZR, <- !pow_IZR, whole_row_sum_is, whole_rising_is, whole_odd_product_is in B.
  replace (- Z.of_nat m)%Z with (0 - Z.of_nat m)%Z in B by lia. rewrite <- row_sum_halves in B.
  assert (C : IZR (Z.of_nat m - 1) = INR c) by (rewrite INR_IZR_INZ; f_equal; unfold m; lia). rewrite C in B.
  assert (E : halves m (fun a b => IZR (0 + Z.of_nat a - Z.of_nat b) ^ (2 * k)) = sign_moment m (2 * k)).
  { apply halves_agree. intros a b _. rewrite minus_IZR, plus_IZR, <- !INR_IZR_INZ. f_equal. ring. }
  rewrite E in B. rewrite mult_IZR, <- INR_IZR_INZ in B.
  replace (INR m ^ (2 * k)) with ((INR m * INR m) ^ k) by (rewrite pow_mult; f_equal; ring).
  apply Rmult_le_reg_r with (2 ^ m * 20 ^ k); [apply Rmult_lt_0_compat; apply pow_lt; lra |].
  replace ((21 / 20) ^ k) with (21 ^ k * / 20 ^ k) by (unfold Rdiv; rewrite Rpow_mult_distr, pow_inv; reflexivity).
  assert (N : 20 ^ k <> 0) by (apply pow_nonzero; lra).
  replace (odd_product k * (21 ^ k * / 20 ^ k) * (INR m * INR m) ^ k * (2 ^ m * 20 ^ k))
    with (odd_product k * 21 ^ k * (INR m * INR m) ^ k * 2 ^ m) by (field; exact N).
  lra.
Qed.

(* Rows as long as m allows, and powers as high as 2k allows. *)
Fixpoint all_powers (how_many k m : nat) (row : list Z) : bool :=
  match how_many with
  | O => true
  | S rest => if is_below k m (total row) then all_powers rest (S k) m (times_squares row (- Z.of_nat m)) else false
  end.
Fixpoint all_rows (how_many powers m : nat) (row : list Z) : bool :=
  match how_many with
  | O => true
  | S rest => if all_powers powers 0 m row then all_rows rest powers (S m) (next_row 0 row) else false
  end.
Lemma all_powers_say how_many m row : forall k weights,
  (forall j, whole_row_sum weights (- Z.of_nat m) j = whole_row_sum row (- Z.of_nat m) (k + j)) ->
  all_powers how_many k m weights = true ->
  forall i, (i < how_many)%nat -> is_below (k + i) m (whole_row_sum row (- Z.of_nat m) (k + i)) = true.
Proof.
  induction how_many as [| h IH]; intros k weights W A i I; [lia |]. cbn [all_powers] in A.
  destruct (is_below k m (total weights)) eqn:E; [| discriminate].
  destruct i as [| i].
  - rewrite <- W, <- total_sum, Nat.add_0_r. exact E.
  - replace (k + S i)%nat with (S k + i)%nat by lia. apply (IH (S k) (times_squares weights (- Z.of_nat m))); [| exact A | lia].
    intros j. rewrite times_squares_sum, W. f_equal. lia.
Qed.
Lemma all_rows_say how_many powers : forall m, all_rows how_many powers m (pascal_row m) = true ->
  forall i k, (i < how_many)%nat -> (k < powers)%nat ->
  is_below k (m + i) (whole_row_sum (pascal_row (m + i)) (- Z.of_nat (m + i)) k) = true.
Proof.
  induction how_many as [| h IH]; intros m A i k I K; [lia |]. cbn [all_rows] in A.
  destruct (all_powers powers 0 m (pascal_row m)) eqn:E; [| discriminate].
  destruct i as [| i].
  - rewrite Nat.add_0_r. apply (all_powers_say powers m (pascal_row m) 0 (pascal_row m)); [reflexivity | exact E | exact K].
  - replace (m + S i)%nat with (S m + i)%nat by lia. apply (IH (S m)); [exact A | lia | exact K].
Qed.
Lemma table : all_rows 220 22 1 (pascal_row 1) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma sign_moment_small c k :
  (k < 22)%nat -> (S c <= 11 * (k - 1))%nat ->
  rising (INR c) k * sign_moment (S c) (2 * k) <= odd_product k * (21 / 20) ^ k * INR (S c) ^ (2 * k).
Proof. intros K C. apply is_below_says. apply (all_rows_say 220 22 1 table c k); [lia | exact K]. Qed.
