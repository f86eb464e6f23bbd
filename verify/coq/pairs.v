(* Pairs of laws, docs/reference/pairs.md, and what can be computed of them, docs/reference/quantities.md. *)
From Coq Require Import Reals ZArith List.
From Shufflecert Require Import numbers laws.
Import ListNotations.
Open Scope R_scope.

(* A pair (P, Q) of neighbouring laws; first(pair), second(pair), pair(P, Q) and swap(pair). *)
Record laws_pair : Type := pair_of { first : law outcome; second : law outcome }.
Definition swap (d : laws_pair) : laws_pair := pair_of (second d) (first d).
(* subsampled(pair, gamma): gamma P + (1 - gamma) Q, and Q. *)
Definition subsampled (d : laws_pair) (gamma : R) : laws_pair :=
  pair_of (mix gamma (first d) (second d)) (second d).

(* A whole number of users, as a natural number. *)
Definition users (n : R) : nat := Z.to_nat (Int_part n).

(* clone_pair(n, eps0, p): (A + D, C - A + 1 - D) and (A + 1 - D, C - A + D), where C ~ Bin(n-1, p),
   A ~ Bin(C, 1/2) given C, D ~ Bern(e^eps0/(e^eps0+1)). *)
Definition counts (n p : R) (result : nat -> nat -> law outcome) : law outcome :=
  bind (binomial_law (pred (users n)) p) (fun c =>
    bind (binomial_law c (1 / 2)) (fun a => result a (c - a)%nat)).
Definition two_counts (a b : nat) : law outcome := sure [Z.of_nat a; Z.of_nat b].
Definition truth_rate (eps0 : R) : R := exp eps0 / (exp eps0 + 1).
Definition clone_pair_with (n eps0 p : R) : laws_pair :=
  pair_of
    (counts n p (fun a b => bind (bernoulli (truth_rate eps0)) (fun d =>
       two_counts (a + d) (b + 1 - d))))
    (counts n p (fun a b => bind (bernoulli (truth_rate eps0)) (fun d =>
       two_counts (a + 1 - d) (b + d)))).
Definition clone_pair (n eps0 : R) : laws_pair := clone_pair_with n eps0 (exp (- eps0)).

(* unmixed_pair(n, eps0, p): (A + 1, C - A) and (A, C - A + 1). *)
Definition unmixed_pair_with (n eps0 p : R) : laws_pair :=
  pair_of (counts n p (fun a b => two_counts (a + 1) b)) (counts n p (fun a b => two_counts a (b + 1))).
Definition unmixed_pair (n eps0 : R) : laws_pair := unmixed_pair_with n eps0 (exp (- eps0)).

(* printed_pair(n, eps0, b): (A, C - A + D) and (A + D, C - A), where D ~ Bern(b). *)
Definition printed_pair (n eps0 b : R) : laws_pair :=
  pair_of
    (counts n (exp (- eps0)) (fun x y => bind (bernoulli b) (fun d => two_counts x (y + d))))
    (counts n (exp (- eps0)) (fun x y => bind (bernoulli b) (fun d => two_counts (x + d) y))).

(* Binary randomized response keeps a bit with probability e^eps0/(e^eps0+1). rr_law(eps0, zeros, ones)
   is the number of ones among the reports on that many inputs 0 and 1. *)
Definition rr_report (eps0 : R) (bit : nat) : law nat :=
  if Nat.eqb bit 1 then bernoulli (truth_rate eps0) else bernoulli (1 - truth_rate eps0).
Fixpoint rr_ones (eps0 : R) (bits : list nat) : law nat :=
  match bits with
  | [] => sure 0%nat
  | bit :: rest =>
      bind (rr_report eps0 bit) (fun one => bind (rr_ones eps0 rest) (fun k => sure (one + k)%nat))
  end.
Definition rr_outcome (eps0 : R) (bits : list nat) : law outcome :=
  bind (rr_ones eps0 bits) (fun k => sure [Z.of_nat k]).
Definition rr_law (eps0 zeros ones : R) : law outcome :=
  rr_outcome eps0 (repeat 1%nat (users ones) ++ repeat 0%nat (users zeros)).
(* rr_pair(n, eps0): on the inputs (1, 0, …, 0), and on (0, …, 0). *)
Definition rr_pair (n eps0 : R) : laws_pair :=
  pair_of (rr_outcome eps0 (1%nat :: repeat 0%nat (pred (users n))))
          (rr_outcome eps0 (0%nat :: repeat 0%nat (pred (users n)))).

(* k-ary randomized response reports the input with probability e^eps0/(e^eps0+k-1), else one of the
   other k - 1 symbols. krr_law(eps0, c0, c1, …) is the histogram of the reports on c0 inputs 0, … *)
Definition krr_report (eps0 : R) (k input : nat) : law nat :=
  map (fun j => ((if Nat.eqb j input then exp eps0 else 1) / (exp eps0 + INR k - 1), j)) (seq 0 k).
Definition counted (histogram : list Z) (symbol : nat) : list Z :=
  firstn symbol histogram
  ++ match skipn symbol histogram with [] => [] | x :: rest => (x + 1)%Z :: rest end.
Fixpoint krr_histogram (eps0 : R) (k : nat) (inputs : list nat) : law outcome :=
  match inputs with
  | [] => sure (repeat 0%Z k)
  | input :: rest =>
      bind (krr_report eps0 k input) (fun j =>
        bind (krr_histogram eps0 k rest) (fun h => sure (counted h j)))
  end.
Fixpoint inputs_from (symbol : nat) (how_many : list R) : list nat :=
  match how_many with
  | [] => []
  | c :: rest => repeat symbol (users c) ++ inputs_from (S symbol) rest
  end.
Definition krr_law (eps0 : R) (how_many : list R) : law outcome :=
  krr_histogram eps0 (length how_many) (inputs_from 0 how_many).
(* krr_pair(k, n, eps0): on the inputs (0, 2, …, 2), and on (1, 2, …, 2). *)
Definition krr_pair (k n eps0 : R) : laws_pair :=
  pair_of (krr_histogram eps0 (users k) (0%nat :: repeat 2%nat (pred (users n))))
          (krr_histogram eps0 (users k) (1%nat :: repeat 2%nat (pred (users n)))).

(* Sums over all outcomes that one of the two laws lists, each taken once. *)
Definition support (d : laws_pair) : list outcome :=
  nodup same_outcome (outcomes (first d) ++ outcomes (second d)).
Fixpoint sum_of {A} (l : list A) (f : A -> R) : R :=
  match l with [] => 0 | x :: rest => f x + sum_of rest f end.
Definition sum_pair (d : laws_pair) (f : R -> R -> R) : R :=
  sum_of (support d) (fun x => f (pmf (first d) x) (pmf (second d) x)).

(* hockey_stick(pair, eps): the sum of the positive parts of P - e^eps Q. *)
Definition hockey_stick (d : laws_pair) (eps : R) : R :=
  sum_pair d (fun p q => Rmax 0 (p - exp eps * q)).
Definition total_variation (d : laws_pair) : R := hockey_stick d 0.

(* renyi(pair, lambda) = log(sum of P^lambda Q^(1-lambda))/(lambda-1); the Kullback-Leibler divergence
   for lambda = 1. Finite where P has no mass that Q has not; for lambda < 1, where they share some. *)
Definition renyi_term (lambda p q : R) : R :=
  if Req_EM_T q 0 then 0 else if Req_EM_T p 0 then 0 else q * Rpower (p / q) lambda.
Definition renyi_moment (d : laws_pair) (lambda : R) : R := sum_pair d (renyi_term lambda).
Definition kullback_leibler (d : laws_pair) : R :=
  sum_pair d (fun p q => if Req_EM_T p 0 then 0 else p * ln (p / q)).
Definition renyi (d : laws_pair) (lambda : R) : R :=
  if Req_EM_T lambda 1 then kullback_leibler d else ln (renyi_moment d lambda) / (lambda - 1).
Definition dominated (d : laws_pair) : Prop :=
  forall x, pmf (second d) x = 0 -> pmf (first d) x = 0.
Definition renyi_is_finite (d : laws_pair) (lambda : R) : Prop :=
  0 < lambda /\ ((1 <= lambda /\ dominated d) \/ (lambda < 1 /\ 0 < renyi_moment d lambda)).

(* renyi(pair, inf): the logarithm of the largest ratio of the probabilities, finite where P has no mass that Q
   has not. *)
Fixpoint largest_of {A} (l : list A) (f : A -> R) : R :=
  match l with [] => 0 | x :: rest => Rmax (f x) (largest_of rest f) end.
Definition max_divergence (d : laws_pair) : R :=
  ln (largest_of (support d) (fun x =>
    if Req_EM_T (pmf (second d) x) 0 then 0 else pmf (first d) x / pmf (second d) x)).

(* chi_moment(pair, a) = E_Q |P/Q - 1|^a, finite where P has no mass that Q has not. *)
Definition chi_moment (d : laws_pair) (a : R) : R :=
  sum_pair d (fun p q => if Req_EM_T q 0 then 0 else q * power (Rabs (p / q - 1)) a).
(* ternary_moment(P, Q, R, a) = E_R |(P - Q)/R|^a. *)
Definition ternary_moment (P Q R : law outcome) (a : Rdefinitions.R) : Rdefinitions.R :=
  sum_of (nodup same_outcome (outcomes P ++ outcomes Q ++ outcomes R)) (fun x =>
    if Req_EM_T (pmf R x) 0 then 0 else pmf R x * power (Rabs ((pmf P x - pmf Q x) / pmf R x)) a).
Definition ternary_is_finite (P Q R : law outcome) : Prop :=
  forall x, pmf R x = 0 -> pmf P x = pmf Q x.
