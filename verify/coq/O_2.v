(* (O.2) of docs/methods/orderings.md, swapped laws: let an exchange of outcomes exchange P0 and Q0, let
   0 <= w <= 1/2, P = (1-w) P0 + w Q0, Q = w P0 + (1-w) Q0 and f = 2w Id + (1-2w) T(P0, Q0). Then T(P, Q) is
   at least C(f) = min(f, f^-1)**, and hockey-stick divergences of (P, Q) are at most those of C(f).

   The page uses duality. Here each test of P against Q, with x = P0(test) and y = Q0(test), has as its errors the
   middle between a point above f, (x, 1 - 2wx - (1-2w)y), and one above f^-1, (2wy + (1-2w)x, 1 - y): the second
   is the opposite test after the exchange. A line below f and f^-1 is below the middle, too. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3 symmetry curves trade_offs.
Import ListNotations.
Open Scope R_scope.

Section O_2.
Variable d0 d : laws_pair.
Variable w : R.
Hypothesis F0 : is_law (first d0).
Hypothesis S0 : is_law (second d0).
Hypothesis S : is_law (second d).
Hypothesis F : is_law (first d).
Hypothesis A0 : alike_by_exchange d0.
Hypothesis W : 0 <= w <= 1 / 2.
Hypothesis M1 : forall f, mean (first d) f = (1 - w) * mean (first d0) f + w * mean (second d0) f.
Hypothesis M2 : forall f, mean (second d) f = w * mean (first d0) f + (1 - w) * mean (second d0) f.
Let f := mix_curves (2 * w) identity_curve (tradeoff d0).
Lemma mixed_curve_bounded : curve_is_bounded f.
Proof.
  apply mix_curves_bounded; [lra | apply identity_curve_bounded | apply tradeoff_bounded; assumption].
Qed.
Theorem O_2_tradeoff alpha : 0 <= alpha <= 1 -> curve_at (symmetrized f) alpha <= tradeoff d alpha.
Proof.
  intros A. unfold curve_at. apply tradeoff_ge; [exact S | lra |]. intros test T I.
  apply symmetrized_le; [exact mixed_curve_bounded |]. intros a b L1 L2.
  rewrite M1 in I. rewrite M2. pose proof (mean_test _ test F0 T) as X. pose proof (mean_test _ test S0 T) as Y.
  set (x := mean (first d0) test) in *. set (y := mean (second d0) test) in *.
  pose proof (line_at_1 f mixed_curve_bounded a b L1) as E.
  (* The test itself, and the opposite one after the exchange. *)
  assert (T1 : tradeoff d0 x <= 1 - y) by (apply tradeoff_le; [exact S0 | exact T | apply Rle_refl]).
  assert (T2 : tradeoff d0 (1 - y) <= x).
  { replace x with (1 - mean (second d0) (fun o => 1 - test (exchanged o))).
    - apply tradeoff_le; [exact S0 | intros o; destruct (T (exchanged o)); lra |].
      rewrite (mean_opposite (first d0) (fun o => test (exchanged o)) F0), <- A0. apply Rle_refl.
    - rewrite (mean_opposite (second d0) (fun o => test (exchanged o)) S0), <- alike_backwards by exact A0. unfold x. ring. }
  assert (P1 : f x <= 1 - 2 * w * x - (1 - 2 * w) * y).
  { unfold f, mix_curves, identity_curve. assert ((1 - 2 * w) * tradeoff d0 x <= (1 - 2 * w) * (1 - y)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (P2 : f (1 - y) <= 2 * w * y + (1 - 2 * w) * x).
  { unfold f, mix_curves, identity_curve. assert ((1 - 2 * w) * tradeoff d0 (1 - y) <= (1 - 2 * w) * x) by (apply Rmult_le_compat_l; lra). lra. }
  set (v := 2 * w * y + (1 - 2 * w) * x) in *.
  assert (V : 0 <= v <= 1).
  { assert (0 <= 2 * w * y <= 2 * w * 1) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]).
    assert (0 <= (1 - 2 * w) * x <= (1 - 2 * w) * 1) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_l; lra]). unfold v. lra. }
  pose proof (inverse_curve_le f v (1 - y) ltac:(lra) P2) as P3.
  pose proof (L1 x X) as B1. pose proof (L2 v V) as B2.
  set (alpha' := (1 - w) * x + w * y) in *.
  assert (G : a + b * alpha' <= 1 - (w * x + (1 - w) * y)).
  { replace alpha' with ((x + v) / 2) by (unfold alpha', v; field). lra. }
  destruct (Rle_dec b 0) as [B | B].
  - assert (b * alpha <= b * alpha') by (apply Rmult_le_compat_neg_l; [exact B | exact I]). lra.
  - assert (b * alpha <= b * 1) by (apply Rmult_le_compat_l; lra).
    assert (w * x + (1 - w) * y <= 1); [| lra].
    assert (w * x <= w * 1) by (apply Rmult_le_compat_l; lra).
    assert ((1 - w) * y <= (1 - w) * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem O_2_hockey_stick eps : hockey_stick d eps <= curve_delta (symmetrized f) eps.
Proof.
  destruct (test_reaches_hockey_stick d eps) as [t [T ->]].
  assert (N : is_test (fun o => 1 - t o)) by (intros o; destruct (T o); lra).
  pose proof (mean_test (first d) t F T) as X. set (alpha := 1 - mean (first d) t).
  assert (A : 0 <= alpha <= 1) by (unfold alpha; lra).
  eapply Rle_trans; [| apply (curve_delta_ge _ eps alpha (symmetrized_bounded f mixed_curve_bounded) A)].
  pose proof (O_2_tradeoff alpha A) as G. unfold curve_at in G.
  assert (B : tradeoff d alpha <= mean (second d) t).
  { replace (mean (second d) t) with (1 - mean (second d) (fun o => 1 - t o)) by (rewrite mean_opposite by exact S; ring).
    apply tradeoff_le; [exact S | exact N |]. rewrite mean_opposite by exact F. apply Rle_refl. }
  pose proof (exp_pos eps) as E. assert (C : symmetrized f alpha <= mean (second d) t) by lra.
  apply (Rmult_le_compat_l (exp eps)) in C; [| lra]. unfold alpha in *. lra.
Qed.
End O_2.

(* Clone pairs of every rate have this form, with w = 1/(e^eps0+1). *)
Lemma unmixed_laws n eps0 p : 0 <= p <= 1 ->
  is_law (first (unmixed_pair_with n eps0 p)) /\ is_law (second (unmixed_pair_with n eps0 p)).
Proof.
  intros P. split; cbn [unmixed_pair_with first second]; unfold counts; (apply is_law_bind; [apply is_law_binomial; exact P |]);
    intros c; (apply is_law_bind; [apply is_law_binomial; lra |]); intros a; apply is_law_sure.
Qed.
Section Clones.
Variables n eps0 p : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= 1.
Let w := 1 / (exp eps0 + 1).
Lemma clones_are_mixed g :
  mean (first (clone_pair_with n eps0 p)) g
  = (1 - w) * mean (first (unmixed_pair_with n eps0 p)) g + w * mean (second (unmixed_pair_with n eps0 p)) g /\
  mean (second (clone_pair_with n eps0 p)) g
  = w * mean (first (unmixed_pair_with n eps0 p)) g + (1 - w) * mean (second (unmixed_pair_with n eps0 p)) g.
Proof.
  pose proof (exp_pos eps0) as E. assert (Q : truth_rate eps0 = 1 - w) by (unfold truth_rate, w; field; lra).
  unfold clone_pair_with, unmixed_pair_with, counts. cbn [first second]. rewrite !mean_bind, <- !mean_times, <- !mean_plus.
  split; apply mean_ext; intros c; rewrite !mean_bind, <- !mean_times, <- !mean_plus; apply mean_ext; intros a;
    rewrite mean_bind, mean_bernoulli, Q; unfold two_counts; rewrite !mean_sure.
  - replace (c - a + 1 - 1)%nat with (c - a)%nat by lia. replace (c - a + 1 - 0)%nat with (c - a + 1)%nat by lia.
    rewrite Nat.add_0_r. ring.
  - replace (a + 1 - 1)%nat with a by lia. replace (a + 1 - 0)%nat with (a + 1)%nat by lia. rewrite Nat.add_0_r. ring.
Qed.
Lemma w_bounds : 0 <= w <= 1 / 2.
Proof.
  pose proof (exp_at_least_1 eps0 H). unfold w. split; [left; apply Rdiv_lt_0_compat; lra |].
  unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; lra.
Qed.
Let U := unmixed_laws n eps0 p P.
Theorem O_2_clone_tradeoff v alpha : v = 2 / (exp eps0 + 1) -> 0 <= alpha <= 1 ->
  curve_at (symmetrized (mix_curves v identity_curve (tradeoff (unmixed_pair_with n eps0 p)))) alpha
  <= tradeoff (clone_pair_with n eps0 p) alpha.
Proof.
  intros V. replace v with (2 * w) by (rewrite V; unfold w; field; pose proof (exp_pos eps0); lra).
  exact (O_2_tradeoff _ _ w (proj1 U) (proj2 U) (is_law_clone_second n eps0 p P) (unmixed_alike n eps0 p) w_bounds
    (fun g => proj1 (clones_are_mixed g)) (fun g => proj2 (clones_are_mixed g)) alpha).
Qed.
Theorem O_2_clone_hockey_stick v eps : v = 2 / (exp eps0 + 1) ->
  hockey_stick (clone_pair_with n eps0 p) eps
  <= curve_delta (symmetrized (mix_curves v identity_curve (tradeoff (unmixed_pair_with n eps0 p)))) eps.
Proof.
  intros V. replace v with (2 * w) by (rewrite V; unfold w; field; pose proof (exp_pos eps0); lra).
  exact (O_2_hockey_stick _ _ w (proj1 U) (proj2 U) (is_law_clone_second n eps0 p P) (is_law_clone_first n eps0 p P)
    (unmixed_alike n eps0 p) w_bounds (fun g => proj1 (clones_are_mixed g)) (fun g => proj2 (clones_are_mixed g)) eps).
Qed.
End Clones.

(* Mixtures of any two laws that an exchange exchanges, such as those of three symbols. *)
Section Mixtures.
Variables u v alpha : R.
Variable d0 : laws_pair.
Hypothesis F0 : is_law (first d0).
Hypothesis S0 : is_law (second d0).
Hypothesis A0 : alike_by_exchange d0.
Hypothesis U : 1 / 2 <= u <= 1.
Hypothesis V : v = 2 * (1 - u).
Hypothesis A : 0 <= alpha <= 1.
Theorem O_2_mixtures :
  curve_at (symmetrized (mix_curves v identity_curve (tradeoff d0))) alpha
  <= tradeoff (pair_of (mix u (first d0) (second d0)) (mix u (second d0) (first d0))) alpha.
Proof.
  rewrite V. apply O_2_tradeoff; try assumption; cbn [first second].
  - apply is_law_mix; [lra | exact S0 | exact F0].
  - lra.
  - intros f. rewrite mean_mix. ring.
  - intros f. rewrite mean_mix. ring.
Qed.
End Mixtures.
Lemma three_symbols_alike eps0 m :
  alike_by_exchange (pair_of (krr_law eps0 [1; 0; m]) (krr_law eps0 [0; 1; m])).
Proof.
  intros f. cbn [first second]. unfold krr_law. cbn [length inputs_from].
  assert (U1 : users 1 = 1%nat).
  { pose proof (Int_part_INR 1) as E. change (INR 1) with 1 in E. unfold users. rewrite E. reflexivity. }
  assert (U0 : users 0 = 0%nat).
  { pose proof (Int_part_INR 0) as E. change (INR 0) with 0 in E. unfold users. rewrite E. reflexivity. }
  rewrite U1, U0. cbn [repeat app]. rewrite app_nil_r, <- krr_histogram_renamed by lia. cbn [map renamed]. do 3 f_equal.
  induction (users m) as [| j IH]; [reflexivity |]. cbn [repeat map renamed]. f_equal. exact IH.
Qed.
Lemma usual_unmixed_tradeoff_swap n eps0 alpha : 0 <= eps0 -> 0 <= alpha ->
  tradeoff (swap (unmixed_pair n eps0)) alpha = tradeoff (unmixed_pair n eps0) alpha.
Proof.
  intros H A. assert (P : 0 <= exp (- eps0) <= 1).
  { split; [left; apply exp_pos |]. rewrite <- exp_0. destruct H as [H | <-]; [left; apply exp_increasing; lra | right; f_equal; ring]. }
  destruct (unmixed_laws n eps0 (exp (- eps0)) P) as [F S].
  exact (tradeoff_swap (unmixed_pair_with n eps0 (exp (- eps0))) alpha F S A (unmixed_alike n eps0 (exp (- eps0)))).
Qed.
Lemma krr_tradeoff_swap k n eps0 alpha : 3 <= k -> 0 <= eps0 -> 0 <= alpha ->
  tradeoff (swap (krr_pair k n eps0)) alpha = tradeoff (krr_pair k n eps0) alpha.
Proof.
  intros K H A. destruct (is_law_krr_pair k n eps0 H K) as [F S].
  exact (tradeoff_swap (krr_pair k n eps0) alpha F S A (krr_alike k n eps0 K)).
Qed.
