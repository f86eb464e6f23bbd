(* (U.2) of docs/methods/refuted-regions.md as theorems.md uses it: for orders above 1,
   D_lambda of swap(rr_pair(n, eps0)) is at least eps0 - n log(1+e^-eps0)/(lambda-1), by the single outcome of
   no ones, which has the probability (e^eps0/(e^eps0+1))^n under the larger law and e^-eps0 times that
   under the other. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 K_1.
Import ListNotations.
Open Scope R_scope.

Definition no_ones (k : nat) : R := if Nat.eqb k 0 then 1 else 0.
Lemma mean_no_ones_zeros eps0 m : mean (rr_ones eps0 (repeat 0%nat m)) no_ones = truth_rate eps0 ^ m.
Proof.
  induction m as [| m IH]; [simpl; unfold no_ones; simpl; ring |].
  cbn [repeat]. rewrite rr_ones_cons. change (rr_report eps0 0) with (bernoulli (1 - truth_rate eps0)).
  rewrite mean_bernoulli.
  change (fun k => no_ones (0 + k)) with no_ones. rewrite IH.
  rewrite (mean_ext _ (fun k => no_ones (1 + k)) (fun _ => 0)) by (intros k; reflexivity).
  rewrite mean_zero. simpl. ring.
Qed.
Lemma pmf_no_ones eps0 bits :
  pmf (rr_outcome eps0 bits) [0%Z] = mean (rr_ones eps0 bits) no_ones.
Proof.
  unfold pmf, rr_outcome. rewrite mean_bind. apply mean_ext. intros k. rewrite mean_sure.
  unfold no_ones. destruct (same_outcome [0%Z] [Z.of_nat k]) as [E | E], (Nat.eqb_spec k 0) as [F | F];
    try reflexivity; exfalso.
  - injection E as E. lia.
  - subst k. apply E. reflexivity.
Qed.
Lemma pmf_no_ones_second n eps0 :
  pmf (second (rr_pair n eps0)) [0%Z] = truth_rate eps0 ^ S (pred (users n)).
Proof. exact (eq_trans (pmf_no_ones eps0 (repeat 0%nat (S (pred (users n))))) (mean_no_ones_zeros eps0 _)). Qed.
Lemma pmf_no_ones_first n eps0 :
  pmf (first (rr_pair n eps0)) [0%Z] = (1 - truth_rate eps0) * truth_rate eps0 ^ pred (users n).
Proof.
  cbn [first rr_pair]. rewrite pmf_no_ones, rr_ones_cons.
  change (rr_report eps0 1) with (bernoulli (truth_rate eps0)). rewrite mean_bernoulli.
  change (fun k => no_ones (0 + k)) with no_ones. rewrite mean_no_ones_zeros.
  rewrite (mean_ext _ (fun k => no_ones (1 + k)) (fun _ => 0)) by (intros k; reflexivity).
  rewrite mean_zero. ring.
Qed.

Lemma users_whole n : is_whole n -> 1 <= n -> INR (S (pred (users n))) = n.
Proof.
  intros [k ->] H. apply le_IZR in H.
  assert (E : Int_part (IZR k) = k).
  { destruct (base_Int_part (IZR k)) as [H1 H2].
    assert (Int_part (IZR k) <= k)%Z by (apply le_IZR; assumption).
    assert (k - 1 < Int_part (IZR k))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia. }
  unfold users. rewrite E, INR_IZR_INZ. f_equal. lia.
Qed.
Lemma one_term_below_moment d lambda x :
  is_law (first d) -> is_law (second d) -> 0 < pmf (first d) x ->
  renyi_term lambda (pmf (first d) x) (pmf (second d) x) <= renyi_moment d lambda.
Proof.
  intros L1 L2 P. unfold renyi_moment, sum_pair.
  assert (I : In x (support d)).
  { apply first_in_support. destruct (in_dec same_outcome x (outcomes (first d))) as [I | N]; [exact I |].
    exfalso. revert P. assert (Z : forall l, ~ In x (outcomes l) -> pmf l x = 0).
    { induction l as [| [w a] l IH]; intros K; [reflexivity |]. unfold pmf in *. cbn [mean].
      rewrite IH by (intros G; apply K; right; exact G).
      destruct (same_outcome x a) as [E | _]; [elim K; left; symmetry; exact E | ring]. }
    rewrite (Z _ N). lra. }
  generalize (support d), I. intros s. induction s as [| y s IH]; intros J; [contradiction |].
  cbn [sum_of]. pose proof (fun z => pmf_nonneg (second d) z (law_not_negative _ L2)) as Q.
  assert (T : 0 <= sum_of s (fun z => renyi_term lambda (pmf (first d) z) (pmf (second d) z)))
    by (apply sum_of_nonneg; intros z _; apply renyi_term_nonneg, Q).
  destruct J as [-> | J]; [lra |].
  pose proof (renyi_term_nonneg lambda (pmf (first d) y) (pmf (second d) y) (Q y)). specialize (IH J). lra.
Qed.

Theorem U_2_renyi n eps0 lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 1 < lambda ->
  eps0 - n * log1p (exp (- eps0)) / (lambda - 1) <= renyi (swap (rr_pair n eps0)) lambda.
Proof.
  intros W N H L. set (d := swap (rr_pair n eps0)).
  assert (t1 : 0 < truth_rate eps0).
  { unfold truth_rate. pose proof (exp_pos eps0). apply Rdiv_lt_0_compat; lra. }
  assert (t2 : 0 < 1 - truth_rate eps0).
  { rewrite lie_rate. unfold half_rate. pose proof (exp_pos eps0).
    apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra]. }
  set (m := pred (users n)) in *. set (t := truth_rate eps0) in *.
  assert (Pp : pmf (first d) [0%Z] = t ^ S m) by apply pmf_no_ones_second.
  assert (Pq : pmf (second d) [0%Z] = (1 - t) * t ^ m) by apply pmf_no_ones_first.
  assert (A : 0 < t ^ S m) by (apply pow_lt; exact t1).
  assert (B : 0 < (1 - t) * t ^ m) by (apply Rmult_lt_0_compat; [exact t2 | apply pow_lt; exact t1]).
  assert (M : renyi_term lambda (t ^ S m) ((1 - t) * t ^ m) <= renyi_moment d lambda).
  { rewrite <- Pp, <- Pq. apply one_term_below_moment; [apply is_law_rr_outcome | apply is_law_rr_outcome |].
    rewrite Pp. exact A. }
  unfold renyi_term in M.
  destruct (Req_EM_T ((1 - t) * t ^ m) 0) as [Z | _]; [lra |].
  destruct (Req_EM_T (t ^ S m) 0) as [Z | _]; [lra |].
  assert (E : t ^ S m / ((1 - t) * t ^ m) = exp eps0).
  { pose proof (truth_rate_ratio eps0) as K. fold t in K. simpl.
    assert (t ^ m <> 0) by (apply pow_nonzero; lra).
    replace (t * t ^ m / ((1 - t) * t ^ m)) with (t / (1 - t)) by (field; split; lra).
    rewrite K at 1. field. lra. }
  rewrite E in M. unfold Rpower in M. rewrite ln_exp in M.
  assert (X : (1 - t) * t ^ m = exp (- eps0) * t ^ S m).
  { pose proof (truth_rate_ratio eps0) as K. fold t in K. rewrite exp_Ropp. simpl.
    pose proof (exp_pos eps0). replace (1 - t) with (/ exp eps0 * t); [ring |].
    rewrite K at 1. field. lra. }
  assert (Y : t = / (1 + exp (- eps0))).
  { unfold t, truth_rate. rewrite exp_Ropp. pose proof (exp_pos eps0). field. split; lra. }
  assert (G : ln (t ^ S m) = - (n * log1p (exp (- eps0)))).
  { rewrite <- (users_whole n W N). fold m. generalize (S m). intros k.
    assert (Lk : ln (t ^ k) = INR k * ln t).
    { induction k as [| k IH]; [simpl; rewrite ln_1; ring |].
      rewrite S_INR. simpl pow. rewrite ln_mult by (try apply pow_lt; exact t1). rewrite IH. ring. }
    rewrite Lk, Y. unfold log1p. rewrite ln_Rinv; [ring |]. pose proof (exp_pos (- eps0)). lra. }
  unfold renyi. destruct (Req_EM_T lambda 1) as [Z | _]; [lra |].
  apply Rmult_le_reg_r with (lambda - 1); [lra |].
  unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
  replace ((eps0 - n * log1p (exp (- eps0)) / (lambda - 1)) * (lambda - 1))
    with (ln (t ^ S m) + (lambda - 1) * eps0) by (rewrite G; field; lra).
  assert (V : t ^ S m * exp ((lambda - 1) * eps0) <= renyi_moment d lambda).
  { rewrite X in M. replace (t ^ S m * exp ((lambda - 1) * eps0)) with (exp (- eps0) * t ^ S m * exp (lambda * eps0)).
    - exact M.
    - replace ((lambda - 1) * eps0) with (- eps0 + lambda * eps0) by ring. rewrite exp_plus. ring. }
  rewrite <- (ln_exp ((lambda - 1) * eps0)) at 1.
  rewrite <- ln_mult by (try apply exp_pos; exact A).
  destruct V as [V | <-]; [left; apply ln_increasing; [apply Rmult_lt_0_compat; [exact A | apply exp_pos] | exact V] | lra].
Qed.
