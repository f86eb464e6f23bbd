(* The functions of numbers of the formula language: docs/reference/functions.md and grammar.md.

   Coq's functions are total: 1/0 and ln (-1) are some number there. So every exported theorem states,
   besides its claim, that each part of the claim has a value: divisors are not 0, arguments of
   logarithms are positive, and so on. Where a part has a value, it is the one below. *)
From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Hierarchy Rbar RInt_gen Series.
Open Scope R_scope.

(* A whole number: what a line "integers" of a claim says of a variable. *)
Definition is_whole (x : R) : Prop := exists k : Z, x = IZR k.

Definition floor (x : R) : R := IZR (Int_part x).
Definition ceil (x : R) : R := - floor (- x).
Definition log1p (x : R) : R := ln (1 + x).
Definition expm1 (x : R) : R := exp x - 1.

(* x^y, where y is no whole number that is written down (for these Coq's own x ^ k stands). *)
Definition power (x y : R) : R :=
  if Rlt_dec 0 x then Rpower x y
  else if Req_EM_T (floor y) y then powerRZ x (Int_part y) else 0.
Definition power_exists (x y : R) : Prop := 0 < x \/ (x = 0 /\ 0 <= y) \/ (x <> 0 /\ is_whole y).

(* Conditions inside of formulas, and if(condition, a, b). *)
Definition is_le (x y : R) : bool := if Rle_dec x y then true else false.
Definition is_lt (x y : R) : bool := if Rlt_dec x y then true else false.
Definition is_eq (x y : R) : bool := if Req_EM_T x y then true else false.
Definition choice (c : bool) (a b : R) : R := if c then a else b.

(* sum(j, lo, hi, body): over the whole numbers j from lo to hi, both included. *)
Fixpoint sum_first (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => sum_first m f + f m end.
Definition terms_between (lo hi : R) : nat := Z.to_nat (Int_part hi - Int_part lo + 1).
Definition sum_over (lo hi : R) (body : R -> R) : R :=
  sum_first (terms_between lo hi) (fun i => body (lo + INR i)).
Fixpoint product_first (n : nat) (f : nat -> R) : R :=
  match n with O => 1 | S m => product_first m f * f m end.
Definition product_over (lo hi : R) (body : R -> R) : R :=
  product_first (terms_between lo hi) (fun i => body (lo + INR i)).

(* binomial(x, k): x (x-1) … (x-k+1) / k!, and 0 for k < 0. *)
Definition binomial (x k : R) : R :=
  if Rlt_dec k 0 then 0
  else product_first (Z.to_nat (Int_part k)) (fun i => (x - INR i) / (INR i + 1)).
Definition factorial (k : R) : R := INR (fact (Z.to_nat (Int_part k))).

(* binomial_mean(j, n, p, body): the mean of the body for j of the law Bin(n, p). *)
Definition binomial_weight (m : nat) (p : R) (k : nat) : R :=
  Binomial.C m k * p ^ k * (1 - p) ^ (m - k).
Definition binomial_mean (n p : R) (body : R -> R) : R :=
  let m := Z.to_nat (Int_part n) in
  sum_first (S m) (fun k => binomial_weight m p k * body (INR k)).
(* poisson_mean(mu, b, body): for b of the Poisson law of mean mu. *)
Definition poisson_mean (mu : R) (body : R -> R) : R :=
  Series (fun b => exp (- mu) * mu ^ b / INR (fact b) * body (INR b)).
Definition poisson_mean_exists (mu : R) (body : R -> R) : Prop :=
  ex_series (fun b => exp (- mu) * mu ^ b / INR (fact b) * body (INR b)).

(* gamma(x), for x > 0: Euler's integral. Phi(x): the standard normal distribution function. *)
Definition gamma (x : R) : R :=
  RInt_gen (fun t => power t (x - 1) * exp (- t)) (at_right 0) (Rbar_locally p_infty).
Definition Phi (x : R) : R :=
  RInt_gen (fun t => exp (- t ^ 2 / 2) / sqrt (2 * PI)) (Rbar_locally m_infty) (at_point x).

(* rounds_to(x, y, unit): docs/reference/functions.md. *)
Definition rounds_to (x printed unit : R) : Prop := Rabs (x - printed) <= unit / 2.
