(* Laws of reports on inputs of the same number, and their mixtures: what has a probability under one law has it
   under the other. So their divergences are finite. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 U_2.
Import ListNotations.
Open Scope R_scope.

(* Both are laws, and under l nothing is more than some multiple as probable as under r. *)
Definition comparable {A} (l r : law A) : Prop := is_law l /\ is_law r /\ exists x, 0 <= x /\ within x l r.

Lemma within_trans {A} x y (l m r : law A) : 0 <= x -> within x l m -> within y m r -> within (x * y) l r.
Proof.
  intros X L M f F. eapply Rle_trans; [apply L; exact F |]. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [exact X | apply M; exact F].
Qed.
Lemma comparable_mix {A} w (l l' r r' : law A) :
  0 <= w <= 1 -> comparable l l' -> comparable r r' -> comparable (mix w l r) (mix w l' r').
Proof.
  intros W [L [L' [x [X HL]]]] [K [K' [y [Y HK]]]].
  split; [apply is_law_mix; assumption | split; [apply is_law_mix; assumption |]].
  exists (Rmax x y). pose proof (Rmax_l x y) as M1. pose proof (Rmax_r x y) as M2. split; [lra |].
  intros f F. rewrite !mean_mix. pose proof (HL f F) as A1. pose proof (HK f F) as A2.
  pose proof (mean_nonneg l' f (law_not_negative _ L') F) as P1.
  pose proof (mean_nonneg r' f (law_not_negative _ K') F) as P2.
  assert (B1 : w * mean l f <= w * (Rmax x y * mean l' f)).
  { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact A1 | apply Rmult_le_compat_r; assumption]. }
  assert (B2 : (1 - w) * mean r f <= (1 - w) * (Rmax x y * mean r' f)).
  { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact A2 | apply Rmult_le_compat_r; assumption]. }
  lra.
Qed.
(* Draws in a row, one report after the other. *)
Lemma within_reports {A B} x y (l l' : law A) (k k' : A -> law B) :
  0 <= x -> not_negative l -> within x l l' -> (forall a, within y (k a) (k' a)) ->
  (forall a, not_negative (k' a)) -> 0 <= y -> within (y * x) (bind l k) (bind l' k').
Proof.
  intros X N L K N' Y. apply within_trans with (bind l k'); [exact Y | |].
  - apply within_bind_after; assumption.
  - apply within_bind_before; assumption.
Qed.

Lemma rr_ones_within eps0 : 0 <= eps0 -> forall a b,
  length a = length b -> within (exp eps0 ^ length a) (rr_ones eps0 a) (rr_ones eps0 b).
Proof.
  intros H. induction a as [| x a IH]; intros [| y b] E; try discriminate E.
  - intros f F. simpl. lra.
  - injection E as E. cbn [length rr_ones]. rewrite <- tech_pow_Rmult, Rmult_comm.
    pose proof (exp_pos eps0). apply within_reports.
    + lra.
    + apply law_not_negative, is_law_rr_report.
    + apply rr_reports_within. exact H.
    + intros one. apply within_bind_before; [apply IH; exact E | intros k; apply not_negative_sure].
    + intros one. apply not_negative_bind; [apply law_not_negative, is_law_rr_ones | intros k; apply not_negative_sure].
    + apply pow_le. lra.
Qed.
Lemma comparable_rr_outcome eps0 a b :
  0 <= eps0 -> length a = length b -> comparable (rr_outcome eps0 a) (rr_outcome eps0 b).
Proof.
  intros H E. split; [apply is_law_rr_outcome | split; [apply is_law_rr_outcome |]].
  exists (exp eps0 ^ length a). split; [apply pow_le; left; apply exp_pos |].
  apply within_bind_before; [apply rr_ones_within; assumption | intros k; apply not_negative_sure].
Qed.
Lemma comparable_mix_left {A} w (l r m : law A) :
  0 <= w <= 1 -> comparable l m -> comparable r m -> comparable (mix w l r) m.
Proof.
  intros W [L [M [x [X HL]]]] [K [_ [y [Y HK]]]]. split; [apply is_law_mix; assumption | split; [exact M |]].
  exists (Rmax x y). pose proof (Rmax_l x y) as M1. pose proof (Rmax_r x y) as M2. split; [lra |].
  intros f F. rewrite mean_mix. pose proof (HL f F) as A1. pose proof (HK f F) as A2.
  pose proof (mean_nonneg m f (law_not_negative _ M) F) as P. set (v := mean m f) in *.
  assert (x * v <= Rmax x y * v) by (apply Rmult_le_compat_r; lra).
  assert (y * v <= Rmax x y * v) by (apply Rmult_le_compat_r; lra).
  apply Rle_trans with (w * (Rmax x y * v) + (1 - w) * (Rmax x y * v)); [| lra].
  apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.
Lemma comparable_mix_right {A} w (l r m : law A) :
  0 <= w <= 1 -> comparable m l -> comparable m r -> comparable m (mix w l r).
Proof.
  intros W [M [L [x [X HL]]]] [_ [K [y [Y HK]]]]. split; [exact M | split; [apply is_law_mix; assumption |]].
  exists (x + y). split; [lra |].
  intros f F. rewrite mean_mix. pose proof (HL f F) as A1. pose proof (HK f F) as A2.
  pose proof (mean_nonneg l f (law_not_negative _ L) F) as P1. pose proof (mean_nonneg r f (law_not_negative _ K) F) as P2.
  pose proof (mean_nonneg m f (law_not_negative _ M) F) as P0.
  set (u := mean l f) in *. set (v := mean r f) in *.
  assert (0 <= x * v) by (apply Rmult_le_pos; lra). assert (0 <= y * u) by (apply Rmult_le_pos; lra).
  assert (w * mean m f <= w * ((x + y) * u)) by (apply Rmult_le_compat_l; lra).
  assert ((1 - w) * mean m f <= (1 - w) * ((x + y) * v)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma krr_histograms_within eps0 k : 0 <= eps0 -> forall a b,
  length a = length b -> within (exp eps0 ^ length a) (krr_histogram eps0 k a) (krr_histogram eps0 k b).
Proof.
  intros H. induction a as [| x a IH]; intros [| y b] E; try discriminate E.
  - intros f F. simpl. lra.
  - injection E as E. cbn [length krr_histogram]. rewrite <- tech_pow_Rmult, Rmult_comm.
    pose proof (exp_pos eps0). apply within_reports.
    + lra.
    + apply not_negative_krr_report. exact H.
    + apply krr_reports_within. exact H.
    + intros j. apply within_bind_before; [apply IH; exact E | intros h; apply not_negative_sure].
    + intros j. apply not_negative_bind; [apply not_negative_krr_histogram; exact H | intros h; apply not_negative_sure].
    + apply pow_le. lra.
Qed.

(* The laws of pairs.v, by their counts. *)
Lemma users_of_whole n : is_whole n -> 0 <= n -> INR (users n) = n.
Proof.
  intros [z ->] N. apply le_IZR in N. unfold users.
  assert (E : Int_part (IZR z) = z).
  { destruct (base_Int_part (IZR z)) as [H1 H2].
    assert (Int_part (IZR z) <= z)%Z by (apply le_IZR; assumption).
    assert (z - 1 < Int_part (IZR z))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia. }
  rewrite E, INR_IZR_INZ, Z2Nat.id by assumption. reflexivity.
Qed.
Definition is_count (n : R) : Prop := is_whole n /\ 0 <= n.
Lemma comparable_rr_law eps0 a b c d :
  0 <= eps0 -> is_count a -> is_count b -> is_count c -> is_count d -> a + b = c + d ->
  comparable (rr_law eps0 a b) (rr_law eps0 c d).
Proof.
  intros H [A A0] [B B0] [C C0] [D D0] E. apply comparable_rr_outcome; [exact H |].
  rewrite !app_length, !repeat_length. apply INR_eq. rewrite !plus_INR, !users_of_whole by assumption. lra.
Qed.
Fixpoint sum_list (l : list R) : R := match l with [] => 0 | x :: rest => x + sum_list rest end.
Fixpoint all_counts (l : list R) : Prop := match l with [] => True | x :: rest => is_count x /\ all_counts rest end.
Lemma inputs_length l : forall s, all_counts l -> INR (length (inputs_from s l)) = sum_list l.
Proof.
  induction l as [| x l IH]; intros s; cbn [all_counts inputs_from sum_list]; [intros _; reflexivity |].
  intros [[W X] A].
  rewrite app_length, repeat_length, plus_INR, users_of_whole, IH by assumption. reflexivity.
Qed.
Lemma inputs_below l : forall s i, In i (inputs_from s l) -> (i < s + length l)%nat.
Proof.
  induction l as [| x l IH]; intros s i I; [destruct I |]. cbn [inputs_from] in I. apply in_app_or in I.
  destruct I as [I | I]; [apply repeat_spec in I; subst i; simpl; lia |].
  apply IH in I. simpl. lia.
Qed.
Lemma is_law_krr_law eps0 l : 0 <= eps0 -> is_law (krr_law eps0 l).
Proof. intros H. apply is_law_krr_histogram; [exact H |]. intros i I. apply inputs_below in I. exact I. Qed.
Lemma comparable_krr_law eps0 l r :
  0 <= eps0 -> length l = length r -> all_counts l -> all_counts r -> sum_list l = sum_list r ->
  comparable (krr_law eps0 l) (krr_law eps0 r).
Proof.
  intros H N L R0 E. split; [apply is_law_krr_law; exact H | split; [apply is_law_krr_law; exact H |]].
  assert (G : length (inputs_from 0 l) = length (inputs_from 0 r)).
  { apply INR_eq. rewrite !inputs_length by assumption. exact E. }
  unfold krr_law. exists (exp eps0 ^ length (inputs_from 0 l)). rewrite N.
  split; [apply pow_le; left; apply exp_pos | apply krr_histograms_within; assumption].
Qed.

Lemma dominated_comparable l r : comparable l r -> dominated (pair_of l r).
Proof.
  intros [L [_ [x [_ W]]]]. apply (dominated_within (pair_of l r) x); [apply law_not_negative; exact L | exact W].
Qed.
Lemma finite_comparable l r lambda : 0 < lambda -> comparable l r -> renyi_is_finite (pair_of l r) lambda.
Proof.
  intros O [L [K [x [_ W]]]].
  apply (finite_within (pair_of l r) x); [exact O | apply law_total; exact L | apply law_not_negative; exact L
    | apply law_not_negative; exact K | exact W].
Qed.
Lemma ternary_comparable P Q R : comparable P R -> comparable Q R -> ternary_is_finite P Q R.
Proof.
  intros A B x Z. transitivity 0.
  - exact (dominated_comparable P R A x Z).
  - symmetry. exact (dominated_comparable Q R B x Z).
Qed.
