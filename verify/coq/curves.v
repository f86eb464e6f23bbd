(* Trade-off functions and curves: docs/reference/quantities.md, "Trade-off functions". *)
From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Rbar Lub.
From Shufflecert Require Import numbers laws pairs.
Open Scope R_scope.

(* The largest lower and the least upper bound of a set of numbers, where it has one. *)
Definition infimum (E : R -> Prop) : R := real (Glb_Rbar E).
Definition supremum (E : R -> Prop) : R := real (Lub_Rbar E).

(* tradeoff(pair, alpha): the least type II error of a test that rejects P with probability at most alpha if P
   is true. A test gives the probability of rejecting P for each outcome. *)
Definition is_test (test : outcome -> R) : Prop := forall x, 0 <= test x <= 1.
Definition tradeoff (d : laws_pair) (alpha : R) : R :=
  infimum (fun error => exists test, is_test test /\ mean (first d) test <= alpha /\
                                     error = mean (second d) (fun x => 1 - test x)).

(* A curve is a function on the numbers from 0 to 1: curve(pair) is tradeoff(pair, .), and at(f, alpha) is f(alpha).
   Curves lie between 0 and 1 - alpha. *)
Definition curve_is_bounded (f : R -> R) : Prop := forall alpha, 0 <= alpha <= 1 -> 0 <= f alpha <= 1 - alpha.
Definition curve_at (f : R -> R) (alpha : R) : R := f alpha.
Definition identity_curve (alpha : R) : R := 1 - alpha.
Definition mix_curves (w : R) (f g : R -> R) (alpha : R) : R := w * f alpha + (1 - w) * g alpha.
Definition inverse_curve (f : R -> R) (alpha : R) : R := infimum (fun t => 0 <= t <= 1 /\ f t <= alpha).
(* symmetrized(f) = min(f, f^-1)**, the largest convex function below f and its inverse: the supremum of the lines
   below both. *)
Definition line_below (f : R -> R) (a b : R) : Prop := forall t, 0 <= t <= 1 -> a + b * t <= f t.
Definition symmetrized (f : R -> R) (alpha : R) : R :=
  supremum (fun v => exists a b, line_below f a b /\ line_below (inverse_curve f) a b /\ v = a + b * alpha).
(* curve_delta(f, eps): the supremum of 1 - alpha - e^eps f(alpha). *)
Definition curve_delta (f : R -> R) (eps : R) : R :=
  supremum (fun v => exists alpha, 0 <= alpha <= 1 /\ v = 1 - alpha - exp eps * f alpha).
