(* (K.1) of docs/methods/theorems.md for k-ary randomized response: its divergences are at most those of the
   clone pair with the rate 2/(e^eps0+1). Of n users one changes the input from i to j; the others have any
   inputs, not only 2 as in krr_pair.

   Let x = e^eps0. T_i is the law that gives i with probability (x+1)/(x+k-1), j never, and every other symbol
   with probability 1/(x+k-1); T_j is the same with i and j exchanged. With the input i the first user draws
   from T_i with probability x/(x+1), and else from T_j. Every other user draws with probability 2/(x+1) from
   one of T_i and T_j, by a fair coin, and else from a law of the user's own input: T_i for i, T_j for j, and
   for any other y the law that gives y with probability (x+2)/(x+k-1), neither i nor j, and the remaining
   symbols with probability 1/(x+k-1). So the numbers of draws from T_i and T_j are the clone pair's two
   counts, and a channel makes the histogram of the reports from them: it chooses at random which of the
   other users drew from T_i or T_j, and draws as often from these two, and once from the own law of each
   user who is left. The rest is (V.3). *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6 V_3 V_4 K_1.
Import ListNotations.
Open Scope R_scope.

(* Histograms of draws, one after the other *)

Lemma counted_nil i : counted [] i = [].
Proof. destruct i; reflexivity. Qed.
Lemma counted_later x h i : counted (x :: h) (S i) = x :: counted h i.
Proof. reflexivity. Qed.
Lemma counted_exchange : forall h i j, counted (counted h i) j = counted (counted h j) i.
Proof.
  induction h as [| x h IH]; intros i j; [rewrite !counted_nil; reflexivity |].
  destruct i as [| i], j as [| j]; rewrite ?counted_later; try reflexivity.
  rewrite IH. reflexivity.
Qed.

(* The histogram of one draw from each of the laws, among k symbols. *)
Fixpoint histogram (k : nat) (draws : list (law nat)) : law outcome :=
  match draws with
  | [] => sure (repeat 0%Z k)
  | l :: rest => bind l (fun j => bind (histogram k rest) (fun h => sure (counted h j)))
  end.
Lemma histogram_of_reports eps0 k inputs :
  krr_histogram eps0 k inputs = histogram k (map (krr_report eps0 k) inputs).
Proof. induction inputs as [| i rest IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma map_of_repeat {A B} (g : A -> B) x : forall m, map g (repeat x m) = repeat (g x) m.
Proof. induction m as [| m IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma is_law_histogram k draws : (forall l, In l draws -> is_law l) -> is_law (histogram k draws).
Proof.
  induction draws as [| l rest IH]; simpl; intros H; [apply is_law_sure |].
  apply is_law_bind; [apply H; left; reflexivity |]. intros j.
  apply is_law_bind; [apply IH; intros r I; apply H; right; assumption | intros h; apply is_law_sure].
Qed.
Lemma histogram_cons k l rest f :
  mean (histogram k (l :: rest)) f = mean l (fun j => mean (histogram k rest) (fun h => f (counted h j))).
Proof.
  cbn [histogram]. rewrite mean_bind. apply mean_ext. intros j. rewrite mean_bind.
  apply mean_ext. intros h. apply mean_sure.
Qed.
(* A draw may be taken earlier. *)
Lemma histogram_earlier k l rest : forall before f,
  mean (histogram k (before ++ l :: rest)) f = mean (histogram k (l :: before ++ rest)) f.
Proof.
  induction before as [| b before IH]; intros f; [reflexivity |].
  cbn [app]. rewrite histogram_cons.
  transitivity (mean b (fun i => mean l (fun j => mean (histogram k (before ++ rest)) (fun h =>
    f (counted (counted h j) i))))).
  - apply mean_ext. intros i. rewrite IH, histogram_cons. reflexivity.
  - rewrite mean_exchange, histogram_cons. apply mean_ext. intros j. rewrite histogram_cons.
    apply mean_ext. intros i. apply mean_ext. intros h. rewrite counted_exchange. reflexivity.
Qed.

(* Who is left out when c of the users are chosen, each c of them alike. *)
Fixpoint left_out (c : nat) (others : list nat) : law (list nat) :=
  match others with
  | [] => sure []
  | y :: rest =>
      bind (bernoulli (INR (Nat.min c (length others)) / INR (length others))) (fun chosen =>
        if Nat.eqb chosen 1 then left_out (pred c) rest
        else bind (left_out c rest) (fun kept => sure (y :: kept)))
  end.
Lemma left_out_is_law : forall others c, is_law (left_out c others).
Proof.
  induction others as [| y rest IH]; intros c; [apply is_law_sure |].
  cbn [left_out]. apply is_law_bind.
  - apply is_law_bernoulli. set (m := length (y :: rest)).
    assert (M : 0 < INR m) by (apply lt_0_INR; unfold m; simpl; lia).
    assert (L : INR (Nat.min c m) <= INR m) by (apply le_INR; lia). pose proof (pos_INR (Nat.min c m)).
    split; [apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption] |].
    apply Rmult_le_reg_r with (INR m); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros chosen. destruct (Nat.eqb chosen 1); [apply IH |].
    apply is_law_bind; [apply IH | intros left; apply is_law_sure].
Qed.
Lemma in_bind {A B} (l : law A) (g : A -> law B) w b :
  In (w, b) (bind l g) -> exists v a u, In (v, a) l /\ In (u, b) (g a) /\ w = v * u.
Proof.
  induction l as [| [v a] l IH]; simpl; [contradiction |]. intros I. apply in_app_or in I.
  destruct I as [I | I].
  - apply in_map_iff in I. destruct I as [[u b'] [E I]]. injection E as <- <-. exists v, a, u. auto.
  - destruct (IH I) as [v' [a' [u [H K]]]]. exists v', a', u. auto.
Qed.
Lemma is_law_bind_among {A B} (l : law A) (g : A -> law B) :
  is_law l -> (forall w a, In (w, a) l -> is_law (g a)) -> is_law (bind l g).
Proof.
  intros [N T] G. split.
  - intros w b I. apply in_bind in I. destruct I as [v [a [u [I [J ->]]]]].
    apply Rmult_le_pos; [exact (N v a I) | exact (proj1 (G v a I) u b J)].
  - rewrite mean_bind. transitivity (mean l (fun _ => 1)); [| exact T]. clear N T.
    induction l as [| [w a] l IH]; [reflexivity |]. simpl.
    rewrite IH by (intros v b I; apply (G v b); right; assumption).
    rewrite (proj2 (G w a (or_introl eq_refl))). reflexivity.
Qed.
Lemma left_out_among : forall others c w kept, In (w, kept) (left_out c others) -> incl kept others.
Proof.
  induction others as [| y rest IH]; intros c w kept I.
  - destruct I as [E | []]. injection E as _ <-. intros x X. exact X.
  - cbn [left_out] in I. apply in_bind in I. destruct I as [v [chosen [u [_ [I _]]]]].
    destruct (Nat.eqb chosen 1).
    + intros x X. right. exact (IH _ _ _ I x X).
    + apply in_bind in I. destruct I as [v' [kept' [u' [I [[E | []] _]]]]]. injection E as _ <-.
      intros x [<- | X]; [left; reflexivity | right; exact (IH _ _ _ I x X)].
Qed.

(* Where each of m + 1 users is chosen with probability p, so is the first one, and then the others. *)
Lemma weight_of_chosen m p c :
  (c <= m)%nat -> binomial_weight (S m) p (S c) * (INR (S c) / INR (S m)) = p * binomial_weight m p c.
Proof.
  intros H. unfold binomial_weight, Binomial.C. replace (S m - S c)%nat with (m - c)%nat by lia.
  change (p ^ S c) with (p * p ^ c). rewrite !fact_simpl, !mult_INR. field.
  repeat split; try apply INR_fact_neq_0; apply not_0_INR; lia.
Qed.
Lemma weight_of_left_out m p c :
  (c <= m)%nat -> binomial_weight (S m) p c * (1 - INR c / INR (S m)) = (1 - p) * binomial_weight m p c.
Proof.
  intros H. unfold binomial_weight, Binomial.C. replace (S m - c)%nat with (S (m - c)) by lia.
  change ((1 - p) ^ S (m - c)) with ((1 - p) * (1 - p) ^ (m - c)). rewrite !fact_simpl, !mult_INR.
  assert (E : INR (S m) = INR c + INR (S (m - c))) by (rewrite <- plus_INR; f_equal; lia).
  assert (N : INR (S m) <> 0) by (apply not_0_INR; lia).
  assert (N' : INR (S (m - c)) <> 0) by (apply not_0_INR; lia).
  replace (1 - INR c / INR (S m)) with (INR (S (m - c)) / INR (S m)) by (rewrite E in *; field; assumption).
  field. repeat split; try apply INR_fact_neq_0; assumption.
Qed.
Lemma binomial_left_out y rest p (g : nat -> list nat -> R) :
  let m := length rest in
  mean (binomial_law (S m) p) (fun c => mean (left_out c (y :: rest)) (g c))
  = p * mean (binomial_law m p) (fun c => mean (left_out c rest) (g (S c)))
    + (1 - p) * mean (binomial_law m p) (fun c => mean (left_out c rest) (fun kept => g c (y :: kept))).
Proof.
  intros m.
  set (A := fun c => mean (left_out (pred c) rest) (g c)).
  set (B := fun c => mean (left_out c rest) (fun kept => g c (y :: kept))).
  transitivity (sum_f_R0 (fun c => binomial_weight (S m) p c * (INR c / INR (S m)) * A c) (S m)
                + sum_f_R0 (fun c => binomial_weight (S m) p c * (1 - INR c / INR (S m)) * B c) (S m)).
  - rewrite mean_binomial_as_sum, <- plus_sum. apply sum_eq. intros c C.
    cbn [left_out]. rewrite mean_bind, mean_bernoulli. cbn [Nat.eqb length]. fold m.
    replace (Nat.min c (S m)) with c by lia. rewrite mean_bind.
    rewrite (mean_ext (left_out c rest) _ (fun kept => g c (y :: kept))) by (intros left; apply mean_sure).
    fold (A c). fold (B c). ring.
  - rewrite decomp_sum by lia. cbn [pred]. rewrite tech5, !mean_binomial_as_sum.
    replace (INR 0 / INR (S m)) with 0 by (simpl INR at 1; unfold Rdiv; ring).
    replace (INR (S m) / INR (S m)) with 1 by (field; apply not_0_INR; lia).
    rewrite (sum_eq _ (fun c => binomial_weight m p c * A (S c) * p)).
    2: { intros c C. rewrite weight_of_chosen by assumption. ring. }
    rewrite (sum_eq (fun c => _ * (1 - _) * _) (fun c => binomial_weight m p c * B c * (1 - p))).
    2: { intros c C. rewrite weight_of_left_out by assumption. ring. }
    rewrite <- !scal_sum. unfold A, B. cbn [pred]. ring.
Qed.

(* Users who each draw from T0 or T1, by a fair coin, with probability p, and else from a law of their own:
   how many draw from T0, how many from T1, and who else is left is all that matters. *)
Section Clones.
Variable k : nat.
Variables T0 T1 : law nat.
Variables report own : nat -> law nat.
Variable p : R.
Hypothesis report_is_mixed :
  forall y f, mean (report y) f = p * ((mean T0 f + mean T1 f) / 2) + (1 - p) * mean (own y) f.

Definition drawn (a b : nat) (kept : list nat) : law outcome :=
  histogram k (repeat T0 a ++ repeat T1 b ++ map own kept).
Lemma drawn_first a b kept f :
  mean (drawn (S a) b kept) f = mean T0 (fun z => mean (drawn a b kept) (fun h => f (counted h z))).
Proof. unfold drawn. cbn [repeat app]. apply histogram_cons. Qed.
Lemma drawn_second a b kept f :
  mean (drawn a (S b) kept) f = mean T1 (fun z => mean (drawn a b kept) (fun h => f (counted h z))).
Proof. unfold drawn. cbn [repeat app]. rewrite histogram_earlier. apply histogram_cons. Qed.
Lemma drawn_own a b y kept f :
  mean (drawn a b (y :: kept)) f = mean (own y) (fun z => mean (drawn a b kept) (fun h => f (counted h z))).
Proof. unfold drawn. cbn [map]. rewrite !app_assoc, histogram_earlier. apply histogram_cons. Qed.

Definition chosen (others : list nat) (g : nat -> nat -> list nat -> R) : R :=
  mean (binomial_law (length others) p) (fun c => halves c (fun a b => mean (left_out c others) (g a b))).
Lemma chosen_ext others g g' : (forall a b kept, g a b kept = g' a b kept) -> chosen others g = chosen others g'.
Proof.
  intros H. apply mean_ext. intros c. apply mean_ext. intros a. apply mean_ext. intros kept. apply H.
Qed.
Lemma chosen_exchange others (l : law nat) g :
  mean l (fun z => chosen others (g z)) = chosen others (fun a b kept => mean l (fun z => g z a b kept)).
Proof.
  unfold chosen, halves. rewrite mean_exchange. apply mean_ext. intros c. rewrite mean_exchange.
  apply mean_ext. intros a. apply mean_exchange.
Qed.
Lemma chosen_cons y rest g :
  chosen (y :: rest) g
  = p * ((chosen rest (fun a b kept => g (S a) b kept) + chosen rest (fun a b kept => g a (S b) kept)) / 2)
    + (1 - p) * chosen rest (fun a b kept => g a b (y :: kept)).
Proof.
  unfold chosen. cbn [length].
  transitivity (mean (binomial_law (S (length rest)) p) (fun c =>
    mean (left_out c (y :: rest)) (fun kept => halves c (fun a b => g a b kept)))).
  { apply mean_ext. intros c. apply mean_exchange. }
  rewrite binomial_left_out. f_equal; f_equal.
  - rewrite (mean_ext _ _ (fun c =>
      / 2 * halves c (fun a b => mean (left_out c rest) (fun kept => g (S a) b kept))
      + / 2 * halves c (fun a b => mean (left_out c rest) (fun kept => g a (S b) kept)))).
    { rewrite mean_plus, !mean_times. unfold Rdiv. ring. }
    intros c. rewrite (mean_ext _ _ (fun kept => / 2 * halves c (fun a b => g (S a) b kept)
                                               + / 2 * halves c (fun a b => g a (S b) kept)))
      by (intros left; rewrite halves_succ; unfold Rdiv; ring).
    rewrite mean_plus, !mean_times. unfold halves. f_equal; f_equal; apply mean_exchange.
  - apply mean_ext. intros c. unfold halves. apply mean_exchange.
Qed.
Lemma histogram_as_drawn others : forall f,
  mean (histogram k (map report others)) f = chosen others (fun a b kept => mean (drawn a b kept) f).
Proof.
  induction others as [| y rest IH]; intros f.
  - unfold chosen. cbn [length left_out]. rewrite mean_binomial_zero, halves_zero, mean_sure. reflexivity.
  - cbn [map]. rewrite histogram_cons, chosen_cons.
    rewrite (mean_ext _ _ (fun z => chosen rest (fun a b kept => mean (drawn a b kept) (fun h => f (counted h z)))))
      by (intros z; apply IH).
    rewrite report_is_mixed, !chosen_exchange.
    rewrite (chosen_ext rest (fun a b kept => mean (drawn (S a) b kept) f) _ (fun a b l => drawn_first a b l f)).
    rewrite (chosen_ext rest (fun a b kept => mean (drawn a (S b) kept) f) _ (fun a b l => drawn_second a b l f)).
    rewrite (chosen_ext rest (fun a b kept => mean (drawn a b (y :: kept)) f) _ (fun a b l => drawn_own a b y l f)).
    reflexivity.
Qed.

(* The channel: of the outcome (a, b) a + b - 1 of the others drew from T0 or T1. *)
Definition drawn_from_counts (others : list nat) (o : outcome) : law outcome :=
  match o with
  | [a; b] =>
      bind (left_out (pred (Z.to_nat a + Z.to_nat b)) others) (fun kept =>
        drawn (Z.to_nat a) (Z.to_nat b) kept)
  | _ => sure o
  end.
Lemma drawn_from_counts_is_law others o :
  is_law T0 -> is_law T1 -> (forall y, In y others -> is_law (own y)) -> is_law (drawn_from_counts others o).
Proof.
  intros L0 L1 O. destruct o as [| a [| b [| z more]]]; try apply is_law_sure.
  apply is_law_bind_among; [apply left_out_is_law |]. intros w kept I. apply left_out_among in I.
  apply is_law_histogram. intros l J.
  apply in_app_or in J. destruct J as [J | J]; [apply repeat_spec in J; subst l; assumption |].
  apply in_app_or in J. destruct J as [J | J]; [apply repeat_spec in J; subst l; assumption |].
  apply in_map_iff in J. destruct J as [y [<- Y]]. apply O, I, Y.
Qed.

(* A first user who draws from T0 with probability q and else from T1, or the other way round. *)
Lemma histogram_by_clones n others q (first_report : law nat) (s t : nat -> nat) f :
  pred (users n) = length others ->
  (forall d, (d <= 1)%nat -> (s d = d /\ t d = 1 - d)%nat) \/
  (forall d, (d <= 1)%nat -> (s d = 1 - d /\ t d = d)%nat) ->
  (forall g, mean first_report g
             = mean (bernoulli q) (fun d => mean (if Nat.eqb (s d) 1 then T0 else T1) g)) ->
  mean (histogram k (first_report :: map report others)) f
  = mean (bind (counts n p (fun a b => bind (bernoulli q) (fun d => two_counts (a + s d) (b + t d))))
               (drawn_from_counts others)) f.
Proof.
  intros N St F.
  transitivity (chosen others (fun a b kept => mean (bernoulli q) (fun d => mean (drawn (a + s d) (b + t d) kept) f))).
  - rewrite histogram_cons.
    rewrite (mean_ext _ _ (fun z => chosen others (fun a b kept =>
      mean (drawn a b kept) (fun h => f (counted h z))))) by (intros z; apply histogram_as_drawn).
    rewrite chosen_exchange. apply chosen_ext. intros a b kept. rewrite F, !mean_bernoulli.
    destruct St as [St | St]; destruct (St 1%nat ltac:(lia)) as [-> ->];
      destruct (St 0%nat ltac:(lia)) as [-> ->]; cbn [Nat.eqb Nat.sub];
      rewrite !Nat.add_0_r, !Nat.add_1_r, drawn_first, drawn_second; reflexivity.
  - unfold counts. rewrite N, !mean_bind. apply mean_binomial_ext. intros c C.
    rewrite mean_bind. apply mean_binomial_ext. intros a A. rewrite mean_bind, mean_exchange, !mean_bernoulli.
    unfold two_counts. rewrite !mean_sure. cbn [drawn_from_counts]. rewrite !Nat2Z.id, !mean_bind.
    assert (E : forall d, (d <= 1)%nat -> pred (a + s d + (c - a + t d)) = c)
      by (intros d D; destruct St as [St | St]; destruct (St d D) as [-> ->]; lia).
    rewrite !E by lia. reflexivity.
Qed.
End Clones.

(* The laws from which the reports are drawn, for the two inputs i and j of the first user: T_i, and T_j is
   the same with i and j exchanged; and what else a user with the input y draws from. *)
Definition symbols (k : nat) (total : R) (weight : nat -> R) : law nat :=
  map (fun z => (weight z / total, z)) (seq 0 k).
Definition clone_report (eps0 : R) (k i j : nat) : law nat :=
  symbols k (exp eps0 + INR k - 1)
    (fun z => if Nat.eqb z i then exp eps0 + 1 else if Nat.eqb z j then 0 else 1).
Definition own_report (eps0 : R) (k i j y : nat) : law nat :=
  if Nat.eqb y i then clone_report eps0 k i j
  else if Nat.eqb y j then clone_report eps0 k j i
  else symbols k (exp eps0 + INR k - 1)
    (fun z => if Nat.eqb z y then exp eps0 + 2 else if Nat.eqb z i then 0 else if Nat.eqb z j then 0 else 1).

Lemma mean_symbols k total weight f :
  mean (symbols k total weight) f = sum_of (seq 0 k) (fun z => weight z / total * f z).
Proof.
  unfold symbols. induction (seq 0 k) as [| z s IH]; simpl; [reflexivity | rewrite IH; reflexivity].
Qed.
Lemma is_law_symbols k total weight :
  0 < total -> (forall z, 0 <= weight z) -> sum_of (seq 0 k) weight = total -> is_law (symbols k total weight).
Proof.
  intros D N T. split.
  - intros w z I. apply in_map_iff in I. destruct I as [i [E _]]. injection E as <- _.
    apply Rmult_le_pos; [apply N | left; apply Rinv_0_lt_compat; assumption].
  - rewrite mean_symbols.
    rewrite (sum_of_ext _ _ (fun z => / total * weight z)) by (intros; unfold Rdiv; ring).
    rewrite sum_of_times, T. field. lra.
Qed.

Section Reports.
Variable eps0 : R.
Variables k i j : nat.
Hypothesis H : 0 <= eps0.
Hypothesis different : i <> j.
Lemma clone_report_is_law : (i < k)%nat -> (j < k)%nat -> is_law (clone_report eps0 k i j).
Proof.
  intros I J. pose proof (exp_pos eps0). apply is_law_symbols; [apply krr_rates; [assumption | lia] | |].
  - intros z. destruct (Nat.eqb z i), (Nat.eqb z j); lra.
  - rewrite (sum_of_ext _ _ (fun z => 1 + ((if Nat.eqb z i then exp eps0 else 0)
                                           + (if Nat.eqb z j then -1 else 0)))).
    + rewrite !sum_of_plus, sum_of_ones, !sum_of_one_symbol by lia. ring.
    + intros z _. destruct (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; ring.
Qed.
Lemma other_symbols_are_law y :
  (i < k)%nat -> (j < k)%nat -> (y < k)%nat -> y <> i -> y <> j ->
  is_law (symbols k (exp eps0 + INR k - 1)
    (fun z => if Nat.eqb z y then exp eps0 + 2 else if Nat.eqb z i then 0 else if Nat.eqb z j then 0 else 1)).
Proof.
  intros I J Y Yi Yj. pose proof (exp_pos eps0).
  apply is_law_symbols; [apply krr_rates; [assumption | lia] | |].
  - intros z. destruct (Nat.eqb z y), (Nat.eqb z i), (Nat.eqb z j); lra.
  - rewrite (sum_of_ext _ _ (fun z => 1 + ((if Nat.eqb z y then exp eps0 + 1 else 0)
      + ((if Nat.eqb z i then -1 else 0) + (if Nat.eqb z j then -1 else 0))))).
    + rewrite !sum_of_plus, sum_of_ones, !sum_of_one_symbol by lia. ring.
    + intros z _. destruct (Nat.eqb_spec z y), (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; ring.
Qed.
(* The first user's report, on the input i. *)
Lemma first_user_draws f :
  mean (krr_report eps0 k i) f
  = truth_rate eps0 * mean (clone_report eps0 k i j) f
    + (1 - truth_rate eps0) * mean (clone_report eps0 k j i) f.
Proof.
  rewrite mean_krr_report. unfold clone_report.
  rewrite !mean_symbols, <- !sum_of_times, <- sum_of_plus. apply sum_of_ext. intros z Z. apply in_seq in Z.
  pose proof (krr_rates eps0 k H ltac:(lia)). pose proof (exp_pos eps0). unfold truth_rate.
  destruct (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; field; lra.
Qed.
(* Every other user's report, on any input. *)
Lemma other_user_draws y f :
  mean (krr_report eps0 k y) f
  = half_rate eps0 * ((mean (clone_report eps0 k i j) f + mean (clone_report eps0 k j i) f) / 2)
    + (1 - half_rate eps0) * mean (own_report eps0 k i j y) f.
Proof.
  rewrite mean_krr_report. unfold Rdiv at 2. rewrite (Rmult_comm (_ + _) (/ 2)). unfold own_report, clone_report.
  destruct (Nat.eqb_spec y i) as [-> | Yi]; [| destruct (Nat.eqb_spec y j) as [-> | Yj]];
    rewrite !mean_symbols, <- sum_of_plus, <- !sum_of_times, <- sum_of_plus; apply sum_of_ext; intros z Z;
    apply in_seq in Z; pose proof (krr_rates eps0 k H ltac:(lia)); pose proof (exp_pos eps0); unfold half_rate.
  - destruct (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; field; lra.
  - destruct (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; field; lra.
  - destruct (Nat.eqb_spec z y), (Nat.eqb_spec z i), (Nat.eqb_spec z j); try lia; field; lra.
Qed.
End Reports.

(* The first user has the input i or j; the others have any inputs. *)
Definition krr_neighbours (eps0 : R) (k i j : nat) (others : list nat) : laws_pair :=
  pair_of (krr_histogram eps0 k (i :: others)) (krr_histogram eps0 k (j :: others)).
(* The channel from the clone pair's two counts. *)
Definition reports_from_counts (eps0 : R) (k i j : nat) : list nat -> outcome -> law outcome :=
  drawn_from_counts k (clone_report eps0 k i j) (clone_report eps0 k j i) (own_report eps0 k i j).

Section K_1_kary.
Variables n eps0 : R.
Variables k i j : nat.
Variable others : list nat.
Hypothesis H : 0 <= eps0.
Hypothesis different : i <> j.
Hypothesis inputs : forall y, In y (i :: j :: others) -> (y < k)%nat.
Hypothesis N : pred (users n) = length others.
Let C := clone_pair_with n eps0 (half_rate eps0).
Let D := krr_neighbours eps0 k i j others.
Let channel := reports_from_counts eps0 k i j others.
Let P := half_rate_bounds eps0 H.

Lemma krr_channel_is_law x : is_law (channel x).
Proof.
  pose proof (inputs i ltac:(simpl; auto)) as I. pose proof (inputs j ltac:(simpl; auto)) as J.
  apply drawn_from_counts_is_law; [apply clone_report_is_law; auto | apply clone_report_is_law; auto |].
  intros y Y. pose proof (inputs y ltac:(simpl; auto)). unfold own_report.
  destruct (Nat.eqb_spec y i); [apply clone_report_is_law; auto |].
  destruct (Nat.eqb_spec y j); [apply clone_report_is_law; auto |].
  apply other_symbols_are_law; assumption.
Qed.
Lemma krr_made_by_clones : made_by channel C D.
Proof.
  pose proof (clone_counts n eps0 (half_rate eps0)) as [C1 C2].
  assert (M := fun y f => other_user_draws eps0 k i j H different y f).
  split; intros f; unfold D, krr_neighbours; cbn [first second]; rewrite histogram_of_reports; cbn [map].
  - unfold C. rewrite (same_law_bind _ _ _ C1).
    apply (histogram_by_clones k _ _ _ _ (half_rate eps0) M)
      with (s := fun d => d) (t := fun d => (1 - d)%nat); [exact N | left; intros d _; lia |].
    intros g. rewrite mean_bernoulli. cbn [Nat.eqb]. apply first_user_draws; assumption.
  - unfold C. rewrite (same_law_bind _ _ _ C2).
    apply (histogram_by_clones k _ _ _ _ (half_rate eps0) M)
      with (s := fun d => (1 - d)%nat) (t := fun d => d); [exact N | right; intros d _; lia |].
    intros g. rewrite mean_bernoulli. cbn [Nat.sub Nat.eqb]. apply first_user_draws; auto.
Qed.
Lemma krr_neighbours_are_laws : is_law (first D) /\ is_law (second D).
Proof.
  split; apply is_law_krr_histogram; try assumption; intros y [<- | Y]; apply inputs; simpl; auto.
Qed.
Lemma krr_neighbours_dominated : dominated D /\ dominated (swap D).
Proof.
  split; apply (dominated_within _ (exp eps0));
    first [ apply not_negative_krr_histogram; assumption | apply krr_within; assumption ].
Qed.

Theorem K_1_kary_hockey_stick eps : hockey_stick D eps <= hockey_stick C eps.
Proof. exact (V_3_hockey_stick _ _ _ eps krr_channel_is_law krr_made_by_clones). Qed.
Theorem K_1_kary_renyi lambda : 0 < lambda -> renyi D lambda <= renyi C lambda.
Proof.
  intros L. exact (V_3_renyi C D _ lambda L
    (is_law_clone_first n eps0 _ P) (is_law_clone_second n eps0 _ P) (proj1 (clone_dominated n eps0 H))
    (proj1 krr_neighbours_are_laws) (proj2 krr_neighbours_are_laws) (proj1 krr_neighbours_dominated)
    krr_channel_is_law krr_made_by_clones).
Qed.
End K_1_kary.

(* krr_pair, in both directions: the inputs 0 and 1, and others that are all 2. *)
Section Krr_pair.
Variables k n : R.
Hypothesis K : 3 <= k.
Lemma krr_pair_inputs i j y :
  (i <= 1)%nat -> (j <= 1)%nat -> In y (i :: j :: repeat 2%nat (pred (users n))) -> (y < users k)%nat.
Proof.
  intros I J Y. pose proof (three_symbols k K).
  destruct Y as [<- | [<- | Y]]; [lia | lia | apply repeat_spec in Y; lia].
Qed.
Lemma krr_pair_users : pred (users n) = length (repeat 2%nat (pred (users n))).
Proof. symmetry. apply repeat_length. Qed.
End Krr_pair.
(* A whole number of users. *)
Lemma users_of_list (others : list nat) : pred (users (INR (S (length others)))) = length others.
Proof. unfold users. rewrite Int_part_INR, Nat2Z.id. reflexivity. Qed.
Lemma krr_channel eps0 k i j others :
  0 <= eps0 -> i <> j -> (forall y, In y (i :: j :: others) -> (y < k)%nat) ->
  exists channel : outcome -> law outcome,
    (forall x, is_law (channel x)) /\
    made_by channel (clone_pair_with (INR (S (length others))) eps0 (half_rate eps0))
      (krr_neighbours eps0 k i j others).
Proof.
  intros H D I. exists (reports_from_counts eps0 k i j others). split.
  - exact (krr_channel_is_law eps0 k i j others H D I).
  - exact (krr_made_by_clones _ eps0 k i j others H D (users_of_list others)).
Qed.
