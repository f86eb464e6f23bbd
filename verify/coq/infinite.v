(* Divergences that may be infinite: docs/reference/quantities.md. renyi is a real number, also where the divergence
   of the documentation is infinite; so a claim that x is at most such a divergence says that it is infinite, or at
   least x. *)
From Coq Require Import Reals.
From Shufflecert Require Import pairs.
Open Scope R_scope.

Definition at_most_renyi (x : R) (d : laws_pair) (lambda : R) : Prop :=
  renyi_is_finite d lambda -> x <= renyi d lambda.
