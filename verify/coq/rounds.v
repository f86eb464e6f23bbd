(* compose(pair, k), docs/reference/pairs.md: the outcomes of k independent rounds, one behind the other. All outcomes
   of one round have the same length. *)
From Coq Require Import Reals ZArith List.
From Shufflecert Require Import laws pairs.
Import ListNotations.
Open Scope R_scope.

Fixpoint rounds (l : law outcome) (k : nat) : law outcome :=
  match k with
  | O => sure []
  | S j => bind l (fun x => bind (rounds l j) (fun y => sure (x ++ y)))
  end.
Definition compose (d : laws_pair) (k : R) : laws_pair :=
  pair_of (rounds (first d) (users k)) (rounds (second d) (users k)).
