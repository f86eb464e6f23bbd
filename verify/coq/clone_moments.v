(* The moments of the clone pair, "The next two start" of docs/methods/theorems.md: with m = 1 + C clones and the
   first user among them, Y the mean of m independent signs, t = tanh(eps0/2) and kappa^2 = lambda (lambda-1),
   M <= E cosh(kappa eps0 Y) = E cosh(kappa eps0/m)^m <= E e^(kappa^2 eps0^2/(2m)). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 densities hyperbolic.
Import ListNotations.
Open Scope R_scope.

(* Halves of a count, by halves of one less. *)
Lemma halves_times_first c F :
  halves (S c) (fun a b => INR a * F a b) = INR (S c) / 2 * halves c (fun a b => F (S a) b).
Proof. unfold halves. rewrite (count_times c (1 / 2) (fun a => F a (S c - a)%nat)). cbn [Nat.sub]. lra. Qed.
Lemma halves_times_second c F :
  halves (S c) (fun a b => INR b * F a b) = INR (S c) / 2 * halves c (fun a b => F a (S b)).
Proof. rewrite halves_exchange, (halves_times_first c (fun a b => F b a)), halves_exchange. reflexivity. Qed.
Lemma halves_agree c f g : (forall a b, (a + b)%nat = c -> f a b = g a b) -> halves c f = halves c g.
Proof. intros H. apply mean_binomial_ext. intros k K. apply H. lia. Qed.
Lemma halves_below c f g : (forall a b, (a + b)%nat = c -> f a b <= g a b) -> halves c f <= halves c g.
Proof.
  intros H. unfold halves. rewrite !mean_binomial_as_sum. apply sum_Rle. intros k K.
  apply Rmult_le_compat_l; [apply binomial_weight_nonneg; lra | apply H; lia].
Qed.
Lemma halves_plus c f g : halves c (fun a b => f a b + g a b) = halves c f + halves c g.
Proof. apply mean_plus. Qed.
Lemma halves_scaled c x f : halves c (fun a b => x * f a b) = x * halves c f.
Proof. apply (mean_times (binomial_law c (1 / 2)) x). Qed.
Lemma halves_one c : halves c (fun _ _ => 1) = 1.
Proof. apply binomial_total. Qed.
(* Independent signs. *)
Lemma halves_exponential c s : halves c (fun a b => exp (s * (INR a - INR b))) = cosh s ^ c.
Proof.
  induction c as [| c IH].
  - rewrite halves_zero. simpl. rewrite Rminus_0_r, Rmult_0_r. apply exp_0.
  - rewrite halves_succ.
    rewrite (halves_agree c (fun a b => exp (s * (INR (S a) - INR b))) (fun a b => exp s * exp (s * (INR a - INR b))))
      by (intros; rewrite S_INR, <- exp_plus; f_equal; ring).
    rewrite (halves_agree c (fun a b => exp (s * (INR a - INR (S b)))) (fun a b => exp (- s) * exp (s * (INR a - INR b))))
      by (intros; rewrite S_INR, <- exp_plus; f_equal; ring).
    rewrite !halves_scaled, IH. simpl. unfold cosh at 3. field.
Qed.
Lemma halves_cosh c s : halves c (fun a b => cosh (s * (INR a - INR b))) = cosh s ^ c.
Proof.
  rewrite <- halves_exponential. unfold cosh.
  rewrite (halves_agree c _ (fun a b => / 2 * exp (s * (INR a - INR b)) + / 2 * exp (s * (INR b - INR a))))
    by (intros; replace (- (s * (INR a - INR b))) with (s * (INR b - INR a)) by ring; lra).
  rewrite halves_plus, !halves_scaled.
  rewrite (halves_exchange c (fun a b => exp (s * (INR b - INR a)))). lra.
Qed.

Definition mean_sign (a b : R) : R := (a - b) / (a + b).
Lemma mean_sign_bounds a b : 0 <= a -> 0 <= b -> -1 <= mean_sign a b <= 1.
Proof.
  intros A B. unfold mean_sign. destruct (Req_dec (a + b) 0) as [Z | Z].
  - rewrite Z. unfold Rdiv. replace (a - b) with 0 by lra. lra.
  - split; apply Rmult_le_reg_r with (a + b); try lra;
      unfold Rdiv; rewrite Rmult_assoc, Rinv_l by exact Z; lra.
Qed.
Lemma mean_sign_opposite a b : mean_sign b a = - mean_sign a b.
Proof. unfold mean_sign. rewrite (Rplus_comm b a). unfold Rdiv. ring. Qed.
Lemma halves_density c (x : R) (f : nat -> nat -> R) :
  halves c (fun a b => (1 + x) / 2 * f (S a) b + (1 - x) / 2 * f a (S b))
  = halves (S c) (fun a b => (1 + x * mean_sign (INR a) (INR b)) * f a b).
Proof.
  pose proof (lt_0_INR (S c) ltac:(lia)) as C.
  rewrite halves_plus, !halves_scaled.
  pose proof (halves_times_first c f) as F1. pose proof (halves_times_second c f) as F2.
  rewrite (halves_agree (S c) _
    (fun a b => (1 + x) / INR (S c) * (INR a * f a b) + (1 - x) / INR (S c) * (INR b * f a b))).
  - rewrite halves_plus, !halves_scaled, F1, F2. field. lra.
  - intros a b E. unfold mean_sign. rewrite <- plus_INR, E.
    assert (D : INR b = INR (S c) - INR a) by (rewrite <- E, plus_INR; ring). rewrite D. field. lra.
Qed.

Section Signs.
Variable eps0 : R.
Hypothesis H : 0 <= eps0.
Let X := exp eps0.
Definition advantage : R := (X - 1) / (X + 1).
Let t := advantage.

Lemma advantage_bounds : 0 <= t < 1.
Proof.
  pose proof (exp_at_least_1 eps0 H) as E. fold X in E. unfold t, advantage. split.
  - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
  - apply Rmult_lt_reg_r with (X + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma advantage_is_tanh : t = tanh (eps0 / 2).
Proof.
  rewrite tanh_by_exp. replace (2 * (eps0 / 2)) with eps0 by field. unfold t, advantage. fold X.
  pose proof (exp_pos eps0) as E. fold X in E. field. lra.
Qed.
Lemma density_positive x s : -1 <= s <= 1 -> x = t \/ x = - t -> 0 < 1 + x * s.
Proof. intros S E. pose proof advantage_bounds. destruct E as [-> | ->]; nra. Qed.

(* One term of the moment, at the mean sign y. *)
Definition moment_at (lambda y : R) : R := (1 - t * y) * Rpower ((1 + t * y) / (1 - t * y)) lambda.

(* Both signs of y together: cosh((2 lambda - 1) v)/cosh v with tanh v = t y. *)
Lemma moment_of_both lambda v y :
  tanh v = t * y -> (moment_at lambda y + moment_at lambda (- y)) / 2 = cosh ((2 * lambda - 1) * v) / cosh v.
Proof.
  intros T. unfold moment_at. replace (t * - y) with (- (t * y)) by ring. rewrite <- T.
  pose proof (tanh_bounds v) as B. pose proof (cosh_pos v) as C.
  assert (U : 1 + tanh v = exp v / cosh v).
  { unfold tanh, sinh, cosh in *. field. pose proof (exp_pos v). pose proof (exp_pos (- v)). lra. }
  assert (V : 1 - tanh v = exp (- v) / cosh v).
  { unfold tanh, sinh, cosh in *. field. pose proof (exp_pos v). pose proof (exp_pos (- v)). lra. }
  replace (1 - - tanh v) with (1 + tanh v) by ring. replace (1 + - tanh v) with (1 - tanh v) by ring.
  rewrite U, V.
  replace (exp v / cosh v / (exp (- v) / cosh v)) with (exp (2 * v)).
  2: { replace (2 * v) with (v - - v) by ring. unfold Rminus. rewrite exp_plus, (exp_Ropp (- v)).
       pose proof (exp_pos (- v)). field. lra. }
  replace (exp (- v) / cosh v / (exp v / cosh v)) with (exp (- (2 * v))).
  2: { replace (- (2 * v)) with (- v + - v) by ring. rewrite exp_plus, (exp_Ropp v).
       pose proof (exp_pos v). field. lra. }
  unfold Rpower. rewrite !ln_exp. set (k := cosh v) in *. unfold cosh.
  replace ((2 * lambda - 1) * v) with (- v + lambda * (2 * v)) by ring.
  replace (- (- v + lambda * (2 * v))) with (v + lambda * (- (2 * v))) by ring. rewrite !exp_plus. field. lra.
Qed.
Lemma hyperbolic_angle y : -1 <= y <= 1 -> exists v, tanh v = t * y /\ Rabs v <= Rabs (y * (eps0 / 2)).
Proof.
  intros Y. pose proof advantage_bounds as T.
  assert (G : forall y, 0 <= y <= 1 -> exists v, 0 <= v /\ tanh v = t * y /\ v <= y * (eps0 / 2)).
  { clear y Y. intros y Y.
    assert (TY : 0 <= t * y < 1) by (split; [apply Rmult_le_pos; lra | nra]).
    set (v := ln ((1 + t * y) / (1 - t * y)) / 2). exists v.
    assert (E : tanh v = t * y).
    { rewrite tanh_by_exp. unfold v. replace (2 * (ln ((1 + t * y) / (1 - t * y)) / 2)) with (ln ((1 + t * y) / (1 - t * y))) by field.
      rewrite exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra. }
    assert (V : 0 <= v) by (apply tanh_le_reg; rewrite tanh_at_0, E; lra).
    repeat split; [exact V | exact E |].
    apply tanh_le_reg. rewrite E, advantage_is_tanh, Rmult_comm. apply tanh_chord; lra. }
  destruct (Rle_dec 0 y) as [S | S].
  - destruct (G y ltac:(lra)) as [v [V [E B]]]. exists v. split; [exact E |].
    rewrite !Rabs_right; [exact B | | apply Rle_ge; exact V].
    apply Rle_ge, Rmult_le_pos; lra.
  - destruct (G (- y) ltac:(lra)) as [v [V [E B]]]. exists (- v). split.
    + rewrite tanh_minus, E. ring.
    + rewrite Rabs_Ropp, (Rabs_right v) by (apply Rle_ge; exact V).
      rewrite Rabs_left1; [lra |]. assert (0 <= - y * (eps0 / 2)) by (apply Rmult_le_pos; lra). lra.
Qed.
Section Order.
Variable lambda : R.
Hypothesis L : 1 < lambda.
Let kappa := sqrt (lambda * (lambda - 1)).
Lemma kappa_squared : kappa ^ 2 = lambda * (lambda - 1).
Proof. simpl. rewrite Rmult_1_r. apply sqrt_sqrt. apply Rmult_le_pos; lra. Qed.
Lemma kappa_nonneg : 0 <= kappa.
Proof. apply sqrt_pos. Qed.
Lemma moment_at_both_below y :
  -1 <= y <= 1 -> (moment_at lambda y + moment_at lambda (- y)) / 2 <= cosh (kappa * eps0 * y).
Proof.
  intros Y. destruct (hyperbolic_angle y Y) as [v [T B]]. rewrite (moment_of_both lambda v y T).
  pose proof kappa_nonneg as K. pose proof kappa_squared as S. pose proof (cosh_pos v) as C.
  apply Rle_trans with (cosh (2 * kappa * v)).
  - apply Rmult_le_reg_r with (cosh v); [exact C |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply cosh_product; [lra | lra |].
    replace ((2 * kappa) ^ 2) with (4 * kappa ^ 2) by ring. rewrite S. ring.
  - apply cosh_le. rewrite Rabs_mult. replace (kappa * eps0 * y) with (2 * kappa * (y * (eps0 / 2))) by field.
    rewrite (Rabs_mult (2 * kappa)). apply Rmult_le_compat_l; [apply Rabs_pos | exact B].
Qed.
Lemma moment_at_symmetric c :
  halves c (fun a b => moment_at lambda (mean_sign (INR a) (INR b)))
  = halves c (fun a b => (moment_at lambda (mean_sign (INR a) (INR b))
                          + moment_at lambda (- mean_sign (INR a) (INR b))) / 2).
Proof.
  rewrite (halves_agree c (fun a b => (moment_at lambda (mean_sign (INR a) (INR b))
                          + moment_at lambda (- mean_sign (INR a) (INR b))) / 2)
     (fun a b => / 2 * moment_at lambda (mean_sign (INR a) (INR b))
                 + / 2 * moment_at lambda (mean_sign (INR b) (INR a))))
    by (intros; rewrite <- mean_sign_opposite; lra).
  rewrite halves_plus, !halves_scaled.
  rewrite (halves_exchange c (fun a b => moment_at lambda (mean_sign (INR b) (INR a)))). lra.
Qed.
(* Given the number of clones. *)
Lemma moment_by_signs c :
  halves (S c) (fun a b => moment_at lambda (mean_sign (INR a) (INR b)))
  <= cosh (kappa * eps0 / INR (S c)) ^ S c.
Proof.
  rewrite moment_at_symmetric, <- halves_cosh. apply halves_below. intros a b E.
  eapply Rle_trans; [apply moment_at_both_below, mean_sign_bounds; apply pos_INR |].
  right. f_equal. unfold mean_sign. rewrite <- plus_INR, E. pose proof (lt_0_INR (S c) ltac:(lia)). field. lra.
Qed.
Lemma moment_by_clones c :
  halves (S c) (fun a b => moment_at lambda (mean_sign (INR a) (INR b)))
  <= exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * INR (S c))).
Proof.
  eapply Rle_trans; [apply moment_by_signs |].
  pose proof (lt_0_INR (S c) ltac:(lia)) as C.
  apply Rle_trans with (exp ((kappa * eps0 / INR (S c)) ^ 2 / 2) ^ S c).
  - apply pow_incr. split; [left; apply cosh_pos | apply cosh_gaussian].
  - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. right. f_equal.
    rewrite <- kappa_squared. field. lra.
Qed.
(* Whatever that number is. *)
Lemma moment_at_most_eps0 c :
  halves (S c) (fun a b => moment_at lambda (mean_sign (INR a) (INR b))) <= exp ((lambda - 1) * eps0).
Proof.
  pose proof advantage_bounds as T.
  apply Rle_trans with (halves (S c) (fun a b => exp ((lambda - 1) * eps0) * (1 + t * mean_sign (INR a) (INR b)))).
  - apply halves_below. intros a b _. pose proof (mean_sign_bounds (INR a) (INR b) (pos_INR a) (pos_INR b)) as Y.
    set (y := mean_sign (INR a) (INR b)) in *.
    assert (U : 0 < 1 + t * y) by (apply density_positive; [exact Y | left; reflexivity]).
    assert (V : 0 < 1 - t * y).
    { replace (1 - t * y) with (1 + - t * y) by ring. apply density_positive; [exact Y | right; reflexivity]. }
    unfold moment_at. set (r := (1 + t * y) / (1 - t * y)).
    assert (R0 : 0 < r) by (apply Rdiv_lt_0_compat; assumption).
    replace lambda with (1 + (lambda - 1)) at 1 by ring. rewrite Rpower_plus, Rpower_1 by exact R0.
    replace ((1 - t * y) * (r * Rpower r (lambda - 1))) with (Rpower r (lambda - 1) * (1 + t * y))
      by (unfold r; field; lra).
    apply Rmult_le_compat_r; [lra |]. unfold Rpower.
    assert (B : ln r <= eps0).
    { rewrite <- (ln_exp eps0). apply ln_le_ln_of; [exact R0 |]. fold X. unfold r.
      apply Rmult_le_reg_r with (1 - t * y); [exact V |].
      replace ((1 + t * y) / (1 - t * y) * (1 - t * y)) with (1 + t * y) by (field; lra).
      assert (E : t * (X + 1) = X - 1).
      { unfold t, advantage. pose proof (exp_pos eps0) as E. fold X in E. field. lra. }
      replace (X * (1 - t * y)) with (X - y * (t * (X + 1)) + t * y) by ring. rewrite E.
      pose proof (exp_at_least_1 eps0 H) as X1. fold X in X1. nra. }
    assert (G : (lambda - 1) * ln r <= (lambda - 1) * eps0) by (apply Rmult_le_compat_l; lra).
    destruct G as [G | ->]; [left; apply exp_increasing; exact G | lra].
  - rewrite halves_scaled, halves_plus, halves_one, halves_scaled.
    assert (Z : halves (S c) (fun a b => mean_sign (INR a) (INR b)) = 0).
    { assert (E : halves (S c) (fun a b => mean_sign (INR a) (INR b))
                  = -1 * halves (S c) (fun a b => mean_sign (INR a) (INR b))); [| lra].
      rewrite <- halves_scaled. rewrite halves_exchange at 1. apply halves_agree. intros a b _.
      rewrite mean_sign_opposite. ring. }
    rewrite Z. lra.
Qed.
End Order.
End Signs.

Section Clones.
Variables n eps0 p : R.
Hypothesis H : 0 <= eps0.
Hypothesis P : 0 <= p <= 1.
Let N := pred (users n).
Let X := exp eps0.
Let t := advantage eps0.

(* The law in which the first user is a clone, and the mean sign of an outcome. *)
Let base : law outcome :=
  bind (binomial_law N p) (fun c => bind (binomial_law (S c) (1 / 2)) (fun a => two_counts a (S c - a))).
Let sign_of (x : outcome) : R := mean_sign (IZR (Z.abs (nth 0 x 0%Z))) (IZR (Z.abs (nth 1 x 0%Z))).
Lemma mean_base f :
  mean base f = mean (binomial_law N p) (fun c => halves (S c) (fun a b => f [Z.of_nat a; Z.of_nat b])).
Proof.
  unfold base. rewrite mean_bind. apply mean_ext. intros c. rewrite mean_bind. apply mean_ext. intros a.
  apply mean_sure.
Qed.
Lemma sign_of_bounds x : -1 <= sign_of x <= 1.
Proof. apply mean_sign_bounds; apply IZR_le; lia. Qed.
Lemma sign_of_counts a b : sign_of [Z.of_nat a; Z.of_nat b] = mean_sign (INR a) (INR b).
Proof. unfold sign_of. cbn [nth]. rewrite !Z.abs_eq by lia. rewrite <- !INR_IZR_INZ. reflexivity. Qed.
Lemma clone_first_density f :
  mean (first (clone_pair_with n eps0 p)) f = mean base (fun x => (1 + t * sign_of x) * f x).
Proof.
  rewrite mean_base. unfold clone_pair_with, counts. cbn [first]. rewrite mean_bind. fold N.
  apply mean_ext. intros c.
  rewrite (halves_agree (S c) _ (fun a b => (1 + t * mean_sign (INR a) (INR b)) * f [Z.of_nat a; Z.of_nat b]))
    by (intros; rewrite sign_of_counts; reflexivity).
  rewrite <- (halves_density c t (fun a b => f [Z.of_nat a; Z.of_nat b])).
  rewrite mean_bind. apply mean_ext. intros a. rewrite mean_bind, mean_bernoulli. unfold two_counts.
  rewrite !mean_sure. replace (c - a + 1 - 1)%nat with (c - a)%nat by lia.
  replace (c - a + 1 - 0)%nat with (S (c - a)) by lia. replace (a + 1)%nat with (S a) by lia. rewrite Nat.add_0_r.
  pose proof (exp_pos eps0) as E. fold X in E. unfold truth_rate, t, advantage. fold X. field. lra.
Qed.
Lemma clone_second_density f :
  mean (second (clone_pair_with n eps0 p)) f = mean base (fun x => (1 + - t * sign_of x) * f x).
Proof.
  rewrite mean_base. unfold clone_pair_with, counts. cbn [second]. rewrite mean_bind. fold N.
  apply mean_ext. intros c.
  rewrite (halves_agree (S c) _ (fun a b => (1 + - t * mean_sign (INR a) (INR b)) * f [Z.of_nat a; Z.of_nat b]))
    by (intros; rewrite sign_of_counts; reflexivity).
  rewrite <- (halves_density c (- t) (fun a b => f [Z.of_nat a; Z.of_nat b])).
  rewrite mean_bind. apply mean_ext. intros a. rewrite mean_bind, mean_bernoulli. unfold two_counts.
  rewrite !mean_sure. replace (a + 1 - 1)%nat with a by lia. replace (a + 1 - 0)%nat with (S a) by lia.
  replace (c - a + 1)%nat with (S (c - a)) by lia. rewrite Nat.add_0_r.
  pose proof (exp_pos eps0) as E. fold X in E. unfold truth_rate, t, advantage. fold X. field. lra.
Qed.
Lemma base_not_negative : not_negative base.
Proof.
  apply not_negative_bind; [apply not_negative_binomial; exact P |]. intros c.
  apply not_negative_bind; [apply not_negative_binomial; lra |]. intros a. apply not_negative_sure.
Qed.

Theorem clone_moment lambda :
  renyi_moment (clone_pair_with n eps0 p) lambda
  = mean (binomial_law N p) (fun c => halves (S c) (fun a b => moment_at eps0 lambda (mean_sign (INR a) (INR b)))).
Proof.
  rewrite (renyi_moment_density _ base (fun x => 1 + t * sign_of x) (fun x => 1 + - t * sign_of x)).
  - rewrite mean_base. apply mean_ext. intros c. apply halves_agree. intros a b _. rewrite sign_of_counts.
    unfold moment_at. replace (1 + - t * mean_sign (INR a) (INR b)) with (1 - t * mean_sign (INR a) (INR b)) by ring.
    reflexivity.
  - exact base_not_negative.
  - intros x. apply density_positive with eps0; [exact H | apply sign_of_bounds | left; reflexivity].
  - intros x. apply density_positive with eps0; [exact H | apply sign_of_bounds | right; reflexivity].
  - exact clone_first_density.
  - exact clone_second_density.
Qed.
Theorem clone_hockey_stick eps :
  hockey_stick (clone_pair_with n eps0 p) eps
  = mean (binomial_law N p) (fun c => halves (S c) (fun a b =>
      let y := mean_sign (INR a) (INR b) in Rmax 0 ((1 + t * y) - exp eps * (1 - t * y)))).
Proof.
  rewrite (hockey_stick_density _ base (fun x => 1 + t * sign_of x) (fun x => 1 + - t * sign_of x)).
  - rewrite mean_base. apply mean_ext. intros c. apply halves_agree. intros a b _. rewrite sign_of_counts.
    cbv zeta. f_equal. ring.
  - exact base_not_negative.
  - intros x. apply density_positive with eps0; [exact H | apply sign_of_bounds | left; reflexivity].
  - exact clone_first_density.
  - exact clone_second_density.
Qed.
Lemma clone_moment_positive lambda : 0 < renyi_moment (clone_pair_with n eps0 p) lambda.
Proof.
  apply renyi_moment_positive; [apply is_law_clone_first; exact P | apply is_law_clone_second; exact P |].
  apply (dominated_within _ (exp eps0)).
  - apply law_not_negative, is_law_clone_first. exact P.
  - exact (proj1 (clone_within n eps0 p H P)).
Qed.

End Clones.
