(* The steps of a proof file as tactics: docs/reference/proof-files.md, "The rule derivation".

   Nothing in this file needs to be trusted: a tactic that does too much or too little fails, and the
   kernel checks what it made. The lemmas are about real numbers only. *)
From Coq Require Export Reals Lra Lia Psatz ZArith List.
From Shufflecert Require Export numbers laws pairs curves law_facts U_6 V_3 symmetry interval_arithmetic.
From Shufflecert Require Import binomial_laws densities K_6 common_support gamma_function trade_offs O_2 coin_laws.
Open Scope R_scope.

(* Exponential functions and logarithms *)

Lemma exp_above_line x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [-> | H]; [rewrite exp_0; lra | left; apply exp_ineq1; assumption]. Qed.
Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [left; apply exp_increasing; assumption | lra]. Qed.
Lemma exp_lt a b : a < b -> exp a < exp b.
Proof. apply exp_increasing. Qed.
Lemma exp_difference a b : b <= a -> 0 <= exp a - exp b.
Proof. intros H. apply exp_le in H. lra. Qed.
Lemma exp_minus a b : exp (a - b) = exp a * / exp b.
Proof. unfold Rminus. rewrite exp_plus, exp_Ropp. reflexivity. Qed.
Lemma exp_times_nat k a : exp (INR k * a) = exp a ^ k.
Proof.
  induction k as [| k IH]; [simpl; rewrite Rmult_0_l; apply exp_0 |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH. simpl. ring.
Qed.
Lemma exp_times a p : exp (IZR (Zpos p) * a) = exp a ^ (Pos.to_nat p).
Proof. rewrite <- exp_times_nat. rewrite INR_IZR_INZ, positive_nat_Z. reflexivity. Qed.
Lemma exp_times_r a p : exp (a * IZR (Zpos p)) = exp a ^ (Pos.to_nat p).
Proof. rewrite Rmult_comm. apply exp_times. Qed.
Lemma ln_le_ln a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros H [L | ->]; [left; apply ln_increasing; assumption | lra]. Qed.
Lemma ln_lt_ln a b : 0 < a -> a < b -> ln a < ln b.
Proof. apply ln_increasing. Qed.
Lemma ln_tangent f : 0 < 1 + f -> ln (1 + f) <= f.
Proof.
  intros H. rewrite <- (ln_exp f) at 2. apply ln_le_ln; [assumption | apply exp_above_line].
Qed.
Lemma le_ln c f : 0 < f -> exp c <= f -> c <= ln f.
Proof. intros H L. rewrite <- (ln_exp c). apply ln_le_ln; [apply exp_pos | assumption]. Qed.
Lemma lt_ln c f : 0 < f -> exp c < f -> c < ln f.
Proof. intros H L. rewrite <- (ln_exp c). apply ln_increasing; [apply exp_pos | assumption]. Qed.
Lemma ln_le_of c f : 0 < f -> f <= exp c -> ln f <= c.
Proof. intros H L. rewrite <- (ln_exp c). apply ln_le_ln; assumption. Qed.
Lemma ln_lt_of c f : 0 < f -> f < exp c -> ln f < c.
Proof. intros H L. rewrite <- (ln_exp c). apply ln_increasing; assumption. Qed.
Lemma ln_nonneg x : 1 <= x -> 0 <= ln x.
Proof. intros H. rewrite <- ln_1. apply ln_le_ln; lra. Qed.
Lemma one_plus_nonneg x : 0 <= x -> 1 <= 1 + x.
Proof. lra. Qed.
Lemma one_plus_positive x : 0 < x -> 1 < 1 + x.
Proof. lra. Qed.
Lemma minus_nonneg a : 0 <= a -> - a <= 0.
Proof. lra. Qed.
Lemma minus_sign a b : 0 <= a -> b <= 0 -> 0 <= a - b.
Proof. lra. Qed.
Lemma plus_sign a b : a <= 0 -> b <= 0 -> a + b <= 0.
Proof. lra. Qed.
Lemma minus_sign_below a b : a <= 0 -> 0 <= b -> a - b <= 0.
Proof. lra. Qed.
Lemma times_sign a b : 0 <= a -> b <= 0 -> a * b <= 0.
Proof. nra. Qed.
Lemma times_sign_other a b : a <= 0 -> 0 <= b -> a * b <= 0.
Proof. nra. Qed.
Lemma one_less x : 0 <= x -> 1 - x <= 1.
Proof. lra. Qed.
Lemma ln_nonpos x : 0 < x -> x <= 1 -> ln x <= 0.
Proof. intros P [H | ->]; [left; rewrite <- ln_1; apply ln_increasing; assumption | rewrite ln_1; lra]. Qed.
Lemma ln_positive x : 1 < x -> 0 < ln x.
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.

(* Whole numbers *)

Lemma floor_le x : floor x <= x.
Proof. unfold floor. apply base_Int_part. Qed.
Lemma floor_gt x : x - 1 < floor x.
Proof. unfold floor. destruct (base_Int_part x). lra. Qed.
Lemma floor_least k x : IZR k <= x -> IZR k <= floor x.
Proof.
  intros H. pose proof (floor_gt x) as G. unfold floor in *. apply IZR_le.
  assert (k - 1 < Int_part x)%Z; [apply lt_IZR; rewrite minus_IZR; lra | lia].
Qed.
Lemma floor_nonneg x : 0 <= x -> 0 <= floor x.
Proof. apply (floor_least 0). Qed.
Lemma floor_mono a b : a <= b -> floor a <= floor b.
Proof. intros H. apply (floor_least (Int_part a)). pose proof (floor_le a). unfold floor in *. lra. Qed.
Lemma floor_whole x : is_whole x -> floor x = x.
Proof.
  intros [k ->]. unfold floor. f_equal. destruct (base_Int_part (IZR k)) as [H1 H2].
  assert (Int_part (IZR k) <= k)%Z by (apply le_IZR; assumption).
  assert (k - 1 < Int_part (IZR k))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia.
Qed.
Lemma whole_number k : is_whole (IZR k).
Proof. exists k. reflexivity. Qed.
Lemma whole_plus a b : is_whole a -> is_whole b -> is_whole (a + b).
Proof. intros [x ->] [y ->]. exists (x + y)%Z. rewrite plus_IZR. reflexivity. Qed.
Lemma whole_minus a b : is_whole a -> is_whole b -> is_whole (a - b).
Proof. intros [x ->] [y ->]. exists (x - y)%Z. rewrite minus_IZR. reflexivity. Qed.
Lemma whole_mult a b : is_whole a -> is_whole b -> is_whole (a * b).
Proof. intros [x ->] [y ->]. exists (x * y)%Z. rewrite mult_IZR. reflexivity. Qed.
Lemma whole_floor x : is_whole (floor x).
Proof. exists (Int_part x). reflexivity. Qed.
Lemma Int_part_IZR k : Int_part (IZR k) = k.
Proof.
  destruct (base_Int_part (IZR k)) as [H1 H2].
  assert (Int_part (IZR k) <= k)%Z by (apply le_IZR; assumption).
  assert (k - 1 < Int_part (IZR k))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia.
Qed.

(* Powers *)

Lemma power_positive x y : 0 < x -> power x y = exp (y * ln x).
Proof. intros H. unfold power. destruct (Rlt_dec 0 x); [reflexivity | contradiction]. Qed.
Lemma power_gt_0 x y : 0 < x -> 0 < power x y.
Proof. intros H. rewrite power_positive by assumption. apply exp_pos. Qed.
Lemma power_exists_nonneg x y : 0 <= x -> 0 <= y -> power_exists x y.
Proof. intros [H | <-] K; [left; assumption | right; left; split; [reflexivity | assumption]]. Qed.
Lemma powerRZ_nonneg x z : 0 <= x -> 0 <= powerRZ x z.
Proof.
  intros H. destruct z; simpl; [lra | apply pow_le; assumption |].
  destruct H as [H | <-]; [left; apply Rinv_0_lt_compat, pow_lt; assumption |].
  rewrite pow_i by apply Pos2Nat.is_pos. rewrite Rinv_0. lra.
Qed.
Lemma power_nonneg x y : 0 <= x -> 0 <= power x y.
Proof.
  intros H. unfold power. destruct (Rlt_dec 0 x) as [P | P]; [left; apply exp_pos |].
  destruct (Req_EM_T (floor y) y); [apply powerRZ_nonneg; assumption | lra].
Qed.

Lemma whole_natural x : is_whole x -> 0 <= x -> exists k : nat, x = INR k.
Proof.
  intros [z ->] H. apply le_IZR in H. exists (Z.to_nat z). rewrite INR_IZR_INZ, Z2Nat.id by assumption. reflexivity.
Qed.
Lemma power_whole x k : power x (INR k) = x ^ k.
Proof.
  unfold power. destruct (Rlt_dec 0 x) as [P | P]; [apply Rpower_pow; assumption |].
  rewrite INR_IZR_INZ, floor_whole by apply whole_number.
  destruct (Req_EM_T (IZR (Z.of_nat k)) (IZR (Z.of_nat k))) as [_ | N]; [| elim N; reflexivity].
  rewrite Int_part_IZR, pow_powerRZ. reflexivity.
Qed.
(* (O.4), the equality for a = 2. *)
Lemma chi_square_response n eps0 :
  is_whole n -> 1 <= n -> 0 <= eps0 -> chi_moment (rr_pair n eps0) 2 = (exp eps0 - 1) ^ 2 / (n * exp eps0).
Proof.
  intros W N H. rewrite response_chi. pose proof (deviation_variance n eps0) as D.
  rewrite (U_2.users_whole n W N) in D. rewrite <- D. apply mean_ext. intros k.
  rewrite density_deviation. replace (1 + deviation n eps0 k - 1) with (deviation n eps0 k) by ring.
  change 2 with (INR 2). rewrite power_whole. apply pow2_abs.
Qed.
Lemma power_two x : power x 2 = x ^ 2.
Proof. change 2 with (INR 2). apply power_whole. Qed.
Lemma power_exists_whole x y : is_whole y -> 0 <= y -> power_exists x y.
Proof.
  intros W Y. destruct (Req_dec x 0) as [E | N]; [right; left; split; assumption | right; right; split; assumption].
Qed.
Lemma power_one y : power 1 y = 1.
Proof. rewrite power_positive, ln_1, Rmult_0_r by lra. apply exp_0. Qed.
Lemma power_of_0 y : 0 < y -> power 0 y = 0.
Proof.
  intros Y. unfold power. destruct (Rlt_dec 0 0) as [B | _]; [lra |].
  destruct (Req_EM_T (floor y) y) as [E | _]; [| reflexivity].
  assert (P : (0 < Int_part y)%Z) by (apply lt_IZR; change (IZR (Int_part y)) with (floor y); lra).
  destruct (Int_part y) as [| p | p]; [lia | | lia]. simpl. apply pow_i. lia.
Qed.
Lemma power_le_power a b s : 0 <= a -> a <= b -> 0 <= s -> power a s <= power b s.
Proof.
  intros A B S. destruct S as [S | <-].
  - destruct A as [A | <-].
    + rewrite !power_positive by lra. apply exp_le, Rmult_le_compat_l; [lra | apply ln_le_ln; assumption].
    + rewrite power_of_0 by assumption. apply power_nonneg. assumption.
  - change 0 with (INR 0). rewrite !power_whole. simpl. lra.
Qed.
Lemma bernoulli_sign u s v : 0 <= u -> 1 <= s -> v = s * u -> 0 <= power (1 + u) s - 1 - v.
Proof.
  intros U S ->. rewrite power_positive by lra. destruct S as [S | <-].
  - pose proof (bernoulli_power s (1 + u) S ltac:(lra)) as B. unfold Rpower in B. lra.
  - rewrite Rmult_1_l, exp_ln by lra. lra.
Qed.
Lemma bernoulli_square u v : v = 2 * u -> 0 <= (1 + u) ^ 2 - 1 - v.
Proof. intros ->. pose proof (pow2_ge_0 u). simpl in *. lra. Qed.

(* Sums *)

Lemma terms_in_range lo hi i :
  is_whole lo -> is_whole hi -> (i < terms_between lo hi)%nat -> is_whole (lo + INR i) /\ lo <= lo + INR i <= hi.
Proof.
  intros [a ->] [b ->] I. unfold terms_between in I. rewrite !Int_part_IZR in I.
  rewrite INR_IZR_INZ, <- plus_IZR. repeat split; [apply whole_number | apply IZR_le; lia | apply IZR_le; lia].
Qed.
Lemma sum_first_bounded n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum_first n f <= sum_first n g.
Proof.
  induction n as [| n IH]; intros H; simpl; [lra |].
  pose proof (H n ltac:(lia)). pose proof (IH ltac:(intros; apply H; lia)). lra.
Qed.
Lemma sum_first_alike n f g : (forall i, (i < n)%nat -> f i = g i) -> sum_first n f = sum_first n g.
Proof.
  induction n as [| n IH]; intros H; simpl; [reflexivity |]. rewrite IH, H by (intros; try apply H; lia). reflexivity.
Qed.
Section Sums.
Variables lo hi : R.
Variables f g : R -> R.
Hypothesis Wlo : is_whole lo.
Hypothesis Whi : is_whole hi.
Lemma sum_over_le : (forall x, is_whole x -> lo <= x <= hi -> f x <= g x) -> sum_over lo hi f <= sum_over lo hi g.
Proof. intros H. apply sum_first_bounded. intros i I. destruct (terms_in_range lo hi i Wlo Whi I). apply H; assumption. Qed.
Lemma sum_over_ext : (forall x, is_whole x -> lo <= x <= hi -> f x = g x) -> sum_over lo hi f = sum_over lo hi g.
Proof. intros H. apply sum_first_alike. intros i I. destruct (terms_in_range lo hi i Wlo Whi I). apply H; assumption. Qed.
End Sums.
Lemma sum_first_split a b f : sum_first (a + b) f = sum_first a f + sum_first b (fun i => f (a + i)%nat).
Proof.
  induction b as [| b IH]; [rewrite Nat.add_0_r; simpl; ring |].
  rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.
(* The larger sum may begin earlier, with terms that are not negative. *)
Lemma sum_over_more lo lo' hi f g :
  is_whole lo -> is_whole lo' -> is_whole hi -> lo' <= lo ->
  (forall x, is_whole x -> lo <= x <= hi -> f x <= g x) -> (forall x, is_whole x -> lo' <= x <= hi -> 0 <= g x) ->
  sum_over lo hi f <= sum_over lo' hi g.
Proof.
  intros W W' Wh L F G. apply Rle_trans with (sum_over lo hi g); [apply sum_over_le; assumption |].
  pose proof W as [a A]. pose proof W' as [b B]. pose proof Wh as [c C]. subst lo lo' hi. apply le_IZR in L.
  unfold sum_over. unfold terms_between in *. rewrite !Int_part_IZR.
  destruct (Z_le_gt_dec a (c + 1)) as [K | K].
  - replace (Z.to_nat (c - b + 1)) with (Z.to_nat (a - b) + Z.to_nat (c - a + 1))%nat by lia.
    rewrite sum_first_split.
    assert (P : 0 <= sum_first (Z.to_nat (a - b)) (fun i => g (IZR b + INR i))).
    { replace 0 with (sum_first (Z.to_nat (a - b)) (fun _ => 0)).
      - apply sum_first_bounded. intros i I. rewrite INR_IZR_INZ, <- plus_IZR.
        apply G; [apply whole_number | split; apply IZR_le; lia].
      - induction (Z.to_nat (a - b)) as [| k IH]; simpl; [reflexivity | rewrite IH; ring]. }
    rewrite (sum_first_alike (Z.to_nat (c - a + 1)) (fun i => g (IZR a + INR i))
      (fun i => g (IZR b + INR (Z.to_nat (a - b) + i)))); [lra |].
    intros i _. f_equal. rewrite plus_INR, !INR_IZR_INZ, Z2Nat.id by lia. rewrite minus_IZR. ring.
  - replace (Z.to_nat (c - a + 1)) with 0%nat by lia. simpl.
    replace 0 with (sum_first (Z.to_nat (c - b + 1)) (fun _ => 0)).
    + apply sum_first_bounded. intros i I. rewrite INR_IZR_INZ, <- plus_IZR.
      apply G; [apply whole_number | split; apply IZR_le; lia].
    + induction (Z.to_nat (c - b + 1)) as [| k IH]; simpl; [reflexivity | rewrite IH; ring].
Qed.
Lemma sum_over_zero lo hi : sum_over lo hi (fun _ => 0) = 0.
Proof. unfold sum_over. induction (terms_between lo hi) as [| n IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.
Lemma sum_over_nonneg lo hi f :
  is_whole lo -> is_whole hi -> (forall x, is_whole x -> lo <= x <= hi -> 0 <= f x) -> 0 <= sum_over lo hi f.
Proof. intros A B H. rewrite <- (sum_over_zero lo hi). apply sum_over_le; assumption. Qed.
Lemma binomial_nonneg x k : is_whole x -> 0 <= x -> 0 <= binomial x k.
Proof.
  intros W X. destruct (whole_natural x W X) as [m ->]. unfold binomial.
  destruct (Rlt_dec k 0) as [_ | _]; [lra |].
  assert (G : forall n, 0 <= product_first n (fun i => (INR m - INR i) / (INR i + 1))
                        /\ ((m < n)%nat -> product_first n (fun i => (INR m - INR i) / (INR i + 1)) = 0)).
  { induction n as [| n [IH1 IH2]]; simpl; [split; [lra | lia] |].
    destruct (Nat.lt_trichotomy n m) as [L | [-> | L]].
    - split; [| lia]. apply Rmult_le_pos; [exact IH1 |]. apply Rmult_le_pos.
      + apply lt_INR in L. lra.
      + left. apply Rinv_0_lt_compat. pose proof (pos_INR n). lra.
    - split; [| intros _]; unfold Rdiv; rewrite Rminus_eq_0; lra.
    - rewrite IH2 by exact L. split; [lra | intros; ring]. }
  apply G.
Qed.
Lemma binomial_mean_as_mean n p body :
  binomial_mean n p body = mean (binomial_law (Z.to_nat (Int_part n)) p) (fun k => body (INR k)).
Proof.
  unfold binomial_mean. rewrite mean_binomial_as_sum. cbv zeta. set (m := Z.to_nat (Int_part n)).
  set (f := fun k => binomial_weight m p k * body (INR k)).
  assert (E : forall j, sum_first (S j) f = sum_f_R0 f j).
  { induction j as [| j IH]; [simpl; ring |]. rewrite tech5, <- IH. reflexivity. }
  apply E.
Qed.
(* Central moments of a binomial law, as in (K.6). *)
Lemma central_power_mean n p c j :
  is_whole n -> 0 <= n -> 0 <= p <= 1 / 2 -> c = n * p -> is_whole j -> 0 <= j ->
  0 <= binomial_mean n p (fun m => power (m - c) j).
Proof.
  intros W N P -> J J0. destruct (whole_natural n W N) as [m ->]. destruct (whole_natural j J J0) as [k ->].
  rewrite binomial_mean_as_mean, INR_IZR_INZ, Int_part_IZR, Nat2Z.id, <- INR_IZR_INZ.
  rewrite (mean_ext _ _ (fun i => (INR i - INR m * p) ^ k)) by (intros; apply power_whole).
  apply central_moment. exact P.
Qed.

Lemma sum_first_nonneg n f : (forall i, 0 <= f i) -> 0 <= sum_first n f.
Proof. intros H. induction n as [| n IH]; simpl; [lra | specialize (H n); lra]. Qed.

(* The larger and the smaller of two *)

Lemma Rmax_le_both a b c d : a <= c -> b <= d -> Rmax a b <= Rmax c d.
Proof.
  intros H K. pose proof (Rmax_l c d). pose proof (Rmax_r c d). apply Rmax_lub; lra.
Qed.
Lemma Rmin_le_both a b c d : a <= c -> b <= d -> Rmin a b <= Rmin c d.
Proof.
  intros H K. pose proof (Rmin_l a b). pose proof (Rmin_r a b). apply Rmin_glb; lra.
Qed.

(* A claim's variables and conditions *)

Ltac plain H := first [apply Rge_le in H | apply Rgt_lt in H | idtac].
Ltac start :=
  cbv zeta; intros;
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat match goal with
    | H : _ >= _ |- _ => apply Rge_le in H
    | H : _ > _ |- _ => apply Rgt_lt in H
    end.
(* One of several choices of values; and a whole number between two ends. *)
Ltac each_value :=
  repeat match goal with H : _ \/ _ |- _ => destruct H as [H | H] end;
  repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac each_case H := repeat match type of H with _ \/ _ => destruct H as [H | H] end.
Lemma whole_step (k m : Z) : IZR m <= IZR k -> IZR k = IZR m \/ IZR (m + 1) <= IZR k.
Proof.
  intros H. apply le_IZR in H. destruct (Z.eq_dec k m) as [-> | N]; [left; reflexivity | right].
  apply IZR_le. lia.
Qed.
Ltac whole_cases :=
  match goal with
  | W : is_whole ?x, L : IZR ?m <= ?x |- ?x = _ \/ _ =>
      let k := fresh "k" in
      destruct W as [k ->];
      repeat match goal with
        | K : IZR ?j <= IZR k |- IZR k = IZR ?j \/ _ =>
            destruct (whole_step k j K) as [-> | K']; [ left; reflexivity | right; clear K; simpl in K' ]
        | K : IZR ?j <= IZR k |- IZR k = IZR ?j =>
            destruct (whole_step k j K) as [-> | K']; [ reflexivity | simpl in K'; exfalso; lra ]
        end
  end.
Ltac turn := try apply Rle_ge; try apply Rlt_gt.

(* Signs by form *)

Ltac whole :=
  first
    [ assumption
    | lazymatch goal with
      | |- is_whole (_ + _) => apply whole_plus; whole
      | |- is_whole (_ - _) => apply whole_minus; whole
      | |- is_whole (_ * _) => apply whole_mult; whole
      | |- is_whole (floor _) => apply whole_floor
      | |- is_whole (IZR _) => apply whole_number
      end ].
(* Tactics from below. *)
Ltac ends := fail.
Ltac deeper := fail.
Ltac settled := fail.
Ltac sign :=
  first
    [ assumption
    | lazymatch goal with
      | |- 0 < exp _ => apply exp_pos
      | |- 0 <= exp _ => left; apply exp_pos
      | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; sign
      | |- 0 <= ?a * ?a => apply Rle_0_sqr
      | |- 0 <= ?a * ?b => apply Rmult_le_pos; sign
      | |- 0 < ?a / ?b => apply Rmult_lt_0_compat; [ sign | apply Rinv_0_lt_compat; sign ]
      | |- 0 <= ?a / ?b => apply Rmult_le_pos; [ sign | left; apply Rinv_0_lt_compat; sign ]
      | |- 0 < / ?a => apply Rinv_0_lt_compat; sign
      | |- 0 <= / ?a => left; apply Rinv_0_lt_compat; sign
      | |- 0 <= ?a ^ 2 => apply pow2_ge_0
      | |- 0 < ?a ^ _ => apply pow_lt; sign
      | |- 0 <= ?a ^ _ => apply pow_le; sign
      | |- 0 < sqrt _ => apply sqrt_lt_R0; first [ sign | ends ]
      | |- 0 <= sqrt _ => apply sqrt_pos
      | |- 0 <= Rabs _ => apply Rabs_pos
      | |- 0 <= floor _ => apply floor_nonneg; sign
      | |- 0 < gamma _ => apply gamma_positive; sign
      | |- 0 <= gamma ?x => left; sign
      | |- 0 < power _ _ => apply power_gt_0; sign
      | |- 0 <= power _ _ => apply power_nonneg; sign
      | |- 0 <= binomial _ _ => apply binomial_nonneg; [ whole | sign ]
      | |- 0 <= sum_over _ _ _ =>
          first [ apply sum_first_nonneg; intros; sign
                | apply sum_over_nonneg; [ whole | whole | intros ? ? [? ?]; sign ] ]
      | |- 0 <= binomial_mean _ _ (fun m => power (m - _) _) =>
          apply central_power_mean; [ whole | sign | split; settled | settled | whole | sign ]
      | |- 0 <= power (1 + _) _ - 1 - _ => apply bernoulli_sign; [ sign | by_numbers | settled ]
      | |- 0 <= (1 + _) ^ 2 - 1 - _ => apply bernoulli_square; settled
      | |- 0 < ?a + ?b =>
          first [ apply Rplus_lt_le_0_compat; sign | apply Rplus_le_lt_0_compat; sign | by_numbers ]
      | |- 0 <= ?a + ?b => first [ apply Rplus_le_le_0_compat; sign | by_numbers ]
      | |- 0 <= exp _ - exp _ => apply exp_difference; by_numbers
      | |- 0 <= ?a - ?b => first [ by_numbers | apply minus_sign; sign ]
      | |- 0 < ?a - ?b => by_numbers
      | |- ?a + ?b <= 0 => first [ by_numbers | apply plus_sign; sign ]
      | |- ?a - ?b <= 0 => first [ by_numbers | apply minus_sign_below; sign ]
      | |- ?a * ?b <= 0 => first [ apply times_sign; sign | apply times_sign_other; sign ]
      | |- ?a / ?b <= 0 => apply times_sign_other; [ sign | left; apply Rinv_0_lt_compat; sign ]
      | |- - ?a <= 0 => apply minus_nonneg; sign
      | |- ln (1 - _) <= 0 => apply ln_nonpos; [ sign | apply one_less; sign ]
      | |- ln _ <= 0 => apply ln_nonpos; [ sign | by_numbers ]
      | |- 0 <= - - ?a => rewrite Ropp_involutive; sign
      | |- 0 < - - ?a => rewrite Ropp_involutive; sign
      | |- 0 < ln (1 + _) => apply ln_positive, one_plus_positive; sign
      | |- 0 <= ln (1 + _) => apply ln_nonneg, one_plus_nonneg; sign
      | |- 0 < ln _ => first [ apply ln_positive; first [ by_numbers | deeper ] | by_numbers ]
      | |- 0 <= ln _ => first [ apply ln_nonneg; first [ by_numbers | deeper ] | by_numbers ]
      end
    | by_numbers ]
with by_numbers :=
  first
    [ lra
    | note_exponentials; lra ]
with note_exponentials :=
  repeat match goal with
    | |- context [exp ?x] =>
        lazymatch goal with
        | H : 1 + x <= exp x |- _ => fail
        | _ => pose proof (exp_above_line x); pose proof (exp_pos x)
        end
    | |- context [floor ?x] =>
        lazymatch goal with
        | H : floor x <= x |- _ => fail
        | _ => pose proof (floor_le x); pose proof (floor_gt x)
        end
    end.

(* Values *)

Ltac not_zero :=
  first
    [ assumption
    | lazymatch goal with
      | |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; not_zero
      | |- ?a / ?b <> 0 =>
          apply Rmult_integral_contrapositive_currified; [ not_zero | apply Rinv_neq_0_compat; not_zero ]
      | |- / ?a <> 0 => apply Rinv_neq_0_compat; not_zero
      | |- exp _ <> 0 => apply Rgt_not_eq, exp_pos
      | |- _ ^ _ <> 0 => apply pow_nonzero; not_zero
      | |- ?a - ?b <> 0 => first [ apply Rgt_not_eq; by_numbers | apply Rlt_not_eq; by_numbers ]
      end
    | apply Rgt_not_eq, Rlt_gt; sign
    | apply Rlt_not_eq; by_numbers ].

(* Algebra *)

Ltac decisions :=
  repeat match goal with
    | |- context [is_eq ?a ?b] =>
        first [ replace (is_eq a b) with true by (unfold is_eq; destruct (Req_EM_T a b); [ reflexivity | exfalso; lra ])
              | replace (is_eq a b) with false by (unfold is_eq; destruct (Req_EM_T a b); [ exfalso; lra | reflexivity ]) ]
    | |- context [is_le ?a ?b] =>
        first [ replace (is_le a b) with true by (unfold is_le; destruct (Rle_dec a b); [ reflexivity | exfalso; lra ])
              | replace (is_le a b) with false by (unfold is_le; destruct (Rle_dec a b); [ exfalso; lra | reflexivity ]) ]
    | |- context [is_lt ?a ?b] =>
        first [ replace (is_lt a b) with true by (unfold is_lt; destruct (Rlt_dec a b); [ reflexivity | exfalso; lra ])
              | replace (is_lt a b) with false by (unfold is_lt; destruct (Rlt_dec a b); [ exfalso; lra | reflexivity ]) ]
    end;
  unfold numbers.choice; simpl andb; simpl orb; simpl negb; cbv iota.
Ltac has_decision :=
  match goal with
  | |- context [is_eq _ _] => idtac
  | |- context [is_le _ _] => idtac
  | |- context [is_lt _ _] => idtac
  end.
Ltac put_in := repeat match goal with H : ?x = ?y |- _ => is_var x; subst x end.
Ltac swaps :=
  progress repeat first
    [ rewrite usual_clone_renyi_swap | rewrite usual_clone_hockey_stick_swap
    | rewrite usual_unmixed_renyi_swap | rewrite usual_unmixed_hockey_stick_swap
    | rewrite clone_renyi_swap | rewrite clone_hockey_stick_swap
    | rewrite unmixed_renyi_swap | rewrite unmixed_hockey_stick_swap
    | rewrite printed_renyi_swap | rewrite printed_hockey_stick_swap
    | rewrite krr_renyi_swap by lra | rewrite krr_hockey_stick_swap by lra
    | rewrite usual_unmixed_tradeoff_swap by lra | rewrite krr_tradeoff_swap by lra
    | rewrite chi_square_response by solve [ assumption | lra ] ].
Ltac no_names := unfold expm1, log1p, tanh, sinh, cosh, is_whole in *.
Ltac written p := let n := eval vm_compute in (Pos.to_nat p) in change (Pos.to_nat p) with n.
Ltac split_exponentials :=
  repeat match goal with
    | |- context [exp (?a + ?b)] => rewrite (exp_plus a b)
    | |- context [exp (?a - ?b)] => rewrite (exp_minus a b)
    | |- context [exp (- ?a)] => rewrite (exp_Ropp a)
    | |- context [exp 0] => rewrite exp_0
    | |- context [exp (IZR (Zpos ?p) * ?a)] => rewrite (exp_times a p); written p
    | |- context [exp (?a * IZR (Zpos ?p))] => rewrite (exp_times_r a p); written p
    end.
Ltac one_atom f :=
  match goal with
  | |- context [f ?a] =>
      match goal with
      | |- context [f ?b] =>
          tryif constr_eq a b then fail
          else (replace (f b) with (f a) by (f_equal; solve [ ring | field; repeat split; not_zero | split_exponentials; field; repeat split; not_zero ]))
      end
  end.
Ltac same_atoms :=
  repeat first [ one_atom exp | one_atom ln | one_atom sqrt | one_atom floor ].
Lemma exp_half x : exp (x / 2) ^ 2 = exp x.
Proof. simpl. rewrite Rmult_1_r, <- exp_plus. f_equal. field. Qed.
Ltac joined_exponentials :=
  unfold Rdiv; repeat rewrite <- exp_Ropp; repeat rewrite <- exp_plus; f_equal; field.
Ltac squared_roots :=
  field_simplify_eq;
  [ repeat first [ rewrite exp_half | rewrite pow2_sqrt by sign ]; solve [ ring | field; repeat split; not_zero ]
  | repeat split; not_zero .. ].
(* Quotients with divisors of which nothing is known: equal divisors are made the same, and taken as they are. *)
Ltac single_inverses :=
  unfold Rdiv; rewrite ?exp_Ropp; repeat first [ rewrite Rinv_mult | rewrite <- pow_inv | rewrite Rinv_inv ].
Ltac one_inverse :=
  match goal with
  | |- context [/ ?a] =>
      match goal with
      | |- context [/ ?b] => tryif constr_eq a b then fail else replace (/ b) with (/ a) by (f_equal; ring)
      end
  end.
Ltac quick_algebra := single_inverses; first [ ring | repeat one_inverse; ring ].
Ltac same_inverses := first [ solve [ quick_algebra ] | single_inverses; same_atoms; repeat one_atom Rinv; ring ].
(* Part by part, where both sides have the same form. *)
Ltac alike :=
  first
    [ reflexivity
    | lazymatch goal with
      | |- ln _ / ?c = ln _ / ?c => f_equal; f_equal; alike
      | |- ln _ = ln _ => f_equal; alike
      end
    | ring
    | solve [ quick_algebra ]
    | solve [ same_inverses ]
    | solve [ field; repeat split; not_zero ]
    | solve [ no_names; split_exponentials; field; repeat split; not_zero ]
    | lazymatch goal with
      | |- sum_over ?lo ?hi _ = sum_over ?lo ?hi _ => apply sum_over_ext; [ whole | whole | intros ? ? [? ?]; rewrite ?power_one; alike ]
      | |- _ => progress f_equal; alike
      end ].
Ltac half_exponentials :=
  match goal with
  | |- context [exp (?x / 2)] =>
      is_var x; try rewrite <- (exp_half x);
      repeat replace (exp ((- x) / 2)) with (/ exp (x / 2)) by (rewrite <- exp_Ropp; f_equal; field);
      field; repeat split; not_zero
  end.
Ltac plain_algebra :=
  try swaps; try (has_decision; decisions);
  first
    [ reflexivity
    | ring
    | solve [ field; repeat split; not_zero ]
    | no_names;
      first
        [ solve [ field; repeat split; not_zero ]
        | same_atoms; first [ ring | solve [ field; repeat split; not_zero ] ]
        | split_exponentials; solve [ field; repeat split; not_zero ]
        | same_atoms; split_exponentials; same_atoms; solve [ field; repeat split; not_zero ]
        | solve [ joined_exponentials ]
        | solve [ half_exponentials ]
        | solve [ squared_roots ] ] ].
Ltac algebra := first [ plain_algebra | solve [ alike ] ].

(* Orders by signs: the difference as a quotient of polynomials in numbers that are at least 0 *)

Lemma le_by_difference a b : 0 <= b - a -> a <= b.
Proof. lra. Qed.
Lemma lt_by_difference a b : 0 < b - a -> a < b.
Proof. lra. Qed.
Lemma exponential_in_parts x : exists w, 0 <= w /\ exp x = 1 + x + w.
Proof. exists (exp x - 1 - x). pose proof (exp_above_line x). lra. Qed.
Lemma shifted L x : L <= x -> exists d, 0 <= d /\ x = L + d.
Proof. intros H. exists (x - L). lra. Qed.
Lemma shifted_open L x : L < x -> exists d, 0 < d /\ x = L + d.
Proof. intros H. exists (x - L). lra. Qed.
Lemma shifted_down U x : x <= U -> exists d, 0 <= d /\ x = U - d.
Proof. intros H. exists (U - x). lra. Qed.

Ltac exponentials_in_parts :=
  repeat match goal with
    | |- context [exp ?x] =>
        let w := fresh "w" in
        let P := fresh "P" in
        let E := fresh "E" in
        destruct (exponential_in_parts x) as [w [P E]]; rewrite E in *; clear E
    end.
(* A variable from its lower end, which is a number. *)
Ltac is_number L := lazymatch L with 0 => fail | IZR _ => idtac | IZR _ / IZR _ => idtac | / IZR _ => idtac end.
Ltac variables_in_parts :=
  repeat match goal with
    | H : ?L < ?x |- _ =>
        is_number L; is_var x;
        let d := fresh "d" in
        let P := fresh "P" in
        let E := fresh "E" in
        destruct (shifted_open L x H) as [d [P E]]; clear H;
        repeat match goal with
          | K : is_whole x |- _ => clear K
          | K : ?M <= x |- _ => is_number M; clear K
          | K : ?M < x |- _ => is_number M; clear K
          | K : 0 <= x |- _ => clear K
          | K : 0 < x |- _ => clear K
          end; subst x
    | H : ?L <= ?x |- _ =>
        is_number L; is_var x;
        let d := fresh "d" in
        let P := fresh "P" in
        let E := fresh "E" in
        destruct (shifted L x H) as [d [P E]]; clear H;
        repeat match goal with
          | K : is_whole x |- _ => clear K
          | K : ?M <= x |- _ => is_number M; clear K
          | K : 0 <= x |- _ => clear K
          end; subst x
    end.
(* A whole part is what it is the whole part of, less something; or that less 1, and something more. *)
Lemma floor_from_above y : exists f, 0 <= f /\ floor y = y - f.
Proof. exists (y - floor y). pose proof (floor_le y). lra. Qed.
Lemma floor_from_below y : exists f, 0 <= f /\ floor y = y - 1 + f.
Proof. exists (floor y - y + 1). pose proof (floor_gt y). lra. Qed.
Ltac floors_in_parts how :=
  repeat match goal with
    | |- context [floor ?y] =>
        let f := fresh "f" in
        let P := fresh "P" in
        let E := fresh "E" in
        destruct (how y) as [f [P E]]; rewrite E in *; clear E
    end.
Ltac as_quotient := first [ sign | field_simplify; [ sign | repeat split; not_zero .. ] ].
Ltac in_parts :=
  variables_in_parts; exponentials_in_parts;
  first [ as_quotient | field_simplify; [ by_numbers | repeat split; not_zero .. ] ].
Ltac has_floor := match goal with |- context [floor _] => idtac end.
Ltac quotient_sign :=
  first
    [ apply Rmult_le_pos; [ | left; apply Rinv_0_lt_compat; sign ]
    | apply Rmult_lt_0_compat; [ | apply Rinv_0_lt_compat; sign ]
    | idtac ].
Ltac by_signs :=
  no_names;
  first [ apply le_by_difference | apply lt_by_difference ];
  split_exponentials;
  first
    [ solve [ in_parts ]
    | has_floor; field_simplify;
      [ quotient_sign;
        first
          [ solve [ floors_in_parts floor_from_above; in_parts ]
          | solve [ floors_in_parts floor_from_below; in_parts ] ]
      | repeat split; not_zero .. ] ].

(* Orders by interval arithmetic, where every variable has two ends that are numbers *)

Lemma le_by_negative a b : a - b <= 0 -> a <= b.
Proof. lra. Qed.
Lemma lt_by_negative a b : a - b < 0 -> a < b.
Proof. lra. Qed.
Ltac by_boxes :=
  no_names; put_in;
  first [ apply le_by_negative | apply lt_by_negative ];
  first
    [ interval with (i_prec 40)
    | match goal with
      | |- context [?x] => is_var x; interval with (i_bisect x, i_prec 40, i_depth 16)
      end
    | match goal with
      | |- context [?x] => is_var x; interval with (i_bisect x, i_autodiff x, i_prec 40, i_depth 16)
      end ].

(* A variable without an upper end stands in a divisor x - c: by interval arithmetic in u = 1/(x - c). *)
Ltac by_reciprocal :=
  no_names; put_in;
  first [ apply le_by_negative | apply lt_by_negative ];
  match goal with
  | H : ?L <= ?x |- context [?x - ?c] =>
      is_number L; is_var x; is_number c;
      let u := fresh "u" in
      let P := fresh "P" in
      let Q := fresh "Q" in
      let E := fresh "E" in
      assert (P : 0 < / (x - c)) by (apply Rinv_0_lt_compat; lra);
      assert (Q : / (x - c) <= / (L - c)) by (apply Rinv_le_contravar; lra);
      assert (E : x = c + / / (x - c)) by (rewrite Rinv_inv; ring);
      set (u := / (x - c)) in P, Q, E; clearbody u; subst x;
      field_simplify; [ interval with (i_bisect u, i_prec 40) | repeat split; lra .. ]
  end.

(* Where each variable has a value. *)
Ltac by_evaluation :=
  put_in; unfold rounds_to; no_names; repeat rewrite power_positive by lra;
  first
    [ interval with (i_prec 40)
    | apply Rgt_not_eq, Rlt_gt; interval with (i_prec 40)
    | apply Rlt_not_eq; interval with (i_prec 40) ].

(* What is certain: known, or known up to algebra, or by signs, or by boxes *)

Ltac known :=
  first
    [ assumption
    | lra
    | match goal with
      | H : ?c <= ?d |- ?a <= ?b =>
          let E := fresh "E" in assert (E : b - a = d - c) by (single_inverses; ring); lra
      | H : ?c < ?d |- ?a < ?b =>
          let E := fresh "E" in assert (E : b - a = d - c) by (single_inverses; ring); lra
      end
    | match goal with
      | H : ?c <= ?d |- ?a <= ?b =>
          let E := fresh "E" in assert (E : b - a = d - c) by plain_algebra; lra
      | H : ?c < ?d |- ?a < ?b =>
          let E := fresh "E" in assert (E : b - a = d - c) by plain_algebra; lra
      end ].
(* Sums and divergences have no boxes, and their signs follow from their form or not at all. *)
Ltac no_sums :=
  lazymatch goal with
  | |- context [sum_over _ _ _] => fail
  | |- context [binomial_mean _ _ _] => fail
  | |- context [renyi _ _] => fail
  | |- context [max_divergence _] => fail
  | |- context [hockey_stick _ _] => fail
  | |- context [chi_moment _ _] => fail
  | |- context [tradeoff _ _] => fail
  | |- context [symmetrized _ _] => fail
  | |- _ => idtac
  end.
Ltac maxima :=
  progress repeat match goal with
    | |- context [Rmax ?a ?b] => first [ rewrite (Rmax_left a b) by lra | rewrite (Rmax_right a b) by lra ]
    end.
(* Ends that depend on exponentials, as in n >= 100 e^eps0. *)
Ltac by_ends :=
  repeat match goal with
    | H : context [exp ?x] |- _ =>
        lazymatch goal with
        | K : 1 + x <= exp x |- _ => fail
        | _ => pose proof (exp_above_line x)
        end
    end; lra.
Ltac certain :=
  turn;
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- 0 <= _ => sign
      | |- 0 < _ => sign
      | |- _ <= 0 => no_names; sign
      | |- _ = _ => algebra
      | |- _ <> _ => not_zero
      | |- is_whole _ => whole
      | |- _ /\ _ => split; certain
      | |- Rmax _ _ <= _ => apply Rmax_lub; certain
      | |- ?c * _ <= ?c * _ => apply Rmult_le_compat_l; [ sign | assumption ]
      end
    | known
    | progress put_in; certain
    | has_decision; decisions; certain
    | by_ends
    | no_sums; solve [ by_evaluation ]
    | no_sums; first [ solve [ by_signs ] | solve [ by_boxes ] | solve [ by_reciprocal ] ]
    | swaps; certain
    | maxima; certain ].

Ltac ends ::= solve [ by_ends ].
Ltac deeper ::= solve [ by_signs ].
Ltac settled ::= solve [ certain ].

(* The steps *)

(* What inequalities.v has; from there. *)
Ltac known_inequality := fail.
Ltac shown := solve [ known_inequality | certain ].
Ltac under_logarithm :=
  lazymatch goal with
  | |- ln _ / ?c = ln _ / ?c =>
      f_equal; f_equal; first [ solve [ one_atom floor; do 3 f_equal; split_exponentials; field; repeat split; not_zero ] | same_inverses ]
  end.
(* Whole parts and exponential functions that are the same in other words. *)
Ltac same_words := one_atom floor; first [ ring | one_atom exp; ring ].
Ltac same :=
  turn;
  lazymatch goal with
  | |- _ <= _ => apply Req_le; first [ under_logarithm | solve [ same_words ] | algebra ]
  | |- _ = _ => algebra
  end.
Ltac squares :=
  lazymatch goal with
  | |- ?a = ?b =>
      assert (0 <= a) by sign; assert (0 <= b) by sign;
      apply Rsqr_inj; [ assumption | assumption | unfold Rsqr ];
      repeat match goal with
        | |- context [sqrt ?x * sqrt ?x] => rewrite (sqrt_def x) by sign
        end;
      algebra
  end.
Ltac scaled F P :=
  turn;
  let h := fresh "h" in
  assert (h : P) by certain;
  first [ apply Rge_le in h | apply Rgt_lt in h | idtac ];
  lazymatch type of h with
  | ?c <= ?d =>
      lazymatch goal with
      | |- ?a <= ?b =>
          let f := fresh "f" in
          let E := fresh "E" in
          assert (f : 0 <= F) by certain;
          assert (E : b - a = F * (d - c)) by first [ solve [ same_words ] | algebra ];
          pose proof (Rmult_le_pos F (d - c) f ltac:(lra)); lra
      end
  | ?c < ?d =>
      lazymatch goal with
      | |- ?a <= ?b =>
          let f := fresh "f" in
          let E := fresh "E" in
          assert (f : 0 <= F) by certain;
          assert (E : b - a = F * (d - c)) by algebra;
          pose proof (Rmult_le_pos F (d - c) f ltac:(lra)); lra
      | |- ?a < ?b =>
          let f := fresh "f" in
          let E := fresh "E" in
          assert (f : 0 < F) by certain;
          assert (E : b - a = F * (d - c)) by algebra;
          pose proof (Rmult_lt_0_compat F (d - c) f ltac:(lra)); lra
      end
  | ?c = ?d =>
      lazymatch goal with
      | |- ?a = ?b =>
          let E := fresh "E" in
          assert (E : b - a = F * (d - c)) by algebra;
          rewrite h in E; lra
      end
  end.
Ltac part P := let h := fresh "part" in assert (h : P) by certain.
Ltac terms S :=
  turn;
  lazymatch goal with
  | |- ?a <= ?b =>
      let E := fresh "E" in assert (E : a - b = S) by algebra; lra
  | |- ?a < ?b =>
      let E := fresh "E" in assert (E : a - b = S) by algebra; lra
  end.
Ltac smaller :=
  lazymatch goal with
  | |- ?a * ?b <= ?c * ?d =>
      apply Rmult_le_compat; [ sign | sign | smaller | smaller ]
  | |- / ?a <= / ?b => apply Rinv_le_contravar; [ sign | certain ]
  | |- _ => certain
  end.
Ltac factors L H :=
  turn;
  lazymatch goal with
  | |- ?a <= ?b =>
      replace a with L by algebra; replace b with H by algebra; smaller
  end.
Ltac between M :=
  turn;
  lazymatch goal with
  | |- ?a <= ?b => apply (Rle_trans a M b); certain
  | |- ?a < ?b =>
      first [ apply (Rle_lt_trans a M b); assumption | apply (Rlt_le_trans a M b); assumption
            | apply (Rle_lt_trans a M b); certain | apply (Rlt_le_trans a M b); certain
            | apply (Rlt_trans a M b); certain ]
  end.
Ltac tangent :=
  turn; no_names;
  lazymatch goal with
  | |- ln (1 + ?f) <= ?g => apply ln_tangent; certain
  | |- ln ?f <= ?g => replace f with (1 + g) by algebra; apply ln_tangent; certain
  end.
Ltac rises :=
  turn; no_names;
  lazymatch goal with
  | |- exp _ <= exp _ => apply exp_le; certain
  | |- exp _ < exp _ => apply exp_lt; certain
  | |- ln _ <= ln _ => apply ln_le_ln; certain
  | |- ln _ < ln _ => apply ln_lt_ln; certain
  | |- sqrt _ <= sqrt _ => apply sqrt_le_1_alt; certain
  | |- floor _ <= floor _ => apply floor_mono; certain
  | |- Rmax _ _ <= Rmax _ _ => apply Rmax_le_both; first [ rises | certain ]
  | |- Rmin _ _ <= Rmin _ _ => apply Rmin_le_both; first [ rises | certain ]
  end.
Ltac undone :=
  turn; no_names;
  lazymatch goal with
  | |- _ <= ln _ => apply le_ln; certain
  | |- _ < ln _ => apply lt_ln; certain
  | |- ln _ <= _ => apply ln_le_of; certain
  | |- ln _ < _ => apply ln_lt_of; certain
  end.
Ltac largest :=
  turn;
  lazymatch goal with
  | |- Rmax _ _ <= _ => apply Rmax_lub; largest
  | |- _ <= Rmin _ _ => apply Rmin_glb; largest
  | |- _ <= Rmax _ _ =>
      first [ solve [ certain ] | eapply Rle_trans; [ | apply Rmax_l ]; solve [ largest ]
            | eapply Rle_trans; [ | apply Rmax_r ]; solve [ largest ] ]
  | |- Rmin _ _ <= _ =>
      first [ solve [ certain ] | eapply Rle_trans; [ apply Rmin_l | ]; solve [ largest ]
            | eapply Rle_trans; [ apply Rmin_r | ]; solve [ largest ] ]
  | |- _ => certain
  end.
Ltac choice :=
  unfold numbers.choice, is_eq, is_le, is_lt;
  repeat match goal with
    | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b)
    | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
    | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
    end;
  cbn [andb orb negb]; cbv iota; try subst; rewrite ?power_two;
  first [ assumption | solve [ swaps; assumption ] | certain ].
Ltac powers :=
  turn;
  lazymatch goal with
  | |- _ ^ _ <= _ ^ _ => apply pow_incr; split; certain
  | |- power _ _ <= power _ _ => apply power_le_power; certain
  end.
Ltac body := first [ apply Req_le; solve [ alike ] | certain ].
Ltac bodies :=
  turn;
  lazymatch goal with
  | |- sum_over _ _ _ <= sum_over _ _ _ => first
        [ apply sum_over_le; [ whole | whole | intros ? ? [? ?]; body ]
        | apply sum_over_more; [ whole | whole | whole | lra | intros ? ? [? ?]; body | intros ? ? [? ?]; sign ] ]
  end.

(* A variable that the bound does not mention may have any value for which the conditions hold: what fits one
   condition need not fit the next. *)
Ltac premise :=
  multimatch goal with
  | P : _ |- _ => refine P
  | P : _ |- _ => refine (Rle_ge _ _ P)
  | P : _ |- _ => refine (Rlt_gt _ _ P)
  end.
Ltac by_hypothesis H :=
  let h := fresh in
  pose proof H as h; cbv zeta in h;
  first
    [ apply h; first [ assumption | lra | tauto ]
    | solve [ eapply h; premise ]
    | eapply h; first [ eassumption | apply Rle_ge; eassumption | apply Rlt_gt; eassumption | lra | tauto ] ].
Lemma clone_rate eps0 : 0 <= eps0 -> 0 <= exp (- eps0) <= 1.
Proof.
  intros H. split; [left; apply exp_pos |]. rewrite <- exp_0. apply exp_le. lra.
Qed.
Section Finite.
Variables n eps0 lambda p : R.
Hypothesis H : 0 <= eps0.
Hypothesis L : 0 < lambda.
Hypothesis P : 0 <= p <= 1.
Lemma finite_rr : renyi_is_finite (rr_pair n eps0) lambda.
Proof. exact (proj1 (rr_is_finite n eps0 lambda H L)). Qed.
Lemma finite_rr_swap : renyi_is_finite (swap (rr_pair n eps0)) lambda.
Proof. exact (proj2 (rr_is_finite n eps0 lambda H L)). Qed.
Lemma finite_clone_with : renyi_is_finite (clone_pair_with n eps0 p) lambda.
Proof. exact (proj1 (clone_is_finite n eps0 p lambda H P L)). Qed.
Lemma finite_clone_with_swap : renyi_is_finite (swap (clone_pair_with n eps0 p)) lambda.
Proof. exact (proj2 (clone_is_finite n eps0 p lambda H P L)). Qed.
Lemma finite_clone : renyi_is_finite (clone_pair n eps0) lambda.
Proof. exact (proj1 (clone_is_finite n eps0 (exp (- eps0)) lambda H (clone_rate eps0 H) L)). Qed.
Lemma finite_clone_swap : renyi_is_finite (swap (clone_pair n eps0)) lambda.
Proof. exact (proj2 (clone_is_finite n eps0 (exp (- eps0)) lambda H (clone_rate eps0 H) L)). Qed.
Hypothesis rate_is_one : 0 <= p <= 1.
Lemma subsampled_within :
  within (exp eps0) (mix p (first (rr_pair n eps0)) (second (rr_pair n eps0))) (second (rr_pair n eps0)) /\
  within (exp eps0) (second (rr_pair n eps0)) (mix p (first (rr_pair n eps0)) (second (rr_pair n eps0))).
Proof.
  pose proof (exp_at_least_1 eps0 H) as X.
  split; intros f F; rewrite mean_mix;
    pose proof (mean_nonneg _ f (law_not_negative _ (is_law_rr_outcome eps0 (0%nat :: repeat 0%nat (pred (users n))))) F) as Q0;
    pose proof (rr_within eps0 1 0 (repeat 0%nat (pred (users n))) H f F) as W1;
    pose proof (rr_within eps0 0 1 (repeat 0%nat (pred (users n))) H f F) as W2;
    unfold rr_pair; cbn [first second] in *;
    set (u := mean (rr_outcome eps0 (1%nat :: _)) f) in *; set (v := mean (rr_outcome eps0 (0%nat :: _)) f) in *.
  - assert (p * u <= p * (exp eps0 * v)) by (apply Rmult_le_compat_l; lra).
    assert ((1 - p) * v <= (1 - p) * (exp eps0 * v)) by (apply Rmult_le_compat_l; [lra | nra]). lra.
  - assert (p * v <= p * (exp eps0 * u)) by (apply Rmult_le_compat_l; lra).
    assert ((1 - p) * v <= (1 - p) * (exp eps0 * v)) by (apply Rmult_le_compat_l; [lra | nra]). lra.
Qed.
Lemma finite_subsampled : renyi_is_finite (subsampled (rr_pair n eps0) p) lambda.
Proof.
  apply (finite_within (subsampled (rr_pair n eps0) p) (exp eps0)); [exact L | | | |].
  - apply law_total, is_law_mix; [exact rate_is_one | apply is_law_rr_outcome | apply is_law_rr_outcome].
  - apply law_not_negative, is_law_mix; [exact rate_is_one | apply is_law_rr_outcome | apply is_law_rr_outcome].
  - apply law_not_negative, is_law_rr_outcome.
  - exact (proj1 subsampled_within).
Qed.
Lemma finite_subsampled_swap : renyi_is_finite (swap (subsampled (rr_pair n eps0) p)) lambda.
Proof.
  apply (finite_within (swap (subsampled (rr_pair n eps0) p)) (exp eps0)); [exact L | | | |].
  - apply law_total, is_law_rr_outcome.
  - apply law_not_negative, is_law_rr_outcome.
  - apply law_not_negative, is_law_mix; [exact rate_is_one | apply is_law_rr_outcome | apply is_law_rr_outcome].
  - exact (proj2 subsampled_within).
Qed.
Lemma dominated_rr : dominated (rr_pair n eps0).
Proof. exact (proj1 (rr_is_dominated n eps0 H)). Qed.
Lemma dominated_rr_swap : dominated (swap (rr_pair n eps0)).
Proof. exact (proj2 (rr_is_dominated n eps0 H)). Qed.
Variable k : R.
Hypothesis K : 3 <= k.
Lemma finite_krr : renyi_is_finite (krr_pair k n eps0) lambda.
Proof. exact (proj1 (krr_is_finite k n eps0 lambda H K L)). Qed.
Lemma finite_krr_swap : renyi_is_finite (swap (krr_pair k n eps0)) lambda.
Proof. exact (proj2 (krr_is_finite k n eps0 lambda H K L)). Qed.
Lemma dominated_krr : dominated (krr_pair k n eps0).
Proof. exact (proj1 (krr_is_dominated k n eps0 H)). Qed.
Lemma dominated_krr_swap : dominated (swap (krr_pair k n eps0)).
Proof. exact (proj2 (krr_is_dominated k n eps0 H)). Qed.
End Finite.
Ltac valued := fail.
(* One coin of rate r among fair ones. *)
Ltac coin_rate := first [ apply open_rate | apply open_rate_opposite | split; first [ lra | certain ] ].
Ltac compared :=
  lazymatch goal with
  | |- comparable (law_between _ _ _) (law_between _ _ _) =>
      first [ apply comparable_itself; valued
            | apply comparable_coins; [ valued | valued | coin_rate | coin_rate ]
            | apply comparable_coin_fair; [ valued | valued | coin_rate ]
            | apply comparable_fair_coin; [ valued | valued | coin_rate ] ]
  | |- comparable (mix _ _ _) (mix _ _ _) => apply comparable_mix; [ valued | compared | compared ]
  | |- comparable (mix _ _ _) _ => apply comparable_mix_left; [ valued | compared | compared ]
  | |- comparable _ (mix _ _ _) => apply comparable_mix_right; [ valued | compared | compared ]
  | |- comparable (rr_law _ _ _) (rr_law _ _ _) =>
      apply comparable_rr_law; [ valued | split; valued | split; valued | split; valued | split; valued | valued ]
  | |- comparable (krr_law _ _) (krr_law _ _) =>
      apply comparable_krr_law;
      [ valued | reflexivity | repeat split; valued | repeat split; valued | cbn [sum_list]; valued ]
  end.
(* Laws of which curves are made, and curves. *)
Ltac lawful :=
  lazymatch goal with
  | |- is_law (first (unmixed_pair ?n ?e)) => apply (unmixed_laws n e (exp (- e))); apply clone_rate; valued
  | |- is_law (second (unmixed_pair ?n ?e)) => apply (unmixed_laws n e (exp (- e))); apply clone_rate; valued
  | |- is_law (first (unmixed_pair_with ?n ?e ?p)) => apply (unmixed_laws n e p); split; valued
  | |- is_law (second (unmixed_pair_with ?n ?e ?p)) => apply (unmixed_laws n e p); split; valued
  | |- is_law (first (pair_of ?a _)) => change (is_law a); lawful
  | |- is_law (second (pair_of _ ?a)) => change (is_law a); lawful
  | |- is_law (krr_law _ _) => apply is_law_krr_law; valued
  end.
Ltac bounded :=
  lazymatch goal with
  | |- curve_is_bounded identity_curve => exact identity_curve_bounded
  | |- curve_is_bounded (mix_curves _ _ _) => apply mix_curves_bounded; [ split; valued | bounded | bounded ]
  | |- curve_is_bounded (symmetrized _) => apply symmetrized_bounded; bounded
  | |- curve_is_bounded (tradeoff _) => apply tradeoff_bounded; lawful
  end.
(* From rules.v. *)
Ltac poisson_value := fail.
Ltac value :=
  intros; repeat match goal with H : _ /\ _ |- _ => destruct H end; turn;
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- renyi_is_finite (rr_pair _ _) _ => apply finite_rr; value
      | |- renyi_is_finite (swap (rr_pair _ _)) _ => apply finite_rr_swap; value
      | |- renyi_is_finite (krr_pair _ _ _) _ => apply finite_krr; value
      | |- renyi_is_finite (swap (krr_pair _ _ _)) _ => apply finite_krr_swap; value
      | |- renyi_is_finite (clone_pair _ _) _ => apply finite_clone; value
      | |- renyi_is_finite (swap (clone_pair _ _)) _ => apply finite_clone_swap; value
      | |- renyi_is_finite (clone_pair_with _ _ _) _ => apply finite_clone_with; value
      | |- renyi_is_finite (swap (clone_pair_with _ _ _)) _ => apply finite_clone_with_swap; value
      | |- renyi_is_finite (subsampled (rr_pair _ _) _) _ => apply finite_subsampled; value
      | |- renyi_is_finite (swap (subsampled (rr_pair _ _) _)) _ => apply finite_subsampled_swap; value
      | |- renyi_is_finite (pair_of _ _) _ => apply finite_comparable; [ value | compared ]
      | |- renyi_is_finite (swap (pair_of _ _)) _ => unfold swap; cbn [first second]; value
      | |- renyi_is_finite _ _ => fail
      | |- dominated (pair_of _ _) => apply dominated_comparable; compared
      | |- dominated (swap (pair_of _ _)) => unfold swap; cbn [first second]; value
      | |- ternary_is_finite _ _ _ => apply ternary_comparable; compared
      | |- dominated (rr_pair _ _) => apply dominated_rr; value
      | |- dominated (swap (rr_pair _ _)) => apply dominated_rr_swap; value
      | |- dominated (krr_pair _ _ _) => apply dominated_krr; value
      | |- dominated (swap (krr_pair _ _ _)) => apply dominated_krr_swap; value
      | |- curve_is_bounded _ => bounded
      | |- is_law (law_between _ _ _) => first [ apply fair_law; value | apply coin_law; [ value | value | coin_rate ] ]
      | |- poisson_mean_exists _ _ => poisson_value
      | |- floor _ = _ => apply floor_whole; whole
      | |- power_exists _ _ => first [ apply power_exists_whole; [ whole | sign ] | apply power_exists_nonneg; value | left; sign ]
      | |- _ /\ _ => split; value
      | |- is_whole _ => whole
      | |- _ <> 0 =>
          first [ not_zero | apply Rgt_not_eq, Rlt_gt; certain | apply Rlt_not_eq; certain ]
      | |- 0 < _ => sign
      | |- 0 <= _ => sign
      end
    | certain ].
Ltac valued ::= value.
Ltac conclude :=
  repeat split; turn; rewrite ?pow1;
  first [ assumption | certain ].
