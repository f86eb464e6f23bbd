(* The definitions of verify/coq at points, computed by Coq. Behind each "eval:" stands the same in the formula
   language; check_definitions.py asks `shufflecert eval` whether it is true. *)
From Shufflecert Require Import steps statements.
Import ListNotations.
Open Scope R_scope.

Lemma truth_2 : truth_rate (ln 2) = 2 / 3.
Proof. unfold truth_rate. rewrite exp_ln by lra. lra. Qed.
Lemma truth_3 : truth_rate (ln 3) = 3 / 4.
Proof. unfold truth_rate. rewrite exp_ln by lra. lra. Qed.
Ltac numbers :=
  repeat first
    [ rewrite truth_2 | rewrite truth_3 | rewrite exp_Ropp | rewrite exp_ln by lra | rewrite exp_0 ];
  unfold Binomial.C; simpl fact; simpl INR; simpl pow.
Ltac computed :=
  unfold rr_law, clone_pair, rr_pair, krr_pair, unmixed_pair, printed_pair, clone_pair_with, unmixed_pair_with,
    counts;
  unfold krr_law; cbn [inputs_from length]; unfold users;
  rewrite ?Int_part_IZR;
  cbv -[Rplus Rmult Rminus Rdiv Rinv Ropp IZR INR exp ln Rmax Rabs power Rpower pow Binomial.C truth_rate
        Req_EM_T Rle_dec Rlt_dec fact];
  numbers;
  unfold Rmax;
  repeat match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end;
  lra.

(* eval: hockey_stick(rr_pair(2, log(3)), 0) == 3/8 *)
Goal hockey_stick (rr_pair 2 (ln 3)) 0 = 3 / 8. Proof. computed. Qed.
(* eval: hockey_stick(swap(rr_pair(3, log(2))), 0) == 4/27 *)
Goal hockey_stick (swap (rr_pair 3 (ln 2))) 0 = 4 / 27. Proof. computed. Qed.
(* eval: hockey_stick(clone_pair(1, log(3)), log(2)) == 1/4 *)
Goal hockey_stick (clone_pair 1 (ln 3)) (ln 2) = 1 / 4. Proof. computed. Qed.
(* eval: hockey_stick(clone_pair(2, log(3)), 0) == 5/12 *)
Goal hockey_stick (clone_pair 2 (ln 3)) 0 = 5 / 12. Proof. computed. Qed.
(* eval: hockey_stick(clone_pair(2, log(3), 1/2), 0) == 3/8 *)
Goal hockey_stick (clone_pair_with 2 (ln 3) (1 / 2)) 0 = 3 / 8. Proof. computed. Qed.
(* eval: hockey_stick(krr_pair(3, 2, log(2)), 0) == 3/16 *)
Lemma krr_3_2 : hockey_stick (krr_pair 3 2 (ln 2)) 0 = 3 / 16. Proof. computed. Qed.
(* eval: hockey_stick(krr_pair(3, 1, log(3)), log(2)) == 1/5 *)
Goal hockey_stick (krr_pair 3 1 (ln 3)) (ln 2) = 1 / 5. Proof. computed. Qed.
(* eval: hockey_stick(swap(krr_pair(4, 1, log(3))), log(2)) == 1/6 *)
Goal hockey_stick (swap (krr_pair 4 1 (ln 3))) (ln 2) = 1 / 6. Proof. computed. Qed.
(* eval: hockey_stick(subsampled(rr_pair(2, log(3)), 1/4), 0) == 3/32 *)
Goal hockey_stick (subsampled (rr_pair 2 (ln 3)) (1 / 4)) 0 = 3 / 32. Proof. computed. Qed.
(* eval: pmf(first(clone_pair(3, log(2))), 2, 1) == 5/48 *)
Goal pmf (first (clone_pair 3 (ln 2))) [2; 1]%Z = 5 / 48. Proof. computed. Qed.
(* eval: pmf(first(unmixed_pair(2, log(3))), 2, 0) == 1/6 *)
Goal pmf (first (unmixed_pair 2 (ln 3))) [2; 0]%Z = 1 / 6. Proof. computed. Qed.
(* eval: pmf(first(printed_pair(2, log(3), 1/3)), 1, 1) == 1/18 *)
Goal pmf (first (printed_pair 2 (ln 3) (1 / 3))) [1; 1]%Z = 1 / 18. Proof. computed. Qed.
(* eval: pmf(first(krr_pair(3, 2, log(2))), 1, 0, 1) == 5/16 *)
Goal pmf (first (krr_pair 3 2 (ln 2))) [1; 0; 1]%Z = 5 / 16. Proof. computed. Qed.
(* eval: pmf(second(krr_pair(3, 2, log(2))), 1, 0, 1) == 3/16 *)
Goal pmf (second (krr_pair 3 2 (ln 2))) [1; 0; 1]%Z = 3 / 16. Proof. computed. Qed.
(* eval: pmf(first(krr_pair(4, 2, log(3))), 0, 0, 1, 1) == 1/9 *)
Goal pmf (first (krr_pair 4 2 (ln 3))) [0; 0; 1; 1]%Z = 1 / 9. Proof. computed. Qed.
(* eval: pmf(krr_law(log(2), 1, 1), 2, 0) == 2/9 *)
Goal pmf (krr_law (ln 2) [1; 1]) [2; 0]%Z = 2 / 9. Proof. computed. Qed.
(* eval: pmf(rr_law(log(2), 1, 2), 2) == 4/9 *)
Goal pmf (rr_law (ln 2) 1 2) [2]%Z = 4 / 9. Proof. computed. Qed.
(* eval: floor(-7/2) == -4 and binomial(5, 2) == 10 and binomial(5, -1) == 0 *)
Goal binomial 5 (-1) = 0. Proof. unfold binomial. destruct (Rlt_dec (-1) 0); lra. Qed.
Goal binomial 5 2 = 10.
Proof. unfold binomial. destruct (Rlt_dec 2 0); [lra |]. rewrite Int_part_IZR. simpl. lra. Qed.

(* False twins: another value, the pair the other way round, an order that is turned. *)
(* eval: hockey_stick(rr_pair(2, log(3)), 0) != 1/2 *)
Goal hockey_stick (rr_pair 2 (ln 3)) 0 = 1 / 2. Proof. Fail computed. Abort.
(* eval: pmf(first(unmixed_pair(2, log(3))), 0, 2) != 1/6 *)
Goal pmf (first (unmixed_pair 2 (ln 3))) [0; 2]%Z = 1 / 6. Proof. Fail computed. Abort.
(* eval: renyi(rr_pair(2, 1), 2) > 0 *)
Goal forall n eps0, 0 < eps0 -> 1 <= n -> exp eps0 / n <= 1 / n. Proof. intros. Fail shown. Abort.
Goal forall x, 0 <= x -> exp x <= 1 + x + x ^ 2 / 2. Proof. intros. Fail shown. Abort.
Goal forall x, 0 <= x <= 1 -> exp x <= 2718 / 1000. Proof. intros. Fail shown. Abort.
Goal forall x, 1 / x * x = 1. Proof. intros. Fail same. Abort.
Goal forall a b, ln (a * b) = ln (b * a) + 1. Proof. intros. Fail same. Abort.

(* False twins of (K.1) for k-ary randomized response, with one user more or a larger rate for the clones: they
   are wrong at a point, and the theorem does not give them, nor anything for krr_pair with two symbols. *)
(* eval: hockey_stick(krr_pair(3, 1, log(2)), 0) > hockey_stick(clone_pair(2, log(2), 2/3), 0) *)
Goal ~ (hockey_stick (krr_pair 3 1 (ln 2)) 0 <= hockey_stick (clone_pair_with 2 (ln 2) (2 / 3)) 0).
Proof.
  replace (hockey_stick (krr_pair 3 1 (ln 2)) 0) with (1 / 4) by (symmetry; computed).
  replace (hockey_stick (clone_pair_with 2 (ln 2) (2 / 3)) 0) with (2 / 9) by (symmetry; computed). lra.
Qed.
(* eval: hockey_stick(krr_pair(3, 2, log(2)), 0) > hockey_stick(clone_pair(2, log(2), 1), 0) *)
Goal ~ (hockey_stick (krr_pair 3 2 (ln 2)) 0 <= hockey_stick (clone_pair_with 2 (ln 2) 1) 0).
Proof.
  rewrite krr_3_2.
  replace (hockey_stick (clone_pair_with 2 (ln 2) 1) 0) with (1 / 6) by (symmetry; computed). lra.
Qed.
Goal forall k n eps0 eps, 3 <= k -> 0 <= eps0 ->
  hockey_stick (krr_pair k n eps0) eps <= hockey_stick (clone_pair_with (n + 1) eps0 (2 / (exp eps0 + 1))) eps.
Proof. intros k n eps0 eps K H. Fail apply K_1_krr_hockey_sticks. Fail by_K_1. Abort.
Goal forall k n eps0 p eps, 3 <= k -> 0 <= eps0 -> 0 <= p <= 4 / (exp eps0 + 1) ->
  hockey_stick (krr_pair k n eps0) eps <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof. intros k n eps0 p eps K H P. apply K_1_krr_hockey_sticks; try assumption. Fail lra. Fail certain. Abort.
Goal forall k n eps0 eps, 2 <= k -> 0 <= eps0 ->
  hockey_stick (krr_pair k n eps0) eps <= hockey_stick (clone_pair n eps0) eps.
Proof. intros k n eps0 eps K H. Fail by_K_1. Abort.
