(* The symmetry of clone_pair, unmixed_pair, printed_pair and krr_pair (docs/reference/pairs.md): an exchange
   of the two counts, or of the first two symbols, exchanges the two laws, so that swap(pair) has the same
   quantities. *)
From Coq Require Import Reals Lra Lia ZArith List Permutation.
From Shufflecert Require Import numbers laws pairs law_facts binomial_laws U_6.
Import ListNotations.
Open Scope R_scope.

Lemma sum_of_permutation {A} (s t : list A) f : Permutation s t -> sum_of s f = sum_of t f.
Proof. induction 1; simpl; lra. Qed.
Lemma sum_of_map {A B} (g : A -> B) (s : list A) f : sum_of (map g s) f = sum_of s (fun x => f (g x)).
Proof. induction s as [| x s IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma sum_of_filter {A} (keep : A -> bool) (s : list A) f :
  (forall x, In x s -> keep x = false -> f x = 0) -> sum_of s f = sum_of (filter keep s) f.
Proof.
  induction s as [| x s IH]; simpl; intros H; [reflexivity |].
  rewrite IH by auto. destruct (keep x) eqn:E; simpl; [reflexivity |].
  rewrite (H x) by auto. ring.
Qed.
Lemma sum_of_more (s t : list outcome) f :
  NoDup s -> NoDup t -> incl t s -> (forall x, In x s -> ~ In x t -> f x = 0) -> sum_of s f = sum_of t f.
Proof.
  intros N M I Z.
  set (keep := fun x => if in_dec same_outcome x t then true else false).
  rewrite (sum_of_filter keep).
  - apply sum_of_permutation, NoDup_Permutation; [apply NoDup_filter; assumption | assumption |].
    intros x. rewrite filter_In. unfold keep. destruct (in_dec same_outcome x t) as [Y | Y].
    + split; [intros _; assumption | intros _; split; [apply I; assumption | reflexivity]].
    + split; [intros [_ F]; discriminate | contradiction].
  - intros x X. unfold keep. destruct (in_dec same_outcome x t); [discriminate | auto].
Qed.
Lemma pmf_outside l x : ~ In x (outcomes l) -> pmf l x = 0.
Proof.
  induction l as [| [w a] l IH]; intros H; [reflexivity |].
  unfold pmf in *. cbn [mean]. rewrite IH by (intros K; apply H; right; assumption).
  destruct (same_outcome x a) as [E | _]; [| ring].
  elim H. left. symmetry. exact E.
Qed.
Lemma pmf_outside_support d x : ~ In x (support d) -> pmf (first d) x = 0 /\ pmf (second d) x = 0.
Proof.
  intros H. split; apply pmf_outside; intros K; apply H;
    [apply first_in_support | apply second_in_support]; assumption.
Qed.
Lemma sum_pair_over s d f :
  NoDup s -> incl (support d) s -> f 0 0 = 0 ->
  sum_pair d f = sum_of s (fun x => f (pmf (first d) x) (pmf (second d) x)).
Proof.
  intros N I Z. symmetry. apply sum_of_more; try assumption; [apply NoDup_support |].
  intros x _ O. destruct (pmf_outside_support d x O) as [-> ->]. assumption.
Qed.

(* Other names of the outcomes change nothing. *)
Lemma sum_pair_renamed (name : outcome -> outcome) d d' f :
  (forall x, name (name x) = x) ->
  (forall x, pmf (first d') x = pmf (first d) (name x)) ->
  (forall x, pmf (second d') x = pmf (second d) (name x)) ->
  f 0 0 = 0 -> sum_pair d' f = sum_pair d f.
Proof.
  intros T H K Z. set (s := nodup same_outcome (support d' ++ map name (support d))).
  assert (N : NoDup s) by apply NoDup_nodup.
  rewrite (sum_pair_over s d'); [| assumption | | assumption].
  2: { intros x X. apply nodup_In, in_or_app. left. assumption. }
  rewrite (sum_pair_over (map name s) d); [| | | assumption].
  - rewrite sum_of_map. apply sum_of_ext. intros x _. rewrite H, K. reflexivity.
  - apply FinFun.Injective_map_NoDup; [| assumption].
    intros x y E. rewrite <- (T x), <- (T y), E. reflexivity.
  - intros x X. apply in_map_iff. exists (name x). split; [apply T |].
    apply nodup_In, in_or_app. right. apply in_map. assumption.
Qed.

(* The exchange of the first two counts. *)
Definition exchanged (x : outcome) : outcome :=
  match x with a :: b :: rest => b :: a :: rest | _ => x end.
Lemma exchanged_twice x : exchanged (exchanged x) = x.
Proof. destruct x as [| a [| b rest]]; reflexivity. Qed.
Definition alike_by_exchange (d : laws_pair) : Prop :=
  forall f, mean (second d) f = mean (first d) (fun x => f (exchanged x)).
Lemma pmf_exchanged d x :
  alike_by_exchange d -> pmf (second d) x = pmf (first d) (exchanged x) /\
                         pmf (first d) x = pmf (second d) (exchanged x).
Proof.
  intros H. unfold pmf. rewrite !H.
  split; apply mean_ext; intros y.
  - destruct (same_outcome x (exchanged y)) as [E | E], (same_outcome (exchanged x) y) as [G | G];
      try reflexivity; exfalso.
    + apply G. rewrite E. apply exchanged_twice.
    + apply E. rewrite <- G. symmetry. apply exchanged_twice.
  - destruct (same_outcome x y) as [E | E], (same_outcome (exchanged x) (exchanged y)) as [G | G];
      try reflexivity; exfalso.
    + apply G. rewrite E. reflexivity.
    + apply E. rewrite <- (exchanged_twice x), <- (exchanged_twice y), G. reflexivity.
Qed.
Lemma sum_pair_swap d f : alike_by_exchange d -> f 0 0 = 0 -> sum_pair (swap d) f = sum_pair d f.
Proof.
  intros H Z. apply (sum_pair_renamed exchanged); try assumption; [apply exchanged_twice | |];
    intros x; simpl; apply pmf_exchanged; assumption.
Qed.

Lemma clone_alike n eps0 p : alike_by_exchange (clone_pair_with n eps0 p).
Proof.
  intros f. unfold clone_pair_with, counts. cbn [first second].
  rewrite !mean_bind. apply mean_ext. intros c. rewrite !mean_bind.
  assert (E : forall g : nat -> nat -> R,
    mean (binomial_law c (1 / 2)) (fun a => g a (c - a)%nat) = halves c g) by reflexivity.
  set (u := fun a b => mean (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + 1 - d) (b + d))) f).
  set (v := fun a b => mean (bind (bernoulli (truth_rate eps0)) (fun d => two_counts (a + d) (b + 1 - d)))
                            (fun x => f (exchanged x))).
  change (halves c u = halves c v). rewrite halves_exchange. unfold halves. apply mean_ext. intros a.
  unfold u, v. rewrite !mean_bind. apply mean_ext. intros d. unfold two_counts. rewrite !mean_sure.
  reflexivity.
Qed.
Lemma unmixed_alike n eps0 p : alike_by_exchange (unmixed_pair_with n eps0 p).
Proof.
  intros f. unfold unmixed_pair_with, counts. cbn [first second].
  rewrite !mean_bind. apply mean_ext. intros c. rewrite !mean_bind.
  set (u := fun a b => mean (two_counts a (b + 1)) f).
  set (v := fun a b => mean (two_counts (a + 1) b) (fun x => f (exchanged x))).
  change (halves c u = halves c v). rewrite halves_exchange. unfold halves. apply mean_ext. intros a.
  unfold u, v, two_counts. rewrite !mean_sure. reflexivity.
Qed.
Lemma printed_alike n eps0 b : alike_by_exchange (printed_pair n eps0 b).
Proof.
  intros f. unfold printed_pair, counts. cbn [first second].
  rewrite !mean_bind. apply mean_ext. intros c. rewrite !mean_bind.
  set (u := fun x y => mean (bind (bernoulli b) (fun d => two_counts (x + d) y)) f).
  set (v := fun x y => mean (bind (bernoulli b) (fun d => two_counts x (y + d)))
                            (fun x => f (exchanged x))).
  change (halves c u = halves c v). rewrite halves_exchange. unfold halves. apply mean_ext. intros a.
  unfold u, v. rewrite !mean_bind. apply mean_ext. intros d. unfold two_counts. rewrite !mean_sure.
  reflexivity.
Qed.

(* k-ary randomized response, with the names of the symbols 0 and 1 exchanged *)
Definition renamed (symbol : nat) : nat := match symbol with 0 => 1 | 1 => 0 | _ => symbol end%nat.
Lemma counted_renamed h z :
  (2 <= length h)%nat -> counted (exchanged h) (renamed z) = exchanged (counted h z).
Proof.
  destruct h as [| a [| b h]]; simpl; intros L; try lia. destruct z as [| [| z]]; reflexivity.
Qed.
Lemma length_counted : forall h z, length (counted h z) = length h.
Proof.
  induction h as [| a h IH]; intros z; [destruct z; reflexivity |].
  destruct z as [| z]; [reflexivity |]. change (S (length (counted h z)) = S (length h)).
  rewrite IH. reflexivity.
Qed.
Lemma krr_histogram_cons eps0 k input rest f :
  mean (krr_histogram eps0 k (input :: rest)) f
  = mean (krr_report eps0 k input) (fun z => mean (krr_histogram eps0 k rest) (fun h => f (counted h z))).
Proof.
  cbn [krr_histogram]. rewrite mean_bind. apply mean_ext. intros z. rewrite mean_bind.
  apply mean_ext. intros h. apply mean_sure.
Qed.
Lemma krr_histogram_ext eps0 k inputs : forall f g,
  (forall h, length h = k -> f h = g h) ->
  mean (krr_histogram eps0 k inputs) f = mean (krr_histogram eps0 k inputs) g.
Proof.
  induction inputs as [| input rest IH]; intros f g E.
  - cbn [krr_histogram]. rewrite !mean_sure. apply E, repeat_length.
  - rewrite !krr_histogram_cons. apply mean_ext. intros z. apply IH. intros h L. apply E.
    rewrite length_counted. exact L.
Qed.
Lemma krr_report_renamed eps0 k input f :
  (2 <= k)%nat ->
  mean (krr_report eps0 k (renamed input)) f = mean (krr_report eps0 k input) (fun z => f (renamed z)).
Proof.
  intros K. rewrite !mean_krr_report. destruct k as [| [| k]]; try lia.
  cbn [seq sum_of renamed]. rewrite <- !Rplus_assoc.
  rewrite (sum_of_ext (seq 2 k) _ (fun z => (if Nat.eqb z input then exp eps0 else 1)
    / (exp eps0 + INR (S (S k)) - 1) * f (renamed z))).
  - f_equal. destruct input as [| [| input]]; cbn [renamed Nat.eqb]; ring.
  - intros z Z. apply in_seq in Z. destruct z as [| [| z]]; try lia.
    destruct input as [| [| input]]; reflexivity.
Qed.
Lemma krr_histogram_renamed eps0 k inputs :
  (2 <= k)%nat -> forall f,
  mean (krr_histogram eps0 k (map renamed inputs)) f
  = mean (krr_histogram eps0 k inputs) (fun h => f (exchanged h)).
Proof.
  intros K. induction inputs as [| input rest IH]; intros f.
  - cbn [map krr_histogram]. rewrite !mean_sure. destruct k as [| [| k]]; reflexivity.
  - cbn [map]. rewrite !krr_histogram_cons, krr_report_renamed by exact K.
    apply mean_ext. intros z. rewrite IH. apply krr_histogram_ext. intros h L.
    rewrite counted_renamed by (rewrite L; exact K). reflexivity.
Qed.
Lemma krr_alike k n eps0 : 3 <= k -> alike_by_exchange (krr_pair k n eps0).
Proof.
  intros K f. apply three_symbols in K. unfold krr_pair. cbn [first second].
  rewrite <- krr_histogram_renamed by lia. cbn [map renamed]. do 3 f_equal.
  induction (pred (users n)) as [| m IH]; [reflexivity |]. cbn [repeat map renamed]. f_equal. exact IH.
Qed.

Section Alike.
Variable d : laws_pair.
Hypothesis H : alike_by_exchange d.

Theorem hockey_stick_swap eps : hockey_stick (swap d) eps = hockey_stick d eps.
Proof. apply sum_pair_swap; [assumption |]. rewrite Rmult_0_r, Rminus_0_r. apply Rmax_left. lra. Qed.
Lemma renyi_moment_swap lambda : renyi_moment (swap d) lambda = renyi_moment d lambda.
Proof. apply sum_pair_swap; [assumption |]. unfold renyi_term. destruct (Req_EM_T 0 0); lra. Qed.
Theorem renyi_swap lambda : renyi (swap d) lambda = renyi d lambda.
Proof.
  unfold renyi. rewrite renyi_moment_swap. destruct (Req_EM_T lambda 1); [| reflexivity].
  apply sum_pair_swap; [assumption |]. destruct (Req_EM_T 0 0); lra.
Qed.
End Alike.
Definition clone_renyi_swap n eps0 p := renyi_swap _ (clone_alike n eps0 p).
Definition clone_hockey_stick_swap n eps0 p := hockey_stick_swap _ (clone_alike n eps0 p).
Definition unmixed_renyi_swap n eps0 p := renyi_swap _ (unmixed_alike n eps0 p).
Definition unmixed_hockey_stick_swap n eps0 p := hockey_stick_swap _ (unmixed_alike n eps0 p).
Definition printed_renyi_swap n eps0 b := renyi_swap _ (printed_alike n eps0 b).
Definition printed_hockey_stick_swap n eps0 b := hockey_stick_swap _ (printed_alike n eps0 b).
Lemma usual_clone_renyi_swap n eps0 lambda :
  renyi (swap (clone_pair n eps0)) lambda = renyi (clone_pair n eps0) lambda.
Proof. exact (clone_renyi_swap n eps0 (exp (- eps0)) lambda). Qed.
Lemma usual_clone_hockey_stick_swap n eps0 eps :
  hockey_stick (swap (clone_pair n eps0)) eps = hockey_stick (clone_pair n eps0) eps.
Proof. exact (clone_hockey_stick_swap n eps0 (exp (- eps0)) eps). Qed.
Lemma usual_unmixed_renyi_swap n eps0 lambda :
  renyi (swap (unmixed_pair n eps0)) lambda = renyi (unmixed_pair n eps0) lambda.
Proof. exact (unmixed_renyi_swap n eps0 (exp (- eps0)) lambda). Qed.
Lemma usual_unmixed_hockey_stick_swap n eps0 eps :
  hockey_stick (swap (unmixed_pair n eps0)) eps = hockey_stick (unmixed_pair n eps0) eps.
Proof. exact (unmixed_hockey_stick_swap n eps0 (exp (- eps0)) eps). Qed.
Lemma krr_renyi_swap k n eps0 lambda :
  3 <= k -> renyi (swap (krr_pair k n eps0)) lambda = renyi (krr_pair k n eps0) lambda.
Proof. intros K. apply renyi_swap, krr_alike, K. Qed.
Lemma krr_hockey_stick_swap k n eps0 eps :
  3 <= k -> hockey_stick (swap (krr_pair k n eps0)) eps = hockey_stick (krr_pair k n eps0) eps.
Proof. intros K. apply hockey_stick_swap, krr_alike, K. Qed.
