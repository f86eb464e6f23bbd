(* (K.6) of docs/methods/theorems.md: for whole orders lambda of at least 2 and randomized response,
   D_lambda >= log(1 + lambda (lambda-1)/2 (e^eps0-1)^2/(n e^eps0))/(lambda-1).

   The density of the first law under the second is 1 + Z, where Z is a multiple of the number of ones less
   its mean. All central moments of that number are at least 0, since ones have a probability of at most 1/2. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 K_1 U_2 densities.
Import ListNotations.
Open Scope R_scope.

(* Central moments of one trial. *)
Lemma trial_moment q k : 0 <= q <= 1 / 2 -> 0 <= q * (1 - q) ^ k + (1 - q) * (- q) ^ k.
Proof.
  intros Q.
  assert (G : forall j, q * q ^ j * (1 - q) <= q * (1 - q) ^ j * (1 - q)).
  { intros j. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra |]. apply pow_incr. lra. }
  destruct k as [| k]; [simpl; lra |].
  assert (A : - (q ^ S k) <= (- q) ^ S k).
  { replace (- q) with (-1 * q) by ring. rewrite Rpow_mult_distr. pose proof (pow_le q (S k) ltac:(lra)).
    assert (-1 <= (-1) ^ S k).
    { destruct (Nat.Even_or_Odd (S k)) as [[i E] | [i E]]; rewrite E.
      - rewrite pow_1_even. lra.
      - replace (2 * i + 1)%nat with (S (2 * i)) by lia. rewrite pow_1_odd. lra. }
    nra. }
  pose proof (Rmult_le_compat_l (1 - q) _ _ ltac:(lra) A) as A'. pose proof (G k). simpl in *. lra.
Qed.
(* Those of m trials. *)
Lemma central_moment m q : 0 <= q <= 1 / 2 ->
  forall j, 0 <= mean (binomial_law m q) (fun k => (INR k - INR m * q) ^ j).
Proof.
  intros Q. induction m as [| m IH]; intros j.
  - rewrite mean_binomial_zero. simpl. rewrite Rmult_0_l, Rminus_0_r. apply pow_le. lra.
  - rewrite mean_binomial_succ.
    set (A := fun k : nat => INR k - INR m * q) in *.
    rewrite (mean_ext _ (fun k => (INR (S k) - INR (S m) * q) ^ j) (fun k => (A k + (1 - q)) ^ j))
      by (intros k; f_equal; rewrite !S_INR; unfold A; ring).
    rewrite (mean_ext _ (fun k => (INR k - INR (S m) * q) ^ j) (fun k => (A k + - q) ^ j))
      by (intros k; f_equal; rewrite !S_INR; unfold A; ring).
    assert (G : forall i a b,
      0 <= q * (1 - q) ^ b * mean (binomial_law m q) (fun k => (A k + (1 - q)) ^ i * A k ^ a)
           + (1 - q) * (- q) ^ b * mean (binomial_law m q) (fun k => (A k + - q) ^ i * A k ^ a)).
    { induction i as [| i Hi]; intros a b.
      - rewrite (mean_ext _ (fun k => (A k + (1 - q)) ^ 0 * A k ^ a) (fun k => A k ^ a)) by (intros; simpl; ring).
        rewrite (mean_ext _ (fun k => (A k + - q) ^ 0 * A k ^ a) (fun k => A k ^ a)) by (intros; simpl; ring).
        rewrite <- Rmult_plus_distr_r. apply Rmult_le_pos; [apply trial_moment; exact Q | apply IH].
      - rewrite (mean_ext _ (fun k => (A k + (1 - q)) ^ S i * A k ^ a)
          (fun k => (A k + (1 - q)) ^ i * A k ^ S a + (1 - q) * ((A k + (1 - q)) ^ i * A k ^ a)))
          by (intros; simpl; ring).
        rewrite (mean_ext _ (fun k => (A k + - q) ^ S i * A k ^ a)
          (fun k => (A k + - q) ^ i * A k ^ S a + - q * ((A k + - q) ^ i * A k ^ a)))
          by (intros; simpl; ring).
        rewrite !mean_plus, !mean_times. pose proof (Hi (S a) b) as G1. pose proof (Hi a (S b)) as G2.
        simpl pow in *. nra. }
    specialize (G j 0%nat 0%nat). simpl pow in G.
    rewrite (mean_ext _ (fun k => (A k + (1 - q)) ^ j * 1) (fun k => (A k + (1 - q)) ^ j)) in G
      by (intros; ring).
    rewrite (mean_ext _ (fun k => (A k + - q) ^ j * 1) (fun k => (A k + - q) ^ j)) in G by (intros; ring).
    lra.
Qed.
Lemma central_moment_1 m q : mean (binomial_law m q) (fun k => INR k - INR m * q) = 0.
Proof.
  induction m as [| m IH].
  - rewrite mean_binomial_zero. simpl. ring.
  - rewrite mean_binomial_succ.
    rewrite (mean_ext _ (fun k => INR (S k) - INR (S m) * q) (fun k => (INR k - INR m * q) + (1 - q) * 1))
      by (intros k; rewrite !S_INR; ring).
    rewrite (mean_ext _ (fun k => INR k - INR (S m) * q) (fun k => (INR k - INR m * q) + - q * 1))
      by (intros k; rewrite !S_INR; ring).
    rewrite !mean_plus, !mean_times, IH, binomial_total. ring.
Qed.
Lemma central_moment_2 m q :
  mean (binomial_law m q) (fun k => (INR k - INR m * q) ^ 2) = INR m * q * (1 - q).
Proof.
  induction m as [| m IH].
  - rewrite mean_binomial_zero. simpl. ring.
  - rewrite mean_binomial_succ.
    set (A := fun k : nat => INR k - INR m * q) in *.
    change (mean (binomial_law m q) (fun k => A k ^ 2) = INR m * q * (1 - q)) in IH.
    rewrite (mean_ext _ (fun k => (INR (S k) - INR (S m) * q) ^ 2)
      (fun k => A k ^ 2 + (2 * (1 - q) * A k + (1 - q) ^ 2 * 1)))
      by (intros k; rewrite !S_INR; unfold A; ring).
    rewrite (mean_ext _ (fun k => (INR k - INR (S m) * q) ^ 2)
      (fun k => A k ^ 2 + (- 2 * q * A k + q ^ 2 * 1)))
      by (intros k; rewrite !S_INR; unfold A; ring).
    rewrite !mean_plus, !mean_times, IH. unfold A. rewrite central_moment_1, binomial_total, S_INR. ring.
Qed.

(* A power of 1 + Z, whose moments are at least 0, the first of them 0. *)
Section Powers.
Context {A : Type}.
Variable l : law A.
Variable Z : A -> R.
Hypothesis total : mean l (fun _ => 1) = 1.
Hypothesis moments : forall j, 0 <= mean l (fun a => Z a ^ j).
Hypothesis centred : mean l Z = 0.
Let s2 := mean l (fun a => Z a ^ 2).
Let E i j := mean l (fun a => (1 + Z a) ^ i * Z a ^ j).
Lemma power_step i j : E (S i) j = E i j + E i (S j).
Proof. unfold E. rewrite <- mean_plus. apply mean_ext. intros a. simpl. ring. Qed.
Lemma power_nonneg_moments i : forall j, 0 <= E i j.
Proof.
  induction i as [| i IH]; intros j.
  - unfold E. rewrite (mean_ext _ _ (fun a => Z a ^ j)) by (intros; simpl; ring). apply moments.
  - rewrite power_step. pose proof (IH j). pose proof (IH (S j)). lra.
Qed.
Lemma power_moment_2 i : s2 <= E i 2.
Proof.
  induction i as [| i IH].
  - unfold E, s2. right. apply mean_ext. intros a. simpl. ring.
  - rewrite power_step. pose proof (power_nonneg_moments i 3). lra.
Qed.
Lemma power_moment_1 i : INR i * s2 <= E i 1.
Proof.
  induction i as [| i IH].
  - unfold E. rewrite (mean_ext _ _ Z) by (intros; simpl; ring). rewrite centred. simpl. lra.
  - rewrite power_step, S_INR. pose proof (power_moment_2 i). lra.
Qed.
Lemma power_moment i : 1 + INR i * (INR i - 1) / 2 * s2 <= mean l (fun a => (1 + Z a) ^ i).
Proof.
  assert (G : 1 + INR i * (INR i - 1) / 2 * s2 <= E i 0).
  { induction i as [| i IH].
    - unfold E. rewrite (mean_ext _ _ (fun _ => 1)) by (intros; simpl; ring). rewrite total. simpl. lra.
    - rewrite power_step, S_INR. pose proof (power_moment_1 i). lra. }
  unfold E in G. rewrite (mean_ext _ _ (fun a => (1 + Z a) ^ i)) in G by (intros; simpl; ring). exact G.
Qed.
Lemma power_moment_of_2 : mean l (fun a => (1 + Z a) ^ 2) = 1 + s2.
Proof.
  rewrite (mean_ext _ _ (fun a => 1 + (2 * Z a + Z a ^ 2))) by (intros; ring).
  rewrite !mean_plus, mean_times, total, centred. unfold s2. ring.
Qed.
End Powers.

Section K_6.
Variables n eps0 : R.
Hypothesis H : 0 <= eps0.
Let m := pred (users n).
Let N := INR (S m).
Let X := exp eps0.
Let q := half_rate eps0 / 2.
(* The deviation of k ones. *)
Definition deviation (k : nat) : R := (X - / X) / N * (INR k - N * q).
Lemma ones_rate : 0 <= q <= 1 / 2.
Proof. unfold q. pose proof (half_rate_bounds eps0 H). lra. Qed.
Lemma density_deviation k : response_density n eps0 (INR k) = 1 + deviation k.
Proof.
  unfold response_density, deviation, q, half_rate. fold X m N. pose proof (reports_positive n) as P. fold m N in P.
  pose proof (exp_pos eps0) as E. fold X in E. field. repeat split; lra.
Qed.
Lemma deviation_centred : mean (binomial_law (S m) q) deviation = 0.
Proof. unfold deviation. rewrite mean_times. unfold N. rewrite central_moment_1. ring. Qed.
Lemma deviation_moments j : 0 <= mean (binomial_law (S m) q) (fun k => deviation k ^ j).
Proof.
  rewrite (mean_ext _ _ (fun k => ((X - / X) / N) ^ j * (INR k - N * q) ^ j))
    by (intros k; unfold deviation; apply Rpow_mult_distr).
  rewrite mean_times. apply Rmult_le_pos; [| apply central_moment, ones_rate].
  apply pow_le. pose proof (reports_positive n) as P. fold m N in P.
  apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; exact P].
  pose proof (exp_at_least_1 eps0 H) as E. fold X in E.
  pose proof (Rinv_le_contravar 1 X ltac:(lra) E) as I. rewrite Rinv_1 in I. lra.
Qed.
Lemma deviation_variance :
  mean (binomial_law (S m) q) (fun k => deviation k ^ 2) = (X - 1) ^ 2 / (N * X).
Proof.
  rewrite (mean_ext _ _ (fun k => ((X - / X) / N) ^ 2 * (INR k - N * q) ^ 2))
    by (intros k; unfold deviation; apply Rpow_mult_distr).
  rewrite mean_times. unfold N at 2. rewrite central_moment_2. fold N. unfold q, half_rate. fold X.
  pose proof (reports_positive n) as P. fold m N in P.
  pose proof (exp_pos eps0) as E. fold X in E. field. repeat split; lra.
Qed.
Lemma response_moment_whole l :
  renyi_moment (rr_pair n eps0) (INR l) = mean (binomial_law (S m) q) (fun k => (1 + deviation k) ^ l).
Proof.
  rewrite response_moment. fold m q. apply mean_binomial_ext. intros k K. rewrite Rpower_pow.
  - rewrite density_deviation. reflexivity.
  - apply response_density_positive. split; [apply pos_INR | apply le_INR; exact K].
Qed.
Theorem K_6_moment l :
  1 + INR l * (INR l - 1) / 2 * ((X - 1) ^ 2 / (N * X)) <= renyi_moment (rr_pair n eps0) (INR l).
Proof.
  rewrite response_moment_whole, <- deviation_variance.
  apply power_moment; [apply binomial_total | apply deviation_moments | apply deviation_centred].
Qed.
Theorem K_6_renyi lambda :
  is_whole n -> 1 <= n -> is_whole lambda -> 2 <= lambda ->
  ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
  <= renyi (rr_pair n eps0) lambda.
Proof.
  intros W1 W2 [z ->] L. apply renyi_at_least; [lra |].
  assert (Z : (2 <= z)%Z) by (apply le_IZR; exact L).
  replace (IZR z) with (INR (Z.to_nat z)) in * by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  pose proof (K_6_moment (Z.to_nat z)) as M. pose proof (users_whole n W1 W2) as E. fold m N in E. rewrite E in M.
  fold X. pose proof (exp_pos eps0) as P. fold X in P.
  replace (1 + INR (Z.to_nat z) * (INR (Z.to_nat z) - 1) * (X - 1) ^ 2 / (2 * n * X))
    with (1 + INR (Z.to_nat z) * (INR (Z.to_nat z) - 1) / 2 * ((X - 1) ^ 2 / (n * X))) by (field; lra).
  split; [| exact M].
  apply Rplus_lt_le_0_compat; [lra |]. apply Rmult_le_pos; [nra |].
  apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; lra].
Qed.
End K_6.
