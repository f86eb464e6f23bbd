(* (O.3) of docs/methods/orderings.md: where the laws are mixtures with the same weight, their moments are at most
   the mixture of the parts' moments; so are Kullback-Leibler divergences. Each outcome's share of a moment is
   the largest of linear functions of its probabilities: of lines below |t|^a. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts V_3 symmetry steps.
Import ListNotations.
Open Scope R_scope.

(* Lines below |t|^a, for a >= 1, which touch it at s *)

Definition sign_at (s : R) : R := if Rle_dec 0 s then 1 else -1.
Definition moment_slope (a s : R) : R :=
  sign_at s * (if Req_EM_T a 1 then 1 else if Req_EM_T (Rabs s) 0 then 0 else a * (Rpower (Rabs s) a / Rabs s)).
Definition moment_height (a s : R) : R :=
  if Req_EM_T a 1 then 0 else if Req_EM_T (Rabs s) 0 then 0 else (1 - a) * Rpower (Rabs s) a.
Lemma sign_at_itself s : sign_at s * s = Rabs s.
Proof. unfold sign_at. destruct (Rle_dec 0 s); [rewrite Rabs_right by lra | rewrite Rabs_left by lra]; ring. Qed.
Lemma sign_at_other s t : sign_at s * t <= Rabs t.
Proof. unfold sign_at. pose proof (Rle_abs t). pose proof (Rle_abs (- t)) as B. rewrite Rabs_Ropp in B. destruct (Rle_dec 0 s); lra. Qed.
Lemma power_is_power_of_ratio a x : 0 < a -> 0 <= x -> power x a = power_of_ratio a x.
Proof.
  intros A X. unfold power_of_ratio. destruct (Req_EM_T x 0) as [-> | N]; [apply power_of_0; exact A |].
  rewrite power_positive by lra. reflexivity.
Qed.
Lemma power_1 x : 0 <= x -> power x 1 = x.
Proof. intros X. change 1 with (INR 1) at 1. rewrite power_whole. simpl. ring. Qed.
Lemma moment_line a s t : 1 <= a -> moment_slope a s * t + moment_height a s <= power (Rabs t) a.
Proof.
  intros A. unfold moment_slope, moment_height. pose proof (sign_at_other s t) as O. pose proof (Rabs_pos t) as T.
  destruct (Req_EM_T a 1) as [-> | N]; [rewrite power_1 by exact T; lra |].
  rewrite power_is_power_of_ratio by lra.
  pose proof (power_line a (Rabs s) (Rabs t) ltac:(lra) (Rabs_pos s) T) as L.
  destruct (Req_EM_T (Rabs s) 0) as [Z | Z]; [lra |].
  assert (K : 0 <= a * (Rpower (Rabs s) a / Rabs s)).
  { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [left; apply exp_pos | left; apply Rinv_0_lt_compat].
    pose proof (Rabs_pos s). lra. }
  pose proof (Rmult_le_compat_l _ _ _ K O). lra.
Qed.
Lemma moment_touches a s : 1 <= a -> power (Rabs s) a = moment_slope a s * s + moment_height a s.
Proof.
  intros A. unfold moment_slope, moment_height. pose proof (sign_at_itself s) as I. pose proof (Rabs_pos s) as P.
  destruct (Req_EM_T a 1) as [-> | N]; [rewrite power_1 by exact P; lra |].
  rewrite power_is_power_of_ratio by lra. unfold power_of_ratio.
  destruct (Req_EM_T (Rabs s) 0) as [Z | Z]; [ring |].
  replace (sign_at s * (a * (Rpower (Rabs s) a / Rabs s)) * s) with (a * (Rpower (Rabs s) a / Rabs s) * (sign_at s * s)) by ring.
  rewrite I. field. exact Z.
Qed.

Lemma pmf_mix w l r x : pmf (mix w l r) x = w * pmf l x + (1 - w) * pmf r x.
Proof. apply mean_mix. Qed.
Lemma outcomes_mix w l r : outcomes (mix w l r) = outcomes l ++ outcomes r.
Proof. unfold outcomes, mix. rewrite map_app, !map_map. reflexivity. Qed.

(* |d/r|^a r, for a difference d of probabilities. *)
Definition scaled_moment (a d r : R) : R := if Req_EM_T r 0 then 0 else r * power (Rabs (d / r)) a.
Lemma scaled_moment_nonneg a d r : 0 <= r -> 0 <= scaled_moment a d r.
Proof.
  intros H. unfold scaled_moment. destruct (Req_EM_T r 0); [lra |].
  apply Rmult_le_pos; [exact H | apply power_nonneg, Rabs_pos].
Qed.
Lemma scaled_moment_above a s d r :
  1 <= a -> 0 <= r -> (r = 0 -> d = 0) -> moment_slope a s * d + moment_height a s * r <= scaled_moment a d r.
Proof.
  intros A P Z. unfold scaled_moment. destruct (Req_EM_T r 0) as [E | N]; [rewrite (Z E), E; lra |].
  pose proof (moment_line a s (d / r) A) as L. apply (Rmult_le_compat_l r) in L; [| exact P].
  replace (r * (moment_slope a s * (d / r) + moment_height a s)) with (moment_slope a s * d + moment_height a s * r)
    in L by (field; exact N). exact L.
Qed.
Section Mixed.
Variables w d1 d2 r1 r2 : R.
Hypothesis W : 0 <= w <= 1.
Hypothesis P1 : 0 <= r1.
Hypothesis P2 : 0 <= r2.
Hypothesis Z1 : r1 = 0 -> d1 = 0.
Hypothesis Z2 : r2 = 0 -> d2 = 0.
Lemma scaled_moment_mixed a : 1 <= a ->
  scaled_moment a (w * d1 + (1 - w) * d2) (w * r1 + (1 - w) * r2)
  <= w * scaled_moment a d1 r1 + (1 - w) * scaled_moment a d2 r2.
Proof.
  intros A. unfold scaled_moment at 1. destruct (Req_EM_T (w * r1 + (1 - w) * r2) 0) as [E | N].
  - apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply scaled_moment_nonneg; assumption.
  - set (s := (w * d1 + (1 - w) * d2) / (w * r1 + (1 - w) * r2)). rewrite (moment_touches a s A).
    replace ((w * r1 + (1 - w) * r2) * (moment_slope a s * s + moment_height a s))
      with (w * (moment_slope a s * d1 + moment_height a s * r1) + (1 - w) * (moment_slope a s * d2 + moment_height a s * r2))
      by (unfold s; field; exact N).
    apply Rplus_le_compat; (apply Rmult_le_compat_l; [lra | apply scaled_moment_above; assumption]).
Qed.
End Mixed.

(* Sums over any list of outcomes that has all of them *)

Lemma ternary_over s P Q R a :
  NoDup s -> incl (outcomes P ++ outcomes Q ++ outcomes R) s ->
  ternary_moment P Q R a = sum_of s (fun x => scaled_moment a (pmf P x - pmf Q x) (pmf R x)).
Proof.
  intros N I. unfold ternary_moment. symmetry. apply sum_of_more; [exact N | apply NoDup_nodup | |].
  - intros x X. apply nodup_In in X. apply I. exact X.
  - intros x _ O. unfold scaled_moment. rewrite (pmf_outside R x).
    + destruct (Req_EM_T 0 0) as [_ | B]; [reflexivity | elim B; reflexivity].
    + intros X. apply O, nodup_In, in_or_app. right. apply in_or_app. right. exact X.
Qed.
Lemma chi_moment_is_ternary P Q a : chi_moment (pair_of P Q) a = ternary_moment P Q Q a.
Proof.
  rewrite (ternary_over (support (pair_of P Q))); [| apply NoDup_support |].
  - unfold chi_moment, sum_pair. cbn [first second]. apply sum_of_ext. intros x _. unfold scaled_moment.
    destruct (Req_EM_T (pmf Q x) 0) as [Z | Z]; [reflexivity |]. do 3 f_equal. field. exact Z.
  - intros x X. apply in_app_or in X. destruct X as [X | X]; [apply (first_in_support (pair_of P Q)); exact X |].
    apply in_app_or in X. destruct X as [X | X]; apply (second_in_support (pair_of P Q)); exact X.
Qed.

Theorem O_3_ternary w P1 Q1 R1 P2 Q2 R2 a :
  1 <= a -> 0 <= w <= 1 -> not_negative R1 -> not_negative R2 ->
  ternary_is_finite P1 Q1 R1 -> ternary_is_finite P2 Q2 R2 ->
  ternary_moment (mix w P1 P2) (mix w Q1 Q2) (mix w R1 R2) a
  <= w * ternary_moment P1 Q1 R1 a + (1 - w) * ternary_moment P2 Q2 R2 a.
Proof.
  intros A W N1 N2 F1 F2.
  set (s := nodup same_outcome ((outcomes P1 ++ outcomes Q1 ++ outcomes R1) ++ outcomes P2 ++ outcomes Q2 ++ outcomes R2)).
  assert (S : NoDup s) by apply NoDup_nodup.
  rewrite (ternary_over s (mix w P1 P2)), (ternary_over s P1), (ternary_over s P2), <- !sum_of_times, <- sum_of_plus; try exact S.
  - apply sum_of_le. intros x _. rewrite !pmf_mix.
    replace (w * pmf P1 x + (1 - w) * pmf P2 x - (w * pmf Q1 x + (1 - w) * pmf Q2 x))
      with (w * (pmf P1 x - pmf Q1 x) + (1 - w) * (pmf P2 x - pmf Q2 x)) by ring.
    apply scaled_moment_mixed; try assumption; try (apply pmf_nonneg; assumption).
    + intros Z. rewrite (F1 x Z). ring.
    + intros Z. rewrite (F2 x Z). ring.
  - intros x X. apply nodup_In, in_or_app. right. exact X.
  - intros x X. apply nodup_In, in_or_app. left. exact X.
  - intros x X. rewrite !outcomes_mix in X. apply nodup_In. rewrite !in_app_iff in *. tauto.
Qed.
Theorem O_3_chi_moment w P1 Q1 P2 Q2 a :
  1 <= a -> 0 <= w <= 1 -> not_negative Q1 -> not_negative Q2 ->
  dominated (pair_of P1 Q1) -> dominated (pair_of P2 Q2) ->
  chi_moment (pair_of (mix w P1 P2) (mix w Q1 Q2)) a
  <= w * chi_moment (pair_of P1 Q1) a + (1 - w) * chi_moment (pair_of P2 Q2) a.
Proof.
  intros A W N1 N2 D1 D2. rewrite !chi_moment_is_ternary. apply O_3_ternary; try assumption.
  - intros x Z. rewrite Z. exact (D1 x Z).
  - intros x Z. rewrite Z. exact (D2 x Z).
Qed.

(* p log(p/q), below which are the lines of slope 1 + log s *)

Definition log_ratio (p q : R) : R := if Req_EM_T p 0 then 0 else p * ln (p / q).
Lemma log_ratio_above s p q :
  0 < s -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> (1 + ln s) * p - s * q <= log_ratio p q.
Proof.
  intros S P Q Z. unfold log_ratio. destruct (Req_EM_T p 0) as [-> | N]; [pose proof (Rmult_le_pos s q ltac:(lra) Q); lra |].
  assert (Q0 : 0 < q) by (destruct Q as [Q | <-]; [exact Q | elim N; auto]). assert (P0 : 0 < p) by lra.
  assert (Y : 0 < s * (q / p)) by (apply Rmult_lt_0_compat; [exact S | apply Rdiv_lt_0_compat; assumption]).
  pose proof (ln_tangent (s * (q / p) - 1)) as T. replace (1 + (s * (q / p) - 1)) with (s * (q / p)) in T by ring.
  specialize (T Y). rewrite ln_mult in T by (try apply Rdiv_lt_0_compat; assumption).
  replace (q / p) with (/ (p / q)) in T at 1 by (field; lra). rewrite ln_Rinv in T by (apply Rdiv_lt_0_compat; assumption).
  apply (Rmult_le_compat_l p) in T; [| exact P].
  replace (p * (s * (q / p) - 1)) with (s * q - p) in T by (field; lra). lra.
Qed.
Lemma log_ratio_mixed w p1 q1 p2 q2 :
  0 <= w <= 1 -> 0 <= p1 -> 0 <= p2 -> 0 <= q1 -> 0 <= q2 -> (q1 = 0 -> p1 = 0) -> (q2 = 0 -> p2 = 0) ->
  log_ratio (w * p1 + (1 - w) * p2) (w * q1 + (1 - w) * q2) <= w * log_ratio p1 q1 + (1 - w) * log_ratio p2 q2.
Proof.
  intros W P1 P2 Q1 Q2 Z1 Z2. unfold log_ratio at 1.
  pose proof (Rmult_le_pos w p1 ltac:(lra) P1) as A1. pose proof (Rmult_le_pos (1 - w) p2 ltac:(lra) P2) as A2.
  destruct (Req_EM_T (w * p1 + (1 - w) * p2) 0) as [E | N].
  - assert (E1 : w * p1 = 0) by lra. assert (E2 : (1 - w) * p2 = 0) by lra.
    assert (G : forall v p q, v * p = 0 -> v * log_ratio p q = 0).
    { intros v p q V. unfold log_ratio. destruct (Req_EM_T p 0); [ring | rewrite <- Rmult_assoc, V; ring]. }
    rewrite (G w), (G (1 - w)) by assumption. lra.
  - set (p := w * p1 + (1 - w) * p2) in *. set (q := w * q1 + (1 - w) * q2).
    assert (Q : 0 < q).
    { pose proof (Rmult_le_pos w q1 ltac:(lra) Q1) as B1. pose proof (Rmult_le_pos (1 - w) q2 ltac:(lra) Q2) as B2.
      destruct (Req_dec q 0) as [E | E]; [| unfold q in *; lra]. exfalso. apply N. unfold q in E. unfold p.
      assert (E1 : w * q1 = 0) by lra. assert (E2 : (1 - w) * q2 = 0) by lra.
      apply Rmult_integral in E1. apply Rmult_integral in E2.
      destruct E1 as [E1 | E1]; destruct E2 as [E2 | E2]; [lra | | |]; try (rewrite (Z2 E2)); try (rewrite (Z1 E1)); try rewrite E1; try rewrite E2; ring. }
    assert (S : 0 < p / q) by (apply Rdiv_lt_0_compat; [unfold p in *; lra | exact Q]).
    pose proof (log_ratio_above (p / q) p1 q1 S P1 Q1 Z1) as L1. pose proof (log_ratio_above (p / q) p2 q2 S P2 Q2 Z2) as L2.
    apply (Rmult_le_compat_l w) in L1; [| lra]. apply (Rmult_le_compat_l (1 - w)) in L2; [| lra].
    replace (p * ln (p / q)) with (w * ((1 + ln (p / q)) * p1 - p / q * q1) + (1 - w) * ((1 + ln (p / q)) * p2 - p / q * q2)); [lra |].
    transitivity ((1 + ln (p / q)) * p - p / q * q); [unfold p, q; ring |]. field. lra.
Qed.
Theorem O_3_kullback_leibler w P1 Q1 P2 Q2 :
  0 <= w <= 1 -> not_negative P1 -> not_negative P2 -> not_negative Q1 -> not_negative Q2 ->
  dominated (pair_of P1 Q1) -> dominated (pair_of P2 Q2) ->
  renyi (pair_of (mix w P1 P2) (mix w Q1 Q2)) 1 <= w * renyi (pair_of P1 Q1) 1 + (1 - w) * renyi (pair_of P2 Q2) 1.
Proof.
  intros W NP1 NP2 NQ1 NQ2 D1 D2. unfold renyi. destruct (Req_EM_T 1 1) as [_ | B]; [| elim B; reflexivity].
  set (s := nodup same_outcome ((outcomes P1 ++ outcomes Q1) ++ outcomes P2 ++ outcomes Q2)).
  assert (S : NoDup s) by apply NoDup_nodup.
  assert (G : log_ratio 0 0 = 0) by (unfold log_ratio; destruct (Req_EM_T 0 0) as [_ | B]; [reflexivity | elim B; reflexivity]).
  unfold kullback_leibler. change (fun p q : R => if Req_EM_T p 0 then 0 else p * ln (p / q)) with log_ratio.
  rewrite !(sum_pair_over s); try exact S; try exact G.
  - cbn [first second]. rewrite <- !sum_of_times, <- sum_of_plus. apply sum_of_le. intros x _. rewrite !pmf_mix.
    apply log_ratio_mixed; try assumption; try (apply pmf_nonneg; assumption); [exact (D1 x) | exact (D2 x)].
  - intros x X. apply nodup_In in X. cbn [first second] in X. apply nodup_In. rewrite !in_app_iff in *. tauto.
  - intros x X. apply nodup_In in X. cbn [first second] in X. apply nodup_In. rewrite !in_app_iff in *. tauto.
  - intros x X. apply nodup_In in X. cbn [first second] in X. rewrite !outcomes_mix in X. apply nodup_In.
    rewrite !in_app_iff in *. tauto.
Qed.
