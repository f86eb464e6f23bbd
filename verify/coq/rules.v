(* The bounds that proofs rest on and that are theorems here: each with a tactic by_PLACE, which the exported
   files use in the place of a hypothesis. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs curves law_facts common_support binomial_laws U_6 V_3 V_4 K_1 K_1_kary K_3 U_2 symmetry
  K_4 K_5 K_6 K_8 K_9 K_10 K_17 K_18 O_7 O_7_sampled U_4 O_2 K_1_tradeoff O_3 O_4 O_4_kary O_5 O_9 V_11 steps.
From Shufflecert Require Import O_1 O_16 test_levels V_13.
From Shufflecert Require Export inequalities infinite rounds variation.
Open Scope R_scope.

(* (V.4), clone pairs that differ in their rates alone. *)
Ltac by_V_4 :=
  unfold clone_pair;
  lazymatch goal with
  | |- hockey_stick _ _ <= hockey_stick _ _ => apply V_4_hockey_stick
  | |- renyi _ _ <= renyi _ _ => apply V_4_renyi
  end; repeat split; certain.

(* (K.1) for randomized response. *)
Lemma usual_rate eps0 : 0 <= eps0 -> 0 <= exp (- eps0) <= half_rate eps0 /\ half_rate eps0 <= 1.
Proof.
  intros H. pose proof (exp_at_least_1 eps0 H). pose proof (half_rate_bounds eps0 H).
  repeat split; try lra; [left; apply exp_pos |].
  unfold half_rate. rewrite exp_Ropp.
  apply Rmult_le_reg_r with (exp eps0 * (exp eps0 + 1)); [apply Rmult_lt_0_compat; lra |].
  field_simplify; lra.
Qed.
Section K_1.
Variables n eps0 : R.
Hypothesis H : 0 <= eps0.
Lemma K_1_hockey_stick_2021 eps : hockey_stick (rr_pair n eps0) eps <= hockey_stick (clone_pair n eps0) eps.
Proof.
  eapply Rle_trans; [apply K_1_hockey_stick; exact H |].
  exact (V_4_hockey_stick n eps0 _ _ (usual_rate eps0 H) eps).
Qed.
Lemma K_1_hockey_stick_swap eps :
  hockey_stick (swap (rr_pair n eps0)) eps <= hockey_stick (clone_pair_with n eps0 (half_rate eps0)) eps.
Proof. rewrite <- clone_hockey_stick_swap. apply K_1_hockey_stick_swapped; exact H. Qed.
Lemma K_1_hockey_stick_swap_2021 eps :
  hockey_stick (swap (rr_pair n eps0)) eps <= hockey_stick (clone_pair n eps0) eps.
Proof.
  eapply Rle_trans; [apply K_1_hockey_stick_swap |].
  exact (V_4_hockey_stick n eps0 _ _ (usual_rate eps0 H) eps).
Qed.
Lemma K_1_renyi_2021 lambda : 0 < lambda -> renyi (rr_pair n eps0) lambda <= renyi (clone_pair n eps0) lambda.
Proof.
  intros L. eapply Rle_trans; [apply K_1_renyi; [exact H | exact L] |].
  exact (V_4_renyi n eps0 _ _ H (usual_rate eps0 H) lambda L).
Qed.
Lemma K_1_renyi_swap lambda :
  0 < lambda -> renyi (swap (rr_pair n eps0)) lambda <= renyi (clone_pair_with n eps0 (half_rate eps0)) lambda.
Proof. intros L. rewrite <- clone_renyi_swap. apply K_1_renyi_swapped; [exact H | exact L]. Qed.
Lemma K_1_renyi_swap_2021 lambda :
  0 < lambda -> renyi (swap (rr_pair n eps0)) lambda <= renyi (clone_pair n eps0) lambda.
Proof.
  intros L. eapply Rle_trans; [apply K_1_renyi_swap; exact L |].
  exact (V_4_renyi n eps0 _ _ H (usual_rate eps0 H) lambda L).
Qed.
End K_1.
(* (K.1) for k-ary randomized response, and clones of any rate up to 2/(e^eps0+1). *)
Section K_1_kary.
Variables n eps0 p : R.
Variables k i j : nat.
Variable others : list nat.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= half_rate eps0.
Hypothesis different : i <> j.
Hypothesis inputs : forall y, In y (i :: j :: others) -> (y < k)%nat.
Hypothesis N : pred (users n) = length others.
Let P' : 0 <= p <= half_rate eps0 /\ half_rate eps0 <= 1 := conj P (proj2 (half_rate_bounds eps0 H)).
Lemma K_1_kary_hockey_stick_rate eps :
  hockey_stick (krr_neighbours eps0 k i j others) eps <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof.
  eapply Rle_trans; [| exact (V_4_hockey_stick n eps0 _ _ P' eps)].
  exact (K_1_kary_hockey_stick n eps0 k i j others H different inputs N eps).
Qed.
Lemma K_1_kary_renyi_rate lambda :
  0 < lambda -> renyi (krr_neighbours eps0 k i j others) lambda <= renyi (clone_pair_with n eps0 p) lambda.
Proof.
  intros L. eapply Rle_trans; [| exact (V_4_renyi n eps0 _ _ H P' lambda L)].
  exact (K_1_kary_renyi n eps0 k i j others H different inputs N lambda L).
Qed.
End K_1_kary.
Section K_1_krr_pair.
Variables k n eps0 p : R.
Hypothesis K : 3 <= k.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= half_rate eps0.
Let C := clone_pair_with n eps0 p.
Let forth y := krr_pair_inputs k n K 0 1 y (Nat.le_0_1) (le_n 1).
Let back y := krr_pair_inputs k n K 1 0 y (le_n 1) (Nat.le_0_1).
Let N := krr_pair_users n.
Lemma K_1_krr_hockey_stick eps : hockey_stick (krr_pair k n eps0) eps <= hockey_stick C eps.
Proof. exact (K_1_kary_hockey_stick_rate n eps0 p (users k) 0 1 _ H P (O_S 0) forth N eps). Qed.
Lemma K_1_krr_hockey_stick_swap eps : hockey_stick (swap (krr_pair k n eps0)) eps <= hockey_stick C eps.
Proof. exact (K_1_kary_hockey_stick_rate n eps0 p (users k) 1 0 _ H P (not_eq_sym (O_S 0)) back N eps). Qed.
Lemma K_1_krr_renyi lambda : 0 < lambda -> renyi (krr_pair k n eps0) lambda <= renyi C lambda.
Proof. exact (K_1_kary_renyi_rate n eps0 p (users k) 0 1 _ H P (O_S 0) forth N lambda). Qed.
Lemma K_1_krr_renyi_swap lambda : 0 < lambda -> renyi (swap (krr_pair k n eps0)) lambda <= renyi C lambda.
Proof. exact (K_1_kary_renyi_rate n eps0 p (users k) 1 0 _ H P (not_eq_sym (O_S 0)) back N lambda). Qed.
End K_1_krr_pair.
Lemma rate_2023 eps0 : 0 <= eps0 -> 0 <= half_rate eps0 <= half_rate eps0.
Proof. intros H. pose proof (half_rate_bounds eps0 H). lra. Qed.
Lemma rate_2021 eps0 : 0 <= eps0 -> 0 <= exp (- eps0) <= half_rate eps0.
Proof. intros H. exact (proj1 (usual_rate eps0 H)). Qed.
Ltac by_K_1_krr :=
  unfold clone_pair;
  lazymatch goal with
  | |- hockey_stick (krr_pair _ _ _) _ <= _ => apply K_1_krr_hockey_stick
  | |- hockey_stick (swap (krr_pair _ _ _)) _ <= _ => apply K_1_krr_hockey_stick_swap
  | |- renyi (krr_pair _ _ _) _ <= _ => apply K_1_krr_renyi
  | |- renyi (swap (krr_pair _ _ _)) _ <= _ => apply K_1_krr_renyi_swap
  end;
  lazymatch goal with
  | |- 0 <= _ <= half_rate _ => first [ apply rate_2021 | apply rate_2023 | unfold half_rate ]
  | |- _ => idtac
  end; certain.
Ltac by_K_1_rr :=
  lazymatch goal with
  | |- hockey_stick (rr_pair _ _) _ <= hockey_stick (clone_pair_with _ _ _) _ => apply K_1_hockey_stick
  | |- hockey_stick (swap (rr_pair _ _)) _ <= hockey_stick (clone_pair_with _ _ _) _ => apply K_1_hockey_stick_swap
  | |- hockey_stick (rr_pair _ _) _ <= hockey_stick (clone_pair _ _) _ => apply K_1_hockey_stick_2021
  | |- hockey_stick (swap (rr_pair _ _)) _ <= hockey_stick (clone_pair _ _) _ => apply K_1_hockey_stick_swap_2021
  | |- renyi (rr_pair _ _) _ <= renyi (clone_pair_with _ _ _) _ => apply K_1_renyi
  | |- renyi (swap (rr_pair _ _)) _ <= renyi (clone_pair_with _ _ _) _ => apply K_1_renyi_swap
  | |- renyi (rr_pair _ _) _ <= renyi (clone_pair _ _) _ => apply K_1_renyi_2021
  | |- renyi (swap (rr_pair _ _)) _ <= renyi (clone_pair _ _) _ => apply K_1_renyi_swap_2021
  end; certain.
Ltac by_K_1_tradeoff :=
  unfold clone_pair;
  lazymatch goal with
  | |- _ <= tradeoff (krr_pair _ _ _) _ => apply K_1_krr_tradeoff
  | |- _ <= tradeoff (rr_pair _ _) _ => apply K_1_rr_tradeoff
  | |- _ <= tradeoff (swap (rr_pair _ _)) _ => apply K_1_rr_tradeoff_swap
  end;
  lazymatch goal with
  | |- 0 <= _ <= half_rate _ => first [ apply rate_2021 | apply rate_2023 | unfold half_rate ]
  | |- _ => idtac
  end; certain.
Ltac by_K_1 :=
  lazymatch goal with
  | |- tradeoff _ _ <= tradeoff _ _ => by_K_1_tradeoff
  | |- context [krr_pair _ _ _] => by_K_1_krr
  | |- _ => by_K_1_rr
  end.

(* (K.3) and (U.6), for randomized response and for the usual clone pair. *)
Lemma K_3_form eps0 eps :
  exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1) = Rmax 0 (exp eps0 - exp eps) / (exp eps0 + 1).
Proof.
  f_equal. unfold expm1. destruct (Rle_dec eps eps0) as [L | L].
  - rewrite Rmax_right by lra. rewrite Rmax_right.
    + rewrite exp_minus. pose proof (exp_pos eps). field. lra.
    + pose proof (exp_le eps eps0 L). lra.
  - rewrite Rmax_left by lra. rewrite exp_0. rewrite Rmax_left; [ring |].
    pose proof (exp_le eps0 eps ltac:(lra)). lra.
Qed.
Section Ratios.
Variables n eps0 : R.
Hypothesis H : 0 <= eps0.
Let R1 := is_law_rr_outcome eps0 (1%nat :: repeat 0%nat (pred (users n))).
Let R2 := is_law_rr_outcome eps0 (0%nat :: repeat 0%nat (pred (users n))).
Let W1 := rr_within eps0 1 0 (repeat 0%nat (pred (users n))) H.
Let W2 := rr_within eps0 0 1 (repeat 0%nat (pred (users n))) H.
Let C1 := is_law_clone_first n eps0 (exp (- eps0)) (clone_rate eps0 H).
Let C2 := is_law_clone_second n eps0 (exp (- eps0)) (clone_rate eps0 H).
Let V := clone_within n eps0 (exp (- eps0)) H (clone_rate eps0 H).
Let bound eps := exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1).
Lemma K_3_rr eps : 0 <= eps -> hockey_stick (rr_pair n eps0) eps <= bound eps.
Proof. unfold bound. rewrite K_3_form. exact (hockey_stick_within (rr_pair n eps0) eps0 H R1 R2 W1 W2 eps). Qed.
Lemma K_3_rr_swap eps : 0 <= eps -> hockey_stick (swap (rr_pair n eps0)) eps <= bound eps.
Proof. unfold bound. rewrite K_3_form. exact (hockey_stick_within (swap (rr_pair n eps0)) eps0 H R2 R1 W2 W1 eps). Qed.
Lemma K_3_clone eps : 0 <= eps -> hockey_stick (clone_pair n eps0) eps <= bound eps.
Proof.
  unfold bound. rewrite K_3_form.
  exact (hockey_stick_within (clone_pair_with n eps0 (exp (- eps0))) eps0 H C1 C2 (proj1 V) (proj2 V) eps).
Qed.
Lemma U_6_rr lambda : 0 < lambda -> renyi (rr_pair n eps0) lambda <= eps0.
Proof. exact (renyi_within (rr_pair n eps0) eps0 R1 R2 W1 lambda). Qed.
Lemma U_6_rr_swap lambda : 0 < lambda -> renyi (swap (rr_pair n eps0)) lambda <= eps0.
Proof. exact (renyi_within (swap (rr_pair n eps0)) eps0 R2 R1 W2 lambda). Qed.
Lemma U_6_rr_max : max_divergence (rr_pair n eps0) <= eps0.
Proof. exact (max_divergence_within (rr_pair n eps0) eps0 R1 R2 W1). Qed.
Lemma U_6_rr_max_swap : max_divergence (swap (rr_pair n eps0)) <= eps0.
Proof. exact (max_divergence_within (swap (rr_pair n eps0)) eps0 R2 R1 W2). Qed.
Lemma U_6_clone_max : max_divergence (clone_pair n eps0) <= eps0.
Proof. exact (max_divergence_within (clone_pair_with n eps0 (exp (- eps0))) eps0 C1 C2 (proj1 V)). Qed.
Lemma U_6_clone lambda : 0 < lambda -> renyi (clone_pair n eps0) lambda <= eps0.
Proof. exact (renyi_within (clone_pair_with n eps0 (exp (- eps0))) eps0 C1 C2 (proj1 V) lambda). Qed.
End Ratios.
Section Ratios_kary.
Variables k n eps0 : R.
Hypothesis K : 3 <= k.
Hypothesis H : 0 <= eps0.
Let D := krr_pair k n eps0.
Let laws := is_law_krr_pair k n eps0 H K.
Let W1 := krr_within eps0 (users k) 0 1 (repeat 2%nat (pred (users n))) H.
Let W2 := krr_within eps0 (users k) 1 0 (repeat 2%nat (pred (users n))) H.
Let bound eps := exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1).
Lemma K_3_krr eps : 0 <= eps -> hockey_stick D eps <= bound eps.
Proof. unfold bound. rewrite K_3_form. exact (hockey_stick_within D eps0 H (proj1 laws) (proj2 laws) W1 W2 eps). Qed.
Lemma K_3_krr_swap eps : 0 <= eps -> hockey_stick (swap D) eps <= bound eps.
Proof.
  unfold bound. rewrite K_3_form. exact (hockey_stick_within (swap D) eps0 H (proj2 laws) (proj1 laws) W2 W1 eps).
Qed.
Lemma U_6_krr lambda : 0 < lambda -> renyi D lambda <= eps0.
Proof. exact (renyi_within D eps0 (proj1 laws) (proj2 laws) W1 lambda). Qed.
Lemma U_6_krr_max : max_divergence D <= eps0.
Proof. exact (max_divergence_within D eps0 (proj1 laws) (proj2 laws) W1). Qed.
Lemma U_6_krr_max_swap : max_divergence (swap D) <= eps0.
Proof. exact (max_divergence_within (swap D) eps0 (proj2 laws) (proj1 laws) W2). Qed.
Lemma U_6_krr_swap lambda : 0 < lambda -> renyi (swap D) lambda <= eps0.
Proof. exact (renyi_within (swap D) eps0 (proj2 laws) (proj1 laws) W2 lambda). Qed.
End Ratios_kary.
Ltac by_K_3 :=
  lazymatch goal with
  | |- hockey_stick (krr_pair _ _ _) _ <= _ => apply K_3_krr
  | |- hockey_stick (swap (krr_pair _ _ _)) _ <= _ => apply K_3_krr_swap
  | |- hockey_stick (rr_pair _ _) _ <= _ => apply K_3_rr
  | |- hockey_stick (swap (rr_pair _ _)) _ <= _ => apply K_3_rr_swap
  | |- hockey_stick (clone_pair _ _) _ <= _ => apply K_3_clone
  end; certain.
Ltac by_U_6 :=
  lazymatch goal with
  | |- max_divergence (krr_pair _ _ _) <= _ => apply U_6_krr_max
  | |- max_divergence (swap (krr_pair _ _ _)) <= _ => apply U_6_krr_max_swap
  | |- max_divergence (rr_pair _ _) <= _ => apply U_6_rr_max
  | |- max_divergence (swap (rr_pair _ _)) <= _ => apply U_6_rr_max_swap
  | |- max_divergence (clone_pair _ _) <= _ => apply U_6_clone_max
  | |- renyi (krr_pair _ _ _) _ <= _ => apply U_6_krr
  | |- renyi (swap (krr_pair _ _ _)) _ <= _ => apply U_6_krr_swap
  | |- renyi (rr_pair _ _) _ <= _ => apply U_6_rr
  | |- renyi (swap (rr_pair _ _)) _ <= _ => apply U_6_rr_swap
  | |- renyi (clone_pair _ _) _ <= _ => apply U_6_clone
  end; certain.

(* (U.2), the outcome without ones. *)
Ltac by_U_2 := apply U_2_renyi; certain.
(* The same for clones, which (K.1) has above randomized response. *)
Ltac by_K_1_U_2 :=
  lazymatch goal with
  | |- _ <= renyi (clone_pair_with ?n ?eps0 _) ?lambda =>
      apply Rle_trans with (renyi (swap (rr_pair n eps0)) lambda); [by_U_2 | by_K_1]
  | |- _ <= renyi (clone_pair ?n ?eps0) ?lambda =>
      apply Rle_trans with (renyi (swap (rr_pair n eps0)) lambda); [by_U_2 | by_K_1]
  end.

(* (K.6) and (K.18), for randomized response; (K.6) for clones, too. *)
Ltac by_K_6 := apply K_6_renyi; certain.
Ltac by_K_1_K_6 :=
  lazymatch goal with
  | |- _ <= renyi (clone_pair_with ?n ?eps0 _) ?lambda =>
      apply Rle_trans with (renyi (rr_pair n eps0) lambda); [by_K_6 | by_K_1]
  | |- _ <= renyi (clone_pair ?n ?eps0) ?lambda =>
      apply Rle_trans with (renyi (rr_pair n eps0) lambda); [by_K_6 | by_K_1]
  end.
(* By the form first: to find that a swapped pair is none, Coq would unfold the laws for minutes. *)
Ltac by_K_18 :=
  lazymatch goal with
  | |- renyi (rr_pair _ _) _ <= _ => first [ apply K_18_renyi | apply K_18_simple | apply K_18_by_squares ]; certain
  end.

(* Upper bounds for clones of any rate; mechanisms have them by (K.1). *)
Lemma usual_rate_positive eps0 : 0 <= eps0 -> 0 < exp (- eps0) <= 1.
Proof. intros H. split; [apply exp_pos | apply (clone_rate eps0 H)]. Qed.
Lemma half_rate_positive eps0 : 0 <= eps0 -> 0 < 2 / (exp eps0 + 1) <= 1.
Proof.
  intros H. split; [| apply (half_rate_bounds eps0 H)].
  pose proof (exp_pos eps0). apply Rdiv_lt_0_compat; lra.
Qed.
Ltac rate :=
  lazymatch goal with
  | |- 0 <= exp (- _) <= 1 => apply clone_rate; certain
  | |- 0 < exp (- _) <= 1 => apply usual_rate_positive; certain
  | |- 0 <= 2 / (exp _ + 1) <= 1 => apply half_rate_bounds; certain
  | |- 0 < 2 / (exp _ + 1) <= 1 => apply half_rate_positive; certain
  | |- _ => certain
  end.
Ltac for_mechanisms rule n eps0 lambda :=
  first
    [ apply Rle_trans with (renyi (clone_pair n eps0) lambda); [ by_K_1 | solve [ unfold clone_pair; rule ] ]
    | apply Rle_trans with (renyi (clone_pair_with n eps0 (2 / (exp eps0 + 1))) lambda); [ by_K_1 | rule ] ].
Ltac for_clones rule :=
  lazymatch goal with
  | |- renyi (clone_pair _ _) _ <= _ => unfold clone_pair; rule
  | |- renyi (clone_pair_with _ _ _) _ <= _ => rule
  | |- renyi (rr_pair ?n ?eps0) ?lambda <= _ => for_mechanisms rule n eps0 lambda
  | |- renyi (swap (rr_pair ?n ?eps0)) ?lambda <= _ => for_mechanisms rule n eps0 lambda
  | |- renyi (krr_pair _ ?n ?eps0) ?lambda <= _ => for_mechanisms rule n eps0 lambda
  | |- renyi (swap (krr_pair _ ?n ?eps0)) ?lambda <= _ => for_mechanisms rule n eps0 lambda
  end.
Ltac rule_K_4 := apply K_4_renyi; rate.
Ltac by_K_4 := for_clones rule_K_4.
Ltac rule_K_5 := apply K_5_renyi; rate.
Ltac by_K_5 := for_clones rule_K_5.
Ltac rule_K_8 := apply K_8_renyi; rate.
Ltac by_K_8 := for_clones rule_K_8.
(* (K.9), also where the quotient by the rate is written as a product. *)
Ltac rule_K_9 := eapply Rle_trans; [ apply K_9_renyi; rate | apply Req_le; algebra ].
Ltac by_K_9 := for_clones rule_K_9.
Ltac rule_O_7 := apply O_7_renyi; rate.
Ltac by_O_7 :=
  lazymatch goal with
  | |- renyi (subsampled (rr_pair _ _) _) _ <= _ => apply O_7_sampled_renyi; certain
  | |- _ => for_clones rule_O_7
  end.

(* (K.17) and (O.8) say what a divergence is: they are bounds on both sides. *)
Ltac by_K_17 :=
  lazymatch goal with
  | |- renyi _ _ <= _ => apply Req_le, K_17_renyi; certain
  | |- _ <= renyi _ _ => apply Req_le; symmetry; apply K_17_renyi; certain
  end.
Ltac by_O_8 :=
  lazymatch goal with
  | |- renyi (subsampled _ _) _ <= _ => apply Req_le, O_8_renyi; certain
  | |- _ <= renyi (subsampled _ _) _ => apply Req_le; symmetry; apply O_8_renyi; certain
  end.

(* (U.4) and (K.14), where no clone has the sign -1. *)
Ltac by_U_4 := unfold clone_pair; apply U_4_renyi; rate.
Ltac by_K_14 :=
  unfold clone_pair;
  lazymatch goal with
  | |- exp (?a * _) * (1 - exp ?b) / _ <= hockey_stick (clone_pair_with ?n ?eps0 ?p) ?eps =>
      apply Rle_trans with (exp ((n - 1) * log1p (- p / 2)) * (1 - exp (eps - eps0)) / (1 + exp (- eps0)));
      [ apply Req_le; repeat f_equal; certain | apply K_14_hockey_stick; rate ]
  end.

(* (V.11), pairs that differ in the number of users alone. *)
Ltac by_V_11 :=
  unfold clone_pair;
  lazymatch goal with
  | |- hockey_stick (clone_pair_with _ _ _) _ <= _ => apply V_11_clone_hockey_stick
  | |- hockey_stick (rr_pair _ _) _ <= _ => apply V_11_rr_hockey_stick
  | |- chi_moment (rr_pair _ _) _ <= _ => apply V_11_rr_chi_moment
  end; rate.

(* (V.13), the order (K.1) in many rounds. *)
Ltac by_K_1_V_13 :=
  lazymatch goal with
  | |- hockey_stick (compose (swap _) _) _ <= _ => apply K_1_rounds_swap; certain
  | |- hockey_stick (compose _ _) _ <= _ => apply K_1_rounds; certain
  end.

(* Levels of tests that are written out have values, too. *)
Ltac level :=
  lazymatch goal with
  | |- 0 <= ?w * sum_over _ _ _ + (1 - ?w) * sum_over _ _ _ <= 1 => apply between_mixed; [ split; lra | level | level ]
  | |- 0 <= sum_over _ _ (fun o => choice (is_lt (@?a o) (@?b o)) 1 (choice (is_eq (@?d o) (@?e o)) ?c 0) * pmf ?l _) <= 1 =>
      apply (level_between l) with (test := fun x => choice (is_lt (a x) (b x)) 1 (choice (is_eq (d x) (e x)) c 0));
      [ apply is_law_rr_outcome | intros x; apply choice_of_levels; split; lra ]
  end.
(* (O.16), two counts of k. *)
Ltac by_O_16 :=
  lazymatch goal with
  | |- hockey_stick _ _ <= hockey_stick _ _ => apply O_16_hockey_stick; certain
  | |- renyi _ _ <= renyi _ _ => apply O_16_renyi; certain
  end.
Lemma share_is_small e : 0 < e -> (exp e - 1) / (exp e + 1) <= 1 /\ 1 < exp e.
Proof.
  intros E. pose proof (exp_above_line e). split; [| lra].
  apply Rmult_le_reg_r with (exp e + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma krr_variation_exists k n e :
  is_whole n -> 1 <= n -> 0 < e -> 3 <= k -> variation_exists n (exp e) ((exp e - 1) / (exp e + k - 1)) (exp e) (exp e).
Proof.
  intros W N E K. destruct (share_is_small e E) as [S X]. assert (D : 0 < exp e + k - 1) by lra.
  assert (B : 0 <= (exp e - 1) / (exp e + k - 1) <= 1).
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (exp e + k - 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  repeat split; try assumption; try lra. rewrite share_is by (exact E || exact K).
  replace (/ (exp e + k - 1) * exp e / exp e) with (/ (exp e + k - 1)) by (field; lra).
  apply Rmult_le_reg_r with (exp e + k - 1); [lra |]. rewrite Rmult_plus_distr_r, Rinv_l; lra.
Qed.
Ltac variation_value :=
  lazymatch goal with
  | |- variation_exists _ _ _ _ _ => apply krr_variation_exists; certain
  | |- renyi_is_finite (variation_pair _ _ _ _ _) _ => apply variation_finite; certain
  end.
(* Bernoulli's inequality for powers with an exponent that is written down; sign finds it among what is known. *)
Lemma bernoulli_written u k v : 0 <= u -> v = INR k * u -> 0 <= (1 + u) ^ k - 1 - v.
Proof.
  intros U ->. induction k as [| k IH]; [simpl; lra |]. rewrite S_INR. simpl pow.
  pose proof (pos_INR k). assert (0 <= u * ((1 + u) ^ k - 1)).
  { apply Rmult_le_pos; [exact U |]. assert (0 <= INR k * u) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.
Ltac bernoulli_value :=
  lazymatch goal with
  | |- 0 < 1 + _ + _ + ((1 + ?u) ^ ?k - 1 - ?v) * _ =>
      let B := fresh "B" in
      assert (B : 0 <= (1 + u) ^ k - 1 - v)
        by (apply bernoulli_written; [ sign | rewrite INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ]; single_inverses; ring ]);
      sign
  end.
Ltac value := first [ level | variation_value | bernoulli_value | steps.value ].

(* (O.1), infinite divergences: everything is at most these. *)
Ltac by_O_1 :=
  lazymatch goal with
  | |- _ \/ _ => first [ left; by_O_1 | right; by_O_1 ]
  | |- at_most_renyi _ (printed_pair _ _ _) _ =>
      let F := fresh in intros F; exfalso; revert F; apply O_1_infinite; rate
  end.

(* (O.2), clone pairs, and mixtures of two laws that an exchange exchanges. *)
Ltac by_O_2 :=
  unfold clone_pair, unmixed_pair;
  lazymatch goal with
  | |- hockey_stick (clone_pair_with _ _ _) _ <= _ => apply O_2_clone_hockey_stick; rate
  | |- _ <= tradeoff (clone_pair_with _ _ _) _ => apply O_2_clone_tradeoff; rate
  | |- curve_at (symmetrized (mix_curves ?v identity_curve (tradeoff ?d))) ?a <= tradeoff (pair_of (mix ?u _ _) _) _ =>
      apply (O_2_mixtures u v a d);
      lazymatch goal with
      | |- is_law _ => lawful
      | |- alike_by_exchange (unmixed_pair_with _ _ _) => apply unmixed_alike
      | |- alike_by_exchange _ => apply three_symbols_alike
      | |- _ => certain
      end
  end.

(* (K.10), the Poisson moment: the constant of the theorem is 21/40. *)
Ltac poisson_value ::= apply K_10_exists; sign.
Ltac by_K_10 :=
  turn; eapply Rle_trans; [ apply K_10_bound; lra | ];
  apply exp_le; unfold Rdiv; apply Rmult_le_compat_r;
  [ left; apply Rinv_0_lt_compat; lra
  | lazymatch goal with |- _ <= _ * ?s ^ 2 => pose proof (pow2_ge_0 s); lra end ].

(* (O.3), mixtures of laws of randomized response with one weight. *)
Ltac not_negative_law :=
  apply law_not_negative; first [ apply is_law_rr_outcome | apply is_law_krr_law; certain ].
Ltac by_O_3 :=
  lazymatch goal with
  | |- ternary_moment _ _ _ _ <= _ => apply O_3_ternary
  | |- chi_moment _ _ <= _ => apply O_3_chi_moment
  | |- renyi _ 1 <= _ => apply O_3_kullback_leibler
  end;
  lazymatch goal with
  | |- not_negative _ => not_negative_law
  | |- ternary_is_finite _ _ _ => apply ternary_comparable; compared
  | |- dominated (pair_of _ _) => apply dominated_comparable; compared
  | |- _ => certain
  end.

(* (O.5), bits and three symbols. *)
Ltac by_O_5 :=
  lazymatch goal with
  | |- chi_moment _ _ <= _ => apply O_5_rr
  | |- ternary_moment _ _ _ _ <= _ => apply O_5_krr
  end; certain.

(* (O.4) for randomized response; for the order 2 steps.v has the moment itself, and three symbols have theirs. *)
Ltac by_O_4 := first [ apply O_4_krr_square; certain | apply O_4_response; certain | certain ].

(* (O.9), sampling from laws of randomized response. *)
Ltac by_O_9 :=
  apply O_9_ternary;
  lazymatch goal with
  | |- not_negative _ => not_negative_law
  | |- ternary_is_finite _ _ _ => apply ternary_comparable; compared
  | |- _ => certain
  end.
