(* (K.1) of docs/methods/theorems.md for binary randomized response: its divergences are at most those of
   the clone pair with the rate 2/(e^eps0+1).

   A report on the input 0 is a fair coin with probability 2/(e^eps0+1), and else 0. So the number of ones
   is the first of the clone pair's two counts, and the rest is (V.3). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3.
Import ListNotations.
Open Scope R_scope.

Definition half_rate (eps0 : R) : R := 2 / (exp eps0 + 1).
Lemma half_rate_bounds eps0 : 0 <= eps0 -> 0 <= half_rate eps0 <= 1.
Proof.
  intros H. pose proof (exp_at_least_1 eps0 H). unfold half_rate. split.
  - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
  - apply Rmult_le_reg_r with (exp eps0 + 1); [lra |]. field_simplify; lra.
Qed.
Lemma lie_rate eps0 : 1 - truth_rate eps0 = half_rate eps0 / 2.
Proof. unfold truth_rate, half_rate. pose proof (exp_pos eps0). field. lra. Qed.

Lemma rr_ones_cons eps0 bit rest f :
  mean (rr_ones eps0 (bit :: rest)) f
  = mean (rr_report eps0 bit) (fun one => mean (rr_ones eps0 rest) (fun k => f (one + k)%nat)).
Proof.
  cbn [rr_ones]. rewrite mean_bind. apply mean_ext. intros one. rewrite mean_bind.
  apply mean_ext. intros k. apply mean_sure.
Qed.
(* Inputs 0: as many ones as m trials of a coin have that shows 1 with probability 1/(e^eps0+1). *)
Lemma rr_zeros eps0 m : forall f,
  mean (rr_ones eps0 (repeat 0%nat m)) f = mean (binomial_law m (half_rate eps0 / 2)) f.
Proof.
  induction m as [| m IH]; intros f.
  - rewrite mean_binomial_zero. apply mean_sure.
  - cbn [repeat]. rewrite rr_ones_cons, mean_binomial_succ.
    change (rr_report eps0 0) with (bernoulli (1 - truth_rate eps0)).
    rewrite mean_bernoulli, !IH, lie_rate. reflexivity.
Qed.

(* The channel: the first of the two counts. *)
Definition first_count (x : outcome) : law outcome := sure [hd 0%Z x].

Lemma counts_first n p (shift : nat -> nat) (other : nat -> nat -> nat) q f :
  mean (bind (counts n p (fun a b => bind (bernoulli q) (fun d =>
          two_counts (a + shift d) (other b d)))) first_count) f
  = mean (bernoulli q) (fun d => mean (binomial_law (pred (users n)) (p / 2))
          (fun a => f [Z.of_nat (a + shift d)])).
Proof.
  rewrite mean_bind. unfold counts. rewrite mean_bind.
  transitivity (mean (binomial_law (pred (users n)) p) (fun c => mean (binomial_law c (1 / 2)) (fun a =>
    mean (bernoulli q) (fun d => f [Z.of_nat (a + shift d)])))).
  - apply mean_ext. intros c. rewrite mean_bind. apply mean_ext. intros a. rewrite mean_bind.
    apply mean_ext. intros d. unfold two_counts. rewrite mean_sure. apply mean_sure.
  - rewrite binomial_thinned. apply mean_exchange.
Qed.

Lemma rr_made_by_clones n eps0 :
  made_by first_count (clone_pair_with n eps0 (half_rate eps0)) (rr_pair n eps0).
Proof.
  split; intros f; unfold rr_pair, clone_pair_with; cbn [first second]; unfold rr_outcome;
    rewrite mean_bind, rr_ones_cons.
  - rewrite (counts_first n (half_rate eps0) (fun d => d) (fun b d => (b + 1 - d)%nat)).
    change (rr_report eps0 1) with (bernoulli (truth_rate eps0)).
    apply mean_ext. intros d. rewrite rr_zeros. apply mean_ext. intros k. rewrite mean_sure.
    do 3 f_equal. lia.
  - transitivity (mean (bind (counts n (half_rate eps0) (fun a b => bind (bernoulli (truth_rate eps0))
      (fun d => two_counts (a + (1 - d)) (b + d)))) first_count) f).
    + rewrite (counts_first n (half_rate eps0) (fun d => (1 - d)%nat) (fun b d => (b + d)%nat)).
      change (rr_report eps0 0) with (bernoulli (1 - truth_rate eps0)).
      rewrite !mean_bernoulli, !rr_zeros.
      replace (1 - (1 - truth_rate eps0)) with (truth_rate eps0) by ring.
      rewrite Rplus_comm. f_equal; f_equal; apply mean_ext; intros k; rewrite mean_sure.
      * replace (k + (1 - 1))%nat with (0 + k)%nat by lia. reflexivity.
      * replace (k + (1 - 0))%nat with (1 + k)%nat by lia. reflexivity.
    + rewrite !mean_bind. unfold counts. rewrite !mean_bind. apply mean_ext. intros c.
      rewrite !mean_bind. apply mean_binomial_ext. intros a _. rewrite !mean_bind.
      rewrite !mean_bernoulli. unfold two_counts. rewrite !mean_sure. unfold first_count.
      rewrite !mean_sure. cbn [hd].
      replace (a + 1 - 1)%nat with (a + (1 - 1))%nat by lia.
      replace (a + 1 - 0)%nat with (a + (1 - 0))%nat by lia. reflexivity.
Qed.
Lemma made_by_swap k d d' : made_by k d d' -> made_by k (swap d) (swap d').
Proof. intros [H K]. split; assumption. Qed.
Lemma first_count_is_law x : is_law (first_count x).
Proof. apply is_law_sure. Qed.

Section K_1.
Variables n eps0 : R.
Hypothesis H : 0 <= eps0.
Let C := clone_pair_with n eps0 (half_rate eps0).
Let P := half_rate_bounds eps0 H.

Theorem K_1_hockey_stick eps : hockey_stick (rr_pair n eps0) eps <= hockey_stick C eps.
Proof. exact (V_3_hockey_stick _ _ _ eps first_count_is_law (rr_made_by_clones n eps0)). Qed.
Theorem K_1_hockey_stick_swapped eps : hockey_stick (swap (rr_pair n eps0)) eps <= hockey_stick (swap C) eps.
Proof.
  exact (V_3_hockey_stick _ _ _ eps first_count_is_law (made_by_swap _ _ _ (rr_made_by_clones n eps0))).
Qed.
Lemma clone_dominated : dominated C /\ dominated (swap C).
Proof.
  split; apply (dominated_within _ (exp eps0)).
  - apply law_not_negative, is_law_clone_first. exact P.
  - exact (proj1 (clone_within n eps0 _ H P)).
  - apply law_not_negative, is_law_clone_second. exact P.
  - exact (proj2 (clone_within n eps0 _ H P)).
Qed.
Theorem K_1_renyi lambda : 0 < lambda -> renyi (rr_pair n eps0) lambda <= renyi C lambda.
Proof.
  intros L. refine (V_3_renyi _ _ first_count lambda L _ _ _ _ _ _ first_count_is_law (rr_made_by_clones n eps0)).
  - apply is_law_clone_first. exact P.
  - apply is_law_clone_second. exact P.
  - exact (proj1 clone_dominated).
  - apply is_law_rr_outcome.
  - apply is_law_rr_outcome.
  - exact (proj1 (rr_is_dominated n eps0 H)).
Qed.
Theorem K_1_renyi_swapped lambda : 0 < lambda -> renyi (swap (rr_pair n eps0)) lambda <= renyi (swap C) lambda.
Proof.
  intros L. refine (V_3_renyi _ _ first_count lambda L _ _ _ _ _ _ first_count_is_law
    (made_by_swap _ _ _ (rr_made_by_clones n eps0))).
  - apply is_law_clone_second. exact P.
  - apply is_law_clone_first. exact P.
  - exact (proj2 clone_dominated).
  - apply is_law_rr_outcome.
  - apply is_law_rr_outcome.
  - exact (proj2 (rr_is_dominated n eps0 H)).
Qed.
End K_1.
