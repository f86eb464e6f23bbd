(* (V.11) of docs/methods/ranges.md: more users hide more. One user more among the others adds a report on the
   input 0 to the ones of randomized response, or with probability p a clone to the two counts: both are channels. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 V_4 O_3 steps.
Import ListNotations.
Open Scope R_scope.

Theorem V_3_chi_moment d d' k a :
  1 <= a -> is_law (first d) -> is_law (second d) -> dominated d ->
  is_law (first d') -> is_law (second d') -> dominated d' ->
  (forall x, is_law (k x)) -> made_by k d d' -> chi_moment d' a <= chi_moment d a.
Proof.
  intros A. apply (V_3_convex (fun t => power (Rabs (t - 1)) a) (fun _ s => moment_slope a (s - 1))
    (fun _ s => moment_height a (s - 1) - moment_slope a (s - 1))).
  - intros _ s t _ _ _. pose proof (moment_line a (s - 1) (t - 1) A). lra.
  - intros close s C _. rewrite (moment_touches a (s - 1) A). lra.
Qed.

Definition one_more_zero (eps0 : R) (o : outcome) : law outcome :=
  match o with
  | [k] => bind (rr_report eps0 0) (fun one => sure [(Z.of_nat one + k)%Z])
  | _ => sure o
  end.
Lemma one_more_zero_is_law eps0 o : is_law (one_more_zero eps0 o).
Proof.
  destruct o as [| k [| ]]; try apply is_law_sure.
  apply is_law_bind; [apply is_law_rr_report | intros one; apply is_law_sure].
Qed.
Lemma response_with_one_more eps0 x rest :
  same_law (rr_outcome eps0 (x :: 0%nat :: rest)) (bind (rr_outcome eps0 (x :: rest)) (one_more_zero eps0)).
Proof.
  intros f. unfold rr_outcome. cbn [rr_ones]. rewrite !mean_bind. apply mean_ext. intros one.
  rewrite !mean_bind.
  transitivity (mean (rr_report eps0 0) (fun a => mean (rr_ones eps0 rest) (fun k => f [Z.of_nat (one + (a + k))]))).
  - apply mean_ext. intros a. rewrite mean_bind. apply mean_ext. intros k. rewrite !mean_sure. reflexivity.
  - rewrite mean_exchange. apply mean_ext. intros k. rewrite !mean_sure. cbn [one_more_zero]. rewrite mean_bind.
    apply mean_ext. intros a. rewrite mean_sure. do 2 f_equal. lia.
Qed.
Lemma users_more n : is_whole n -> 1 <= n -> users (n + 1) = S (users n) /\ (1 <= users n)%nat.
Proof.
  intros W N. pose proof (common_support.users_of_whole n W ltac:(lra)) as E.
  pose proof (common_support.users_of_whole (n + 1) (whole_plus _ _ W (whole_number 1)) ltac:(lra)) as E'. split.
  - apply INR_eq. rewrite S_INR, E, E'. reflexivity.
  - apply INR_le. rewrite E. simpl. lra.
Qed.
Lemma rr_pair_with_one_more n eps0 :
  is_whole n -> 1 <= n -> made_by (one_more_zero eps0) (rr_pair n eps0) (rr_pair (n + 1) eps0).
Proof.
  intros W N. destruct (users_more n W N) as [E L]. unfold rr_pair. rewrite E.
  destruct (users n) as [| m]; [lia |]. cbn [pred repeat]. split; apply response_with_one_more.
Qed.

Definition one_more_clone (p : R) (o : outcome) : law outcome :=
  match o with
  | [x; y] => mix p (bind (bernoulli (1 / 2)) (fun i => sure [(x + Z.of_nat i)%Z; (y + Z.of_nat (1 - i))%Z])) (sure [x; y])
  | _ => sure o
  end.
Lemma one_more_clone_is_law p o : 0 <= p <= 1 -> is_law (one_more_clone p o).
Proof.
  intros P. destruct o as [| x [| y [| z rest]]]; try apply is_law_sure.
  apply is_law_mix; [exact P | | apply is_law_sure].
  apply is_law_bind; [apply is_law_bernoulli; lra | intros i; apply is_law_sure].
Qed.
Lemma counts_with_one_more n p q (s t : nat -> nat) :
  is_whole n -> 1 <= n ->
  let law_of m := counts m p (fun a b => bind (bernoulli q) (fun d => two_counts (a + s d) (b + t d))) in
  same_law (law_of (n + 1)) (bind (law_of n) (one_more_clone p)).
Proof.
  intros W N law_of f. rewrite mean_bind. unfold law_of, counts. destruct (users_more n W N) as [E L]. rewrite E.
  destruct (users n) as [| m]; [lia |]. cbn [pred]. clear E L.
  assert (F : forall k g, mean (bind (binomial_law k p) (fun c => bind (binomial_law c (1 / 2)) (fun a =>
      bind (bernoulli q) (fun d => two_counts (a + s d) (c - a + t d))))) g
      = mean (binomial_law k p) (fun c => halves c (fun a b =>
          mean (bernoulli q) (fun d => g [Z.of_nat (a + s d); Z.of_nat (b + t d)])))).
  { intros k g. rewrite mean_bind. apply mean_ext. intros c. rewrite mean_bind. apply mean_ext. intros a.
    rewrite mean_bind. apply mean_ext. intros d. apply mean_sure. }
  rewrite !F. set (G := fun a b => mean (bernoulli q) (fun d => f [Z.of_nat (a + s d); Z.of_nat (b + t d)])).
  rewrite mean_binomial_succ, <- !mean_times, <- mean_plus. apply mean_ext. intros c. rewrite halves_succ.
  rewrite (halves_ext c (fun a b => mean (bernoulli q) (fun d => mean (one_more_clone p [Z.of_nat (a + s d); Z.of_nat (b + t d)]) f))
    (fun a b => p * (1 / 2 * (G (S a) b + G a (S b))) + (1 - p) * G a b)).
  - clearbody G. unfold halves.
    rewrite mean_plus, mean_times, mean_times, mean_times, mean_plus. field.
  - intros a b. unfold G. rewrite !mean_bernoulli.
    assert (O : forall i j : nat, mean (one_more_clone p [Z.of_nat i; Z.of_nat j]) f
      = p * (1 / 2 * (f [Z.of_nat (S i); Z.of_nat j] + f [Z.of_nat i; Z.of_nat (S j)])) + (1 - p) * f [Z.of_nat i; Z.of_nat j]).
    { intros i j. cbn [one_more_clone]. rewrite mean_mix, mean_bind, mean_bernoulli, !mean_sure.
      replace (Z.of_nat i + Z.of_nat 1)%Z with (Z.of_nat (S i)) by lia.
      replace (Z.of_nat i + Z.of_nat 0)%Z with (Z.of_nat i) by lia.
      replace (Z.of_nat j + Z.of_nat (1 - 1))%Z with (Z.of_nat j) by lia.
      replace (Z.of_nat j + Z.of_nat (1 - 0))%Z with (Z.of_nat (S j)) by lia. field. }
    rewrite !O. cbn [Nat.add]. ring.
Qed.
Lemma clone_pair_with_one_more n eps0 p :
  is_whole n -> 1 <= n -> made_by (one_more_clone p) (clone_pair_with n eps0 p) (clone_pair_with (n + 1) eps0 p).
Proof.
  intros W N. split; intros f.
  - rewrite (proj1 (clone_counts (n + 1) eps0 p)), (same_law_bind _ _ _ (proj1 (clone_counts n eps0 p))).
    apply (counts_with_one_more n p (truth_rate eps0) (fun d => d) (fun d => (1 - d)%nat) W N).
  - rewrite (proj2 (clone_counts (n + 1) eps0 p)), (same_law_bind _ _ _ (proj2 (clone_counts n eps0 p))).
    apply (counts_with_one_more n p (truth_rate eps0) (fun d => (1 - d)%nat) (fun d => d) W N).
Qed.

Lemma users_between (phi : R -> R) n m :
  (forall k, is_whole k -> 1 <= k -> phi (k + 1) <= phi k) -> is_whole n -> is_whole m -> 1 <= n -> n <= m -> phi m <= phi n.
Proof.
  intros S W W' N L. destruct (whole_natural (m - n) (whole_minus m n W' W) ltac:(lra)) as [k E].
  replace m with (n + INR k) by lra. clear E L W' m. induction k as [| k IH]; [simpl; rewrite Rplus_0_r; lra |].
  apply Rle_trans with (phi (n + INR k)); [| exact IH]. rewrite S_INR, <- Rplus_assoc. apply S.
  - apply whole_plus; [exact W | rewrite INR_IZR_INZ; apply whole_number].
  - pose proof (pos_INR k). lra.
Qed.
Section More_users.
Variables n m eps0 p eps a : R.
Hypothesis W : is_whole n.
Hypothesis W' : is_whole m.
Hypothesis N : 1 <= n.
Hypothesis L : n <= m.
Theorem V_11_clone_hockey_stick :
  0 <= p <= 1 -> hockey_stick (clone_pair_with m eps0 p) eps <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof.
  intros P. apply (users_between (fun k => hockey_stick (clone_pair_with k eps0 p) eps)); try assumption.
  intros k K K1. apply (V_3_hockey_stick _ _ (one_more_clone p)).
  - intros x. apply one_more_clone_is_law. exact P.
  - apply clone_pair_with_one_more; assumption.
Qed.
Theorem V_11_rr_hockey_stick : hockey_stick (rr_pair m eps0) eps <= hockey_stick (rr_pair n eps0) eps.
Proof.
  apply (users_between (fun k => hockey_stick (rr_pair k eps0) eps)); try assumption.
  intros k K K1. apply (V_3_hockey_stick _ _ (one_more_zero eps0)).
  - intros x. apply one_more_zero_is_law.
  - apply rr_pair_with_one_more; assumption.
Qed.
Theorem V_11_rr_chi_moment : 0 <= eps0 -> 1 <= a -> chi_moment (rr_pair m eps0) a <= chi_moment (rr_pair n eps0) a.
Proof.
  intros H A. apply (users_between (fun k => chi_moment (rr_pair k eps0) a)); try assumption.
  intros k K K1. apply (V_3_chi_moment _ _ (one_more_zero eps0)); try (apply is_law_rr_outcome); try (apply dominated_rr; exact H).
  - exact A.
  - intros x. apply one_more_zero_is_law.
  - apply rr_pair_with_one_more; assumption.
Qed.
End More_users.
