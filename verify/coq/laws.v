(* Finite laws: docs/reference/pairs.md, "Laws". *)
From Coq Require Import Reals ZArith List.
From Shufflecert Require Import numbers.
Import ListNotations.
Open Scope R_scope.

(* A law is a list of outcomes with their probabilities; one outcome may stand there several times. *)
Definition law (A : Type) : Type := list (R * A).

(* The mean of f under a law. *)
Fixpoint mean {A} (l : law A) (f : A -> R) : R :=
  match l with [] => 0 | (w, a) :: rest => w * f a + mean rest f end.

(* One outcome for sure; a draw from l, and then one from k of what was drawn. *)
Definition sure {A} (a : A) : law A := [(1, a)].
Fixpoint bind {A B} (l : law A) (k : A -> law B) : law B :=
  match l with
  | [] => []
  | (w, a) :: rest => map (fun vb => (w * fst vb, snd vb)) (k a) ++ bind rest k
  end.
(* w l + (1 - w) r. *)
Definition mix {A} (w : R) (l r : law A) : law A :=
  map (fun va => (w * fst va, snd va)) l ++ map (fun va => ((1 - w) * fst va, snd va)) r.

(* Probabilities: none is negative, and they add up to 1. *)
Definition is_law {A} (l : law A) : Prop :=
  (forall w a, In (w, a) l -> 0 <= w) /\ mean l (fun _ => 1) = 1.

(* Bern(p) and Bin(m, p). *)
Definition bernoulli (p : R) : law nat := [(p, 1%nat); (1 - p, 0%nat)].
Definition binomial_law (m : nat) (p : R) : law nat :=
  map (fun k => (binomial_weight m p k, k)) (seq 0 (S m)).

(* The outcomes of the laws of docs/reference/pairs.md: one or more whole numbers. *)
Definition outcome : Type := list Z.
Definition same_outcome : forall x y : outcome, {x = y} + {x <> y} := list_eq_dec Z.eq_dec.
Definition outcomes (l : law outcome) : list outcome := map snd l.

(* pmf(l, x), the probability of the outcome x. *)
Definition pmf (l : law outcome) (x : outcome) : R :=
  mean l (fun y => if same_outcome x y then 1 else 0).
(* law(x, lo, hi, pmf). *)
Definition law_between (lo hi : R) (body : R -> R) : law outcome :=
  map (fun i => (body (lo + INR i), [(Int_part lo + Z.of_nat i)%Z])) (seq 0 (terms_between lo hi)).
(* mean(x, l, body), for laws of one number. *)
Definition law_mean (l : law outcome) (body : R -> R) : R :=
  mean l (fun x => body (IZR (hd 0%Z x))).
