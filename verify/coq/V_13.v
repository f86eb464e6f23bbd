(* (V.13) of docs/methods/ranges.md: the order of divergences that a channel gives in one round holds in many, and so
   does (K.1). The channel is applied to each round; the outcomes of a round of clones are two counts. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3 V_4 K_1 symmetry rounds.
Import ListNotations.
Open Scope R_scope.

Definition has_length (len : nat) (l : law outcome) : Prop :=
  forall f g, (forall x, length x = len -> f x = g x) -> mean l f = mean l g.
Lemma mean_rounds l j f : mean (rounds l (S j)) f = mean l (fun x => mean (rounds l j) (fun y => f (x ++ y))).
Proof.
  cbn [rounds]. rewrite mean_bind. apply mean_ext. intros x. rewrite mean_bind. apply mean_ext. intros y. apply mean_sure.
Qed.
Section Rounds.
Variable len : nat.
Variable channel : outcome -> law outcome.
Fixpoint each_round (k : nat) (x : outcome) : law outcome :=
  match k with
  | O => sure []
  | S j => bind (channel (firstn len x)) (fun a => bind (each_round j (skipn len x)) (fun b => sure (a ++ b)))
  end.
Lemma each_round_is_law k : (forall x, is_law (channel x)) -> forall x, is_law (each_round k x).
Proof.
  intros C. induction k as [| k IH]; intros x; cbn [each_round]; [apply is_law_sure |].
  apply is_law_bind; [apply C |]. intros a. apply is_law_bind; [apply IH |]. intros b. apply is_law_sure.
Qed.
Lemma rounds_made l l' k :
  has_length len l -> same_law l' (bind l channel) -> same_law (rounds l' k) (bind (rounds l k) (each_round k)).
Proof.
  intros H M. induction k as [| k IH]; intros f.
  - rewrite mean_bind. cbn [rounds each_round]. rewrite !mean_sure. reflexivity.
  - rewrite mean_rounds, M, !mean_bind, mean_rounds. apply H. intros x X.
    transitivity (mean (channel x) (fun a => mean (rounds l k) (fun y => mean (each_round k y) (fun b => f (a ++ b))))).
    + apply mean_ext. intros a. rewrite IH, mean_bind. reflexivity.
    + rewrite mean_exchange. apply mean_ext. intros y. cbn [each_round].
      rewrite firstn_app, skipn_app, X, Nat.sub_diag, firstn_O, app_nil_r, <- X, firstn_all, skipn_all, skipn_O. cbn [app].
      rewrite mean_bind. apply mean_ext. intros a. rewrite mean_bind. apply mean_ext. intros b. rewrite mean_sure. reflexivity.
Qed.
Theorem V_13_hockey_stick d d' k eps :
  has_length len (first d) -> has_length len (second d) -> (forall x, is_law (channel x)) -> made_by channel d d' ->
  hockey_stick (compose d' k) eps <= hockey_stick (compose d k) eps.
Proof.
  intros F S C [M1 M2]. apply (V_3_hockey_stick _ _ (each_round (users k)) eps); [apply each_round_is_law; exact C |].
  split; apply rounds_made; assumption.
Qed.
End Rounds.

Lemma clones_have_two_counts n eps0 p :
  has_length 2 (first (clone_pair_with n eps0 p)) /\ has_length 2 (second (clone_pair_with n eps0 p)).
Proof.
  split; intros f g E; unfold clone_pair_with, counts; cbn [first second]; rewrite !mean_bind; apply mean_ext; intros c;
    rewrite !mean_bind; apply mean_ext; intros a; rewrite !mean_bind; apply mean_ext; intros d; unfold two_counts;
    rewrite !mean_sure; apply E; reflexivity.
Qed.
Section K_1.
Variables n eps0 k eps : R.
Hypothesis H : 0 <= eps0.
Let C := clone_pair_with n eps0 (half_rate eps0).
Let two := clones_have_two_counts n eps0 (half_rate eps0).
Lemma usual_clones_rounds : hockey_stick (compose C k) eps <= hockey_stick (compose (clone_pair n eps0) k) eps.
Proof.
  assert (P : 0 <= exp (- eps0) <= half_rate eps0 /\ half_rate eps0 <= 1).
  { pose proof (exp_at_least_1 eps0 H). pose proof (half_rate_bounds eps0 H). repeat split; try lra; [left; apply exp_pos |].
    unfold half_rate. rewrite exp_Ropp. apply Rmult_le_reg_r with (exp eps0 * (exp eps0 + 1)); [apply Rmult_lt_0_compat; lra |].
    field_simplify; lra. }
  destruct (rho_is_a_rate _ _ P) as [R0 R1]. unfold C. rewrite <- R1.
  pose proof (clones_have_two_counts n eps0 (exp (- eps0))) as T.
  apply (V_13_hockey_stick 2 (more_clones (pred (users n)) ((half_rate eps0 - exp (- eps0)) / (1 - exp (- eps0)))));
    [apply T | apply T | intros x; apply more_clones_is_law; exact R0 | apply made_by_more_clones].
Qed.
Theorem K_1_rounds : hockey_stick (compose (rr_pair n eps0) k) eps <= hockey_stick (compose (clone_pair n eps0) k) eps.
Proof.
  eapply Rle_trans; [| exact usual_clones_rounds].
  apply (V_13_hockey_stick 2 first_count); [apply two | apply two | apply first_count_is_law | apply rr_made_by_clones].
Qed.
Theorem K_1_rounds_swap :
  hockey_stick (compose (swap (rr_pair n eps0)) k) eps <= hockey_stick (compose (clone_pair n eps0) k) eps.
Proof.
  eapply Rle_trans; [| exact usual_clones_rounds].
  apply Rle_trans with (hockey_stick (compose (swap C) k) eps).
  - apply (V_13_hockey_stick 2 first_count);
      [apply two | apply two | apply first_count_is_law | apply made_by_swap, rr_made_by_clones].
  - apply (V_13_hockey_stick 2 (fun x => sure (exchanged x))); [apply two | apply two | intros x; apply is_law_sure |].
    pose proof (clone_alike n eps0 (half_rate eps0)) as A.
    split; intros f; rewrite mean_bind; unfold swap; cbn [first second].
    + rewrite A. apply mean_ext. intros x. rewrite mean_sure. reflexivity.
    + rewrite A. apply mean_ext. intros x. rewrite mean_sure, exchanged_twice. reflexivity.
Qed.
End K_1.
