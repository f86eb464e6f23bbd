(* The laws of (O.14) of docs/methods/orderings.md for a mechanism with the outputs 0 and 1: of m users all but one
   send fair coins, and the one sends 1 with probability r; the number of ones. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 U_2 common_support.
Import ListNotations.
Open Scope R_scope.

Definition coin_body (r m x : R) : R := (r * binomial (m - 1) (x - 1) + (1 - r) * binomial (m - 1) x) / power 2 (m - 1).
Lemma mean_law_between lo hi body (f : outcome -> R) :
  mean (law_between lo hi body) f
  = sum_first (terms_between lo hi) (fun i => body (lo + INR i) * f [(Int_part lo + Z.of_nat i)%Z]).
Proof.
  unfold law_between. induction (terms_between lo hi) as [| k IH]; [reflexivity |].
  rewrite seq_S, map_app, mean_app, IH. simpl. ring.
Qed.
Lemma power_two_INR M : power 2 (INR M) = 2 ^ M.
Proof. unfold power. destruct (Rlt_dec 0 2) as [_ | N]; [apply Rpower_pow; lra | lra]. Qed.
Lemma Int_part_whole k : Int_part (INR k) = Z.of_nat k.
Proof. apply Int_part_INR. Qed.
Lemma product_of_binomial M n :
  ((n <= M)%nat -> product_first n (fun i => (INR M - INR i) / (INR i + 1)) = Binomial.C M n) /\
  ((M < n)%nat -> product_first n (fun i => (INR M - INR i) / (INR i + 1)) = 0).
Proof.
  induction n as [| n [I1 I2]]; [split; [intros _; simpl; symmetry; apply C_zero | lia] |].
  cbn [product_first]. split; intros L.
  - rewrite I1 by lia. unfold Binomial.C. replace (M - n)%nat with (S (M - S n)) by lia.
    change (fact (S n)) with (S n * fact n)%nat. change (fact (S (M - S n))) with (S (M - S n) * fact (M - S n))%nat.
    rewrite !mult_INR. replace (INR M - INR n) with (INR (S (M - S n))) by (rewrite S_INR, minus_INR, S_INR by lia; ring).
    rewrite (S_INR n). pose proof (INR_fact_neq_0 n). pose proof (INR_fact_neq_0 (M - S n)).
    pose proof (pos_INR n). pose proof (lt_0_INR (S (M - S n)) ltac:(lia)). field. repeat split; try assumption; lra.
  - destruct (Nat.eq_dec n M) as [-> | N]; [unfold Rdiv; rewrite Rminus_eq_0; ring | rewrite I2 by lia; ring].
Qed.
Lemma binomial_of_whole M i :
  binomial (INR M) (INR i) = if le_lt_dec i M then Binomial.C M i else 0.
Proof.
  unfold binomial. destruct (Rlt_dec (INR i) 0) as [N | _]; [pose proof (pos_INR i); lra |].
  rewrite Int_part_whole, Nat2Z.id. destruct (le_lt_dec i M); apply product_of_binomial; assumption.
Qed.
(* The weights of M fair coins, and those moved by one. *)
Section Coins.
Variable M : nat.
Let c (i : nat) : R := binomial (INR M) (INR i) / 2 ^ M.
Let before (i : nat) : R := match i with O => 0 | S j => c j end.
Lemma c_is_weight i : (i <= M)%nat -> c i = binomial_weight M (1 / 2) i.
Proof.
  intros I. unfold c. rewrite binomial_of_whole. destruct (le_lt_dec i M); [| lia].
  unfold binomial_weight. replace (1 - 1 / 2) with (1 / 2) by field. rewrite Rmult_assoc, <- pow_add.
  replace (i + (M - i))%nat with M by lia. unfold Rdiv. rewrite Rmult_1_l, pow_inv. reflexivity.
Qed.
Lemma c_nonneg i : 0 <= c i.
Proof.
  destruct (le_lt_dec i M) as [I | I]; [rewrite c_is_weight by exact I; apply binomial_weight_nonneg; lra |].
  unfold c. rewrite binomial_of_whole. destruct (le_lt_dec i M); [lia | unfold Rdiv; rewrite Rmult_0_l; lra].
Qed.
Lemma before_nonneg i : 0 <= before i.
Proof. destruct i as [| i]; [simpl; lra | apply c_nonneg]. Qed.
Lemma c_total : sum_first (S M) c = 1.
Proof.
  rewrite <- (binomial_total M (1 / 2)). rewrite mean_binomial_as_sum.
  assert (E : forall k, (k <= M)%nat -> sum_first (S k) c = sum_f_R0 (fun i => binomial_weight M (1 / 2) i * 1) k).
  { induction k as [| k IH]; intros K.
    - simpl. rewrite c_is_weight by lia. ring.
    - rewrite tech5, <- IH by lia. change (sum_first (S (S k)) c) with (sum_first (S k) c + c (S k)).
      rewrite c_is_weight by exact K. ring. }
  apply E. lia.
Qed.
Lemma sum_first_before n : sum_first (S n) before = sum_first n c.
Proof. induction n as [| n IH]; [simpl; ring |]. change (sum_first (S n) before + before (S n) = sum_first n c + c n). rewrite IH. reflexivity. Qed.
Lemma sum_first_mixed n a b : sum_first n (fun i => a * before i + b * c i) = a * sum_first n before + b * sum_first n c.
Proof. induction n as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma coin_body_is r i : coin_body r (INR (S M)) (0 + INR i) = r * before i + (1 - r) * c i.
Proof.
  unfold coin_body. rewrite Rplus_0_l. replace (INR (S M) - 1) with (INR M) by (rewrite S_INR; ring). rewrite power_two_INR.
  assert (T : 2 ^ M <> 0) by (apply pow_nonzero; lra). destruct i as [| i].
  - change (INR 0) with 0. replace (0 - 1) with (-1) by ring.
    assert (Z : binomial (INR M) (-1) = 0) by (unfold binomial; destruct (Rlt_dec (-1) 0); [reflexivity | lra]).
    rewrite Z. unfold c, before. change (INR 0) with 0. field. exact T.
  - replace (INR (S i) - 1) with (INR i) by (rewrite S_INR; ring). unfold c, before. fold (c i). unfold c. field. exact T.
Qed.
Lemma coin_terms : terms_between 0 (INR (S M)) = S (S M).
Proof.
  unfold terms_between. rewrite Int_part_whole. pose proof (Int_part_whole 0) as E. change (INR 0) with 0 in E. rewrite E. lia.
Qed.
Lemma coin_law_nat r : 0 <= r <= 1 -> is_law (law_between 0 (INR (S M)) (coin_body r (INR (S M)))).
Proof.
  intros P. split.
  - intros w a I. unfold law_between in I. apply in_map_iff in I. destruct I as [i [E _]]. injection E as <- _.
    rewrite coin_body_is. pose proof (c_nonneg i). pose proof (before_nonneg i).
    assert (0 <= r * before i) by (apply Rmult_le_pos; lra). assert (0 <= (1 - r) * c i) by (apply Rmult_le_pos; lra). lra.
  - rewrite mean_law_between, coin_terms.
    assert (E : forall n, sum_first n (fun i => coin_body r (INR (S M)) (0 + INR i) * 1) = sum_first n (fun i => r * before i + (1 - r) * c i)).
    { induction n as [| n IH]; [reflexivity |]. cbn [sum_first]. rewrite IH, coin_body_is. ring. }
    rewrite E, sum_first_mixed, sum_first_before, c_total.
    change (sum_first (S (S M)) c) with (sum_first (S M) c + c (S M)). rewrite c_total.
    assert (Z : c (S M) = 0).
    { unfold c. rewrite binomial_of_whole. destruct (le_lt_dec (S M) M); [lia | unfold Rdiv; ring]. }
    rewrite Z. ring.
Qed.
Lemma coins_within r s : 0 <= r <= 1 -> 0 < s < 1 ->
  within (/ s + / (1 - s)) (law_between 0 (INR (S M)) (coin_body r (INR (S M)))) (law_between 0 (INR (S M)) (coin_body s (INR (S M)))).
Proof.
  intros P S f F. rewrite !mean_law_between. induction (terms_between 0 (INR (Datatypes.S M))) as [| n IH]; [simpl; lra |].
  cbn [sum_first]. rewrite Rmult_plus_distr_l. apply Rplus_le_compat; [exact IH |].
  rewrite !coin_body_is, <- Rmult_assoc. apply Rmult_le_compat_r; [apply F |].
  pose proof (c_nonneg n) as C. pose proof (before_nonneg n) as D.
  assert (I1 : 0 < / s) by (apply Rinv_0_lt_compat; lra). assert (I2 : 0 < / (1 - s)) by (apply Rinv_0_lt_compat; lra).
  replace ((/ s + / (1 - s)) * (s * before n + (1 - s) * c n))
    with (before n + c n + / (1 - s) * s * before n + / s * (1 - s) * c n) by (field; lra).
  assert (0 <= / (1 - s) * s * before n) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact D]).
  assert (0 <= / s * (1 - s) * c n) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact C]).
  assert (r * before n <= 1 * before n) by (apply Rmult_le_compat_r; lra).
  assert ((1 - r) * c n <= 1 * c n) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma fair_body i : (i <= S M)%nat -> binomial (INR (S M)) (0 + INR i) / power 2 (INR (S M)) = coin_body (1 / 2) (INR (S M)) (0 + INR i).
Proof.
  intros I. rewrite coin_body_is, Rplus_0_l, power_two_INR, binomial_of_whole. destruct (le_lt_dec i (S M)); [| lia].
  change (2 ^ S M) with (2 * 2 ^ M). assert (T : 2 ^ M <> 0) by (apply pow_nonzero; lra).
  destruct i as [| i].
  - unfold before, c. rewrite C_zero. rewrite binomial_of_whole. destruct (le_lt_dec 0 M); [| lia]. rewrite C_zero. field. exact T.
  - unfold before, c. rewrite !binomial_of_whole. destruct (le_lt_dec i M); [| lia]. destruct (le_lt_dec (S i) M) as [J | J].
    + rewrite <- pascal by lia. field. exact T.
    + replace i with M by lia. rewrite !C_full. field. exact T.
Qed.
Lemma fair_is_coin : law_between 0 (INR (S M)) (fun x => binomial (INR (S M)) x / power 2 (INR (S M)))
                     = law_between 0 (INR (S M)) (coin_body (1 / 2) (INR (S M))).
Proof.
  unfold law_between. apply map_ext_in. intros i I. apply in_seq in I. rewrite coin_terms in I. rewrite fair_body by lia. reflexivity.
Qed.
End Coins.

(* In the words of claims. *)
Section Words.
Variable m : R.
Hypothesis W : is_whole m.
Hypothesis M1 : 1 <= m.
Lemma one_more : exists M, m = INR (S M).
Proof.
  exists (pred (users m)). symmetry. apply users_whole; assumption.
Qed.
Lemma coin_law r : 0 <= r <= 1 ->
  is_law (law_between 0 m (fun x => (r * binomial (m - 1) (x - 1) + (1 - r) * binomial (m - 1) x) / power 2 (m - 1))).
Proof. intros P. destruct one_more as [M ->]. exact (coin_law_nat M r P). Qed.
Lemma fair_law : is_law (law_between 0 m (fun x => binomial m x / power 2 m)).
Proof. destruct one_more as [M ->]. rewrite fair_is_coin. apply coin_law_nat. lra. Qed.
Lemma comparable_coins r s : 0 <= r <= 1 -> 0 < s < 1 ->
  comparable (law_between 0 m (fun x => (r * binomial (m - 1) (x - 1) + (1 - r) * binomial (m - 1) x) / power 2 (m - 1)))
             (law_between 0 m (fun x => (s * binomial (m - 1) (x - 1) + (1 - s) * binomial (m - 1) x) / power 2 (m - 1))).
Proof.
  intros P S. split; [apply coin_law; exact P | split; [apply coin_law; lra |]]. exists (/ s + / (1 - s)). split.
  - assert (0 < / s) by (apply Rinv_0_lt_compat; lra). assert (0 < / (1 - s)) by (apply Rinv_0_lt_compat; lra). lra.
  - destruct one_more as [M ->]. exact (coins_within M r s P S).
Qed.
Lemma comparable_coin_fair r : 0 <= r <= 1 ->
  comparable (law_between 0 m (fun x => (r * binomial (m - 1) (x - 1) + (1 - r) * binomial (m - 1) x) / power 2 (m - 1)))
             (law_between 0 m (fun x => binomial m x / power 2 m)).
Proof.
  intros P. pose proof (comparable_coins r (1 / 2) P ltac:(lra)) as G. destruct one_more as [M E]. rewrite E in *.
  rewrite fair_is_coin. exact G.
Qed.
Lemma comparable_fair_coin s : 0 < s < 1 ->
  comparable (law_between 0 m (fun x => binomial m x / power 2 m))
             (law_between 0 m (fun x => (s * binomial (m - 1) (x - 1) + (1 - s) * binomial (m - 1) x) / power 2 (m - 1))).
Proof.
  intros P. pose proof (comparable_coins (1 / 2) s ltac:(lra) P) as G. destruct one_more as [M E]. rewrite E in *.
  rewrite fair_is_coin. exact G.
Qed.
End Words.
Lemma open_rate e : 0 < exp e / (exp e + 1) < 1.
Proof.
  pose proof (exp_pos e). split; [apply Rdiv_lt_0_compat; lra |].
  apply Rmult_lt_reg_r with (exp e + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma open_rate_opposite e : 0 < 1 - exp e / (exp e + 1) < 1.
Proof. pose proof (open_rate e). lra. Qed.
Lemma comparable_itself {A} (l : law A) : is_law l -> comparable l l.
Proof. intros L. split; [exact L | split; [exact L |]]. exists 1. split; [lra | intros f _; lra]. Qed.
