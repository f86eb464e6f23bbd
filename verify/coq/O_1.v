(* (O.1) of docs/methods/orderings.md, infinite: D_lambda of printed_pair(n, eps0, b) is infinite for lambda >= 1 and
   b > 0: the outcome (0, n) is possible under P and not under Q. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2.
Import ListNotations.
Open Scope R_scope.

Lemma mean_all N p g : 0 <= p <= 1 -> (forall c, 0 <= g c) -> p ^ N * g N <= mean (binomial_law N p) g.
Proof.
  intros P G. rewrite mean_binomial_as_sum.
  assert (E : binomial_weight N p N = p ^ N) by (unfold binomial_weight; rewrite C_full, Nat.sub_diag; simpl; ring).
  assert (T : forall k, 0 <= binomial_weight N p k * g k).
  { intros k. apply Rmult_le_pos; [apply binomial_weight_nonneg; exact P | apply G]. }
  destruct N as [| N]; [simpl sum_f_R0; rewrite E; lra |].
  rewrite tech5, E. pose proof (cond_pos_sum _ N T). lra.
Qed.
Section O_1.
Variables n eps0 b : R.
Hypothesis H : 0 <= eps0.
Hypothesis B : 0 < b <= 1.
Let N := pred (users n).
Let x : outcome := [0%Z; Z.of_nat (S N)].
Let indicator (y : outcome) : R := if same_outcome x y then 1 else 0.
Lemma rate_between : 0 < exp (- eps0) <= 1.
Proof.
  split; [apply exp_pos |]. rewrite <- exp_0.
  destruct H as [H' | <-]; [left; apply exp_increasing; lra | right; f_equal; ring].
Qed.
Lemma indicator_nonneg y : 0 <= indicator y.
Proof. unfold indicator. destruct (same_outcome x y); lra. Qed.
Lemma not_under_second : pmf (second (printed_pair n eps0 b)) x = 0.
Proof.
  unfold pmf, printed_pair, counts. cbn [second]. rewrite mean_bind. fold N.
  rewrite (mean_binomial_ext N _ _ (fun _ => 0)); [apply mean_zero |]. intros c C.
  rewrite mean_bind. rewrite (mean_binomial_ext c _ _ (fun _ => 0)); [apply mean_zero |]. intros a A.
  rewrite mean_bind. rewrite (mean_ext _ _ (fun _ => 0)); [apply mean_zero |]. intros d. unfold two_counts. rewrite mean_sure.
  destruct (same_outcome x _) as [E | _]; [| reflexivity]. injection E. lia.
Qed.
Lemma under_first : 0 < pmf (first (printed_pair n eps0 b)) x.
Proof.
  pose proof rate_between as P. unfold pmf, printed_pair, counts. cbn [first]. rewrite mean_bind. fold N.
  set (g := fun c : nat => mean (bind (binomial_law c (1 / 2)) (fun a =>
    bind (bernoulli b) (fun d => two_counts a (c - a + d)))) indicator).
  assert (G : forall c, 0 <= g c).
  { intros c. apply mean_nonneg; [| apply indicator_nonneg].
    apply not_negative_bind; [apply not_negative_binomial; lra |]. intros a.
    apply not_negative_bind; [apply not_negative_bernoulli; lra | intros d; apply not_negative_sure]. }
  apply Rlt_le_trans with (exp (- eps0) ^ N * g N); [| apply (mean_all N (exp (- eps0)) g); [lra | exact G]].
  apply Rmult_lt_0_compat; [apply pow_lt; lra |]. unfold g. rewrite mean_bind.
  change (0 < halves N (fun a e => mean (bind (bernoulli b) (fun d => two_counts a (e + d))) indicator)).
  rewrite halves_exchange. unfold halves.
  set (h := fun a : nat => mean (bind (bernoulli b) (fun d => two_counts (N - a) (a + d))) indicator).
  change (0 < mean (binomial_law N (1 / 2)) h).
  apply Rlt_le_trans with ((1 / 2) ^ N * h N).
  - apply Rmult_lt_0_compat; [apply pow_lt; lra |]. unfold h. rewrite mean_bind, mean_bernoulli. unfold two_counts.
    rewrite !mean_sure, Nat.sub_diag. unfold indicator at 1. destruct (same_outcome x _) as [_ | E].
    + pose proof (indicator_nonneg [Z.of_nat 0; Z.of_nat (N + 0)]).
      assert (0 <= (1 - b) * indicator [Z.of_nat 0; Z.of_nat (N + 0)]) by (apply Rmult_le_pos; lra). lra.
    + elim E. unfold x. f_equal. f_equal. lia.
  - apply mean_all; [lra |]. intros a. apply mean_nonneg; [| apply indicator_nonneg].
    apply not_negative_bind; [apply not_negative_bernoulli; lra | intros d; apply not_negative_sure].
Qed.
Theorem O_1_infinite lambda : 1 <= lambda -> ~ renyi_is_finite (printed_pair n eps0 b) lambda.
Proof.
  intros L [_ [[_ D] | [L' _]]]; [| lra].
  pose proof (D x not_under_second). pose proof under_first. lra.
Qed.
End O_1.
