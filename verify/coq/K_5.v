(* (K.5) of docs/methods/theorems.md, no regime in n: for the clone pair with any rate p > 0, real orders
   lambda > 1 and z = lambda (lambda-1) eps0^2/(2np) < 1, D_lambda <= -log(1-z)/(lambda-1).

   The mean of e^(w/(1+C)) is a series of moments E (1+C)^-k <= k!/(np)^k. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities clone_moments.
Import ListNotations.
Open Scope R_scope.

(* (c+1) (c+2) … (c+k), for a count c. *)
Fixpoint rising (c : R) (k : nat) : R := match k with O => 1 | S j => (c + 1) * rising (c + 1) j end.
Lemma rising_positive k : forall c, 0 <= c -> 0 < rising c k.
Proof. induction k as [| k IH]; intros c C; simpl; [lra | apply Rmult_lt_0_compat; [lra | apply IH; lra]]. Qed.
Lemma rising_last k : forall c, rising c (S k) = rising c k * (c + INR (S k)).
Proof.
  induction k as [| k IH]; intros c; [simpl; ring |].
  change (rising c (S (S k))) with ((c + 1) * rising (c + 1) (S k)). rewrite IH, !S_INR. simpl. ring.
Qed.
Lemma rising_below k : forall c, 0 <= c -> rising c k <= INR (fact k) * (c + 1) ^ k.
Proof.
  induction k as [| k IH]; intros c C; [simpl; lra |].
  rewrite rising_last. change (fact (S k)) with (S k * fact k)%nat. rewrite mult_INR. simpl pow.
  pose proof (rising_positive k c C). pose proof (IH c C) as G. rewrite S_INR. pose proof (pos_INR k).
  assert (B : 0 <= c + (INR k + 1) <= (INR k + 1) * (c + 1)) by nra.
  apply Rle_trans with (INR (fact k) * (c + 1) ^ k * ((INR k + 1) * (c + 1))).
  - apply Rmult_le_compat; lra.
  - right. ring.
Qed.
Lemma inverse_rising p k : 0 < p <= 1 -> forall N,
  mean (binomial_law N p) (fun c => / rising (INR c) k) <= / (INR (S N) * p) ^ k.
Proof.
  intros P. induction k as [| k IH]; intros N.
  - rewrite (mean_ext _ _ (fun _ => 1)) by (intros; apply Rinv_1). rewrite binomial_total. simpl. lra.
  - pose proof (lt_0_INR (S N) ltac:(lia)) as S1. pose proof (lt_0_INR (S (S N)) ltac:(lia)) as S2.
    assert (Q : 0 < INR (S N) * p) by (apply Rmult_lt_0_compat; lra).
    set (G := fun j : nat => / (INR j * rising (INR j) k)).
    assert (E : mean (binomial_law N p) (fun c => / rising (INR c) (S k))
                = / (INR (S N) * p) * mean (binomial_law (S N) p) (fun j => INR j * G j)).
    { rewrite count_times, <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. apply mean_ext. intros c.
      unfold G. rewrite S_INR. reflexivity. }
    rewrite E. change ((INR (S N) * p) ^ S k) with (INR (S N) * p * (INR (S N) * p) ^ k).
    rewrite (Rinv_mult (INR (S N) * p) ((INR (S N) * p) ^ k)).
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; exact Q |].
    apply Rle_trans with (mean (binomial_law (S N) p) (fun c => / rising (INR c) k)).
    + apply mean_le; [apply not_negative_binomial; lra |]. intros j. unfold G.
      pose proof (rising_positive k (INR j) (pos_INR j)) as R0. pose proof (Rinv_0_lt_compat _ R0).
      destruct j as [| j]; [simpl INR at 1; lra |].
      pose proof (lt_0_INR (S j) ltac:(lia)). right. field. lra.
    + eapply Rle_trans; [apply IH |]. apply Rinv_le_contravar; [apply pow_lt; exact Q |].
      apply pow_incr. split; [lra |]. apply Rmult_le_compat_r; [lra |]. apply le_INR. lia.
Qed.
Lemma inverse_power p k N w :
  0 < p <= 1 -> 0 <= w ->
  mean (binomial_law N p) (fun c => / INR (fact k) * (w / INR (S c)) ^ k) <= (w / (INR (S N) * p)) ^ k.
Proof.
  intros P W. pose proof (lt_0_INR (S N) ltac:(lia)) as S1.
  assert (Q : 0 < INR (S N) * p) by (apply Rmult_lt_0_compat; lra).
  apply Rle_trans with (mean (binomial_law N p) (fun c => w ^ k * / rising (INR c) k)).
  - apply mean_le; [apply not_negative_binomial; lra |]. intros c.
    pose proof (lt_0_INR (S c) ltac:(lia)) as C. pose proof (INR_fact_lt_0 k) as F.
    pose proof (rising_positive k (INR c) (pos_INR c)) as R0.
    unfold Rdiv. rewrite Rpow_mult_distr, <- Rmult_assoc, (Rmult_comm (/ _) (w ^ k)), Rmult_assoc.
    apply Rmult_le_compat_l; [apply pow_le; exact W |].
    rewrite pow_inv, <- Rinv_mult.
    apply Rinv_le_contravar; [exact R0 |]. rewrite S_INR. apply rising_below, pos_INR.
  - rewrite mean_times. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv.
    apply Rmult_le_compat_l; [apply pow_le; exact W | apply inverse_rising; exact P].
Qed.

(* Limits of means. *)
Lemma mean_limit {A} (l : law A) (f : nat -> A -> R) g :
  (forall a, Un_cv (fun k => f k a) (g a)) -> Un_cv (fun k => mean l (f k)) (mean l g).
Proof.
  intros H. induction l as [| [w a] l IH]; simpl.
  - intros e E. exists 0%nat. intros n _. unfold R_dist. rewrite Rminus_0_r, Rabs_R0. exact E.
  - apply CV_plus; [| exact IH]. apply CV_mult; [| apply H].
    intros e E. exists 0%nat. intros n _. unfold R_dist. rewrite Rminus_eq_0, Rabs_R0. exact E.
Qed.
Lemma mean_sum {A} (l : law A) (f : nat -> A -> R) K :
  mean l (fun a => sum_f_R0 (fun k => f k a) K) = sum_f_R0 (fun k => mean l (f k)) K.
Proof. induction K as [| K IH]; simpl; [reflexivity | rewrite mean_plus, IH; reflexivity]. Qed.
Lemma exponential_of_inverse N p w :
  0 < p <= 1 -> 0 <= w -> w / (INR (S N) * p) < 1 ->
  mean (binomial_law N p) (fun c => exp (w / INR (S c))) <= 1 / (1 - w / (INR (S N) * p)).
Proof.
  intros P W Z. set (z := w / (INR (S N) * p)) in *.
  assert (Z0 : 0 <= z).
  { apply Rmult_le_pos; [exact W |]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply lt_0_INR; lia | lra]. }
  set (f := fun (K : nat) (c : nat) => sum_f_R0 (fun k => / INR (fact k) * (w / INR (S c)) ^ k) K).
  assert (C : Un_cv (fun K => mean (binomial_law N p) (f K)) (mean (binomial_law N p) (fun c => exp (w / INR (S c))))).
  { apply mean_limit. intros c. unfold f, exp. destruct (exist_exp (w / INR (S c))) as [e E]. exact E. }
  apply (@Rle_cv_lim (fun K => mean (binomial_law N p) (f K)) (fun _ => 1 / (1 - z)));
    [| exact C | intros e E; exists 0%nat; intros n _; unfold R_dist; rewrite Rminus_eq_0, Rabs_R0; exact E].
  intros K. unfold f. rewrite (mean_sum (binomial_law N p) (fun k c => / INR (fact k) * (w / INR (S c)) ^ k)).
  apply Rle_trans with (sum_f_R0 (fun k => z ^ k) K).
  - apply sum_Rle. intros k _. apply inverse_power; assumption.
  - rewrite tech3 by lra. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
    pose proof (pow_le z (S K) Z0). lra.
Qed.

Section K_5.
Variables n eps0 p lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 < p <= 1.
Hypothesis L : 1 < lambda.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let z := lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p).
Hypothesis Z : z < 1.
Let P' : 0 <= p <= 1 := conj (Rlt_le _ _ (proj1 P)) (proj2 P).
Theorem K_5_moment : renyi_moment (clone_pair_with n eps0 p) lambda <= 1 / (1 - z).
Proof.
  pose proof (users_whole n W N1) as E.
  set (w := lambda * (lambda - 1) * eps0 ^ 2 / 2).
  assert (W0 : 0 <= w).
  { assert (0 <= lambda * (lambda - 1) * eps0 ^ 2); [| unfold w; lra].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0]. }
  assert (ZE : z = w / (INR (S (pred (users n))) * p)).
  { rewrite E. unfold z, w. field. lra. }
  rewrite ZE in *. eapply Rle_trans; [| apply exponential_of_inverse; assumption].
  rewrite (clone_moment n eps0 p H P' lambda). apply mean_le; [apply not_negative_binomial; exact P' |].
  intros c. eapply Rle_trans; [apply moment_by_clones; assumption |].
  pose proof (lt_0_INR (S c) ltac:(lia)). right. f_equal. unfold w. field. lra.
Qed.
Theorem K_5_renyi : renyi (clone_pair_with n eps0 p) lambda <= - ln (1 - z) / (lambda - 1).
Proof.
  eapply Rle_trans; [apply renyi_at_most; [exact L | split; [apply clone_moment_positive; assumption | exact K_5_moment]] |].
  right. f_equal. unfold Rdiv. rewrite Rmult_1_l. apply ln_Rinv. lra.
Qed.
End K_5.
