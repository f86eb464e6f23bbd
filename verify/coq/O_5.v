(* (O.5) of docs/methods/orderings.md: whoever sees which of the others reports as if on the input of R sees more.
   A report on any input is with probability e^-eps0 one on R's, and otherwise one of a law of its own: so the
   moment is at most a mixture of two, (O.3), of which the second is post-processed, (V.3); one user after the
   other. For randomized response on bits, where R is O, and with three symbols. *)
From Coq Require Import Reals Lra Lia ZArith List Permutation.
From Shufflecert Require Import numbers laws pairs law_facts common_support binomial_laws U_6 V_3 K_1_kary symmetry O_3
  steps.
Import ListNotations.
Open Scope R_scope.

Lemma same_pmf (l r : law outcome) x : same_law l r -> pmf l x = pmf r x.
Proof. intros S. apply S. Qed.
Lemma ternary_same P Q R P' Q' R' a :
  same_law P P' -> same_law Q Q' -> same_law R R' -> ternary_moment P Q R a = ternary_moment P' Q' R' a.
Proof.
  intros S1 S2 S3.
  set (s := nodup same_outcome ((outcomes P ++ outcomes Q ++ outcomes R) ++ outcomes P' ++ outcomes Q' ++ outcomes R')).
  rewrite (ternary_over s P), (ternary_over s P'); try apply NoDup_nodup.
  - apply sum_of_ext. intros x _. rewrite (same_pmf _ _ x S1), (same_pmf _ _ x S2), (same_pmf _ _ x S3). reflexivity.
  - intros x X. apply nodup_In, in_or_app. right. exact X.
  - intros x X. apply nodup_In, in_or_app. left. exact X.
Qed.
(* Post-processing. *)
Lemma comparable_bind {A B} (l r : law A) (k : A -> law B) :
  (forall x, is_law (k x)) -> comparable l r -> comparable (bind l k) (bind r k).
Proof.
  intros K [L [L' [x [X W]]]]. split; [apply is_law_bind; assumption | split; [apply is_law_bind; assumption |]].
  exists x. split; [exact X |]. apply within_bind_before; [exact W | intros y; apply law_not_negative, K].
Qed.
Theorem V_3_ternary P Q R (k : outcome -> law outcome) a :
  1 <= a -> comparable P R -> comparable Q R -> (forall x, is_law (k x)) ->
  ternary_moment (bind P k) (bind Q k) (bind R k) a <= ternary_moment P Q R a.
Proof.
  intros A CP CQ K. pose proof (ternary_comparable P Q R CP CQ) as F.
  pose proof (ternary_comparable _ _ _ (comparable_bind P R k K CP) (comparable_bind Q R k K CQ)) as F'.
  assert (NR : not_negative R) by (apply law_not_negative, CP).
  assert (NR' : not_negative (bind R k)) by (apply law_not_negative, (comparable_bind P R k K CP)).
  set (P' := bind P k) in *. set (Q' := bind Q k) in *. set (R' := bind R k) in *.
  set (s' := nodup same_outcome (outcomes P' ++ outcomes Q' ++ outcomes R')).
  set (s := nodup same_outcome (outcomes P ++ outcomes Q ++ outcomes R)).
  assert (S : NoDup s) by apply NoDup_nodup. assert (S' : NoDup s') by apply NoDup_nodup.
  rewrite (ternary_over s' P'), (ternary_over s P); try assumption.
  2: { intros x X. apply nodup_In. exact X. }
  2: { intros x X. apply nodup_In. exact X. }
  set (at_ y := (pmf P' y - pmf Q' y) / pmf R' y).
  set (alpha y := moment_slope a (at_ y)). set (beta y := moment_height a (at_ y)).
  assert (E : sum_of s' (fun y => scaled_moment a (pmf P' y - pmf Q' y) (pmf R' y))
              = mean P' alpha - mean Q' alpha + mean R' beta).
  { rewrite (mean_as_sum P' s'), (mean_as_sum Q' s'), (mean_as_sum R' s'); try exact S';
      try (intros y Y; apply nodup_In; rewrite !in_app_iff; tauto).
    replace (sum_of s' (fun x => pmf P' x * alpha x) - sum_of s' (fun x => pmf Q' x * alpha x))
      with (sum_of s' (fun x => pmf P' x * alpha x) - 1 * sum_of s' (fun x => pmf Q' x * alpha x)) by ring.
    rewrite sum_of_minus, <- sum_of_plus. apply sum_of_ext. intros y _. unfold scaled_moment.
    destruct (Req_EM_T (pmf R' y) 0) as [Z | Z].
    - rewrite (F' y Z), Z. ring.
    - change ((pmf P' y - pmf Q' y) / pmf R' y) with (at_ y). rewrite (moment_touches a (at_ y) A).
      fold (alpha y). fold (beta y).
      replace (pmf P' y * alpha y - 1 * (pmf Q' y * alpha y) + pmf R' y * beta y)
        with ((pmf P' y - pmf Q' y) * alpha y + pmf R' y * beta y) by ring.
      replace (pmf P' y - pmf Q' y) with (pmf R' y * at_ y) by (unfold at_; field; exact Z). ring. }
  rewrite E. unfold P', Q', R'. rewrite !mean_bind.
  rewrite (mean_as_sum P s), (mean_as_sum Q s), (mean_as_sum R s); try exact S;
    try (intros y Y; apply nodup_In; rewrite !in_app_iff; tauto).
  match goal with |- sum_of s ?f - sum_of s ?g + sum_of s ?h <= _ =>
    replace (sum_of s f - sum_of s g) with (sum_of s f - 1 * sum_of s g) by ring end.
  rewrite sum_of_minus, <- sum_of_plus. apply sum_of_le. intros x _.
  replace (pmf P x * mean (k x) alpha - 1 * (pmf Q x * mean (k x) alpha) + pmf R x * mean (k x) beta)
    with (mean (k x) (fun y => (pmf P x - pmf Q x) * alpha y + pmf R x * beta y))
    by (rewrite mean_plus, !mean_times; ring).
  destruct (K x) as [KN KT].
  rewrite <- (Rmult_1_r (scaled_moment a _ _)), <- KT, <- mean_times. apply mean_le; [exact KN |]. intros y.
  rewrite Rmult_1_r. pose proof (scaled_moment_above a (at_ y) (pmf P x - pmf Q x) (pmf R x) A
    (pmf_nonneg R x NR) ltac:(intros Z; rewrite (F x Z); ring)) as L.
  unfold alpha, beta. lra.
Qed.

(* H is the law of the reports on a list of inputs, e the probability of a report as if on the input r. *)
Section Reveal.
Variable H : list nat -> law outcome.
Variable e : R.
Variable other : nat -> outcome -> law outcome.
Variables z o r : nat.
Variable good : nat -> Prop.
Hypothesis rate_e : 0 <= e <= 1.
Hypothesis order_of_inputs : forall l l', Permutation l l' -> same_law (H l) (H l').
Hypothesis as_mixture : forall y l, good y -> same_law (H (y :: l)) (mix e (H (r :: l)) (bind (H l) (other y))).
Hypothesis others_are_laws : forall y x, good y -> is_law (other y x).
Hypothesis alike : forall l l', Forall good l -> Forall good l' -> length l = length l' -> comparable (H l) (H l').
Hypothesis good_z : good z.
Hypothesis good_o : good o.
Hypothesis good_r : good r.
Variable a : R.
Hypothesis A : 1 <= a.
Definition one_differs (l : list nat) : R := ternary_moment (H (z :: l)) (H (o :: l)) (H (r :: l)) a.
Lemma one_differs_permuted l l' : Permutation l l' -> one_differs l = one_differs l'.
Proof. intros P. apply ternary_same; apply order_of_inputs, perm_skip; exact P. Qed.
Lemma one_report_revealed y l : good y -> Forall good l ->
  one_differs (y :: l) <= e * one_differs (r :: l) + (1 - e) * one_differs l.
Proof.
  intros Y L.
  assert (M : forall x, good x -> same_law (H (x :: y :: l)) (mix e (H (x :: r :: l)) (bind (H (x :: l)) (other y)))).
  { intros x X f. rewrite (order_of_inputs _ _ (perm_swap y x l)), (as_mixture y (x :: l) Y), !mean_mix.
    rewrite (order_of_inputs _ _ (perm_swap r x l)). reflexivity. }
  assert (C : forall x x', good x -> good x' -> comparable (H (x :: l)) (H (x' :: l))).
  { intros x x' X X'. apply alike; [constructor; assumption | constructor; assumption | reflexivity]. }
  assert (C' : forall x x', good x -> good x' -> comparable (H (x :: r :: l)) (H (x' :: r :: l))).
  { intros x x' X X'. apply alike; [repeat constructor; assumption | repeat constructor; assumption | reflexivity]. }
  assert (K : forall x, is_law (other y x)) by (intros x; apply others_are_laws; exact Y).
  unfold one_differs at 1. rewrite (ternary_same _ _ _ _ _ _ a (M z good_z) (M o good_o) (M r good_r)).
  eapply Rle_trans; [apply O_3_ternary |].
  - exact A.
  - exact rate_e.
  - apply law_not_negative, (C' r r good_r good_r).
  - apply law_not_negative, (comparable_bind _ _ _ K (C r r good_r good_r)).
  - apply ternary_comparable; apply C'; assumption.
  - apply ternary_comparable; apply comparable_bind; try exact K; apply C; assumption.
  - apply Rplus_le_compat_l, Rmult_le_compat_l; [lra |].
    apply V_3_ternary; [exact A | apply C; assumption | apply C; assumption | exact K].
Qed.
Lemma all_revealed ys : forall m, Forall good ys ->
  one_differs (ys ++ repeat r m) <= mean (binomial_law (length ys) e) (fun c => one_differs (repeat r (c + m))).
Proof.
  assert (G : forall m, Forall good (repeat r m)) by (intros m; induction m; constructor; assumption).
  induction ys as [| y ys IH]; intros m Y; cbn [app length].
  - rewrite mean_binomial_zero. simpl. lra.
  - inversion Y as [| ? ? Y1 Y2]. subst.
    eapply Rle_trans; [apply one_report_revealed; [exact Y1 | apply Forall_app; split; [exact Y2 | apply G]] |].
    rewrite mean_binomial_succ. apply Rplus_le_compat; (apply Rmult_le_compat_l; [lra |]).
    + rewrite (one_differs_permuted _ (ys ++ repeat r (S m))).
      * eapply Rle_trans; [apply IH; exact Y2 |]. right. apply mean_ext. intros c. do 2 f_equal. lia.
      * cbn [repeat]. apply Permutation_middle.
    + apply IH. exact Y2.
Qed.
End Reveal.

(* The order of the inputs does not matter. *)
Lemma rr_outcome_permuted eps0 l l' : Permutation l l' -> same_law (rr_outcome eps0 l) (rr_outcome eps0 l').
Proof.
  intros P. assert (S : same_law (rr_ones eps0 l) (rr_ones eps0 l')).
  { induction P as [| x l l' P IH | x y l | l m l' P1 IH1 P2 IH2]; intros f.
    - reflexivity.
    - cbn [rr_ones]. rewrite !mean_bind. apply mean_ext. intros one. rewrite !mean_bind. apply IH.
    - cbn [rr_ones]. rewrite !mean_bind.
      transitivity (mean (rr_report eps0 y) (fun i => mean (rr_report eps0 x) (fun j => mean (rr_ones eps0 l) (fun k => f (i + (j + k))%nat)))).
      + apply mean_ext. intros i. rewrite !mean_bind. apply mean_ext. intros j. rewrite mean_bind. apply mean_ext. intros k.
        rewrite !mean_sure. reflexivity.
      + rewrite mean_exchange. apply mean_ext. intros j. rewrite !mean_bind. apply mean_ext. intros i. rewrite mean_bind.
        apply mean_ext. intros k. rewrite !mean_sure. f_equal. lia.
    - rewrite IH1. apply IH2. }
  intros f. unfold rr_outcome. rewrite !mean_bind. apply S.
Qed.
Definition with_report (report : law nat) (x : outcome) : law outcome :=
  match x with
  | [k] => bind report (fun one => sure [(Z.of_nat one + k)%Z])
  | _ => sure x
  end.
Lemma with_report_is_law report x : is_law report -> is_law (with_report report x).
Proof.
  intros L. destruct x as [| k [| ]]; try apply is_law_sure. apply is_law_bind; [exact L | intros one; apply is_law_sure].
Qed.
Definition other_bit (eps0 : R) (y : nat) : law nat := if Nat.eqb y 1 then rr_report eps0 1 else bernoulli 0.
Lemma rr_report_mixed eps0 y : same_law (rr_report eps0 y) (mix (exp (- eps0)) (rr_report eps0 1) (other_bit eps0 y)).
Proof.
  intros f. rewrite mean_mix. unfold other_bit. destruct (Nat.eqb_spec y 1) as [-> | N]; [ring |].
  unfold rr_report. rewrite (proj2 (Nat.eqb_neq y 1) N). rewrite Nat.eqb_refl, !mean_bernoulli. unfold truth_rate.
  rewrite exp_Ropp. pose proof (exp_pos eps0). field. lra.
Qed.
Lemma rr_outcome_mixed eps0 y l :
  same_law (rr_outcome eps0 (y :: l))
    (mix (exp (- eps0)) (rr_outcome eps0 (1%nat :: l)) (bind (rr_outcome eps0 l) (with_report (other_bit eps0 y)))).
Proof.
  intros f. rewrite mean_mix, mean_bind. unfold rr_outcome. cbn [rr_ones]. rewrite !mean_bind, (rr_report_mixed eps0 y), mean_mix.
  f_equal. f_equal.
  transitivity (mean (other_bit eps0 y) (fun one => mean (rr_ones eps0 l) (fun k => f [Z.of_nat (one + k)]))).
  - apply mean_ext. intros one. rewrite mean_bind. apply mean_ext. intros k. rewrite !mean_sure. reflexivity.
  - rewrite mean_exchange. apply mean_ext. intros k. rewrite mean_sure. cbn [with_report]. rewrite mean_bind.
    apply mean_ext. intros one. rewrite mean_sure, Nat2Z.inj_add. reflexivity.
Qed.

Lemma users_INR c : users (INR c) = c.
Proof. unfold users. rewrite INR_IZR_INZ, Int_part_IZR. apply Nat2Z.id. Qed.
Lemma users_0 : users 0 = 0%nat.
Proof. exact (users_INR 0). Qed.
Lemma users_1 : users 1 = 1%nat.
Proof. exact (users_INR 1). Qed.
Lemma users_next n : is_whole n -> 0 <= n -> users (n + 1) = S (users n).
Proof.
  intros W N. apply INR_eq. rewrite S_INR, !users_of_whole; try assumption; try lra; try reflexivity.
  apply whole_plus; [exact W | apply whole_number].
Qed.
Lemma users_plus m n : is_whole m -> 0 <= m -> is_whole n -> 0 <= n -> users (m + n) = (users m + users n)%nat.
Proof.
  intros W M W' N. apply INR_eq. rewrite plus_INR, !users_of_whole; try assumption; try lra; try reflexivity.
  apply whole_plus; assumption.
Qed.
Lemma whole_INR c : is_whole (INR c).
Proof. rewrite INR_IZR_INZ. apply whole_number. Qed.
Theorem O_5_rr a b eps0 alpha :
  is_whole a -> is_whole b -> 0 <= a -> 0 <= b -> 0 <= eps0 -> 1 <= alpha ->
  chi_moment (pair_of (rr_law eps0 (a + 1) b) (rr_law eps0 a (b + 1))) alpha
  <= binomial_mean (a + b) (exp (- eps0)) (fun m => chi_moment (pair_of (rr_law eps0 1 m) (rr_law eps0 0 (m + 1))) alpha).
Proof.
  intros Wa Wb A B E O. rewrite chi_moment_is_ternary, binomial_mean_as_mean.
  change (Z.to_nat (Int_part (a + b))) with (users (a + b)). rewrite users_plus by assumption.
  unfold rr_law. rewrite !users_next by assumption.
  set (l := repeat 1%nat (users b) ++ repeat 0%nat (users a)).
  pose proof (all_revealed (rr_outcome eps0) (exp (- eps0)) (fun y => with_report (other_bit eps0 y)) 0 1 1 (fun _ => True)
    (clone_rate eps0 E) (rr_outcome_permuted eps0) (fun y l _ => rr_outcome_mixed eps0 y l)) as G.
  specialize (G ltac:(intros y x _; apply with_report_is_law; unfold other_bit; destruct (Nat.eqb y 1);
    [apply is_law_rr_report | apply is_law_bernoulli; lra])).
  specialize (G (fun l l' _ _ L => comparable_rr_outcome eps0 l l' E L) I I I alpha O l 0%nat).
  specialize (G ltac:(apply Forall_forall; intros; exact I)). rewrite app_nil_r in G.
  unfold l in G at 2. rewrite app_length, !repeat_length, Nat.add_comm in G.
  eapply Rle_trans; [| eapply Rle_trans; [exact G |]].
  - right. apply ternary_same; [| intros f; reflexivity | intros f; reflexivity].
    intros f. apply rr_outcome_permuted. cbn [repeat]. symmetry. apply Permutation_middle.
  - right. apply mean_ext. intros c. rewrite chi_moment_is_ternary, users_INR, Nat.add_0_r.
    rewrite users_next by (try apply whole_INR; apply pos_INR). rewrite users_INR.
    rewrite users_0, users_1. cbn [repeat].
    apply ternary_same; intros f; apply rr_outcome_permuted.
    + apply Permutation_cons_append.
    + cbn [app]. rewrite app_nil_r. reflexivity.
    + cbn [app]. rewrite app_nil_r. reflexivity.
Qed.

(* Three symbols *)

Lemma krr_histogram_permuted eps0 k l l' : Permutation l l' -> same_law (krr_histogram eps0 k l) (krr_histogram eps0 k l').
Proof.
  intros P. induction P as [| x l l' P IH | x y l | l m l' P1 IH1 P2 IH2]; intros f.
  - reflexivity.
  - cbn [krr_histogram]. rewrite !mean_bind. apply mean_ext. intros j. rewrite !mean_bind. apply IH.
  - cbn [krr_histogram]. rewrite !mean_bind.
    transitivity (mean (krr_report eps0 k y) (fun i => mean (krr_report eps0 k x) (fun j =>
      mean (krr_histogram eps0 k l) (fun h => f (counted (counted h j) i))))).
    + apply mean_ext. intros i. rewrite !mean_bind. apply mean_ext. intros j. rewrite mean_bind. apply mean_ext. intros h.
      rewrite !mean_sure. reflexivity.
    + rewrite mean_exchange. apply mean_ext. intros j. rewrite !mean_bind. apply mean_ext. intros i. rewrite mean_bind.
      apply mean_ext. intros h. rewrite !mean_sure. f_equal. apply counted_exchange.
  - rewrite IH1. apply IH2.
Qed.
Definition with_symbol (report : law nat) (h : outcome) : law outcome := bind report (fun j => sure (counted h j)).
(* What a report on y < 2 is in the rest of the cases: never 2, and y the oftener. *)
Definition other_symbol (eps0 : R) (y : nat) : law nat :=
  let d := exp eps0 + 2 in
  match y with
  | 0%nat => [((exp eps0 + 1) / d, 0%nat); (1 / d, 1%nat)]
  | 1%nat => [(1 / d, 0%nat); ((exp eps0 + 1) / d, 1%nat)]
  | _ => krr_report eps0 3 2
  end.
Lemma other_symbol_is_law eps0 y : 0 <= eps0 -> is_law (other_symbol eps0 y).
Proof.
  intros E. pose proof (exp_pos eps0) as X.
  assert (P1 : 0 <= (exp eps0 + 1) / (exp eps0 + 2)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (P2 : 0 <= 1 / (exp eps0 + 2)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  destruct y as [| [| y]]; [| | apply is_law_krr_report; [exact E | lia]]; (split;
    [intros w x [I | [I | []]]; injection I as <- _; assumption | cbn [other_symbol mean]; field; lra]).
Qed.
Lemma krr_report_mixed eps0 y : (y < 3)%nat ->
  same_law (krr_report eps0 3 y) (mix (exp (- eps0)) (krr_report eps0 3 2) (other_symbol eps0 y)).
Proof.
  intros Y f. rewrite mean_mix. pose proof (exp_pos eps0) as X.
  destruct y as [| [| [| y]]]; [| | cbn [other_symbol]; ring | lia];
    unfold krr_report; cbn [other_symbol seq map mean Nat.eqb INR]; rewrite exp_Ropp; field; lra.
Qed.
Lemma krr_histogram_mixed eps0 y l : (y < 3)%nat ->
  same_law (krr_histogram eps0 3 (y :: l))
    (mix (exp (- eps0)) (krr_histogram eps0 3 (2%nat :: l))
       (bind (krr_histogram eps0 3 l) (with_symbol (other_symbol eps0 y)))).
Proof.
  intros Y f. rewrite mean_mix, mean_bind. cbn [krr_histogram]. rewrite !mean_bind, (krr_report_mixed eps0 y Y), mean_mix.
  f_equal. f_equal.
  transitivity (mean (other_symbol eps0 y) (fun j => mean (krr_histogram eps0 3 l) (fun h => f (counted h j)))).
  - apply mean_ext. intros j. rewrite mean_bind. apply mean_ext. intros h. apply mean_sure.
  - rewrite mean_exchange. apply mean_ext. intros h. unfold with_symbol. rewrite mean_bind. apply mean_ext. intros j.
    rewrite mean_sure. reflexivity.
Qed.
Lemma comparable_krr_histogram eps0 k l l' : 0 <= eps0 -> Forall (fun y => y < k)%nat l -> Forall (fun y => y < k)%nat l' ->
  length l = length l' -> comparable (krr_histogram eps0 k l) (krr_histogram eps0 k l').
Proof.
  intros E L L' N. split; [| split].
  - apply is_law_krr_histogram; [exact E | apply Forall_forall; exact L].
  - apply is_law_krr_histogram; [exact E | apply Forall_forall; exact L'].
  - exists (exp eps0 ^ length l). split; [apply pow_le; left; apply exp_pos | apply krr_histograms_within; assumption].
Qed.
Theorem O_5_krr c0 c1 c2 eps0 alpha :
  is_whole c0 -> is_whole c1 -> is_whole c2 -> 0 <= c0 -> 0 <= c1 -> 0 <= c2 -> 0 <= eps0 -> 1 <= alpha ->
  ternary_moment (krr_law eps0 [c0 + 1; c1; c2]) (krr_law eps0 [c0; c1 + 1; c2]) (krr_law eps0 [c0; c1; c2 + 1]) alpha
  <= binomial_mean (c0 + c1 + c2) (exp (- eps0)) (fun m =>
       ternary_moment (krr_law eps0 [1; 0; m]) (krr_law eps0 [0; 1; m]) (krr_law eps0 [0; 0; m + 1]) alpha).
Proof.
  intros W0 W1 W2 C0 C1 C2 E O. rewrite binomial_mean_as_mean.
  change (Z.to_nat (Int_part (c0 + c1 + c2))) with (users (c0 + c1 + c2)).
  rewrite !users_plus by (try assumption; try (apply whole_plus; assumption); lra).
  unfold krr_law. cbn [length inputs_from]. rewrite !users_next by assumption. rewrite !app_nil_r.
  set (l := repeat 0%nat (users c0) ++ repeat 1%nat (users c1) ++ repeat 2%nat (users c2)).
  pose proof (all_revealed (krr_histogram eps0 3) (exp (- eps0)) (fun y => with_symbol (other_symbol eps0 y)) 0 1 2
    (fun y => (y < 3)%nat) (clone_rate eps0 E) (krr_histogram_permuted eps0 3) (krr_histogram_mixed eps0)) as G.
  specialize (G ltac:(intros y x _; apply is_law_bind; [apply other_symbol_is_law; exact E | intros j; apply is_law_sure])).
  specialize (G (fun l l' L L' => comparable_krr_histogram eps0 3 l l' E L L')).
  specialize (G ltac:(cbv beta; lia) ltac:(cbv beta; lia) ltac:(cbv beta; lia) alpha O l 0%nat).
  assert (B : Forall (fun y => (y < 3)%nat) l).
  { apply Forall_forall. intros y Y. unfold l in Y. rewrite !in_app_iff in Y.
    destruct Y as [Y | [Y | Y]]; apply repeat_spec in Y; subst y; lia. }
  specialize (G B). cbn [repeat] in G. rewrite app_nil_r in G.
  unfold l in G at 2. rewrite !app_length, !repeat_length, Nat.add_assoc in G.
  eapply Rle_trans; [| eapply Rle_trans; [exact G |]].
  - right. apply ternary_same; intros f; apply krr_histogram_permuted.
    + cbn [repeat app]. reflexivity.
    + cbn [repeat app]. symmetry. apply Permutation_middle.
    + cbn [repeat app]. unfold l. rewrite !app_assoc. symmetry. apply Permutation_middle.
  - right. apply mean_ext. intros c. rewrite users_INR, Nat.add_0_r.
    rewrite users_next by (try apply whole_INR; apply pos_INR). rewrite users_INR, users_0, users_1.
    cbn [repeat app]. rewrite ?app_nil_r. reflexivity.
Qed.
