(* (K.9) of docs/methods/theorems.md, no regime at all: for the clone pair with any rate p > 0 and real orders
   lambda > 1, D_lambda <= 21/40 eps0^2 lambda/(np). The page has 53/100 and n - 1 in place of 21/40 and n.

   The page takes the Poisson law in place of the binomial one, and boxes in two variables. Here the moments of the
   mean sign Y of m = 1 + C clones are bounded one by one, m (m+1) … (m+k-1) E Y^(2k) <= (2k-1)!! (21/20)^k, and
   E 1/(m (m+1) … (m+k-1)) <= (np)^-k is from (K.5). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities hyperbolic
  clone_moments K_5 sign_moments sign_moment_bound.
Import ListNotations.
Open Scope R_scope.

Lemma cosh_series x :
  Un_cv (fun K => sum_f_R0 (fun k => / INR (fact (2 * k)) * x ^ (2 * k)) K) (cosh x).
Proof.
  set (e := fun x K => sum_f_R0 (fun i => / INR (fact i) * x ^ i) K).
  assert (C : forall x, Un_cv (e x) (exp x)).
  { intros y. unfold e, exp. destruct (exist_exp y) as [l L]. exact L. }
  assert (E : forall K, sum_f_R0 (fun k => / INR (fact (2 * k)) * x ^ (2 * k)) K = (e x (S (2 * K)) + e (- x) (S (2 * K))) / 2).
  { assert (O : forall j, (- x) ^ S (2 * j) = - x ^ S (2 * j)).
    { intros j. rewrite !power_next, !pow_mult. replace ((- x) ^ 2) with (x ^ 2) by ring. ring. }
    induction K as [| K IH].
    - unfold e. simpl. field.
    - assert (D : forall y, e y (S (2 * S K)) = e y (S (2 * K)) + / INR (fact (2 * S K)) * y ^ (2 * S K)
                                                + / INR (fact (S (2 * S K))) * y ^ S (2 * S K)).
      { intros y. replace (2 * S K)%nat with (S (S (2 * K))) by lia. unfold e. rewrite !tech5. reflexivity. }
      rewrite tech5, IH, !D, O. replace ((- x) ^ (2 * S K)) with (x ^ (2 * S K)) by (rewrite !pow_mult; f_equal; ring). lra. }
  intros eps P. destruct (C x eps P) as [N1 H1]. destruct (C (- x) eps P) as [N2 H2]. exists (N1 + N2)%nat. intros K HK.
  specialize (H1 (S (2 * K)) ltac:(lia)). specialize (H2 (S (2 * K)) ltac:(lia)). unfold R_dist in *. rewrite E.
  unfold cosh. apply Rabs_def2 in H1, H2. apply Rabs_def1; lra.
Qed.
Lemma odd_product_factorial k : odd_product k * 2 ^ k * INR (fact k) = INR (fact (2 * k)).
Proof.
  induction k as [| k IH]; [simpl; ring |].
  replace (2 * S k)%nat with (S (S (2 * k))) by lia.
  change (fact (S (S (2 * k)))) with (S (S (2 * k)) * (S (2 * k) * fact (2 * k)))%nat. change (fact (S k)) with (S k * fact k)%nat.
  rewrite !mult_INR, <- IH, !S_INR, mult_INR. change (INR 2) with 2.
  change (odd_product (S k)) with (odd_product k * (2 * INR k + 1)). rewrite power_next. ring.
Qed.

(* E cosh(sY), for signs as many as 1 + C: for any law of C with E 1/((C+1) … (C+k)) <= q^k. *)
Lemma cosh_of_mean_sign (l : law nat) q s :
  not_negative l -> 0 <= q -> (forall k, mean l (fun c => / rising (INR c) k) <= q ^ k) ->
  mean l (fun c => halves (S c) (fun a b => cosh (s * mean_sign (INR a) (INR b)))) <= exp (21 / 40 * s ^ 2 * q).
Proof.
  intros L Q I. set (w := 21 / 40 * s ^ 2). assert (W : 0 <= w) by (unfold w; pose proof (pow2_ge_0 s); lra).
  set (f := fun (K c : nat) => halves (S c) (fun a b =>
    sum_f_R0 (fun k => / INR (fact (2 * k)) * (s * mean_sign (INR a) (INR b)) ^ (2 * k)) K)).
  set (limit := mean l (fun c => halves (S c) (fun a b => cosh (s * mean_sign (INR a) (INR b))))).
  assert (C : Un_cv (fun K => mean l (f K)) limit).
  { apply mean_limit. intros c. unfold f, halves. apply (mean_limit (binomial_law (S c) (1 / 2))
      (fun K a => sum_f_R0 (fun k => / INR (fact (2 * k)) * (s * mean_sign (INR a) (INR (S c - a))) ^ (2 * k)) K)).
    intros a. apply cosh_series. }
  apply (@Rle_cv_lim (fun K => mean l (f K)) (fun _ => exp (w * q)));
    [| exact C | intros e E; exists 0%nat; intros n _; unfold R_dist; rewrite Rminus_eq_0, Rabs_R0; exact E].
  intros K. apply Rle_trans with (sum_f_R0 (fun k => / INR (fact k) * (w * q) ^ k) K).
  - apply Rle_trans with (mean l (fun c => sum_f_R0 (fun k => w ^ k / INR (fact k) * / rising (INR c) k) K)).
    + apply mean_le; [exact L |]. intros c. unfold f, halves.
      rewrite (mean_sum (binomial_law (S c) (1 / 2))
        (fun k a => / INR (fact (2 * k)) * (s * mean_sign (INR a) (INR (S c - a))) ^ (2 * k)) K).
      apply sum_Rle. intros k _. rewrite mean_times.
      pose proof (lt_0_INR (S c) ltac:(lia)) as M0. set (m := INR (S c)) in *.
      assert (E : mean (binomial_law (S c) (1 / 2)) (fun a => (s * mean_sign (INR a) (INR (S c - a))) ^ (2 * k))
                  = (s / m) ^ (2 * k) * sign_moment (S c) (2 * k)).
      { unfold sign_moment. rewrite <- halves_scaled. apply (halves_agree (S c)
          (fun a b => (s * mean_sign (INR a) (INR b)) ^ (2 * k)) (fun a b => (s / m) ^ (2 * k) * (INR a - INR b) ^ (2 * k))).
        intros a b E. rewrite <- Rpow_mult_distr. f_equal. unfold mean_sign. rewrite <- plus_INR, E. fold m. field. lra. }
      rewrite E. clear E. pose proof (sign_moment_bound c k) as B. fold m in B.
      pose proof (rising_positive k (INR c) (pos_INR c)) as R0. pose proof (INR_fact_lt_0 k) as F1.
      pose proof (INR_fact_lt_0 (2 * k)) as F2. pose proof (odd_product_factorial k) as O.
      assert (MK : 0 < m ^ (2 * k)) by (apply pow_lt; exact M0).
      assert (T : 0 < 2 ^ k) by (apply pow_lt; lra). pose proof (odd_product_positive k) as O0.
      assert (WE : w ^ k = s ^ (2 * k) * (21 / 20) ^ k * / 2 ^ k).
      { unfold w. rewrite pow_mult, <- pow_inv, <- !Rpow_mult_distr. f_equal. field. }
      rewrite WE. unfold Rdiv at 1. rewrite Rpow_mult_distr, pow_inv.
      assert (S0 : 0 <= s ^ (2 * k)) by (rewrite pow_mult; apply pow_le, pow2_ge_0).
      rewrite <- O.
      replace (/ (odd_product k * 2 ^ k * INR (fact k)) * (s ^ (2 * k) * / m ^ (2 * k) * sign_moment (S c) (2 * k)))
        with (s ^ (2 * k) * / (odd_product k * 2 ^ k * INR (fact k) * m ^ (2 * k) * rising (INR c) k)
              * (rising (INR c) k * sign_moment (S c) (2 * k))) by (field; repeat split; lra).
      replace (s ^ (2 * k) * (21 / 20) ^ k * / 2 ^ k / INR (fact k) * / rising (INR c) k)
        with (s ^ (2 * k) * / (odd_product k * 2 ^ k * INR (fact k) * m ^ (2 * k) * rising (INR c) k)
              * (odd_product k * (21 / 20) ^ k * m ^ (2 * k))) by (field; repeat split; lra).
      apply Rmult_le_compat_l; [| exact B]. apply Rmult_le_pos; [exact S0 | left; apply Rinv_0_lt_compat].
      repeat apply Rmult_lt_0_compat; assumption.
    + rewrite (mean_sum l (fun k c => w ^ k / INR (fact k) * / rising (INR c) k) K).
      apply sum_Rle. intros k _. rewrite mean_times. pose proof (INR_fact_lt_0 k) as F1.
      replace (/ INR (fact k) * (w * q) ^ k) with (w ^ k / INR (fact k) * q ^ k)
        by (unfold Rdiv; rewrite (Rpow_mult_distr w); ring).
      apply Rmult_le_compat_l; [| apply I].
      apply Rmult_le_pos; [apply pow_le; exact W | left; apply Rinv_0_lt_compat; exact F1].
  - apply (sum_incr (fun k => / INR (fact k) * (w * q) ^ k)).
    + unfold exp. destruct (exist_exp (w * q)) as [e E]. exact E.
    + intros k. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le].
      apply Rmult_le_pos; [exact W | exact Q].
Qed.

Section K_9.
Variables n eps0 p lambda : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 < p <= 1.
Hypothesis L : 1 < lambda.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Let P' : 0 <= p <= 1 := conj (Rlt_le _ _ (proj1 P)) (proj2 P).
Let kappa := sqrt (lambda * (lambda - 1)).
Theorem K_9_cosh :
  renyi_moment (clone_pair_with n eps0 p) lambda
  <= mean (binomial_law (pred (users n)) p)
       (fun c => halves (S c) (fun a b => cosh (kappa * eps0 * mean_sign (INR a) (INR b)))).
Proof.
  rewrite (clone_moment n eps0 p H P' lambda). apply mean_le; [apply not_negative_binomial; exact P' |].
  intros c. rewrite (moment_at_symmetric eps0 lambda). apply halves_below. intros a b _.
  apply moment_at_both_below; [exact H | exact L | apply mean_sign_bounds; apply pos_INR].
Qed.
Theorem K_9_moment :
  renyi_moment (clone_pair_with n eps0 p) lambda <= exp (21 / 40 * (lambda * (lambda - 1) * eps0 ^ 2) / (n * p)).
Proof.
  pose proof (users_whole n W N1) as U. assert (Q : 0 < n * p) by (apply Rmult_lt_0_compat; lra).
  eapply Rle_trans; [exact K_9_cosh |].
  eapply Rle_trans.
  - apply (cosh_of_mean_sign _ (/ (n * p))); [apply not_negative_binomial; exact P' | left; apply Rinv_0_lt_compat; exact Q |].
    intros k. rewrite pow_inv. pose proof (inverse_rising p k P (pred (users n))) as I. rewrite U in I. exact I.
  - right. f_equal. rewrite Rpow_mult_distr. unfold kappa. rewrite (kappa_squared lambda L). field. lra.
Qed.
Theorem K_9_users : renyi (clone_pair_with n eps0 p) lambda <= 21 / 40 * eps0 ^ 2 * lambda / (n * p).
Proof.
  eapply Rle_trans; [apply renyi_at_most; [exact L | split; [apply clone_moment_positive; [exact H | exact P'] | exact K_9_moment]] |].
  rewrite ln_exp. right. field. lra.
Qed.
Theorem K_9_renyi : 1 < n -> renyi (clone_pair_with n eps0 p) lambda <= 53 / 100 * eps0 ^ 2 * lambda / ((n - 1) * p).
Proof.
  intros N2. eapply Rle_trans; [exact K_9_users |].
  assert (E : 0 <= eps0 ^ 2 * lambda) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
  apply Rmult_le_compat; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra | lra |].
  apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat_r; lra].
Qed.
End K_9.
