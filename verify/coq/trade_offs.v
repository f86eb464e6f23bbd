(* Facts about curves: what is a bound of an infimum or a supremum, and what curves are bounded. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Rbar Lub.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3 symmetry curves.
Open Scope R_scope.

Lemma infimum_le (E : R -> Prop) L x : (forall y, E y -> L <= y) -> E x -> infimum E <= x.
Proof.
  intros B X. unfold infimum. destruct (Glb_Rbar_correct E) as [Low Great].
  pose proof (Low x X) as H. pose proof (Great (Finite L) (fun y Y => B y Y)) as G.
  destruct (Glb_Rbar E) as [r | |]; simpl in *; [exact H | contradiction | contradiction].
Qed.
Lemma infimum_ge (E : R -> Prop) L x : (forall y, E y -> L <= y) -> E x -> L <= infimum E.
Proof.
  intros B X. unfold infimum. destruct (Glb_Rbar_correct E) as [Low Great].
  pose proof (Low x X) as H. pose proof (Great (Finite L) (fun y Y => B y Y)) as G.
  destruct (Glb_Rbar E) as [r | |]; simpl in *; [exact G | contradiction | contradiction].
Qed.
Lemma supremum_ge (E : R -> Prop) U x : (forall y, E y -> y <= U) -> E x -> x <= supremum E.
Proof.
  intros B X. unfold supremum. destruct (Lub_Rbar_correct E) as [Up Least].
  pose proof (Up x X) as H. pose proof (Least (Finite U) (fun y Y => B y Y)) as G.
  destruct (Lub_Rbar E) as [r | |]; simpl in *; [exact H | contradiction | contradiction].
Qed.
Lemma supremum_le (E : R -> Prop) U x : (forall y, E y -> y <= U) -> E x -> supremum E <= U.
Proof.
  intros B X. unfold supremum. destruct (Lub_Rbar_correct E) as [Up Least].
  pose proof (Up x X) as H. pose proof (Least (Finite U) (fun y Y => B y Y)) as G.
  destruct (Lub_Rbar E) as [r | |]; simpl in *; [exact G | contradiction | contradiction].
Qed.

(* Trade-off functions *)

Lemma error_nonneg d test : is_law (second d) -> is_test test -> 0 <= mean (second d) (fun x => 1 - test x).
Proof. intros L T. apply mean_nonneg; [apply law_not_negative; exact L | intros x; destruct (T x); lra]. Qed.
Lemma mean_test (l : law outcome) test : is_law l -> is_test test -> 0 <= mean l test <= 1.
Proof.
  intros L T. split; [apply mean_nonneg; [apply law_not_negative; exact L | intros x; destruct (T x); lra] |].
  rewrite <- (law_total l L). apply mean_le; [apply law_not_negative; exact L | intros x; destruct (T x); lra].
Qed.
Lemma mean_opposite (l : law outcome) test : is_law l -> mean l (fun x => 1 - test x) = 1 - mean l test.
Proof.
  intros L. rewrite (mean_ext l _ (fun x => 1 + -1 * test x)) by (intros; ring).
  rewrite mean_plus, mean_times, (law_total l L). ring.
Qed.
Lemma tradeoff_le d alpha test :
  is_law (second d) -> is_test test -> mean (first d) test <= alpha -> tradeoff d alpha <= 1 - mean (second d) test.
Proof.
  intros L T A. rewrite <- (mean_opposite (second d) test L). apply (infimum_le _ 0).
  - intros y [t [T' [_ ->]]]. apply error_nonneg; assumption.
  - exists test. repeat split; try apply T; exact A.
Qed.
Lemma tradeoff_ge d alpha L :
  is_law (second d) -> 0 <= alpha ->
  (forall test, is_test test -> mean (first d) test <= alpha -> L <= 1 - mean (second d) test) -> L <= tradeoff d alpha.
Proof.
  intros S A B. unfold tradeoff. apply (infimum_ge _ L (mean (second d) (fun x => 1 - 0))).
  - intros y [t [T' [I ->]]]. rewrite (mean_opposite (second d) t S). apply B; assumption.
  - exists (fun _ => 0). repeat split; try lra. rewrite mean_zero. exact A.
Qed.
Lemma tradeoff_bounded d : is_law (first d) -> is_law (second d) -> curve_is_bounded (tradeoff d).
Proof.
  intros F S alpha A. split.
  - apply tradeoff_ge; [exact S | lra |]. intros test T _. destruct (mean_test (second d) test S T). lra.
  - apply Rle_trans with (1 - mean (second d) (fun _ => alpha * 1)).
    + apply tradeoff_le; [exact S | intros x; lra |]. rewrite mean_times, (law_total (first d) F). lra.
    + rewrite mean_times, (law_total (second d) S). lra.
Qed.
(* Post-processing raises trade-off functions. *)
Theorem V_3_tradeoff d d' k alpha :
  is_law (second d) -> is_law (second d') -> 0 <= alpha ->
  (forall x, is_law (k x)) -> made_by k d d' -> tradeoff d alpha <= tradeoff d' alpha.
Proof.
  intros S S' A K [M1 M2]. apply tradeoff_ge; [exact S' | exact A |]. intros test T I.
  rewrite M2, mean_bind. apply tradeoff_le; [exact S | intros x; apply mean_test; [apply K | exact T] |].
  rewrite <- mean_bind, <- M1. exact I.
Qed.
(* An exchange of outcomes that exchanges the laws. *)
Lemma alike_backwards d f : alike_by_exchange d -> mean (first d) f = mean (second d) (fun x => f (exchanged x)).
Proof. intros H. rewrite H. apply mean_ext. intros x. rewrite exchanged_twice. reflexivity. Qed.
Theorem tradeoff_swap d alpha :
  is_law (first d) -> is_law (second d) -> 0 <= alpha -> alike_by_exchange d -> tradeoff (swap d) alpha = tradeoff d alpha.
Proof.
  intros F S A H. apply Rle_antisym; apply tradeoff_ge; try exact A; try assumption; intros test T I.
  - unfold swap in *. cbn [first second] in *. rewrite H. apply (tradeoff_le (swap d) alpha (fun x => test (exchanged x)));
      [exact F | intros x; apply T |]. unfold swap. cbn [first]. rewrite <- alike_backwards by exact H. exact I.
  - unfold swap in *. cbn [first second] in *. rewrite (alike_backwards d test H).
    apply (tradeoff_le d alpha (fun x => test (exchanged x))); [exact S | intros x; apply T |]. rewrite <- H. exact I.
Qed.

(* Curves *)

Lemma identity_curve_bounded : curve_is_bounded identity_curve.
Proof. intros t T. unfold identity_curve. lra. Qed.
Lemma mix_curves_bounded w f g :
  0 <= w <= 1 -> curve_is_bounded f -> curve_is_bounded g -> curve_is_bounded (mix_curves w f g).
Proof.
  intros W F G t T. destruct (F t T), (G t T). unfold mix_curves.
  assert (0 <= w * f t <= w * (1 - t)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
  assert (0 <= (1 - w) * g t <= (1 - w) * (1 - t)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra). lra.
Qed.
Lemma inverse_curve_le f alpha t : 0 <= t <= 1 -> f t <= alpha -> inverse_curve f alpha <= t.
Proof. intros T F. apply (infimum_le _ 0); [intros y [Y _]; lra | split; assumption]. Qed.
Lemma inverse_curve_nonneg f alpha : curve_is_bounded f -> 0 <= alpha -> 0 <= inverse_curve f alpha.
Proof.
  intros F A. unfold inverse_curve. apply (infimum_ge _ 0 1); [intros y [Y _]; lra |].
  split; [lra |]. pose proof (F 1 ltac:(lra)). lra.
Qed.
Section Symmetrized.
Variable f : R -> R.
Hypothesis F : curve_is_bounded f.
Lemma line_at_1 a b : line_below f a b -> a + b <= 0.
Proof. intros B. pose proof (B 1 ltac:(lra)). pose proof (F 1 ltac:(lra)). lra. Qed.
Lemma zero_line : line_below f 0 0 /\ line_below (inverse_curve f) 0 0.
Proof.
  split; intros t T; [destruct (F t T); lra | pose proof (inverse_curve_nonneg f t F ltac:(lra)); lra].
Qed.
Lemma symmetrized_le alpha U :
  (forall a b, line_below f a b -> line_below (inverse_curve f) a b -> a + b * alpha <= U) -> symmetrized f alpha <= U.
Proof.
  intros B. unfold symmetrized. apply (supremum_le _ U 0).
  - intros y [a [b [L [I ->]]]]. apply B; assumption.
  - exists 0, 0. destruct zero_line as [Z1 Z2]. repeat split; [exact Z1 | exact Z2 | ring].
Qed.
Lemma symmetrized_bounded : curve_is_bounded (symmetrized f).
Proof.
  intros t T. assert (B : forall a b, line_below f a b -> a + b * t <= 1 - t).
  { intros a b L. eapply Rle_trans; [apply L; exact T | apply F; exact T]. }
  split; [| apply symmetrized_le; intros a b L _; apply B; exact L].
  unfold symmetrized. apply (supremum_ge _ (1 - t)).
  - intros y [a [b [L [_ ->]]]]. apply B. exact L.
  - exists 0, 0. destruct zero_line as [Z1 Z2]. repeat split; [exact Z1 | exact Z2 | ring].
Qed.
End Symmetrized.
Lemma curve_delta_ge f eps alpha :
  curve_is_bounded f -> 0 <= alpha <= 1 -> 1 - alpha - exp eps * f alpha <= curve_delta f eps.
Proof.
  intros F A. unfold curve_delta. apply (supremum_ge _ 1).
  - intros y [t [T ->]]. destruct (F t T) as [P _]. pose proof (exp_pos eps).
    assert (0 <= exp eps * f t) by (apply Rmult_le_pos; lra). lra.
  - exists alpha. split; [exact A | reflexivity].
Qed.
