(* Euler's integral gamma(x) exists for all x > 0, and is at least the integral over a part: so it is positive,
   and x gamma(x) >= (x/e)^x. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Rcomplements Rbar Hierarchy RInt RInt_analysis RInt_gen Derive AutoDerive Continuity Lub.
From Shufflecert Require Import numbers V_3.
Open Scope R_scope.

Section Gamma.
Variable x : R.
Hypothesis X : 0 < x.
Let f (t : R) : R := power t (x - 1) * exp (- t).
(* On the positive numbers. *)
Let g (t : R) : R := exp ((x - 1) * ln t - t).
Lemma integrand_positive t : 0 < t -> f t = g t.
Proof.
  intros T. unfold f, g, power. destruct (Rlt_dec 0 t) as [_ | N]; [| contradiction].
  replace ((x - 1) * ln t - t) with ((x - 1) * ln t + - t) by ring. rewrite exp_plus. reflexivity.
Qed.
Lemma continuous_g t : 0 < t -> continuous g t.
Proof.
  intros T. apply (ex_derive_continuous g). unfold g. auto_derive. exact T.
Qed.
Lemma integrable a b : 0 < a <= b -> ex_RInt f a b.
Proof.
  intros [A B]. apply (ex_RInt_ext g).
  - intros t. rewrite Rmin_left, Rmax_right by exact B. intros [T _]. symmetry. apply integrand_positive. lra.
  - apply (ex_RInt_continuous g). intros t. rewrite Rmin_left, Rmax_right by exact B. intros [T _].
    apply continuous_g. lra.
Qed.
Lemma integral_nonneg a b : 0 < a <= b -> 0 <= RInt f a b.
Proof.
  intros [A B]. apply RInt_ge_0; [exact B | apply integrable; lra |].
  intros t T. rewrite integrand_positive by lra. left. apply exp_pos.
Qed.
Lemma integral_chasles a b c : 0 < a <= b -> b <= c -> RInt f a b + RInt f b c = RInt f a c.
Proof. intros A B. apply (RInt_Chasles f); apply integrable; lra. Qed.
(* A wider range has more. *)
Lemma integral_wider a b c d : 0 < a <= b -> b <= c <= d -> RInt f b c <= RInt f a d.
Proof.
  intros A B. rewrite <- (integral_chasles a b d) by lra. rewrite <- (integral_chasles b c d) by lra.
  pose proof (integral_nonneg a b ltac:(lra)). pose proof (integral_nonneg c d ltac:(lra)). lra.
Qed.
(* Near 0: at most the integral of t^(x-1). *)
Lemma integral_near_0 a : 0 < a <= 1 -> RInt f a 1 <= / x.
Proof.
  intros A.
  assert (I : is_RInt (fun t => exp ((x - 1) * ln t)) a 1 (exp (x * ln 1) / x - exp (x * ln a) / x)).
  { apply (is_RInt_derive (fun t => exp (x * ln t) / x)).
    - intros t. rewrite Rmin_left, Rmax_right by lra. intros T. auto_derive; [lra |].
      replace ((x - 1) * ln t) with (x * ln t - ln t) by ring. unfold Rminus. rewrite exp_plus, (exp_Ropp (ln t)), exp_ln by lra.
      field. lra.
    - intros t. rewrite Rmin_left, Rmax_right by lra. intros T.
      apply (ex_derive_continuous (fun t => exp ((x - 1) * ln t))). auto_derive. lra. }
  apply Rle_trans with (exp (x * ln 1) / x - exp (x * ln a) / x).
  - rewrite <- (is_RInt_unique _ _ _ _ I). apply RInt_le; [lra | apply integrable; lra | eexists; exact I |].
    intros t T. rewrite integrand_positive by lra. unfold g. replace ((x - 1) * ln t - t) with ((x - 1) * ln t + - t) by ring. rewrite exp_plus.
    rewrite <- (Rmult_1_r (exp ((x - 1) * ln t))) at 2. apply Rmult_le_compat_l; [left; apply exp_pos |].
    rewrite <- exp_0. left. apply exp_increasing. lra.
  - rewrite ln_1, Rmult_0_r, exp_0. pose proof (exp_pos (x * ln a)). pose proof (Rinv_0_lt_compat x X).
    assert (0 <= exp (x * ln a) / x) by (apply Rmult_le_pos; lra). lra.
Qed.
(* Far out: the integrand is at most K e^(-t/2). *)
Let K := exp (x * (ln (2 * x) - 1)).
Lemma integrand_far_out t : 1 <= t -> f t <= K * exp (- (t / 2)).
Proof.
  intros T. rewrite integrand_positive by lra. unfold g, K. rewrite <- exp_plus.
  assert (L : ln t <= t / (2 * x) - 1 + ln (2 * x)).
  { replace (ln t) with (ln (t / (2 * x)) + ln (2 * x)).
    - apply Rplus_le_compat_r. pose proof (exp_line (ln (t / (2 * x)))) as E.
      rewrite exp_ln in E by (apply Rdiv_lt_0_compat; lra). lra.
    - rewrite <- ln_mult by (try apply Rdiv_lt_0_compat; lra). f_equal. field. lra. }
  assert (L0 : 0 <= ln t) by (rewrite <- ln_1; apply ln_le_ln_of; lra).
  assert (G : (x - 1) * ln t - t <= x * (ln (2 * x) - 1) + - (t / 2)).
  { apply (Rmult_le_compat_l x) in L; [| lra].
    replace (x * (t / (2 * x) - 1 + ln (2 * x))) with (t / 2 + x * (ln (2 * x) - 1)) in L by (field; lra). lra. }
  destruct G as [G | ->]; [left; apply exp_increasing; exact G | lra].
Qed.
Lemma integral_far_out b : 1 <= b -> RInt f 1 b <= 2 * K.
Proof.
  intros B.
  assert (I : is_RInt (fun t => K * exp (- (t / 2))) 1 b ((-2 * K * exp (- (b / 2))) - (-2 * K * exp (- (1 / 2))))).
  { apply (is_RInt_derive (fun t => -2 * K * exp (- (t / 2)))).
    - intros t _. auto_derive; [exact I |]. unfold Rdiv. field.
    - intros t _. apply (ex_derive_continuous (fun t => K * exp (- (t / 2)))). auto_derive. exact I. }
  apply Rle_trans with ((-2 * K * exp (- (b / 2))) - (-2 * K * exp (- (1 / 2)))).
  - rewrite <- (is_RInt_unique _ _ _ _ I). apply RInt_le; [lra | apply integrable; lra | eexists; exact I |].
    intros t T. apply integrand_far_out. lra.
  - assert (KP : 0 < K) by apply exp_pos. pose proof (exp_pos (- (b / 2))).
    assert (exp (- (1 / 2)) < exp 0) as E by (apply exp_increasing; lra). rewrite exp_0 in E.
    assert (0 <= K * exp (- (b / 2))) by (apply Rmult_le_pos; lra).
    assert (K * exp (- (1 / 2)) <= K * 1) by (apply Rmult_le_compat_l; lra).
    rewrite !(Rmult_assoc (-2)). lra.
Qed.
Lemma integral_bounded a b : 0 < a <= b -> RInt f a b <= / x + 2 * K.
Proof.
  intros A. pose proof (Rmin_l a 1) as M1. pose proof (Rmin_r a 1) as M2. pose proof (Rmax_l b 1) as N1.
  pose proof (Rmax_r b 1) as N2.
  assert (P : 0 < Rmin a 1) by (apply Rmin_glb_lt; lra).
  apply Rle_trans with (RInt f (Rmin a 1) (Rmax b 1)); [apply integral_wider; lra |].
  rewrite <- (integral_chasles (Rmin a 1) 1 (Rmax b 1)) by lra.
  apply Rplus_le_compat; [apply integral_near_0; lra | apply integral_far_out; exact N2].
Qed.

Let values (v : R) : Prop := exists a b, 0 < a <= b /\ v = RInt f a b.
Lemma gamma_limit : exists l, is_lub values l /\ is_RInt_gen f (at_right 0) (Rbar_locally p_infty) l.
Proof.
  destruct (completeness values) as [l L].
  { exists (/ x + 2 * K). intros v [a [b [A ->]]]. apply integral_bounded. exact A. }
  { exists (RInt f 1 1), 1, 1. split; [lra | reflexivity]. }
  exists l. split; [exact L |]. destruct L as [U M].
  intros P [eps HP].
  assert (N : exists v, values v /\ l - eps < v).
  { destruct (Classical_Prop.classic (exists v, values v /\ l - eps < v)) as [Y | Y]; [exact Y |]. exfalso.
    assert (B : l <= l - eps).
    { apply M. intros v V. apply Rnot_lt_le. intros C. apply Y. exists v. split; assumption. }
    pose proof (cond_pos eps). lra. }
  destruct N as [v [[a [b [A ->]]] C]].
  exists (fun s => 0 < s <= a) (fun t => b <= t).
  - assert (Q : 0 < a) by lra. exists (mkposreal a Q). intros s S T.
    unfold ball in S. simpl in S. unfold AbsRing_ball, abs, minus, plus, opp in S. simpl in S.
    apply Rabs_lt_between in S. lra.
  - exists b. intros t T. lra.
  - intros s t S T. exists (RInt f s t). split.
    + apply (RInt_correct f). apply integrable. simpl. lra.
    + apply HP. unfold ball. simpl. unfold AbsRing_ball, abs, minus, plus, opp. simpl.
      assert (G1 : RInt f s t <= l) by (apply U; exists s, t; split; [lra | reflexivity]).
      assert (G2 : RInt f a b <= RInt f s t) by (apply integral_wider; lra).
      apply Rabs_lt_between. pose proof (cond_pos eps). lra.
Qed.
Lemma gamma_at_least a b : 0 < a <= b -> RInt f a b <= gamma x.
Proof.
  intros A. destruct gamma_limit as [l [[U _] I]].
  pose proof (is_RInt_gen_unique (V := R_CompleteNormedModule) f l I) as E.
  change (gamma x) with (RInt_gen f (at_right 0) (Rbar_locally p_infty)). rewrite E.
  apply U. exists a, b. split; [exact A | reflexivity].
Qed.
Theorem gamma_positive : 0 < gamma x.
Proof.
  apply Rlt_le_trans with (RInt f 1 2); [| apply gamma_at_least; lra].
  apply (RInt_gt_0 f); [lra | |].
  - intros t T. rewrite integrand_positive by lra. apply exp_pos.
  - intros t T. apply (continuous_ext_loc _ g).
    + assert (Q : 0 < 1) by lra. exists (mkposreal 1 Q). intros s S. symmetry. apply integrand_positive.
      unfold ball in S. simpl in S. unfold AbsRing_ball, abs, minus, plus, opp in S. simpl in S.
      apply Rabs_lt_between in S. lra.
    + apply continuous_g. lra.
Qed.
(* On (0, x] the factor e^-t is at least e^-x. *)
Lemma gamma_above_part a : 0 < a <= x -> exp (- x) * (exp (x * ln x) - exp (x * ln a)) <= x * gamma x.
Proof.
  intros A.
  assert (I : is_RInt (fun t => exp (- x) * exp ((x - 1) * ln t)) a x
                (exp (- x) * (exp (x * ln x) / x) - exp (- x) * (exp (x * ln a) / x))).
  { apply (is_RInt_derive (fun t => exp (- x) * (exp (x * ln t) / x))).
    - intros t. rewrite Rmin_left, Rmax_right by lra. intros T. auto_derive; [lra |].
      replace ((x - 1) * ln t) with (x * ln t - ln t) by ring. unfold Rminus. rewrite exp_plus, (exp_Ropp (ln t)), exp_ln by lra.
      field. lra.
    - intros t. rewrite Rmin_left, Rmax_right by lra. intros T.
      apply (ex_derive_continuous (fun t => exp (- x) * exp ((x - 1) * ln t))). auto_derive. lra. }
  pose proof (gamma_at_least a x A) as G.
  assert (B : exp (- x) * (exp (x * ln x) / x) - exp (- x) * (exp (x * ln a) / x) <= RInt f a x).
  { rewrite <- (is_RInt_unique _ _ _ _ I). apply RInt_le; [lra | eexists; exact I | apply integrable; lra |].
    intros t T. rewrite integrand_positive by lra. unfold g. replace ((x - 1) * ln t - t) with (- t + (x - 1) * ln t) by ring.
    rewrite exp_plus.
    apply Rmult_le_compat_r; [left; apply exp_pos |]. left. apply exp_increasing. lra. }
  apply Rmult_le_reg_r with (/ x); [apply Rinv_0_lt_compat; exact X |].
  replace (x * gamma x * / x) with (gamma x) by (field; lra).
  replace (exp (- x) * (exp (x * ln x) - exp (x * ln a)) * / x)
    with (exp (- x) * (exp (x * ln x) / x) - exp (- x) * (exp (x * ln a) / x)) by (field; lra). lra.
Qed.
Theorem gamma_above : exp (x * (ln x - 1)) <= x * gamma x.
Proof.
  replace (x * (ln x - 1)) with (- x + x * ln x) by ring. rewrite exp_plus.
  apply Rnot_lt_le. intros C.
  set (d := (exp (- x) * exp (x * ln x) - x * gamma x) / exp (- x) / 2).
  pose proof (exp_pos (- x)) as E.
  assert (D : 0 < d).
  { unfold d. assert (0 < (exp (- x) * exp (x * ln x) - x * gamma x) / exp (- x)); [apply Rdiv_lt_0_compat; lra | lra]. }
  set (a := Rmin x (exp (ln d / x))).
  assert (A : 0 < a) by (apply Rmin_glb_lt; [exact X | apply exp_pos]).
  pose proof (Rmin_l x (exp (ln d / x))) as A1. pose proof (Rmin_r x (exp (ln d / x))) as A2. fold a in A1, A2.
  pose proof (gamma_above_part a (conj A A1)) as G.
  assert (S : exp (x * ln a) <= d).
  { rewrite <- (exp_ln d) by exact D. apply (ln_le_ln_of a _ A) in A2. rewrite ln_exp in A2.
    assert (Q : x * ln a <= ln d).
    { apply (Rmult_le_compat_l x) in A2; [| lra]. replace (x * (ln d / x)) with (ln d) in A2 by (field; lra). exact A2. }
    destruct Q as [Q | ->]; [left; apply exp_increasing; exact Q | lra]. }
  apply (Rmult_le_compat_l (exp (- x))) in S; [| lra].
  assert (Y : exp (- x) * d = (exp (- x) * exp (x * ln x) - x * gamma x) / 2) by (unfold d; field; lra).
  lra.
Qed.
End Gamma.
