(* (K.10) of docs/methods/theorems.md, the Poisson moment: with B of the Poisson law of mean mu > 0,
   E cosh(s/(B+1))^(B+1) <= e^(21/40 s^2/mu) for every s. The mean exists.

   cosh(s/m)^m is E cosh(sY) for the mean Y of m signs, and E 1/((B+1) … (B+k)) <= mu^-k. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Hierarchy Series Lim_seq Rbar.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws V_3 hyperbolic clone_moments K_5
  sign_moments K_9.
Import ListNotations.
Open Scope R_scope.

Definition poisson_weight (mu : R) (b : nat) : R := exp (- mu) * mu ^ b / INR (fact b).
(* The Poisson law up to B. *)
Definition poisson_part (mu : R) (B : nat) : law nat := map (fun b => (poisson_weight mu b, b)) (seq 0 (S B)).
Lemma mean_poisson_part mu B f : mean (poisson_part mu B) f = sum_f_R0 (fun b => poisson_weight mu b * f b) B.
Proof.
  unfold poisson_part. induction B as [| B IH]; [simpl; ring |].
  rewrite seq_S, map_app, mean_app, IH. simpl. ring.
Qed.

Section Poisson.
Variables mu s : R.
Hypothesis M : 0 < mu.
Lemma poisson_weight_nonneg b : 0 <= poisson_weight mu b.
Proof.
  unfold poisson_weight. apply Rmult_le_pos; [apply Rmult_le_pos; [left; apply exp_pos | apply pow_le; lra] |].
  left. apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.
Lemma not_negative_poisson B : not_negative (poisson_part mu B).
Proof.
  intros w a I. apply in_map_iff in I. destruct I as [b [E _]]. injection E as <- _. apply poisson_weight_nonneg.
Qed.
Lemma poisson_total N : sum_f_R0 (poisson_weight mu) N <= 1.
Proof.
  assert (E : sum_f_R0 (poisson_weight mu) N = exp (- mu) * sum_f_R0 (fun b => / INR (fact b) * mu ^ b) N).
  { rewrite scal_sum. apply sum_eq. intros b _. unfold poisson_weight. field. apply INR_fact_neq_0. }
  rewrite E. apply Rle_trans with (exp (- mu) * exp mu).
  - apply Rmult_le_compat_l; [left; apply exp_pos |].
    apply (sum_incr (fun b => / INR (fact b) * mu ^ b)).
    + unfold exp. destruct (exist_exp mu) as [e G]. exact G.
    + intros k. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le; lra].
  - rewrite <- exp_plus, Rplus_opp_l, exp_0. lra.
Qed.
Lemma fact_rising b k : INR (fact b) * rising (INR b) k = INR (fact (k + b)).
Proof.
  induction k as [| k IH]; [simpl; ring |].
  rewrite rising_last, <- Rmult_assoc, IH. change (S k + b)%nat with (S (k + b)).
  change (fact (S (k + b))) with (S (k + b) * fact (k + b))%nat. rewrite mult_INR, !S_INR, plus_INR. ring.
Qed.
Lemma poisson_inverse_rising B k : mean (poisson_part mu B) (fun c => / rising (INR c) k) <= (/ mu) ^ k.
Proof.
  rewrite mean_poisson_part.
  assert (G : forall N, sum_f_R0 (fun b => poisson_weight mu b * / rising (INR b) k) N
                        = (/ mu) ^ k * (sum_f_R0 (fun b => poisson_weight mu (k + b)) N)).
  { intros N. rewrite scal_sum. apply sum_eq. intros b _. unfold poisson_weight. rewrite <- (fact_rising b k), pow_add, pow_inv.
    pose proof (INR_fact_neq_0 b). pose proof (rising_positive k (INR b) (pos_INR b)).
    assert (mu ^ k <> 0) by (apply pow_nonzero; lra). field. repeat split; try assumption; lra. }
  rewrite G. rewrite <- (Rmult_1_r ((/ mu) ^ k)) at 2. apply Rmult_le_compat_l.
  - apply pow_le. left. apply Rinv_0_lt_compat. exact M.
  - (* The sum from k on is part of one that is at most 1. *)
    apply Rle_trans with (sum_f_R0 (poisson_weight mu) (k + B)); [| apply poisson_total].
    clear G. destruct k as [| k]; [apply Req_le; reflexivity |].
    rewrite (tech2 (poisson_weight mu) k (S k + B)) by lia. replace (S k + B - S k)%nat with B by lia.
    assert (0 <= sum_f_R0 (poisson_weight mu) k) by (apply cond_pos_sum, poisson_weight_nonneg). lra.
Qed.

Let term (b : nat) : R := poisson_weight mu b * cosh (s / INR (S b)) ^ S b.
Lemma poisson_parts B : sum_f_R0 term B <= exp (21 / 40 * s ^ 2 * / mu).
Proof.
  unfold term. rewrite <- (mean_poisson_part mu B (fun b => cosh (s / INR (S b)) ^ S b)).
  rewrite (mean_ext _ _ (fun c => halves (S c) (fun a b => cosh (s * mean_sign (INR a) (INR b))))).
  - apply cosh_of_mean_sign; [apply not_negative_poisson | left; apply Rinv_0_lt_compat; exact M |].
    intros k. apply poisson_inverse_rising.
  - intros c. rewrite <- halves_cosh. apply halves_agree. intros a b E. f_equal.
    unfold mean_sign. rewrite <- plus_INR, E. pose proof (lt_0_INR (S c) ltac:(lia)). field. lra.
Qed.
Lemma term_nonneg b : 0 <= term b.
Proof. apply Rmult_le_pos; [apply poisson_weight_nonneg | apply pow_le; left; apply cosh_pos]. Qed.
Lemma poisson_series : ex_series term /\ Series term <= exp (21 / 40 * s ^ 2 * / mu).
Proof.
  assert (B : forall n, sum_n term n <= exp (21 / 40 * s ^ 2 * / mu)).
  { intros n. rewrite sum_n_Reals. apply poisson_parts. }
  assert (I : forall n, sum_n term n <= sum_n term (S n)).
  { intros n. rewrite sum_Sn. unfold plus. simpl. pose proof (term_nonneg (S n)). lra. }
  pose proof (ex_finite_lim_seq_incr (sum_n term) _ I B) as E.
  assert (X : ex_series term) by (destruct E as [l E]; exists l; exact E).
  split; [exact X |]. pose proof (Series_correct term X) as C.
  apply (is_lim_seq_le (sum_n term) (fun _ => exp (21 / 40 * s ^ 2 * / mu)) (Finite (Series term)) (Finite _) B C).
  apply is_lim_seq_const.
Qed.
End Poisson.

(* In the words of numbers.v. *)
Section Words.
Variables mu s : R.
Hypothesis M : 0 < mu.
Let body (b : R) : R := power ((exp (s / (b + 1)) + exp (- s / (b + 1))) / 2) (b + 1).
Lemma term_in_words b :
  poisson_weight mu b * cosh (s / INR (S b)) ^ S b = exp (- mu) * mu ^ b / INR (fact b) * body (INR b).
Proof.
  unfold poisson_weight. f_equal. unfold body. rewrite <- S_INR. unfold cosh.
  replace (- s / INR (S b)) with (- (s / INR (S b))) by (unfold Rdiv; ring).
  unfold power. destruct (Rlt_dec 0 _) as [P | P]; [rewrite Rpower_pow by exact P; reflexivity |].
  elim P. pose proof (exp_pos (s / INR (S b))). pose proof (exp_pos (- (s / INR (S b)))). lra.
Qed.
Theorem K_10_exists : poisson_mean_exists mu (fun b => power ((exp (s / (b + 1)) + exp (- s / (b + 1))) / 2) (b + 1)).
Proof. exact (ex_series_ext _ _ term_in_words (proj1 (poisson_series mu s M))). Qed.
Theorem K_10_bound :
  poisson_mean mu (fun b => power ((exp (s / (b + 1)) + exp (- s / (b + 1))) / 2) (b + 1)) <= exp (21 / 40 * s ^ 2 / mu).
Proof.
  change (Series (fun b => exp (- mu) * mu ^ b / INR (fact b) * body (INR b)) <= exp (21 / 40 * s ^ 2 * / mu)).
  rewrite <- (Series_ext _ _ term_in_words). exact (proj2 (poisson_series mu s M)).
Qed.
End Words.
