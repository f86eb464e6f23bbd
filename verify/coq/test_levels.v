(* The level of a test written out, a sum over outcomes of one number: it lies between 0 and 1. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6.
Import ListNotations.
Open Scope R_scope.

Section Levels.
Variable l : law outcome.
Hypothesis L : is_law l.
Variable test : R -> R.
Hypothesis T : forall x, 0 <= test x <= 1.
Let at_most_one (n : nat) (lo : Z) (y : outcome) : R :=
  sum_first n (fun i => test (IZR lo + INR i) * (if same_outcome [(lo + Z.of_nat i)%Z] y then 1 else 0)).
Lemma only_one n lo y : 0 <= at_most_one n lo y <= 1 /\
  (0 < at_most_one n lo y -> exists i, (i < n)%nat /\ y = [(lo + Z.of_nat i)%Z]).
Proof.
  unfold at_most_one. induction n as [| n [IH E]]; cbn [sum_first]; [split; [lra | intros; lra] |].
  set (s := sum_first n _) in *. pose proof (T (IZR lo + INR n)) as B.
  destruct (same_outcome [(lo + Z.of_nat n)%Z] y) as [D | D].
  - assert (Z : s = 0).
    { destruct (Rle_lt_or_eq_dec 0 s (proj1 IH)) as [P | P]; [| symmetry; exact P].
      destruct (E P) as [i [I F]]. rewrite <- D in F. injection F. lia. }
    rewrite Z. split; [lra |]. intros _. exists n. split; [lia | symmetry; exact D].
  - split; [lra |]. intros P. destruct E as [i [I F]]; [lra |]. exists i. split; [lia | exact F].
Qed.
Lemma level_between (lo hi : Z) :
  0 <= sum_over (IZR lo) (IZR hi) (fun x => test x * pmf l [Int_part x]) <= 1.
Proof.
  assert (W : forall k, Int_part (IZR k) = k).
  { intros k. destruct (base_Int_part (IZR k)) as [H1 H2]. apply le_IZR in H1.
    assert (k - 1 < Int_part (IZR k))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia. }
  assert (E : forall n, sum_first n (fun i => test (IZR lo + INR i) * pmf l [Int_part (IZR lo + INR i)]) = mean l (at_most_one n lo)).
  { induction n as [| n IH].
    - unfold at_most_one. cbn [sum_first]. rewrite mean_zero. reflexivity.
    - cbn [sum_first]. rewrite IH. unfold at_most_one at 2. cbn [sum_first]. rewrite mean_plus. f_equal.
      rewrite mean_times. f_equal. rewrite INR_IZR_INZ, <- plus_IZR, W. reflexivity. }
  unfold sum_over. rewrite E. split.
  - apply mean_nonneg; [apply law_not_negative; exact L | intros y; apply only_one].
  - rewrite <- (law_total l L). apply mean_le; [apply law_not_negative; exact L | intros y; apply only_one].
Qed.
End Levels.
Lemma choice_of_levels a b c d e : 0 <= c <= 1 -> 0 <= choice (is_lt a b) 1 (choice (is_eq d e) c 0) <= 1.
Proof. intros C. unfold choice. destruct (is_lt a b), (is_eq d e); lra. Qed.
Lemma between_mixed w a b : 0 <= w <= 1 -> 0 <= a <= 1 -> 0 <= b <= 1 -> 0 <= w * a + (1 - w) * b <= 1.
Proof.
  intros W A B. assert (0 <= w * a <= w * 1) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
  assert (0 <= (1 - w) * b <= (1 - w) * 1) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra). lra.
Qed.
