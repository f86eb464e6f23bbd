(* (K.1) and (V.4) of docs/methods for trade-off functions, which are in the opposite order: no mechanism's is below
   that of clones, of any rate up to 2/(e^eps0+1). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts U_6 V_3 V_4 K_1 K_1_kary symmetry curves trade_offs.
Open Scope R_scope.

Section Tradeoff.
Variables n eps0 p alpha : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= half_rate eps0.
Hypothesis A : 0 <= alpha.
Let B := half_rate_bounds eps0 H.
Let C := clone_pair_with n eps0 (half_rate eps0).
Lemma V_4_tradeoff p1 p2 : 0 <= p1 <= p2 /\ p2 <= 1 ->
  tradeoff (clone_pair_with n eps0 p1) alpha <= tradeoff (clone_pair_with n eps0 p2) alpha.
Proof.
  intros Q. destruct (rho_is_a_rate p1 p2 Q) as [R0 R1].
  replace (tradeoff (clone_pair_with n eps0 p2) alpha)
    with (tradeoff (clone_pair_with n eps0 (p1 + (1 - p1) * ((p2 - p1) / (1 - p1)))) alpha) by (rewrite R1; reflexivity).
  apply (V_3_tradeoff _ _ (more_clones (pred (users n)) ((p2 - p1) / (1 - p1)))).
  - apply is_law_clone_second. lra.
  - apply is_law_clone_second. rewrite R1. lra.
  - exact A.
  - intros x. apply more_clones_is_law. exact R0.
  - apply made_by_more_clones.
Qed.
Lemma half_clones_swap : tradeoff (swap C) alpha = tradeoff C alpha.
Proof.
  apply tradeoff_swap; [apply is_law_clone_first; exact B | apply is_law_clone_second; exact B | exact A | apply clone_alike].
Qed.
Lemma fewer_clones : tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff C alpha.
Proof. apply V_4_tradeoff. split; [exact P | apply B]. Qed.
Theorem K_1_rr_tradeoff : tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff (rr_pair n eps0) alpha.
Proof.
  eapply Rle_trans; [exact fewer_clones |].
  apply (V_3_tradeoff _ _ first_count); [apply is_law_clone_second; exact B | apply is_law_rr_outcome | exact A |
    apply first_count_is_law | apply rr_made_by_clones].
Qed.
Theorem K_1_rr_tradeoff_swap : tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff (swap (rr_pair n eps0)) alpha.
Proof.
  eapply Rle_trans; [exact fewer_clones |]. rewrite <- half_clones_swap.
  apply (V_3_tradeoff _ _ first_count); [apply is_law_clone_first; exact B | apply is_law_rr_outcome | exact A |
    apply first_count_is_law | apply made_by_swap, rr_made_by_clones].
Qed.
Variable k : R.
Hypothesis K : 3 <= k.
Let forth y := krr_pair_inputs k n K 0 1 y (Nat.le_0_1) (le_n 1).
Theorem K_1_krr_tradeoff : tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff (krr_pair k n eps0) alpha.
Proof.
  eapply Rle_trans; [exact fewer_clones |].
  apply (V_3_tradeoff _ _ (reports_from_counts eps0 (users k) 0 1 (repeat 2%nat (pred (users n)))));
    [apply is_law_clone_second; exact B | apply is_law_krr_pair; assumption | exact A | |].
  - intros x. apply krr_channel_is_law; [exact H | apply O_S | exact forth].
  - apply (krr_made_by_clones n eps0 (users k) 0 1); [exact H | apply O_S | apply krr_pair_users].
Qed.
End Tradeoff.
