(* variation_pair(n, p, beta, q0, q1), docs/reference/pairs.md: the pair of the variation-ratio reduction, for p > 1.
   With a = min(beta, (p-1)/(p+1))/(p-1), (X, Y) is (1, 0) with probability pa, (0, 1) with a, else (0, 0); (A, B) is
   the sum of n - 1 such with ap/q0 and ap/q1. The laws are (A+X, B+Y) and (A+Y, B+X). *)
From Coq Require Import Reals ZArith List.
From Shufflecert Require Import numbers laws pairs.
Import ListNotations.
Open Scope R_scope.

Definition two_report (u v : R) : law (Z * Z) := [(u, (1, 0)%Z); (v, (0, 1)%Z); (1 - u - v, (0, 0)%Z)].
Fixpoint two_sum (reports : list (law (Z * Z))) : law outcome :=
  match reports with
  | [] => sure [0%Z; 0%Z]
  | r :: rest =>
      bind r (fun xy => bind (two_sum rest) (fun h => sure [(nth 0 h 0 + fst xy)%Z; (nth 1 h 0 + snd xy)%Z]))
  end.
Definition variation_share (p beta : R) : R := Rmin beta ((p - 1) / (p + 1)) / (p - 1).
Definition variation_pair (n p beta q0 q1 : R) : laws_pair :=
  let a := variation_share p beta in
  let others := repeat (two_report (a * p / q0) (a * p / q1)) (pred (users n)) in
  pair_of (two_sum (two_report (p * a) a :: others)) (two_sum (two_report a (p * a) :: others)).
(* Where the pair exists. *)
Definition variation_exists (n p beta q0 q1 : R) : Prop :=
  is_whole n /\ 1 <= n /\ 1 < p /\ 0 <= beta <= 1 /\ 1 <= q0 /\ 1 <= q1 /\
  variation_share p beta * p / q0 + variation_share p beta * p / q1 <= 1.
