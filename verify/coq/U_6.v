(* (U.6) of docs/methods/refuted-regions.md, its first half: for rr_pair, krr_pair and clone_pair, every probability
   under one law is at most e^eps0 times that under the other. So their divergences are finite. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts.
Import ListNotations.
Open Scope R_scope.

(* Under l everything is at most x times as probable as under r. *)
Definition within {A} (x : R) (l r : law A) : Prop :=
  forall f, (forall a, 0 <= f a) -> mean l f <= x * mean r f.

Lemma within_bind_after {A B} x (l : law A) (k k' : A -> law B) :
  not_negative l -> (forall a, within x (k a) (k' a)) -> within x (bind l k) (bind l k').
Proof.
  intros H K f F. rewrite !mean_bind, <- mean_times. apply mean_le; [assumption |].
  intros a. apply K. assumption.
Qed.
Lemma within_bind_before {A B} x (l l' : law A) (k : A -> law B) :
  within x l l' -> (forall a, not_negative (k a)) -> within x (bind l k) (bind l' k).
Proof.
  intros H K f F. rewrite !mean_bind. apply H. intros a. apply mean_nonneg; auto.
Qed.

Lemma exp_at_least_1 eps0 : 0 <= eps0 -> 1 <= exp eps0.
Proof.
  intros [H | <-]; [| rewrite exp_0; lra]. pose proof (exp_ineq1 eps0). lra.
Qed.
Lemma truth_rate_bounds eps0 : 0 <= truth_rate eps0 <= 1.
Proof.
  unfold truth_rate. pose proof (exp_pos eps0). split.
  - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
  - apply Rmult_le_reg_r with (exp eps0 + 1); [lra |]. field_simplify; lra.
Qed.
Lemma truth_rate_ratio eps0 : truth_rate eps0 = exp eps0 * (1 - truth_rate eps0).
Proof. unfold truth_rate. pose proof (exp_pos eps0). field. lra. Qed.
Lemma lie_rate_ratio eps0 : 0 <= eps0 -> 1 - truth_rate eps0 <= exp eps0 * truth_rate eps0.
Proof.
  intros H. pose proof (truth_rate_ratio eps0). pose proof (truth_rate_bounds eps0).
  pose proof (exp_at_least_1 eps0 H). nra.
Qed.

(* Binary randomized response *)

Lemma is_law_rr_report eps0 bit : is_law (rr_report eps0 bit).
Proof.
  unfold rr_report. pose proof (truth_rate_bounds eps0).
  destruct (Nat.eqb bit 1); apply is_law_bernoulli; lra.
Qed.
Lemma is_law_rr_ones eps0 bits : is_law (rr_ones eps0 bits).
Proof.
  induction bits as [| bit rest IH]; simpl; [apply is_law_sure |].
  apply is_law_bind; [apply is_law_rr_report |]. intros one.
  apply is_law_bind; [assumption | intros k; apply is_law_sure].
Qed.
Lemma is_law_rr_outcome eps0 bits : is_law (rr_outcome eps0 bits).
Proof. apply is_law_bind; [apply is_law_rr_ones | intros k; apply is_law_sure]. Qed.
Lemma rr_reports_within eps0 a b : 0 <= eps0 -> within (exp eps0) (rr_report eps0 a) (rr_report eps0 b).
Proof.
  intros H f F. pose proof (truth_rate_bounds eps0) as B. pose proof (truth_rate_ratio eps0) as T.
  pose proof (lie_rate_ratio eps0 H) as L. pose proof (exp_at_least_1 eps0 H) as E.
  pose proof (F 0%nat) as F0. pose proof (F 1%nat) as F1.
  set (q := truth_rate eps0) in *. set (x := exp eps0) in *.
  assert (L1 : (1 - q) * f 1%nat <= x * q * f 1%nat) by (apply Rmult_le_compat_r; assumption).
  assert (L0 : (1 - q) * f 0%nat <= x * q * f 0%nat) by (apply Rmult_le_compat_r; assumption).
  assert (T1 : q * f 1%nat = x * (1 - q) * f 1%nat) by (rewrite <- T; reflexivity).
  assert (T0 : q * f 0%nat = x * (1 - q) * f 0%nat) by (rewrite <- T; reflexivity).
  assert (W : 0 <= (x - 1) * (q * f 1%nat + (1 - q) * f 0%nat)).
  { apply Rmult_le_pos; [lra |]. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
  assert (W' : 0 <= (x - 1) * ((1 - q) * f 1%nat + q * f 0%nat)).
  { apply Rmult_le_pos; [lra |]. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
  unfold rr_report. fold q.
  destruct (Nat.eqb a 1), (Nat.eqb b 1); rewrite !mean_bernoulli; nra.
Qed.
Lemma rr_within eps0 a b rest :
  0 <= eps0 -> within (exp eps0) (rr_outcome eps0 (a :: rest)) (rr_outcome eps0 (b :: rest)).
Proof.
  intros H. apply within_bind_before; [| intros k; apply not_negative_sure].
  apply within_bind_before; [apply rr_reports_within; assumption |].
  intros one. apply not_negative_bind; [apply law_not_negative, is_law_rr_ones | intros k; apply not_negative_sure].
Qed.

(* The clone pair *)

Lemma is_law_counts n p result :
  0 <= p <= 1 -> (forall a b, is_law (result a b)) -> is_law (counts n p result).
Proof.
  intros H K. apply is_law_bind; [apply is_law_binomial; assumption |]. intros c.
  apply is_law_bind; [apply is_law_binomial; lra |]. intros a. apply K.
Qed.
Lemma is_law_clone_first n eps0 p : 0 <= p <= 1 -> is_law (first (clone_pair_with n eps0 p)).
Proof.
  intros H. apply is_law_counts; [assumption |]. intros a b.
  apply is_law_bind; [apply is_law_bernoulli, truth_rate_bounds | intros d; apply is_law_sure].
Qed.
Lemma is_law_clone_second n eps0 p : 0 <= p <= 1 -> is_law (second (clone_pair_with n eps0 p)).
Proof.
  intros H. apply is_law_counts; [assumption |]. intros a b.
  apply is_law_bind; [apply is_law_bernoulli, truth_rate_bounds | intros d; apply is_law_sure].
Qed.
Lemma counts_within x n p k k' :
  0 <= p <= 1 -> (forall a b, within x (k a b) (k' a b)) -> within x (counts n p k) (counts n p k').
Proof.
  intros H K. apply within_bind_after; [apply not_negative_binomial; assumption |]. intros c.
  apply within_bind_after; [apply not_negative_binomial; lra |]. intros a. apply K.
Qed.
Lemma two_sides_within eps0 u v :
  0 <= eps0 ->
  within (exp eps0)
    (bind (bernoulli (truth_rate eps0)) (fun d => sure (if Nat.eqb d 1 then u else v : outcome)))
    (bind (bernoulli (truth_rate eps0)) (fun d => sure (if Nat.eqb d 1 then v else u : outcome))).
Proof.
  intros H f F. rewrite !mean_bind, !mean_bernoulli, !mean_sure. simpl.
  pose proof (truth_rate_bounds eps0) as B. pose proof (truth_rate_ratio eps0) as T.
  pose proof (lie_rate_ratio eps0 H) as L. pose proof (F u) as Fu. pose proof (F v) as Fv.
  set (q := truth_rate eps0) in *. set (x := exp eps0) in *.
  assert ((1 - q) * f v <= x * q * f v) by (apply Rmult_le_compat_r; assumption).
  assert (q * f u = x * (1 - q) * f u) by (rewrite <- T; reflexivity). nra.
Qed.
Lemma two_counts_within eps0 a b :
  0 <= eps0 ->
  within (exp eps0)
    (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + d) (b + 1 - d)))
    (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + 1 - d) (b + d))) /\
  within (exp eps0)
    (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + 1 - d) (b + d)))
    (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + d) (b + 1 - d))).
Proof.
  intros H.
  assert (E1 : forall f, mean (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + d) (b + 1 - d))) f
    = mean (bind (bernoulli (truth_rate eps0)) (fun d => sure (if Nat.eqb d 1
        then [Z.of_nat (a + 1); Z.of_nat b] else [Z.of_nat a; Z.of_nat (b + 1)] : outcome))) f).
  { intros f. rewrite !mean_bind, !mean_bernoulli. unfold two_counts. rewrite !mean_sure. simpl.
    replace (b + 1 - 1)%nat with b by lia. replace (a + 0)%nat with a by lia.
    replace (b + 1 - 0)%nat with (b + 1)%nat by lia. reflexivity. }
  assert (E2 : forall f, mean (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + 1 - d) (b + d))) f
    = mean (bind (bernoulli (truth_rate eps0)) (fun d => sure (if Nat.eqb d 1
        then [Z.of_nat a; Z.of_nat (b + 1)] else [Z.of_nat (a + 1); Z.of_nat b] : outcome))) f).
  { intros f. rewrite !mean_bind, !mean_bernoulli. unfold two_counts. rewrite !mean_sure. simpl.
    replace (a + 1 - 1)%nat with a by lia. replace (b + 0)%nat with b by lia.
    replace (a + 1 - 0)%nat with (a + 1)%nat by lia. reflexivity. }
  split; intros f F; rewrite E1, E2; apply two_sides_within; assumption.
Qed.
Lemma clone_within n eps0 p :
  0 <= eps0 -> 0 <= p <= 1 ->
  within (exp eps0) (first (clone_pair_with n eps0 p)) (second (clone_pair_with n eps0 p)) /\
  within (exp eps0) (second (clone_pair_with n eps0 p)) (first (clone_pair_with n eps0 p)).
Proof.
  intros H P. split; apply counts_within; try assumption; intros a b; apply two_counts_within; assumption.
Qed.

(* k-ary randomized response *)

Lemma krr_rates eps0 k : 0 <= eps0 -> (1 <= k)%nat -> 0 < exp eps0 + INR k - 1.
Proof.
  intros H K. pose proof (exp_at_least_1 eps0 H). apply le_INR in K. simpl in K. lra.
Qed.
Lemma not_negative_krr_report eps0 k input : 0 <= eps0 -> not_negative (krr_report eps0 k input).
Proof.
  intros H w a I. apply in_map_iff in I. destruct I as [j [E I]]. injection E as <- _.
  apply in_seq in I. pose proof (krr_rates eps0 k H ltac:(lia)). pose proof (exp_pos eps0).
  apply Rmult_le_pos; [destruct (Nat.eqb j input); lra | left; apply Rinv_0_lt_compat; assumption].
Qed.
Lemma mean_krr_report eps0 k input f :
  mean (krr_report eps0 k input) f
  = sum_of (seq 0 k) (fun j => (if Nat.eqb j input then exp eps0 else 1) / (exp eps0 + INR k - 1) * f j).
Proof.
  unfold krr_report.
  assert (G : forall s, mean (map (fun j => ((if Nat.eqb j input then exp eps0 else 1) / (exp eps0 + INR k - 1), j)) s) f
    = sum_of s (fun j => (if Nat.eqb j input then exp eps0 else 1) / (exp eps0 + INR k - 1) * f j)).
  { induction s as [| j s IH]; simpl; [reflexivity | rewrite IH; reflexivity]. }
  apply G.
Qed.
Lemma krr_reports_within eps0 k a b :
  0 <= eps0 -> within (exp eps0) (krr_report eps0 k a) (krr_report eps0 k b).
Proof.
  intros H f F. rewrite !mean_krr_report, <- sum_of_times. apply sum_of_le. intros j I.
  apply in_seq in I. pose proof (krr_rates eps0 k H ltac:(lia)) as D.
  apply Rinv_0_lt_compat in D. pose proof (exp_at_least_1 eps0 H) as E. pose proof (F j) as Fj.
  unfold Rdiv. set (i := / (exp eps0 + INR k - 1)) in *. set (x := exp eps0) in *.
  rewrite <- !Rmult_assoc. apply Rmult_le_compat_r; [assumption |].
  apply Rmult_le_compat_r; [lra |].
  destruct (Nat.eqb j a), (Nat.eqb j b); nra.
Qed.
Lemma not_negative_krr_histogram eps0 k inputs :
  0 <= eps0 -> not_negative (krr_histogram eps0 k inputs).
Proof.
  intros H. induction inputs as [| input rest IH]; simpl; [apply not_negative_sure |].
  apply not_negative_bind; [apply not_negative_krr_report; assumption |]. intros j.
  apply not_negative_bind; [assumption | intros h; apply not_negative_sure].
Qed.
(* The weights e^eps0 of the input and 1 of every other symbol add up to e^eps0 + k - 1. *)
Lemma sum_of_app {A} (s t : list A) f : sum_of (s ++ t) f = sum_of s f + sum_of t f.
Proof. induction s as [| x s IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma sum_of_ones : forall k, sum_of (seq 0 k) (fun _ => 1) = INR k.
Proof. induction k as [| k IH]; [reflexivity |]. rewrite seq_S, sum_of_app, IH, S_INR. simpl. ring. Qed.
Lemma sum_of_one_symbol i c : forall k,
  (i < k)%nat -> sum_of (seq 0 k) (fun j => if Nat.eqb j i then c else 0) = c.
Proof.
  assert (G : forall k, sum_of (seq 0 k) (fun j => if Nat.eqb j i then c else 0)
                        = if Nat.ltb i k then c else 0).
  { induction k as [| k IH]; [reflexivity |]. rewrite seq_S, sum_of_app, IH. simpl.
    destruct (Nat.ltb_spec i k), (Nat.ltb_spec i (S k)), (Nat.eqb_spec k i); try lia; ring. }
  intros k I. rewrite G. destruct (Nat.ltb_spec i k); [reflexivity | lia].
Qed.
Lemma is_law_krr_report eps0 k input :
  0 <= eps0 -> (input < k)%nat -> is_law (krr_report eps0 k input).
Proof.
  intros H I. split; [apply not_negative_krr_report; assumption |].
  pose proof (krr_rates eps0 k H ltac:(lia)) as D. rewrite mean_krr_report.
  rewrite (sum_of_ext _ _ (fun j => / (exp eps0 + INR k - 1) *
    (1 + (if Nat.eqb j input then exp eps0 - 1 else 0))))
    by (intros j _; destruct (Nat.eqb j input); field; lra).
  rewrite sum_of_times, sum_of_plus, sum_of_ones, sum_of_one_symbol by assumption. field. lra.
Qed.
Lemma is_law_krr_histogram eps0 k inputs :
  0 <= eps0 -> (forall i, In i inputs -> (i < k)%nat) -> is_law (krr_histogram eps0 k inputs).
Proof.
  intros H. induction inputs as [| input rest IH]; simpl; intros I; [apply is_law_sure |].
  apply is_law_bind; [apply is_law_krr_report; [assumption | apply I; left; reflexivity] |]. intros j.
  apply is_law_bind; [apply IH; intros i Hi; apply I; right; assumption | intros h; apply is_law_sure].
Qed.
(* With three symbols or more, those of krr_pair's inputs are among them. *)
Lemma three_symbols k : 3 <= k -> (3 <= users k)%nat.
Proof.
  intros H. unfold users. apply Nat2Z.inj_le. rewrite Z2Nat.id.
  - apply le_IZR. pose proof (base_Int_part k) as [_ B].
    apply Rnot_lt_le. intros C. apply lt_IZR in C.
    assert (E : (Int_part k + 1 <= 3)%Z) by (simpl in C; lia). apply IZR_le in E. rewrite plus_IZR in E. lra.
  - apply le_IZR. pose proof (base_Int_part k) as [_ B].
    apply Rnot_lt_le. intros C. apply lt_IZR in C.
    assert (E : (Int_part k + 1 <= 0)%Z) by lia. apply IZR_le in E. rewrite plus_IZR in E. lra.
Qed.
Lemma is_law_krr_pair k n eps0 :
  0 <= eps0 -> 3 <= k -> is_law (first (krr_pair k n eps0)) /\ is_law (second (krr_pair k n eps0)).
Proof.
  intros H K. apply three_symbols in K.
  split; apply is_law_krr_histogram; try assumption; intros i [<- | I]; try lia;
    apply repeat_spec in I; lia.
Qed.
Lemma krr_within eps0 k a b rest :
  0 <= eps0 -> within (exp eps0) (krr_histogram eps0 k (a :: rest)) (krr_histogram eps0 k (b :: rest)).
Proof.
  intros H. apply within_bind_before; [apply krr_reports_within; assumption |]. intros j.
  apply not_negative_bind; [apply not_negative_krr_histogram; assumption | intros h; apply not_negative_sure].
Qed.

(* What follows for divergences *)

Lemma dominated_within d x :
  not_negative (first d) -> within x (first d) (second d) -> dominated d.
Proof.
  intros N H o Z. pose proof (pmf_nonneg (first d) o N) as P.
  assert (L : pmf (first d) o <= x * pmf (second d) o).
  { apply H. intros a. destruct (same_outcome o a); lra. }
  rewrite Z in L. lra.
Qed.
Lemma renyi_term_nonneg lambda p q : 0 <= q -> 0 <= renyi_term lambda p q.
Proof.
  intros H. unfold renyi_term. destruct (Req_EM_T q 0); [lra |]. destruct (Req_EM_T p 0); [lra |].
  apply Rmult_le_pos; [assumption | left; apply exp_pos].
Qed.
Lemma finite_within d x lambda :
  0 < lambda -> mean (first d) (fun _ => 1) = 1 -> not_negative (first d) -> not_negative (second d) ->
  within x (first d) (second d) -> renyi_is_finite d lambda.
Proof.
  intros L T N1 N2 H. split; [assumption |].
  destruct (Rle_dec 1 lambda) as [G | G];
    [left; split; [assumption | eapply dominated_within; eassumption] | right; split; [lra |]].
  rewrite (mean_as_sum _ (support d)) in T by (apply NoDup_support || apply first_in_support).
  destruct (sum_of_some_positive (support d) (fun o => pmf (first d) o * 1)) as [o [I P]]; [lra |].
  assert (Q : pmf (second d) o <> 0).
  { intros Z. apply (dominated_within d x N1 H) in Z. rewrite Z in P. lra. }
  pose proof (pmf_nonneg (second d) o N2) as Q0.
  apply (sum_of_positive _ _ o); [intros y _; apply renyi_term_nonneg, pmf_nonneg; assumption | assumption |].
  unfold renyi_term. destruct (Req_EM_T (pmf (second d) o) 0); [contradiction |].
  destruct (Req_EM_T (pmf (first d) o) 0); [lra |].
  apply Rmult_lt_0_compat; [lra | apply exp_pos].
Qed.

Lemma rr_is_finite n eps0 lambda :
  0 <= eps0 -> 0 < lambda ->
  renyi_is_finite (rr_pair n eps0) lambda /\ renyi_is_finite (swap (rr_pair n eps0)) lambda.
Proof.
  intros H L. split; apply (finite_within _ (exp eps0)); try assumption;
    first [ apply law_total, is_law_rr_outcome | apply law_not_negative, is_law_rr_outcome
          | apply rr_within; assumption ].
Qed.
Lemma rr_is_dominated n eps0 :
  0 <= eps0 -> dominated (rr_pair n eps0) /\ dominated (swap (rr_pair n eps0)).
Proof.
  intros H. split; apply (dominated_within _ (exp eps0)); 
    first [ apply law_not_negative, is_law_rr_outcome | apply rr_within; assumption ].
Qed.
Lemma krr_is_finite k n eps0 lambda :
  0 <= eps0 -> 3 <= k -> 0 < lambda ->
  renyi_is_finite (krr_pair k n eps0) lambda /\ renyi_is_finite (swap (krr_pair k n eps0)) lambda.
Proof.
  intros H K L. pose proof (is_law_krr_pair k n eps0 H K) as [F S].
  split; apply (finite_within _ (exp eps0)); try assumption;
    first [ apply law_total; assumption | apply law_not_negative; assumption | apply krr_within; assumption ].
Qed.
Lemma krr_is_dominated k n eps0 :
  0 <= eps0 -> dominated (krr_pair k n eps0) /\ dominated (swap (krr_pair k n eps0)).
Proof.
  intros H. split; apply (dominated_within _ (exp eps0));
    first [ apply not_negative_krr_histogram; assumption | apply krr_within; assumption ].
Qed.
Lemma clone_is_finite n eps0 p lambda :
  0 <= eps0 -> 0 <= p <= 1 -> 0 < lambda ->
  renyi_is_finite (clone_pair_with n eps0 p) lambda /\
  renyi_is_finite (swap (clone_pair_with n eps0 p)) lambda.
Proof.
  intros H P L.
  pose proof (is_law_clone_first n eps0 p P) as F. pose proof (is_law_clone_second n eps0 p P) as S.
  split.
  - exact (finite_within (clone_pair_with n eps0 p) (exp eps0) lambda L (law_total _ F)
      (law_not_negative _ F) (law_not_negative _ S) (proj1 (clone_within n eps0 p H P))).
  - exact (finite_within (swap (clone_pair_with n eps0 p)) (exp eps0) lambda L (law_total _ S)
      (law_not_negative _ S) (law_not_negative _ F) (proj2 (clone_within n eps0 p H P))).
Qed.
