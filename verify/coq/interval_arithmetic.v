(* The tactic `interval` of CoqInterval over Coq's own whole numbers. The usual one computes with the
   processor's floating-point numbers and 63-bit words, which are axioms for Coq; this one needs none
   but those of the real numbers. *)
From Interval Require Export Tactic.
From Interval Require Import Float.Specific_stdz Float.Specific_ops.
Module whole_numbers := SpecificFloat StdZRadix2.
Module pure := IntervalTactic whole_numbers.
Export pure.
