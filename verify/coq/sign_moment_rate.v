(* The inequality in one real variable behind sign_moment_bound.v: with x = 2k/m, the exponent of Chernoff's bound
   of m (m+1) … (m+k-1) E Y^(2k) / (2k-1)!!, per k, is at most log(21/20), with some room for the factors in front. *)
From Coq Require Import Reals Lra.
From Shufflecert Require Import interval_arithmetic.
Open Scope R_scope.

(* Close to the best angle, for which θ tanh θ = x. *)
Definition angle (x : R) : R := sqrt (x * (3 * x ^ 2 + 8 * x + 15) / (3 * x + 15)).
Definition rate (x : R) : R :=
  - ln 2 - 2 - ln (3 * x ^ 2 + 8 * x + 15) + ln (3 * x + 15)
  + 2 / x * (ln (cosh (angle x)) + ln ((x + 2) / 2)) + ln (x + 2).
Lemma rate_below x : 2 / 11 <= x <= 8 -> rate x <= ln (21 / 20).
Proof.
  intros X. unfold rate, angle, cosh. apply Rminus_le.
  interval with (i_bisect x, i_autodiff x, i_prec 40, i_depth 20).
Qed.
Lemma rate_with_room x :
  2 / 11 <= x <= 8 -> rate x + (2 * ln 2 - 1 - ln ((x + 2) / 2) / 2) / 22 <= ln (21 / 20).
Proof.
  intros X. unfold rate, angle, cosh. apply Rminus_le.
  interval with (i_bisect x, i_autodiff x, i_prec 40, i_depth 20).
Qed.
