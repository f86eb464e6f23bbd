(* (O.16) of docs/methods/orderings.md, two counts of k: divergences of krr_pair(k, n, eps0) are at least those of
   variation_pair(n, e, (e-1)/(e+k-1), e, e), e = e^eps0: keep the histogram's counts of the symbols 0 and 1. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3 K_1_kary symmetry variation.
Import ListNotations.
Open Scope R_scope.

Definition two_of (h : outcome) : law outcome := sure [nth 0 h 0%Z; nth 1 h 0%Z].
Section Two_counts.
Variable eps0 : R.
Variable k : nat.
Hypothesis H : 0 <= eps0.
Hypothesis K : (3 <= k)%nat.
Let e := exp eps0.
Let share := / (e + INR k - 1).
Lemma share_positive : 0 < e + INR k - 1.
Proof. pose proof (exp_pos eps0) as E. fold e in E. pose proof (le_INR 3 k K) as L. simpl in L. lra. Qed.
(* A report, where all that matters is whether it is 0 or 1. *)
Lemma mean_report_two input g : (input < k)%nat ->
  (forall j, (2 <= j)%nat -> g j = g 2%nat) ->
  mean (krr_report eps0 k input) g
  = (if Nat.eqb 0 input then e else 1) * share * g 0%nat + (if Nat.eqb 1 input then e else 1) * share * g 1%nat
    + (1 - (if Nat.eqb 0 input then e else 1) * share - (if Nat.eqb 1 input then e else 1) * share) * g 2%nat.
Proof.
  intros I G. pose proof (is_law_krr_report eps0 k input H I) as L. pose proof (law_total _ L) as T.
  rewrite (mean_ext _ g (fun j => g 2%nat * 1 + ((if Nat.eqb j 0 then g 0%nat - g 2%nat else 0) + (if Nat.eqb j 1 then g 1%nat - g 2%nat else 0)))).
  2: { intros j. destruct j as [| [| j]]; simpl; try ring. rewrite (G (S (S j))) by lia. ring. }
  rewrite mean_plus, mean_times, T, mean_plus.
  assert (Z : forall c i, (i < k)%nat -> mean (krr_report eps0 k input) (fun j => if Nat.eqb j i then c else 0)
              = (if Nat.eqb i input then e else 1) * share * c).
  { intros c i Ik. rewrite mean_krr_report. rewrite (sum_of_ext _ _ (fun j => if Nat.eqb j i then (if Nat.eqb i input then e else 1) * share * c else 0)).
    - assert (S : forall s m, sum_of (seq s m) (fun j => if Nat.eqb j i then (if Nat.eqb i input then e else 1) * share * c else 0)
                 = if (Nat.leb s i && Nat.ltb i (s + m))%bool then (if Nat.eqb i input then e else 1) * share * c else 0).
      { intros s m. revert s. induction m as [| m IH]; intros s.
        - simpl. destruct (Nat.leb_spec s i), (Nat.ltb_spec i (s + 0)); simpl; try reflexivity; lia.
        - cbn [seq sum_of]. rewrite IH. destruct (Nat.eqb_spec s i), (Nat.leb_spec (S s) i), (Nat.leb_spec s i),
            (Nat.ltb_spec i (S s + m)), (Nat.ltb_spec i (s + S m)); simpl; try lia; ring. }
      rewrite S. destruct (Nat.leb_spec 0 i), (Nat.ltb_spec i (0 + k)); simpl; try lia. reflexivity.
    - intros j _. destruct (Nat.eqb_spec j i) as [-> | _]; [unfold share; fold e; unfold Rdiv; ring | ring]. }
  rewrite !Z by lia. ring.
Qed.
Definition own_two (input : nat) : law (Z * Z) :=
  two_report ((if Nat.eqb 0 input then e else 1) * share) ((if Nat.eqb 1 input then e else 1) * share).
Lemma histogram_two inputs : (forall y, In y inputs -> (y < k)%nat) -> forall f,
  mean (bind (krr_histogram eps0 k inputs) two_of) f = mean (two_sum (map own_two inputs)) f.
Proof.
  induction inputs as [| input rest IH]; intros I f.
  - cbn [krr_histogram map two_sum]. rewrite mean_bind, mean_sure. unfold two_of. rewrite !mean_sure.
    destruct k as [| [| k']]; try lia. reflexivity.
  - rewrite mean_bind, krr_histogram_cons.
    set (F := fun x y => mean (two_sum (map own_two rest)) (fun h => f [(nth 0 h 0 + x)%Z; (nth 1 h 0 + y)%Z])).
    assert (R : forall j, mean (krr_histogram eps0 k rest) (fun h => mean (two_of (counted h j)) f)
                = match j with 0 => F 1%Z 0%Z | 1 => F 0%Z 1%Z | _ => F 0%Z 0%Z end).
    { intros j. assert (IH' := IH ltac:(intros y Y; apply I; right; exact Y)).
      transitivity (match j with 0 => mean (bind (krr_histogram eps0 k rest) two_of) (fun h => f [(nth 0 h 0 + 1)%Z; (nth 1 h 0 + 0)%Z])
        | 1 => mean (bind (krr_histogram eps0 k rest) two_of) (fun h => f [(nth 0 h 0 + 0)%Z; (nth 1 h 0 + 1)%Z])
        | _ => mean (bind (krr_histogram eps0 k rest) two_of) (fun h => f [(nth 0 h 0 + 0)%Z; (nth 1 h 0 + 0)%Z]) end).
      - destruct j as [| [| j]]; rewrite mean_bind; apply krr_histogram_ext; intros h L;
          (destruct h as [| a [| b h]]; simpl in L; try lia); unfold two_of; rewrite !mean_sure; simpl; rewrite ?Z.add_0_r; reflexivity.
      - destruct j as [| [| j]]; rewrite IH'; reflexivity. }
    rewrite (mean_ext _ _ _ R). rewrite (mean_report_two input) by (try (apply I; left; reflexivity); intros [| [| j]] J; try lia; reflexivity).
    cbn [map two_sum]. unfold own_two at 1, two_report. rewrite mean_bind. cbn [mean fst snd].
    rewrite !mean_bind. unfold F.
    assert (E : forall x y, mean (two_sum (map own_two rest)) (fun h => mean (sure [(nth 0 h 0 + x)%Z; (nth 1 h 0 + y)%Z]) f)
               = mean (two_sum (map own_two rest)) (fun h => f [(nth 0 h 0 + x)%Z; (nth 1 h 0 + y)%Z])).
    { intros x y. apply mean_ext. intros h. apply mean_sure. }
    rewrite !E. ring.
Qed.
End Two_counts.

Section O_16.
Variables k n eps0 : R.
Hypothesis H : 0 < eps0.
Hypothesis K : 3 <= k.
Hypothesis W : is_whole k.
Let e := exp eps0.
Let D := krr_pair k n eps0.
Let V := variation_pair n e ((e - 1) / (e + k - 1)) e e.
Lemma e_above_1 : 1 < e.
Proof. unfold e. rewrite <- exp_0. apply exp_increasing. exact H. Qed.
Lemma symbols : INR (users k) = k /\ (3 <= users k)%nat.
Proof.
  destruct W as [z E]. rewrite E in *. assert (Z : (3 <= z)%Z) by (apply le_IZR; exact K).
  assert (P : Int_part (IZR z) = z).
  { destruct (base_Int_part (IZR z)) as [H1 H2]. apply le_IZR in H1.
    assert (z - 1 < Int_part (IZR z))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia. }
  unfold users. rewrite P. split; [rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity | lia].
Qed.
Let share := / (e + k - 1).
Lemma share_is : variation_share e ((e - 1) / (e + k - 1)) = share.
Proof.
  pose proof e_above_1 as E. unfold variation_share. rewrite Rmin_left.
  - unfold share. field. split; lra.
  - unfold Rdiv. apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra].
Qed.
Lemma variation_made_by : made_by two_of D V.
Proof.
  pose proof e_above_1 as E. destruct symbols as [S1 S2]. unfold V, variation_pair. rewrite share_is.
  assert (O : forall m, map (own_two eps0 (users k)) (repeat 2%nat m) = repeat (two_report (share * e / e) (share * e / e)) m).
  { induction m as [| m IH]; [reflexivity |]. cbn [repeat map]. rewrite IH. f_equal. unfold own_two. cbn [Nat.eqb].
    rewrite S1. fold e share. f_equal; unfold share; field; lra. }
  assert (I : forall i y, (i <= 1)%nat -> In y (i :: repeat 2%nat (pred (users n))) -> (y < users k)%nat).
  { intros i y I [<- | Y]; [lia | apply repeat_spec in Y; lia]. }
  assert (T : forall i, (i <= 1)%nat -> forall f, mean (bind (krr_histogram eps0 (users k) (i :: repeat 2%nat (pred (users n)))) two_of) f
              = mean (two_sum (own_two eps0 (users k) i :: repeat (two_report (share * e / e) (share * e / e)) (pred (users n)))) f).
  { intros i Hi f. rewrite (histogram_two eps0 (users k) ltac:(lra) S2) by (intros y Y; apply (I i y Hi Y)).
    cbn [map]. rewrite O. reflexivity. }
  split; intros f; unfold D, krr_pair; cbn [first second]; rewrite T by lia; unfold own_two; cbn [Nat.eqb]; rewrite S1;
    fold e share; rewrite !Rmult_1_l; reflexivity.
Qed.
Lemma two_of_is_law x : is_law (two_of x).
Proof. apply is_law_sure. Qed.
Lemma is_law_two_report u v : 0 <= u -> 0 <= v -> u + v <= 1 -> is_law (two_report u v).
Proof.
  intros U V' S. split; [| simpl; ring].
  intros w a [E | [E | [E | []]]]; injection E as <- _; lra.
Qed.
Lemma is_law_two_sum l : (forall r, In r l -> is_law r) -> is_law (two_sum l).
Proof.
  induction l as [| r rest IH]; intros I; cbn [two_sum]; [apply is_law_sure |].
  apply is_law_bind; [apply I; left; reflexivity |]. intros xy.
  apply is_law_bind; [apply IH; intros y Y; apply I; right; exact Y | intros h; apply is_law_sure].
Qed.
Lemma variation_laws : is_law (first V) /\ is_law (second V).
Proof.
  pose proof e_above_1 as E. unfold V, variation_pair. rewrite share_is. cbn [first second].
  assert (S0 : 0 < share) by (apply Rinv_0_lt_compat; lra).
  assert (S1 : (e + k - 1) * share = 1) by (unfold share; apply Rinv_r; lra).
  assert (S2 : (e + 1) * share <= 1) by (rewrite <- S1; apply Rmult_le_compat_r; lra).
  assert (S3 : share * e / e = share) by (field; lra). rewrite S3.
  assert (S4 : 1 * share <= e * share) by (apply Rmult_le_compat_r; lra).
  split; apply is_law_two_sum; intros r [<- | R]; try (apply repeat_spec in R; rewrite R); apply is_law_two_report; lra.
Qed.
Lemma variation_within : within e (first V) (second V) /\ within e (second V) (first V).
Proof.
  destruct variation_made_by as [M1 M2].
  assert (B : forall f : outcome -> R, (forall x, 0 <= f x) -> forall x, 0 <= mean (two_of x) f).
  { intros f F x. unfold two_of. rewrite mean_sure. apply F. }
  split; intros f F; rewrite M1, M2, !mean_bind;
    apply (krr_within eps0 (users k)); try lra; try (apply B; exact F).
Qed.
Lemma variation_finite lambda : 0 < lambda -> renyi_is_finite V lambda.
Proof.
  intros L. destruct variation_laws as [L1 L2].
  apply (finite_within V e); [exact L | apply law_total; exact L1 | apply law_not_negative; exact L1 |
    apply law_not_negative; exact L2 | apply variation_within].
Qed.
Theorem O_16_hockey_stick eps : hockey_stick V eps <= hockey_stick D eps.
Proof. exact (V_3_hockey_stick D V two_of eps two_of_is_law variation_made_by). Qed.
Theorem O_16_renyi lambda : 0 < lambda -> renyi V lambda <= renyi D lambda.
Proof.
  intros L. destruct variation_laws as [L1 L2]. assert (H' : 0 <= eps0) by lra.
  destruct (is_law_krr_pair k n eps0 H' K) as [K1 K2].
  apply (V_3_renyi D V two_of lambda L K1 K2 (proj1 (krr_is_dominated k n eps0 H')) L1 L2); [| exact two_of_is_law | exact variation_made_by].
  apply (dominated_within V e); [apply law_not_negative; exact L1 | apply variation_within].
Qed.
End O_16.
