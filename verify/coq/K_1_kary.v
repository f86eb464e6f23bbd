(* (K.1) of docs/methods/theorems.md for k-ary randomized response: for k >= 3 symbols its divergences are at
   most those of the clone pair with the rate 2/(e^eps0+1).

   Let x = e^eps0. Each report is a draw from one of three laws: T_0, T_1, and a third. T_b is b with
   probability (x+1)/(x+k-1), never 1 - b, and every other symbol with probability 1/(x+k-1); the third law
   is 2 with probability (x+2)/(x+k-1), never 0 or 1, and every other symbol with probability 1/(x+k-1). The
   first user, with the input b, draws from T_b with probability x/(x+1), and else from T_(1-b). Every other
   user draws with probability 2/(x+1) from one of T_0 and T_1, by a fair coin, and else from the third law.
   So the numbers of draws from T_0 and T_1 are the clone pair's two counts, and a channel makes the histogram
   of the reports from them: it draws as many symbols from each of the three laws. The rest is (V.3). *)
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

(* Draws from three laws: how many from each is all that matters. *)
Section Three_laws.
Variable k : nat.
Variables T0 T1 U : law nat.
Definition drawn (a b c : nat) : law outcome := histogram k (repeat T0 a ++ repeat T1 b ++ repeat U c).
Lemma drawn_first a b c f :
  mean (drawn (S a) b c) f = mean T0 (fun j => mean (drawn a b c) (fun h => f (counted h j))).
Proof. unfold drawn. cbn [repeat app]. apply histogram_cons. Qed.
Lemma drawn_second a b c f :
  mean (drawn a (S b) c) f = mean T1 (fun j => mean (drawn a b c) (fun h => f (counted h j))).
Proof. unfold drawn. cbn [repeat app]. rewrite histogram_earlier. apply histogram_cons. Qed.
Lemma drawn_third a b c f :
  mean (drawn a b (S c)) f = mean U (fun j => mean (drawn a b c) (fun h => f (counted h j))).
Proof.
  unfold drawn. cbn [repeat]. rewrite !app_assoc, histogram_earlier. apply histogram_cons.
Qed.

(* Users who draw with probability p from T0 or T1 by a fair coin, and else from U. *)
Variable report : law nat.
Variable p : R.
Hypothesis in_three : forall f, mean report f = p * ((mean T0 f + mean T1 f) / 2) + (1 - p) * mean U f.
Definition three_counts (m : nat) (g : nat -> nat -> nat -> R) : R :=
  mean (binomial_law m p) (fun c => halves c (fun a b => g a b (m - c)%nat)).
Lemma three_counts_ext m g g' : (forall a b c, g a b c = g' a b c) -> three_counts m g = three_counts m g'.
Proof. intros H. apply mean_ext. intros c. apply mean_ext. intros a. apply H. Qed.
Lemma three_counts_exchange m (l : law nat) g :
  mean l (fun j => three_counts m (g j)) = three_counts m (fun a b c => mean l (fun j => g j a b c)).
Proof.
  unfold three_counts, halves. rewrite mean_exchange. apply mean_ext. intros c. apply mean_exchange.
Qed.
Lemma three_counts_succ m g :
  three_counts (S m) g
  = p * ((three_counts m (fun a b c => g (S a) b c) + three_counts m (fun a b c => g a (S b) c)) / 2)
    + (1 - p) * three_counts m (fun a b c => g a b (S c)).
Proof.
  unfold three_counts. rewrite mean_binomial_succ. f_equal; f_equal.
  - rewrite (mean_ext _ _ (fun c => / 2 * halves c (fun a b => g (S a) b (m - c)%nat)
                                    + / 2 * halves c (fun a b => g a (S b) (m - c)%nat)))
      by (intros c; rewrite halves_succ; cbn [Nat.sub]; lra).
    rewrite mean_plus, !mean_times. lra.
  - apply mean_binomial_ext. intros c C. replace (S m - c)%nat with (S (m - c)) by lia. reflexivity.
Qed.
Lemma histogram_as_drawn m : forall f,
  mean (histogram k (repeat report m)) f = three_counts m (fun a b c => mean (drawn a b c) f).
Proof.
  induction m as [| m IH]; intros f.
  - unfold three_counts. rewrite mean_binomial_zero, halves_zero. reflexivity.
  - cbn [repeat]. rewrite histogram_cons, three_counts_succ.
    rewrite (mean_ext _ _ (fun j => three_counts m (fun a b c => mean (drawn a b c) (fun h => f (counted h j)))))
      by (intros j; apply IH).
    rewrite in_three, !three_counts_exchange.
    rewrite (three_counts_ext m (fun a b c => mean (drawn (S a) b c) f) _ (fun a b c => drawn_first a b c f)).
    rewrite (three_counts_ext m (fun a b c => mean (drawn a (S b) c) f) _ (fun a b c => drawn_second a b c f)).
    rewrite (three_counts_ext m (fun a b c => mean (drawn a b (S c)) f) _ (fun a b c => drawn_third a b c f)).
    reflexivity.
Qed.

(* The channel, for m other users: of the outcome (a, b) m + 1 - a - b drew from U. *)
Definition drawn_from_counts (m : nat) (o : outcome) : law outcome :=
  match o with
  | [a; b] => drawn (Z.to_nat a) (Z.to_nat b) (S m - Z.to_nat a - Z.to_nat b)
  | _ => sure o
  end.
Lemma drawn_from_counts_is_law m o :
  is_law T0 -> is_law T1 -> is_law U -> is_law (drawn_from_counts m o).
Proof.
  intros L0 L1 LU. destruct o as [| a [| b [| z rest]]]; try apply is_law_sure.
  apply is_law_histogram. intros l I.
  apply in_app_or in I. destruct I as [I | I]; [| apply in_app_or in I; destruct I as [I | I]];
    apply repeat_spec in I; subst l; assumption.
Qed.

(* A first user who draws from T0 with probability q and else from T1, or the other way round. *)
Lemma drawn_from_clones n q (s t : nat -> nat) f :
  (forall d, (d <= 1)%nat -> (s d + t d = 1)%nat) ->
  mean (bind (counts n p (fun a b => bind (bernoulli q) (fun d => two_counts (a + s d) (b + t d))))
             (drawn_from_counts (pred (users n)))) f
  = three_counts (pred (users n)) (fun a b c =>
      mean (bernoulli q) (fun d => mean (drawn (a + s d) (b + t d) c) f)).
Proof.
  intros St. unfold counts. set (m := pred (users n)). rewrite !mean_bind. apply mean_binomial_ext. intros c C.
  rewrite mean_bind. apply mean_binomial_ext. intros a A. rewrite mean_bind, !mean_bernoulli.
  unfold two_counts. rewrite !mean_sure. cbn [drawn_from_counts]. rewrite !Nat2Z.id.
  replace (S m - (a + s 1) - (c - a + t 1))%nat with (m - c)%nat by (pose proof (St 1%nat); lia).
  replace (S m - (a + s 0) - (c - a + t 0))%nat with (m - c)%nat by (pose proof (St 0%nat); lia).
  reflexivity.
Qed.
Lemma histogram_by_clones n q (first_report : law nat) (s t : nat -> nat) f :
  (forall d, (d <= 1)%nat -> (s d = d /\ t d = 1 - d)%nat) \/
  (forall d, (d <= 1)%nat -> (s d = 1 - d /\ t d = d)%nat) ->
  (forall g, mean first_report g
             = mean (bernoulli q) (fun d => mean (if Nat.eqb (s d) 1 then T0 else T1) g)) ->
  mean (histogram k (first_report :: repeat report (pred (users n)))) f
  = mean (bind (counts n p (fun a b => bind (bernoulli q) (fun d => two_counts (a + s d) (b + t d))))
               (drawn_from_counts (pred (users n)))) f.
Proof.
  intros St F. rewrite drawn_from_clones.
  2: { intros d D. destruct St as [St | St]; destruct (St d D) as [-> ->]; lia. }
  rewrite histogram_cons.
  rewrite (mean_ext _ _ (fun j => three_counts (pred (users n)) (fun a b c =>
    mean (drawn a b c) (fun h => f (counted h j))))) by (intros j; apply histogram_as_drawn).
  rewrite three_counts_exchange. apply three_counts_ext. intros a b c. rewrite F, !mean_bernoulli.
  destruct St as [St | St]; destruct (St 1%nat ltac:(lia)) as [-> ->];
    destruct (St 0%nat ltac:(lia)) as [-> ->]; cbn [Nat.eqb Nat.sub];
    rewrite !Nat.add_0_r, !Nat.add_1_r, drawn_first, drawn_second; reflexivity.
Qed.
End Three_laws.

(* The three laws *)

Definition symbols (k : nat) (total : R) (weight : nat -> R) : law nat :=
  map (fun j => (weight j / total, j)) (seq 0 k).
(* T_0 and T_1, for the bits 0 and 1. *)
Definition clone_report (eps0 : R) (k bit : nat) : law nat :=
  symbols k (exp eps0 + INR k - 1)
    (fun j => if Nat.eqb j bit then exp eps0 + 1 else if Nat.eqb j (1 - bit) then 0 else 1).
Definition other_report (eps0 : R) (k : nat) : law nat :=
  symbols k (exp eps0 + INR k - 1)
    (fun j => if Nat.eqb j 2 then exp eps0 + 2 else if Nat.ltb j 2 then 0 else 1).

Lemma mean_symbols k total weight f :
  mean (symbols k total weight) f = sum_of (seq 0 k) (fun j => weight j / total * f j).
Proof.
  unfold symbols. induction (seq 0 k) as [| j s IH]; simpl; [reflexivity | rewrite IH; reflexivity].
Qed.
Lemma is_law_symbols k total weight :
  0 < total -> (forall j, 0 <= weight j) -> sum_of (seq 0 k) weight = total -> is_law (symbols k total weight).
Proof.
  intros D N T. split.
  - intros w j I. apply in_map_iff in I. destruct I as [i [E _]]. injection E as <- _.
    apply Rmult_le_pos; [apply N | left; apply Rinv_0_lt_compat; assumption].
  - rewrite mean_symbols.
    rewrite (sum_of_ext _ _ (fun j => / total * weight j)) by (intros; unfold Rdiv; ring).
    rewrite sum_of_times, T. field. lra.
Qed.
Lemma clone_report_is_law eps0 k bit :
  0 <= eps0 -> (2 <= k)%nat -> (bit <= 1)%nat -> is_law (clone_report eps0 k bit).
Proof.
  intros H K B. pose proof (exp_pos eps0). apply is_law_symbols; [apply krr_rates; [assumption | lia] | |].
  - intros j. destruct (Nat.eqb j bit), (Nat.eqb j (1 - bit)); lra.
  - rewrite (sum_of_ext _ _ (fun j => 1 + ((if Nat.eqb j bit then exp eps0 else 0)
                                           + (if Nat.eqb j (1 - bit) then -1 else 0)))).
    + rewrite !sum_of_plus, sum_of_ones, !sum_of_one_symbol by lia. ring.
    + intros j _. destruct (Nat.eqb_spec j bit), (Nat.eqb_spec j (1 - bit)); try lia; ring.
Qed.
Lemma other_report_is_law eps0 k : 0 <= eps0 -> (3 <= k)%nat -> is_law (other_report eps0 k).
Proof.
  intros H K. pose proof (exp_pos eps0). apply is_law_symbols; [apply krr_rates; [assumption | lia] | |].
  - intros j. destruct (Nat.eqb j 2), (Nat.ltb j 2); lra.
  - rewrite (sum_of_ext _ _ (fun j => 1 + ((if Nat.eqb j 0 then -1 else 0) + ((if Nat.eqb j 1 then -1 else 0)
                                           + (if Nat.eqb j 2 then exp eps0 + 1 else 0))))).
    + rewrite !sum_of_plus, sum_of_ones, !sum_of_one_symbol by lia. ring.
    + intros j _. destruct (Nat.eqb_spec j 0), (Nat.eqb_spec j 1), (Nat.eqb_spec j 2), (Nat.ltb_spec j 2);
        try lia; ring.
Qed.

(* The first user's report, on the input 0 or 1, and every other user's, on the input 2. *)
Lemma first_user_draws eps0 k bit f :
  0 <= eps0 -> (bit <= 1)%nat ->
  mean (krr_report eps0 k bit) f
  = truth_rate eps0 * mean (clone_report eps0 k bit) f
    + (1 - truth_rate eps0) * mean (clone_report eps0 k (1 - bit)) f.
Proof.
  intros H B. rewrite mean_krr_report. unfold clone_report.
  rewrite !mean_symbols, <- !sum_of_times, <- sum_of_plus. apply sum_of_ext. intros j I. apply in_seq in I.
  pose proof (krr_rates eps0 k H ltac:(lia)). pose proof (exp_pos eps0). unfold truth_rate.
  replace (1 - (1 - bit))%nat with bit by lia.
  destruct (Nat.eqb_spec j bit), (Nat.eqb_spec j (1 - bit)); try lia; field; lra.
Qed.
Lemma other_user_draws eps0 k f :
  0 <= eps0 ->
  mean (krr_report eps0 k 2) f
  = half_rate eps0 * ((mean (clone_report eps0 k 0) f + mean (clone_report eps0 k 1) f) / 2)
    + (1 - half_rate eps0) * mean (other_report eps0 k) f.
Proof.
  intros H. rewrite mean_krr_report. unfold clone_report, other_report. unfold Rdiv at 2. rewrite !mean_symbols.
  rewrite <- sum_of_plus, (Rmult_comm (sum_of _ _) (/ 2)), <- !sum_of_times, <- sum_of_plus.
  apply sum_of_ext. intros j I. apply in_seq in I.
  pose proof (krr_rates eps0 k H ltac:(lia)). pose proof (exp_pos eps0). unfold half_rate. cbn [Nat.sub].
  destruct (Nat.eqb_spec j 0), (Nat.eqb_spec j 1), (Nat.eqb_spec j 2), (Nat.ltb_spec j 2);
    try lia; field; lra.
Qed.

(* The channel from the clone pair's two counts. *)
Definition reports_from_counts (k n eps0 : R) : outcome -> law outcome :=
  drawn_from_counts (users k) (clone_report eps0 (users k) 0) (clone_report eps0 (users k) 1)
    (other_report eps0 (users k)) (pred (users n)).
Lemma reports_from_counts_is_law k n eps0 x :
  0 <= eps0 -> 3 <= k -> is_law (reports_from_counts k n eps0 x).
Proof.
  intros H K. apply three_symbols in K.
  apply drawn_from_counts_is_law;
    [apply clone_report_is_law | apply clone_report_is_law | apply other_report_is_law]; lia || assumption.
Qed.
Lemma krr_made_by_clones k n eps0 :
  0 <= eps0 ->
  made_by (reports_from_counts k n eps0) (clone_pair_with n eps0 (half_rate eps0)) (krr_pair k n eps0).
Proof.
  intros H. pose proof (clone_counts n eps0 (half_rate eps0)) as [C1 C2].
  split; intros f; unfold krr_pair; cbn [first second]; rewrite histogram_of_reports; cbn [map];
    rewrite map_of_repeat.
  - rewrite (same_law_bind _ _ _ C1).
    apply (histogram_by_clones (users k) _ _ _ _ (half_rate eps0)) with (s := fun d => d) (t := fun d => (1 - d)%nat).
    + intros g. apply other_user_draws. assumption.
    + left. intros d _. lia.
    + intros g. rewrite mean_bernoulli. cbn [Nat.eqb]. apply first_user_draws; [assumption | lia].
  - rewrite (same_law_bind _ _ _ C2).
    apply (histogram_by_clones (users k) _ _ _ _ (half_rate eps0)) with (s := fun d => (1 - d)%nat) (t := fun d => d).
    + intros g. apply other_user_draws. assumption.
    + right. intros d _. lia.
    + intros g. rewrite mean_bernoulli. cbn [Nat.sub Nat.eqb]. apply (first_user_draws eps0 _ 1); [assumption | lia].
Qed.

Section K_1_kary.
Variables k n eps0 : R.
Hypothesis H : 0 <= eps0.
Hypothesis K : 3 <= k.
Let C := clone_pair_with n eps0 (half_rate eps0).
Let P := half_rate_bounds eps0 H.
Let made := krr_made_by_clones k n eps0 H.
Let is_channel x := reports_from_counts_is_law k n eps0 x H K.
Let laws := is_law_krr_pair k n eps0 H K.
Let clones_dominated := clone_dominated n eps0 H.
Let reports_dominated := krr_is_dominated k n eps0 H.

Theorem K_1_kary_channel : exists channel : outcome -> law outcome,
  (forall x, is_law (channel x)) /\ made_by channel C (krr_pair k n eps0).
Proof. exact (ex_intro _ (reports_from_counts k n eps0) (conj is_channel made)). Qed.
Theorem K_1_kary_hockey_stick eps : hockey_stick (krr_pair k n eps0) eps <= hockey_stick C eps.
Proof. exact (V_3_hockey_stick _ _ _ eps is_channel made). Qed.
Theorem K_1_kary_hockey_stick_swapped eps :
  hockey_stick (swap (krr_pair k n eps0)) eps <= hockey_stick (swap C) eps.
Proof. exact (V_3_hockey_stick _ _ _ eps is_channel (made_by_swap _ _ _ made)). Qed.
Theorem K_1_kary_renyi lambda : 1 < lambda -> renyi (krr_pair k n eps0) lambda <= renyi C lambda.
Proof.
  intros L. exact (V_3_renyi C (krr_pair k n eps0) _ lambda L
    (is_law_clone_first n eps0 _ P) (is_law_clone_second n eps0 _ P) (proj1 clones_dominated)
    (proj1 laws) (proj2 laws) (proj1 reports_dominated) is_channel made).
Qed.
Theorem K_1_kary_renyi_swapped lambda :
  1 < lambda -> renyi (swap (krr_pair k n eps0)) lambda <= renyi (swap C) lambda.
Proof.
  intros L. exact (V_3_renyi (swap C) (swap (krr_pair k n eps0)) _ lambda L
    (is_law_clone_second n eps0 _ P) (is_law_clone_first n eps0 _ P) (proj2 clones_dominated)
    (proj2 laws) (proj1 laws) (proj2 reports_dominated) is_channel (made_by_swap _ _ _ made)).
Qed.
End K_1_kary.
