(* The rules of verify/coq/rules.v: each proves its bound, and no bound that is a little better and false, nor
   its own without a condition that it needs. *)
From Shufflecert Require Import steps rules.
Import List.ListNotations.
Open Scope R_scope.

Section Rules.
Variables n eps0 p lambda : R.
Hypothesis whole_n : is_whole n.
Hypothesis some : 1 <= n.
Hypothesis local : 0 <= eps0.
Hypothesis rate_of_clones : 0 < p <= 1.
Hypothesis order : 1 < lambda.

(* (K.4) *)
Goal renyi (clone_pair_with n eps0 p) lambda
     <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * (floor ((n - 1) * p / 2) + 1)))
            + exp ((lambda - 1) * eps0 - (n - 1) * p / 8)) / (lambda - 1).
Proof. by_K_4. Qed.
Goal renyi (swap (rr_pair n eps0)) lambda
     <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * (floor ((n - 1) * exp (- eps0) / 2) + 1)))
            + exp ((lambda - 1) * eps0 - (n - 1) * exp (- eps0) / 8)) / (lambda - 1).
Proof. by_K_4. Qed.
Goal renyi (clone_pair_with n eps0 p) lambda
     <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (4 * (floor ((n - 1) * p / 2) + 1)))
            + exp ((lambda - 1) * eps0 - (n - 1) * p / 8)) / (lambda - 1).
Proof. Fail by_K_4. Abort.
Goal renyi (clone_pair_with n eps0 p) lambda
     <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * (floor ((n - 1) * p / 2) + 1)))) / (lambda - 1).
Proof. Fail by_K_4. Abort.
Goal renyi (rr_pair n eps0) lambda
     <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * (floor (n - 1) + 1)))
            + exp ((lambda - 1) * eps0 - (n - 1) / 8)) / (lambda - 1).
Proof. Fail by_K_4. Abort.

(* (K.5) *)
Goal lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p) < 1 ->
     renyi (clone_pair_with n eps0 p) lambda
     <= - ln (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) / (lambda - 1).
Proof. intros z. by_K_5. Qed.
Goal lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p) < 1 ->
     renyi (clone_pair_with n eps0 p) lambda
     <= - ln (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * (n + 1) * p)) / (lambda - 1).
Proof. intros z. Fail by_K_5. Abort.
Goal renyi (clone_pair_with n eps0 p) lambda
     <= - ln (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) / (lambda - 1).
Proof. Fail by_K_5. Abort.

(* (K.9), for one user at least two; the constant 1/2 is too small for Coq's proof, and for (K.9) itself. *)
Goal 2 <= n -> renyi (clone_pair_with n eps0 p) lambda <= 53 / 100 * eps0 ^ 2 * lambda / ((n - 1) * p).
Proof. intros two. by_K_9. Qed.
Goal 2 <= n -> renyi (swap (rr_pair n eps0)) lambda <= 53 / 100 * eps0 ^ 2 * exp eps0 * lambda / (n - 1).
Proof. intros two. by_K_9. Qed.
Goal 2 <= n -> renyi (clone_pair_with n eps0 p) lambda <= 1 / 2 * eps0 ^ 2 * lambda / ((n - 1) * p).
Proof. intros two. Fail by_K_9. Abort.
Goal 2 <= n -> renyi (swap (rr_pair n eps0)) lambda <= 53 / 100 * eps0 ^ 2 * lambda / (n - 1).
Proof. intros two. Fail by_K_9. Abort.

(* (O.2), with another weight, and with the pair that the curve does not come from; (O.1) needs b > 0. *)
Goal forall alpha, 0 <= alpha <= 1 ->
     curve_at (symmetrized (mix_curves (2 / (exp eps0 + 1)) identity_curve (tradeoff (unmixed_pair_with n eps0 p)))) alpha
     <= tradeoff (clone_pair_with n eps0 p) alpha.
Proof. intros alpha level. by_O_2. Qed.
Goal forall alpha, 0 <= alpha <= 1 ->
     curve_at (symmetrized (mix_curves (1 / (exp eps0 + 1)) identity_curve (tradeoff (unmixed_pair_with n eps0 p)))) alpha
     <= tradeoff (clone_pair_with n eps0 p) alpha.
Proof. intros alpha level. Fail by_O_2. Abort.
Goal forall alpha, 0 <= alpha <= 1 ->
     curve_at (symmetrized (mix_curves (2 / (exp eps0 + 1)) identity_curve (tradeoff (unmixed_pair n eps0)))) alpha
     <= tradeoff (clone_pair_with n eps0 p) alpha.
Proof. intros alpha level. Fail by_O_2. Abort.
Goal at_most_renyi 5 (printed_pair n eps0 (exp (- eps0))) lambda.
Proof. by_O_1. Qed.
Goal at_most_renyi 5 (printed_pair n eps0 0) lambda.
Proof. Fail by_O_1. Abort.

(* (K.8), and its first term with a smaller constant. *)
Let z := lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p).
Let later := lambda * (lambda - 1) * eps0 ^ 2 / 2
  * (6 / ((n * p) ^ 2 * (1 - z) ^ 3) + 36 * lambda * (lambda - 1) * eps0 ^ 2 / ((n * p) ^ 3 * (1 - z) ^ 4)
     + 24 * lambda ^ 2 * (lambda - 1) ^ 2 * eps0 ^ 4 / ((n * p) ^ 4 * (1 - z) ^ 5)).
Goal z < 1 ->
     renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 / (1 - 2 * lambda * (lambda - 1) * tanh (eps0 / 2) ^ 2 / (n * p)) + later) / (lambda - 1).
Proof. intros below. by_K_8. Qed.
Goal z < 1 ->
     renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 / (1 - 19 / 10 * lambda * (lambda - 1) * tanh (eps0 / 2) ^ 2 / (n * p)) + later) / (lambda - 1).
Proof. intros below. Fail by_K_8. Abort.
Goal renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 / (1 - 2 * lambda * (lambda - 1) * tanh (eps0 / 2) ^ 2 / (n * p)) + later) / (lambda - 1).
Proof. Fail by_K_8. Abort.

(* (K.6) *)
Goal is_whole lambda -> 2 <= lambda ->
     ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
     <= renyi (rr_pair n eps0) lambda.
Proof. intros w l. by_K_6. Qed.
Goal is_whole lambda -> 2 <= lambda ->
     ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (n * exp eps0)) / (lambda - 1)
     <= renyi (rr_pair n eps0) lambda.
Proof. intros w l. Fail by_K_6. Abort.
Goal ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
     <= renyi (rr_pair n eps0) lambda.
Proof. Fail by_K_6. Abort.
Goal is_whole lambda -> 2 <= lambda ->
     ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
     <= renyi (clone_pair n eps0) lambda.
Proof. intros w l. by_K_1_K_6. Qed.
(* With a rate above 2/(e^eps0+1) clones may have less. *)
Goal is_whole lambda -> 2 <= lambda ->
     ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
     <= renyi (clone_pair_with n eps0 p) lambda.
Proof. intros w l. Fail by_K_1_K_6. Abort.

(* (K.18) *)
Goal renyi (rr_pair n eps0) lambda <= lambda * (exp eps0 + 1) / n.
Proof. by_K_18. Qed.
Goal renyi (rr_pair n eps0) lambda <= lambda ^ 2 * (exp eps0 + 1) / (2 * n * (lambda - 1)).
Proof. by_K_18. Qed.
Goal renyi (rr_pair n eps0) lambda <= lambda * (exp eps0 + 1) / (2 * n).
Proof. Fail by_K_18. Abort.
Goal renyi (rr_pair n eps0) lambda <= lambda * exp eps0 / (2 * n).
Proof. Fail by_K_18. Abort.
(* It fails in the other direction. *)
Goal renyi (swap (rr_pair n eps0)) lambda <= lambda * (exp eps0 + 1) / n.
Proof. Fail by_K_18. Abort.

(* (K.17) and (O.8) *)
Let moment j := binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j).
Goal is_whole lambda -> 2 <= lambda ->
     ln (1 + binomial lambda 2 * p ^ 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j * power p j
             * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j * moment j)) / (lambda - 1)
     <= renyi (subsampled (rr_pair n eps0) p) lambda.
Proof. intros w l. by_O_8. Qed.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (subsampled (rr_pair n eps0) p) lambda
     <= ln (1 + sum_over 3 lambda (fun j => binomial lambda j * power p j
             * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j * moment j)) / (lambda - 1).
Proof. intros w l. Fail by_O_8. Abort.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (rr_pair n eps0) lambda
     <= ln (1 + binomial lambda 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
         + sum_over 4 lambda (fun j => binomial lambda j
             * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j * moment j)) / (lambda - 1).
Proof. intros w l. Fail by_K_17. Abort.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (swap (rr_pair n eps0)) lambda
     <= ln (1 + binomial lambda 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j
             * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j * moment j)) / (lambda - 1).
Proof. intros w l. Fail by_K_17. Abort.

(* (O.7), and what is left of it without the part for few clones, or without the terms from 3 on. *)
Let clones := floor ((n - 1) * p / 2) + 1.
Let term j := binomial lambda j * power 1 j * j * gamma (j / 2)
  * power (2 * (exp (2 * eps0) - 1) ^ 2 / (clones * exp (2 * eps0))) (j / 2).
Let rest := (power (1 + 1 * (exp (2 * eps0) - 1) / exp eps0) lambda - 1 - lambda * 1 * (exp (2 * eps0) - 1) / exp eps0)
  * exp (- (n - 1) * p / 8).
Goal is_whole lambda -> 2 <= lambda ->
     renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / (clones * exp eps0)
            + sum_over 3 lambda term + rest) / (lambda - 1).
Proof. intros w l. by_O_7. Qed.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / (clones * exp eps0)
            + sum_over 3 lambda term) / (lambda - 1).
Proof. intros w l. Fail by_O_7. Abort.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / (clones * exp eps0) + rest) / (lambda - 1).
Proof. intros w l. Fail by_O_7. Abort.
Goal renyi (clone_pair_with n eps0 p) lambda
     <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / (clones * exp eps0)
            + sum_over 3 lambda term + rest) / (lambda - 1).
Proof. Fail by_O_7. Abort.

(* (O.7) for the subsampled pair, and with the rate squared in the place of 1. *)
Let clones_of_response := floor ((n - 1) * exp (- eps0) / 2) + 1.
Let sampled_term rate j := binomial lambda j * power rate j * j * gamma (j / 2)
  * power (2 * (exp (2 * eps0) - 1) ^ 2 / (clones_of_response * exp (2 * eps0))) (j / 2).
Let sampled_rest rate := (power (1 + rate * (exp (2 * eps0) - 1) / exp eps0) lambda - 1
  - lambda * rate * (exp (2 * eps0) - 1) / exp eps0) * exp (- (n - 1) * exp (- eps0) / 8).
Goal is_whole lambda -> 2 <= lambda ->
     renyi (subsampled (rr_pair n eps0) p) lambda
     <= ln (1 + 4 * binomial lambda 2 * p ^ 2 * (exp eps0 - 1) ^ 2 / (clones_of_response * exp eps0)
            + sum_over 3 lambda (sampled_term p) + sampled_rest p) / (lambda - 1).
Proof. intros w l. by_O_7. Qed.
Goal is_whole lambda -> 2 <= lambda ->
     renyi (subsampled (rr_pair n eps0) p) lambda
     <= ln (1 + 4 * binomial lambda 2 * p ^ 4 * (exp eps0 - 1) ^ 2 / (clones_of_response * exp eps0)
            + sum_over 3 lambda (sampled_term (p ^ 2)) + sampled_rest (p ^ 2)) / (lambda - 1).
Proof. intros w l. Fail by_O_7. Abort.

(* (U.4) and (K.14) *)
Goal eps0 + ((n - 1) * log1p (- p / 2) - log1p (exp (- eps0))) / (lambda - 1) <= renyi (clone_pair_with n eps0 p) lambda.
Proof. by_U_4. Qed.
Goal 101 / 100 * eps0 + ((n - 1) * log1p (- p / 2) - log1p (exp (- eps0))) / (lambda - 1)
     <= renyi (clone_pair_with n eps0 p) lambda.
Proof. Fail by_U_4. Abort.
Goal eps0 + ((n - 1) * log1p (- p / 4) - log1p (exp (- eps0))) / (lambda - 1) <= renyi (clone_pair_with n eps0 p) lambda.
Proof. Fail by_U_4. Abort.
Goal exp ((n - 1) * log1p (- p / 2)) * (1 - exp (1 - eps0)) / (1 + exp (- eps0)) <= hockey_stick (clone_pair_with n eps0 p) 1.
Proof. by_K_14. Qed.
Goal exp (n * log1p (- p / 2)) * (1 - exp (1 / 2 - eps0)) / (1 + exp (- eps0)) <= hockey_stick (clone_pair_with n eps0 p) 1.
Proof. Fail by_K_14. Abort.

(* (V.11): more users, and not fewer; nor clones of another rate, nor orders below 1. *)
Goal hockey_stick (clone_pair_with (n + 2) eps0 p) 1 <= hockey_stick (clone_pair_with n eps0 p) 1.
Proof. by_V_11. Qed.
Goal hockey_stick (clone_pair_with n eps0 p) 1 <= hockey_stick (clone_pair_with (n + 1) eps0 p) 1.
Proof. Fail by_V_11. Abort.
Goal hockey_stick (clone_pair_with (n + 1 / 2) eps0 p) 1 <= hockey_stick (clone_pair_with n eps0 p) 1.
Proof. Fail by_V_11. Abort.
Goal hockey_stick (clone_pair_with (n + 1) eps0 (p / 2)) 1 <= hockey_stick (clone_pair_with n eps0 p) 1.
Proof. Fail by_V_11. Abort.
Goal hockey_stick (rr_pair (n + 1) eps0) 1 <= hockey_stick (rr_pair n eps0) 1.
Proof. by_V_11. Qed.
Goal chi_moment (rr_pair (n + 1) eps0) lambda <= chi_moment (rr_pair n eps0) lambda.
Proof. by_V_11. Qed.
Goal chi_moment (rr_pair (n + 1) eps0) (1 / 2) <= chi_moment (rr_pair n eps0) (1 / 2).
Proof. Fail by_V_11. Abort.
Goal chi_moment (rr_pair (n + 1) eps0) lambda <= chi_moment (rr_pair n (2 * eps0)) lambda.
Proof. Fail by_V_11. Abort.

End Rules.

Section Mixtures.
Variables n eps0 p lambda : R.
Hypothesis whole_n : is_whole n.
Hypothesis some : 1 <= n.
Hypothesis local : 0 <= eps0.
Hypothesis weight : 0 <= p.
Hypothesis other_weight : p <= 1.
Hypothesis order : 1 < lambda.
(* (O.3): the weights stand as they are, and the order is at least 1. *)
Goal chi_moment (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                         (mix p (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) lambda
     <= p * chi_moment (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) lambda
        + (1 - p) * chi_moment (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) lambda.
Proof. by_O_3. Qed.
Goal renyi (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                    (mix p (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) 1
     <= p * renyi (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) 1
        + (1 - p) * renyi (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) 1.
Proof. by_O_3. Qed.
Goal chi_moment (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                         (mix p (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) lambda
     <= (1 - p) * chi_moment (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) lambda
        + p * chi_moment (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) lambda.
Proof. Fail by_O_3. Abort.
Goal chi_moment (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                         (mix p (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) (lambda - 1)
     <= p * chi_moment (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) (lambda - 1)
        + (1 - p) * chi_moment (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) (lambda - 1).
Proof. Fail by_O_3. Abort.
Goal chi_moment (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                         (mix (p / 2) (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) lambda
     <= p * chi_moment (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) lambda
        + (1 - p) * chi_moment (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) lambda.
Proof. Fail by_O_3. Abort.
Goal renyi (pair_of (mix p (rr_law eps0 n 2) (rr_law 1 (n + 1) 1))
                    (mix p (rr_law eps0 (n + 1) 1) (rr_law 1 (n + 2) 0))) lambda
     <= p * renyi (pair_of (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1)) lambda
        + (1 - p) * renyi (pair_of (rr_law 1 (n + 1) 1) (rr_law 1 (n + 2) 0)) lambda.
Proof. Fail by_O_3. Abort.

(* (O.4), and a choice by the order. *)
Goal chi_moment (rr_pair n eps0) lambda
     <= lambda * gamma (lambda / 2) * power ((exp (2 * eps0) - 1) ^ 2 / (2 * n * exp (2 * eps0))) (lambda / 2).
Proof. by_O_4. Qed.
Goal chi_moment (rr_pair n eps0) lambda
     <= lambda * gamma (lambda / 2) * power ((exp (2 * eps0) - 1) ^ 2 / (3 * n * exp (2 * eps0))) (lambda / 2).
Proof. Fail by_O_4. Abort.
Goal chi_moment (rr_pair n eps0) (lambda - 2)
     <= (lambda - 2) * gamma ((lambda - 2) / 2)
        * power ((exp (2 * eps0) - 1) ^ 2 / (2 * n * exp (2 * eps0))) ((lambda - 2) / 2).
Proof. Fail by_O_4. Abort.
Goal numbers.choice (is_eq lambda 2) (lambda ^ 2) (lambda + 2) <= lambda + 2.
Proof. choice. Qed.
Goal numbers.choice (is_eq lambda 2) (lambda ^ 3) (lambda + 2) <= lambda + 2.
Proof. Fail choice. Abort.
Goal chi_moment (pair_of (krr_law eps0 [1; 0; n - 1]) (krr_law eps0 [0; 0; n])) 2
     <= (exp eps0 - 1) ^ 2 / ((n - 1 + 1) * exp eps0).
Proof. by_O_4. Qed.
Goal chi_moment (pair_of (krr_law eps0 [1; 0; n - 1]) (krr_law eps0 [0; 0; n])) 2
     <= (exp eps0 - 1) ^ 2 / ((n - 1 + 2) * exp eps0).
Proof. Fail by_O_4. Abort.

(* (O.9): the power of the rate, and not a higher one. *)
Goal ternary_moment (mix p (rr_law eps0 n 2) (rr_law eps0 (n + 2) 0)) (mix p (rr_law eps0 (n + 1) 1) (rr_law eps0 (n + 2) 0))
                    (mix p (rr_law eps0 (n - 1) 3) (rr_law eps0 (n + 2) 0)) lambda
     <= power p lambda * Rmax (ternary_moment (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1) (rr_law eps0 (n - 1) 3) lambda)
                              (ternary_moment (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1) (rr_law eps0 (n + 2) 0) lambda).
Proof. by_O_9. Qed.
Goal ternary_moment (mix p (rr_law eps0 n 2) (rr_law eps0 (n + 2) 0)) (mix p (rr_law eps0 (n + 1) 1) (rr_law eps0 (n + 2) 0))
                    (mix p (rr_law eps0 (n - 1) 3) (rr_law eps0 (n + 2) 0)) lambda
     <= power p (2 * lambda)
        * Rmax (ternary_moment (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1) (rr_law eps0 (n - 1) 3) lambda)
               (ternary_moment (rr_law eps0 n 2) (rr_law eps0 (n + 1) 1) (rr_law eps0 (n + 2) 0) lambda).
Proof. Fail by_O_9. Abort.

(* (O.5): with fewer clones; the order at least 1. *)
Goal chi_moment (pair_of (rr_law eps0 (n + 1) 2) (rr_law eps0 n (2 + 1))) lambda
     <= binomial_mean (n + 2) (exp (- eps0)) (fun m => chi_moment (pair_of (rr_law eps0 1 m) (rr_law eps0 0 (m + 1))) lambda).
Proof. by_O_5. Qed.
Goal chi_moment (pair_of (rr_law eps0 (n + 1) 2) (rr_law eps0 n (2 + 1))) lambda
     <= binomial_mean (n + 3) (exp (- eps0)) (fun m => chi_moment (pair_of (rr_law eps0 1 m) (rr_law eps0 0 (m + 1))) lambda).
Proof. Fail by_O_5. Abort.
Goal chi_moment (pair_of (rr_law eps0 (n + 1) 2) (rr_law eps0 n (2 + 1))) lambda
     <= binomial_mean (n + 2) 1 (fun m => chi_moment (pair_of (rr_law eps0 1 m) (rr_law eps0 0 (m + 1))) lambda).
Proof. Fail by_O_5. Abort.
Goal ternary_moment (krr_law eps0 [n + 1; 1; 2]) (krr_law eps0 [n; 1 + 1; 2]) (krr_law eps0 [n; 1; 2 + 1]) lambda
     <= binomial_mean (n + 1 + 2) (exp (- eps0)) (fun m =>
          ternary_moment (krr_law eps0 [1; 0; m]) (krr_law eps0 [0; 1; m]) (krr_law eps0 [0; 0; m + 1]) lambda).
Proof. by_O_5. Qed.
Goal ternary_moment (krr_law eps0 [n + 1; 1; 2]) (krr_law eps0 [n; 1 + 1; 2]) (krr_law eps0 [n; 1; 2 + 1]) (lambda / 2)
     <= binomial_mean (n + 1 + 2) (exp (- eps0)) (fun m =>
          ternary_moment (krr_law eps0 [1; 0; m]) (krr_law eps0 [0; 1; m]) (krr_law eps0 [0; 0; m + 1]) (lambda / 2)).
Proof. Fail by_O_5. Abort.
End Mixtures.

(* inequalities.v: each with a constant by which it is false fails. *)
Section Inequalities.
Variables n eps0 delta lambda : R.
Hypothesis some : 2 <= n.
Hypothesis local : 0 < eps0.
Hypothesis order : 2 <= lambda.
Goal 2 * 2 <= 4 / ln 2 * ln lambda.
Proof. shown. Qed.
Goal 2 * 2 <= 39 / 10 / ln 2 * ln lambda.
Proof. Fail known_inequality. Abort.
Goal (n - 1) / (8 * exp eps0) <= n * log1p (exp (- eps0)).
Proof. shown. Qed.
Goal (n - 1) / (exp eps0 / 8) <= n * log1p (exp (- eps0)).
Proof. Fail known_inequality. Abort.
Goal (exp eps0 - 1) * (exp eps0 - 1) / 2 / n / exp eps0 * 100 * (n - 1) <= 53 * eps0 * eps0 * exp eps0.
Proof. shown. Qed.
Goal 33 * exp eps0 <= n -> 21 / 10 <= eps0 ->
  2 * exp eps0 * (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1)) / (n - 1)
  < eps0 + ((n - 1) * log1p ((- exp (- eps0)) / 2) - log1p (exp (- eps0)))
           / (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1) - 1).
Proof. intros many much. shown. Qed.
Goal 30 * exp eps0 <= n -> 21 / 10 <= eps0 ->
  2 * exp eps0 * (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1)) / (n - 1)
  < eps0 + ((n - 1) * log1p ((- exp (- eps0)) / 2) - log1p (exp (- eps0)))
           / (1 + sqrt ((- exp (- eps0)) * log1p ((- exp (- eps0)) / 2) / 2) * (n - 1) - 1).
Proof. intros many much. Fail known_inequality. Abort.
(* Where each variable has a value, interval arithmetic decides. *)
Goal delta = power 10000 (- 3 / 2) -> rounds_to (ln (10000 / (8 * ln (2 / delta)) - 1)) (1111 / 250) (1 / 1000).
Proof. intros it. shown. Qed.
Goal delta = power 10000 (- 3 / 2) -> rounds_to (ln (10000 / (8 * ln (2 / delta)) - 1)) (1112 / 250) (1 / 1000).
Proof. intros it. Fail by_evaluation. Abort.
End Inequalities.
