(* Binomial laws, one trial after the other; fair halves of a count are alike. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts.
Import ListNotations.
Open Scope R_scope.

Lemma mean_binomial_as_sum m p f :
  mean (binomial_law m p) f = sum_f_R0 (fun k => binomial_weight m p k * f k) m.
Proof.
  unfold binomial_law.
  assert (S : forall n, mean (map (fun k => (binomial_weight m p k, k)) (seq 0 (S n))) f
                        = sum_f_R0 (fun k => binomial_weight m p k * f k) n).
  { induction n as [| n IH]; [simpl; ring |].
    rewrite seq_S, map_app, mean_app, IH. simpl. ring. }
  apply S.
Qed.
Lemma C_zero m : Binomial.C m 0 = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_0_r. simpl. field. apply INR_fact_neq_0. Qed.
Lemma C_full m : Binomial.C m m = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_diag. simpl. field. apply INR_fact_neq_0. Qed.
Lemma weight_first m p : binomial_weight (S m) p 0 = (1 - p) * binomial_weight m p 0.
Proof. unfold binomial_weight. rewrite !C_zero, !Nat.sub_0_r. simpl. ring. Qed.
Lemma weight_last m p : binomial_weight (S m) p (S m) = p * binomial_weight m p m.
Proof. unfold binomial_weight. rewrite !C_full, !Nat.sub_diag. simpl. ring. Qed.
Lemma weight_between m p k :
  (k < m)%nat ->
  binomial_weight (S m) p (S k) = p * binomial_weight m p k + (1 - p) * binomial_weight m p (S k).
Proof.
  intros H. unfold binomial_weight. rewrite <- pascal by assumption.
  replace (S m - S k)%nat with (S (m - S k)) by lia. replace (m - k)%nat with (S (m - S k)) by lia.
  simpl. ring.
Qed.
Lemma sum_plus_scaled (f g h : nat -> R) a b n :
  (forall i, (i <= n)%nat -> f i = a * g i + b * h i) ->
  sum_f_R0 f n = a * sum_f_R0 g n + b * sum_f_R0 h n.
Proof.
  induction n as [| n IH]; intros H; simpl; [apply H; lia |].
  rewrite IH by (intros; apply H; lia). rewrite (H (S n)) by lia. ring.
Qed.
(* One trial more. *)
Lemma mean_binomial_succ m p f :
  mean (binomial_law (S m) p) f
  = p * mean (binomial_law m p) (fun k => f (S k)) + (1 - p) * mean (binomial_law m p) f.
Proof.
  rewrite !mean_binomial_as_sum. destruct m as [| m].
  - simpl. rewrite weight_first, weight_last. ring.
  - rewrite decomp_sum by lia. cbn [pred]. rewrite tech5.
    rewrite (sum_plus_scaled _ (fun k => binomial_weight (S m) p k * f (S k))
      (fun k => binomial_weight (S m) p (S k) * f (S k)) p (1 - p))
      by (intros i I; rewrite weight_between by lia; ring).
    rewrite (tech5 (fun k => binomial_weight (S m) p k * f (S k))).
    rewrite (decomp_sum (fun k => binomial_weight (S m) p k * f k)) by lia. cbn [pred].
    rewrite weight_first, weight_last. ring.
Qed.
Lemma mean_binomial_zero p f : mean (binomial_law 0 p) f = f 0%nat.
Proof. rewrite mean_binomial_as_sum. simpl. unfold binomial_weight. rewrite C_zero. simpl. ring. Qed.
Lemma mean_binomial_ext m p f g :
  (forall k, (k <= m)%nat -> f k = g k) -> mean (binomial_law m p) f = mean (binomial_law m p) g.
Proof.
  intros H. rewrite !mean_binomial_as_sum. apply sum_eq. intros i I. rewrite H by assumption. reflexivity.
Qed.

(* The two halves of a count, by fair coins. *)
Definition halves (c : nat) (f : nat -> nat -> R) : R :=
  mean (binomial_law c (1 / 2)) (fun a => f a (c - a)%nat).
Lemma halves_zero f : halves 0 f = f 0%nat 0%nat.
Proof. unfold halves. rewrite mean_binomial_zero. reflexivity. Qed.
Lemma halves_succ c f :
  halves (S c) f = (halves c (fun a b => f (S a) b) + halves c (fun a b => f a (S b))) / 2.
Proof.
  unfold halves. rewrite mean_binomial_succ.
  rewrite (mean_binomial_ext c (1 / 2) (fun a => f a (S c - a)%nat) (fun a => f a (S (c - a))%nat))
    by (intros k K; f_equal; lia).
  change (fun k => f (S k) (S c - S k)%nat) with (fun k => f (S k) (c - k)%nat). lra.
Qed.
Lemma halves_exchange c : forall f, halves c f = halves c (fun a b => f b a).
Proof.
  induction c as [| c IH]; intros f; [rewrite !halves_zero; reflexivity |].
  rewrite !halves_succ, (IH (fun a b => f (S a) b)), (IH (fun a b => f a (S b))). lra.
Qed.
(* Each of m users is one of c with probability p, and each of these has a fair coin: the coins that
   show 1 are as many as if each user had one that shows 1 with probability p/2. *)
Lemma binomial_thinned m p : forall f,
  mean (binomial_law m p) (fun c => mean (binomial_law c (1 / 2)) f) = mean (binomial_law m (p / 2)) f.
Proof.
  induction m as [| m IH]; intros f; [rewrite !mean_binomial_zero; reflexivity |].
  rewrite !mean_binomial_succ.
  rewrite (mean_ext (binomial_law m p) (fun k => mean (binomial_law (S k) (1 / 2)) f)
    (fun k => 1 / 2 * mean (binomial_law k (1 / 2)) (fun j => f (S j))
              + 1 / 2 * mean (binomial_law k (1 / 2)) f))
    by (intros k; rewrite mean_binomial_succ; lra).
  rewrite mean_plus, !mean_times, !IH. lra.
Qed.
