(* (V.4) of docs/methods/ranges.md: fewer clones make the divergences of the clone pair larger. With a
   larger rate each user who was no clone becomes one with probability (p2 - p1)/(1 - p1), and tosses a
   fair coin: that is a channel. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3.
Import ListNotations.
Open Scope R_scope.

(* Two rounds of trials, the second among those that failed in the first. *)
Lemma binomial_composed m p rho : forall g,
  mean (binomial_law m p) (fun c => mean (binomial_law (m - c) rho) (fun e => g (c + e)%nat))
  = mean (binomial_law m (p + (1 - p) * rho)) g.
Proof.
  induction m as [| m IH]; intros g.
  - rewrite !mean_binomial_zero. reflexivity.
  - rewrite !(mean_binomial_succ m).
    rewrite <- !IH.
    rewrite (mean_binomial_ext m p
      (fun c => mean (binomial_law (S m - c) rho) (fun e => g (c + e)%nat))
      (fun c => rho * mean (binomial_law (m - c) rho) (fun e => g (S (c + e)))
                + (1 - rho) * mean (binomial_law (m - c) rho) (fun e => g (c + e)%nat))).
    2: { intros k K. replace (S m - k)%nat with (S (m - k)) by lia. rewrite mean_binomial_succ.
         f_equal. f_equal. apply mean_ext. intros e. f_equal. lia. }
    rewrite mean_plus, !mean_times.
    change (fun c => mean (binomial_law (S m - S c) rho) (fun e => g (S c + e)%nat))
      with (fun c => mean (binomial_law (m - c) rho) (fun e => g (S (c + e)))).
    ring.
Qed.
Lemma halves_ext c f g : (forall a b, f a b = g a b) -> halves c f = halves c g.
Proof. intros H. apply mean_ext. intros a. apply H. Qed.
Lemma halves_together c e : forall F,
  halves c (fun a b => halves e (fun i j => F (a + i)%nat (b + j)%nat)) = halves (c + e) F.
Proof.
  induction c as [| c IH]; intros F.
  - rewrite halves_zero. reflexivity.
  - cbn [Nat.add]. rewrite !halves_succ, <- !IH. reflexivity.
Qed.

(* The channel, for m other users: of the outcome (x, y) m + 1 - x - y were no clones. *)
Definition more_clones (m : nat) (rho : R) (o : outcome) : law outcome :=
  match o with
  | [x; y] =>
      bind (binomial_law (S m - Z.to_nat x - Z.to_nat y) rho) (fun e =>
        bind (binomial_law e (1 / 2)) (fun i => sure [(x + Z.of_nat i)%Z; (y + Z.of_nat (e - i))%Z]))
  | _ => sure o
  end.
Lemma more_clones_is_law m rho o : 0 <= rho <= 1 -> is_law (more_clones m rho o).
Proof.
  intros H. destruct o as [| x [| y [| z rest]]]; try apply is_law_sure.
  apply is_law_bind; [apply is_law_binomial; assumption |]. intros e.
  apply is_law_bind; [apply is_law_binomial; lra |]. intros i. apply is_law_sure.
Qed.
Lemma mean_more_clones m rho x y f :
  mean (more_clones m rho [Z.of_nat x; Z.of_nat y]) f
  = mean (binomial_law (S m - x - y) rho) (fun e =>
      halves e (fun i j => f [Z.of_nat (x + i); Z.of_nat (y + j)])).
Proof.
  cbn [more_clones]. rewrite !Nat2Z.id, mean_bind. apply mean_ext. intros e. rewrite mean_bind.
  apply mean_ext. intros i. rewrite mean_sure, !Nat2Z.inj_add. reflexivity.
Qed.

(* Both laws of the clone pair: one count more, on the side that a coin with another rate shows. *)
Lemma counts_with_more_clones n p rho q (s t : nat -> nat) :
  (forall d, (d <= 1)%nat -> (s d + t d = 1)%nat) ->
  let law_of r := counts n r (fun a b => bind (bernoulli q) (fun d => two_counts (a + s d) (b + t d))) in
  same_law (law_of (p + (1 - p) * rho)) (bind (law_of p) (more_clones (pred (users n)) rho)).
Proof.
  intros St law_of f. unfold law_of, counts. set (m := pred (users n)).
  set (G := fun a b => mean (bernoulli q) (fun d => f [Z.of_nat (a + s d); Z.of_nat (b + t d)])).
  assert (L : forall r, mean (bind (binomial_law m r) (fun c => bind (binomial_law c (1 / 2)) (fun a =>
      bind (bernoulli q) (fun d => two_counts (a + s d) (c - a + t d))))) f
      = mean (binomial_law m r) (fun c => halves c G)).
  { intros r. rewrite mean_bind. apply mean_ext. intros c. rewrite mean_bind. apply mean_ext. intros a.
    rewrite mean_bind. apply mean_ext. intros d. apply mean_sure. }
  rewrite L, <- binomial_composed. rewrite !mean_bind. apply mean_binomial_ext. intros c C.
  rewrite mean_bind.
  transitivity (halves c (fun a b => mean (binomial_law (m - c) rho) (fun e =>
    halves e (fun i j => G (a + i)%nat (b + j)%nat)))).
  - unfold halves at 2. rewrite mean_exchange. apply mean_ext. intros e.
    rewrite <- halves_together. reflexivity.
  - apply mean_binomial_ext. intros a A. rewrite mean_bind.
    transitivity (mean (bernoulli q) (fun d => mean (binomial_law (m - c) rho) (fun e =>
      halves e (fun i j => f [Z.of_nat (a + i + s d); Z.of_nat (c - a + j + t d)])))).
    + unfold G. rewrite mean_exchange. apply mean_ext. intros e. unfold halves. rewrite mean_exchange.
      reflexivity.
    + rewrite !mean_bernoulli. f_equal; f_equal.
      * unfold two_counts. rewrite mean_sure, mean_more_clones.
        replace (S m - (a + s 1) - (c - a + t 1))%nat with (m - c)%nat by (pose proof (St 1%nat); lia).
        apply mean_ext. intros e. apply halves_ext. intros i j. do 2 f_equal; [f_equal; lia | do 2 f_equal; lia].
      * unfold two_counts. rewrite mean_sure, mean_more_clones.
        replace (S m - (a + s 0) - (c - a + t 0))%nat with (m - c)%nat by (pose proof (St 0%nat); lia).
        apply mean_ext. intros e. apply halves_ext. intros i j. do 2 f_equal; [f_equal; lia | do 2 f_equal; lia].
Qed.

Lemma clone_counts n eps0 p :
  same_law (first (clone_pair_with n eps0 p))
    (counts n p (fun a b => bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + d) (b + (1 - d))))) /\
  same_law (second (clone_pair_with n eps0 p))
    (counts n p (fun a b => bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + (1 - d)) (b + d)))).
Proof.
  split; intros f; unfold clone_pair_with, counts; cbn [first second]; rewrite !mean_bind;
    apply mean_ext; intros c; rewrite !mean_bind; apply mean_ext; intros a; rewrite !mean_bind, !mean_bernoulli.
  - replace (c - a + 1 - 1)%nat with (c - a + (1 - 1))%nat by lia.
    replace (c - a + 1 - 0)%nat with (c - a + (1 - 0))%nat by lia. reflexivity.
  - replace (a + 1 - 1)%nat with (a + (1 - 1))%nat by lia.
    replace (a + 1 - 0)%nat with (a + (1 - 0))%nat by lia. reflexivity.
Qed.
Lemma same_law_bind {A B} (l r : law A) (k : A -> law B) : same_law l r -> same_law (bind l k) (bind r k).
Proof. intros H f. rewrite !mean_bind. apply H. Qed.
Lemma made_by_more_clones n eps0 p rho :
  made_by (more_clones (pred (users n)) rho)
    (clone_pair_with n eps0 p) (clone_pair_with n eps0 (p + (1 - p) * rho)).
Proof.
  split; intros f.
  - rewrite (proj1 (clone_counts n eps0 (p + (1 - p) * rho))).
    rewrite (same_law_bind _ _ _ (proj1 (clone_counts n eps0 p))).
    apply (counts_with_more_clones n p rho (truth_rate eps0) (fun d => d) (fun d => (1 - d)%nat)). intros d. lia.
  - rewrite (proj2 (clone_counts n eps0 (p + (1 - p) * rho))).
    rewrite (same_law_bind _ _ _ (proj2 (clone_counts n eps0 p))).
    apply (counts_with_more_clones n p rho (truth_rate eps0) (fun d => (1 - d)%nat) (fun d => d)). intros d. lia.
Qed.

Section V_4.
Variables n eps0 p1 p2 : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p1 <= p2 /\ p2 <= 1.
Let rho := (p2 - p1) / (1 - p1).
Lemma rho_is_a_rate : 0 <= rho <= 1 /\ p1 + (1 - p1) * rho = p2.
Proof.
  unfold rho. destruct (Req_dec p1 1) as [E | E].
  - replace (p2 - p1) with 0 by lra. unfold Rdiv. rewrite Rmult_0_l. lra.
  - assert (0 < / (1 - p1)) by (apply Rinv_0_lt_compat; lra). repeat split.
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_reg_r with (1 - p1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + field. lra.
Qed.
Let made : made_by (more_clones (pred (users n)) rho) (clone_pair_with n eps0 p1) (clone_pair_with n eps0 p2).
Proof. rewrite <- (proj2 rho_is_a_rate). apply made_by_more_clones. Qed.
Let is_channel : forall o, is_law (more_clones (pred (users n)) rho o).
Proof. intros o. apply more_clones_is_law. exact (proj1 rho_is_a_rate). Qed.

Theorem V_4_hockey_stick eps :
  hockey_stick (clone_pair_with n eps0 p2) eps <= hockey_stick (clone_pair_with n eps0 p1) eps.
Proof. exact (V_3_hockey_stick _ _ _ eps is_channel made). Qed.
Theorem V_4_renyi lambda :
  0 < lambda -> renyi (clone_pair_with n eps0 p2) lambda <= renyi (clone_pair_with n eps0 p1) lambda.
Proof.
  intros L. assert (P1 : 0 <= p1 <= 1) by lra. assert (P2 : 0 <= p2 <= 1) by lra.
  assert (D1 : dominated (clone_pair_with n eps0 p1)).
  { apply (dominated_within _ (exp eps0)); [apply law_not_negative, is_law_clone_first; exact P1 |].
    exact (proj1 (clone_within n eps0 _ H P1)). }
  assert (D2 : dominated (clone_pair_with n eps0 p2)).
  { apply (dominated_within _ (exp eps0)); [apply law_not_negative, is_law_clone_first; exact P2 |].
    exact (proj1 (clone_within n eps0 _ H P2)). }
  exact (V_3_renyi (clone_pair_with n eps0 p1) (clone_pair_with n eps0 p2) _ lambda L
    (is_law_clone_first n eps0 p1 P1) (is_law_clone_second n eps0 p1 P1) D1
    (is_law_clone_first n eps0 p2 P2) (is_law_clone_second n eps0 p2 P2) D2 is_channel made).
Qed.
End V_4.
