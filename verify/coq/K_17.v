(* (K.17) of docs/methods/theorems.md and (O.8) of docs/methods/orderings.md: the divergences of whole order of
   randomized response, and of its subsampled pair with a rate gamma, as sums over all central moments of
   K ~ Bin(n, q), q = 1/(e^eps0+1):
   (lambda-1) D_lambda is the logarithm of 1 + binomial(lambda, 2) gamma^2 (e^eps0-1)^2/(n e^eps0)
   + the sum for j from 3 to lambda of binomial(lambda, j) gamma^j ((e^(2 eps0)-1)/(n e^eps0))^j E(K-nq)^j. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 K_1 U_2 densities K_6 K_18 steps.
Import ListNotations.
Open Scope R_scope.

(* binomial(l, j) is the binomial coefficient. *)
Lemma binomial_coefficient l j : (j <= l)%nat -> binomial (INR l) (INR j) = Binomial.C l j.
Proof.
  intros H. unfold binomial. destruct (Rlt_dec (INR j) 0) as [B | _]; [pose proof (pos_INR j); lra |].
  rewrite (INR_IZR_INZ j), Int_part_IZR, Nat2Z.id.
  induction j as [| j IH]; [symmetry; apply C_zero |].
  cbn [product_first]. rewrite IH by lia. unfold Binomial.C.
  replace (l - j)%nat with (S (l - S j)) by lia.
  change (fact (S (l - S j))) with (S (l - S j) * fact (l - S j))%nat.
  change (fact (S j)) with (S j * fact j)%nat. rewrite !mult_INR.
  replace (INR l - INR j) with (INR (S (l - S j))) by (rewrite <- minus_INR by lia; f_equal; lia).
  pose proof (INR_fact_neq_0 j). pose proof (INR_fact_neq_0 (l - S j)).
  pose proof (pos_INR j). pose proof (lt_0_INR (S (l - S j)) ltac:(lia)). rewrite (S_INR j). field. repeat split; lra.
Qed.

(* A power of 1 + Z as a sum over moments. *)
Lemma power_by_moments {A} (l : law A) Z k :
  mean l (fun _ => 1) = 1 -> mean l Z = 0 ->
  mean l (fun a => (1 + Z a) ^ S (S k))
  = 1 + Binomial.C (S (S k)) 2 * mean l (fun a => Z a ^ 2)
    + sum_first k (fun i => Binomial.C (S (S k)) (3 + i) * mean l (fun a => Z a ^ (3 + i))).
Proof.
  intros T C0. set (n := S (S k)).
  rewrite (mean_ext _ _ (fun a => sum_f_R0 (fun i => Binomial.C n i * Z a ^ i) n)).
  2: { intros a. rewrite Rplus_comm, Binomial.binomial. apply sum_eq. intros i _. rewrite pow1. ring. }
  assert (E : forall w d, mean l (fun a => sum_f_R0 (fun i => w i * Z a ^ i) d)
                          = sum_f_R0 (fun i => w i * mean l (fun a => Z a ^ i)) d).
  { intros w. induction d as [| d IH]; simpl; [apply mean_times |].
    rewrite mean_plus. f_equal; [exact IH | apply mean_times]. }
  rewrite E. clear E.
  set (F := fun i => Binomial.C n i * mean l (fun a => Z a ^ i)).
  assert (G : forall j, sum_f_R0 F (S (S j)) = F 0%nat + F 1%nat + F 2%nat + sum_first j (fun i => F (3 + i)%nat)).
  { induction j as [| j IH]; [simpl; ring |]. rewrite tech5, IH. simpl. ring. }
  unfold n. rewrite G. f_equal. f_equal. unfold F. rewrite C_zero.
  rewrite (mean_ext _ (fun a => Z a ^ 0) (fun _ => 1)) by (intros; reflexivity).
  rewrite (mean_ext _ (fun a => Z a ^ 1) Z) by (intros; apply pow_1). rewrite T, C0. ring.
Qed.

Section All_moments.
Variables n eps0 : R.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Variable gamma : R.
Let m := pred (users n).
Let X := exp eps0.
Let q := half_rate eps0 / 2.
Let Z := deviation n eps0.
Definition all_moments (lambda : R) : R :=
  1 + binomial lambda 2 * gamma ^ 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
  + sum_over 3 lambda (fun j => binomial lambda j * power gamma j * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
      * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j)).

Lemma response_mean_power j :
  binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) (INR j))
  = mean (binomial_law (S m) q) (fun k => (INR k - n * q) ^ j).
Proof.
  rewrite binomial_mean_as_mean.
  assert (E : Z.to_nat (Int_part n) = S m).
  { apply INR_eq. unfold m. rewrite (users_whole n W N1). destruct W as [z ->]. rewrite Int_part_IZR.
    apply le_IZR in N1. rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity. }
  rewrite E. unfold q, half_rate. pose proof (exp_pos eps0).
  replace (2 / (exp eps0 + 1) / 2) with (1 / (exp eps0 + 1)) by (field; lra).
  apply mean_ext. intros k. rewrite power_whole. f_equal. field. lra.
Qed.
Lemma deviation_power j :
  mean (binomial_law (S m) q) (fun k => (gamma * Z k) ^ j)
  = gamma ^ j * ((exp (2 * eps0) - 1) / (n * exp eps0)) ^ j
    * mean (binomial_law (S m) q) (fun k => (INR k - n * q) ^ j).
Proof.
  rewrite <- mean_times. apply mean_ext. intros k. rewrite <- !Rpow_mult_distr. f_equal.
  unfold Z, deviation. fold m q X. pose proof (users_whole n W N1) as U. fold m in U. rewrite U. replace (2 * eps0) with (eps0 + eps0) by ring.
  rewrite exp_plus. fold X. pose proof (exp_pos eps0) as P. fold X in P. field. lra.
Qed.
Theorem moments_of_response k :
  mean (binomial_law (S m) q) (fun a => (1 + gamma * Z a) ^ S (S k)) = all_moments (INR (S (S k))).
Proof.
  pose proof (deviation_centred n eps0) as C0. fold m q Z in C0.
  rewrite power_by_moments; [| apply binomial_total | rewrite mean_times, C0; ring].
  unfold all_moments. f_equal; [f_equal |].
  - pose proof (deviation_variance n eps0) as V. fold m q Z in V. pose proof (users_whole n W N1) as U. fold m in U. rewrite U in V.
    rewrite (mean_ext _ _ (fun a => gamma ^ 2 * Z a ^ 2)) by (intros; apply Rpow_mult_distr).
    rewrite mean_times, V, <- (binomial_coefficient (S (S k)) 2) by lia. simpl (INR 2). replace (1 + 1) with 2 by ring.
    pose proof (exp_pos eps0). field. lra.
  - unfold sum_over, terms_between. rewrite (INR_IZR_INZ (S (S k))), !Int_part_IZR.
    replace (Z.to_nat (Z.of_nat (S (S k)) - 3 + 1)) with k by lia. rewrite <- INR_IZR_INZ.
    apply sum_first_alike. intros i I.
    replace (3 + INR i) with (INR (3 + i)) by (rewrite plus_INR; simpl; ring).
    rewrite binomial_coefficient, !power_whole, response_mean_power, deviation_power by lia. ring.
Qed.
End All_moments.

Section K_17.
Variables n eps0 lambda : R.
Hypothesis W : is_whole n.
Hypothesis N1 : 1 <= n.
Hypothesis WL : is_whole lambda.
Hypothesis L : 2 <= lambda.
Lemma order_successor : exists k, lambda = INR (S (S k)).
Proof.
  destruct WL as [z ->]. apply le_IZR in L. exists (Z.to_nat (z - 2)). rewrite INR_IZR_INZ. f_equal. lia.
Qed.
Theorem K_17_renyi :
  renyi (rr_pair n eps0) lambda
  = ln (1 + binomial lambda 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
        + sum_over 3 lambda (fun j => binomial lambda j * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
            * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j))) / (lambda - 1).
Proof.
  rewrite renyi_above_1 by lra. f_equal. f_equal. destruct order_successor as [k ->].
  rewrite response_moment_whole.
  rewrite (mean_ext _ _ (fun a => (1 + 1 * deviation n eps0 a) ^ S (S k))) by (intros; rewrite Rmult_1_l; reflexivity).
  rewrite (moments_of_response n eps0 W N1 1 k). unfold all_moments. f_equal; [f_equal |].
  - unfold Rdiv. ring.
  - apply sum_over_ext; [apply whole_number | exists (Z.of_nat (S (S k))); apply INR_IZR_INZ |].
    intros x Wx [X1 X2]. destruct (whole_natural x Wx ltac:(lra)) as [j ->]. rewrite (power_whole 1), pow1. ring.
Qed.
Variable gamma : R.
Hypothesis rate : 0 <= gamma <= 1.
Theorem O_8_renyi :
  renyi (subsampled (rr_pair n eps0) gamma) lambda = ln (all_moments n eps0 gamma lambda) / (lambda - 1).
Proof.
  rewrite renyi_above_1 by lra. f_equal. f_equal. destruct order_successor as [k ->].
  rewrite <- (moments_of_response n eps0 W N1 gamma k).
  set (m := pred (users n)). set (N := INR (S m)).
  set (density := fun x : outcome => response_density n eps0 (Rmin N (IZR (Z.abs (hd 0%Z x))))).
  assert (D : forall i, (i <= S m)%nat -> density [Z.of_nat i] = response_density n eps0 (INR i)).
  { intros i I. unfold density. cbn [hd]. rewrite Z.abs_eq by lia.
    rewrite <- INR_IZR_INZ, Rmin_right by (apply le_INR; exact I). reflexivity. }
  assert (P : forall x, 0 < density x).
  { intros x. apply response_density_positive. split; [| apply Rmin_l].
    apply Rmin_glb; [left; apply reports_positive |]. apply IZR_le. lia. }
  rewrite (renyi_moment_density _ (second (rr_pair n eps0)) (fun x => gamma * density x + (1 - gamma)) (fun _ => 1)).
  - rewrite mean_response_second. apply mean_binomial_ext. intros i I. rewrite D by exact I.
    rewrite density_deviation. unfold Rdiv. rewrite Rinv_1, Rmult_1_r, Rmult_1_l.
    replace (gamma * (1 + deviation n eps0 i) + (1 - gamma)) with (1 + gamma * deviation n eps0 i) by ring.
    apply Rpower_pow.
    assert (Q : 0 < 1 + deviation n eps0 i).
    { rewrite <- density_deviation. rewrite <- D by exact I. apply P. }
    destruct (Rle_dec gamma (1 / 2)); nra.
  - apply law_not_negative, is_law_rr_outcome.
  - intros x. pose proof (P x). destruct (Rle_dec gamma (1 / 2)); nra.
  - intros x. lra.
  - intros f. unfold subsampled. cbn [first]. rewrite mean_mix, mean_response_first, <- !mean_times, <- mean_plus.
    apply mean_ext. intros x. unfold density, N, m. ring.
  - intros f. unfold subsampled. cbn [second]. apply mean_ext. intros x. ring.
Qed.
End K_17.
