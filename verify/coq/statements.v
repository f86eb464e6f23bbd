(* The main theorems of this theory, in one place, for the definitions of numbers.v, laws.v and pairs.v, which
   follow docs/reference/functions.md, pairs.md and quantities.md; made_by is in V_3.v. Each proof names the
   file's theorem; the names are those of the places in docs/methods.

   Of the named pairs n and k are any real numbers; where they are whole, n at least 1, k at least 3, eps0 at
   least 0 and p above 0 and at most 1, the pairs are those of the documentation. 2/(e^eps0+1) is the rate of
   2023, e^-eps0 that of 2021.

   A Rényi divergence of the documentation is infinite where P has an outcome that Q has not; renyi leaves
   such outcomes out. So a bound from above says what the documentation says only where the divergence is
   finite. The first theorems say that it is, for the pairs below. *)
From Coq Require Import Reals List.
From Shufflecert Require Import numbers laws pairs curves binomial_laws U_6 V_3 V_4 K_1 K_1_kary K_1_tradeoff K_3 K_4 K_5 K_6 K_8
  clone_moments sign_moments sign_moment_bound K_9 K_10 K_17 K_18 O_7 O_7_sampled U_4 O_1 O_2 O_3 O_4 O_4_kary O_5 O_9 V_11
  V_13 O_16 rounds variation gamma_function symmetry steps rules.
Import ListNotations.
Open Scope R_scope.

Theorem clones_are_laws n eps0 p :
  0 <= p <= 1 -> is_law (first (clone_pair_with n eps0 p)) /\ is_law (second (clone_pair_with n eps0 p)).
Proof. exact (fun P => conj (is_law_clone_first n eps0 p P) (is_law_clone_second n eps0 p P)). Qed.
Theorem clones_are_finite n eps0 p lambda :
  0 <= eps0 -> 0 <= p <= 1 -> 0 < lambda ->
  renyi_is_finite (clone_pair_with n eps0 p) lambda /\ renyi_is_finite (swap (clone_pair_with n eps0 p)) lambda.
Proof. exact (clone_is_finite n eps0 p lambda). Qed.
Theorem responses_are_finite n eps0 lambda :
  0 <= eps0 -> 0 < lambda ->
  renyi_is_finite (rr_pair n eps0) lambda /\ renyi_is_finite (swap (rr_pair n eps0)) lambda.
Proof. exact (rr_is_finite n eps0 lambda). Qed.
Theorem kary_responses_are_finite k n eps0 lambda :
  0 <= eps0 -> 3 <= k -> 0 < lambda ->
  renyi_is_finite (krr_pair k n eps0) lambda /\ renyi_is_finite (swap (krr_pair k n eps0)) lambda.
Proof. exact (krr_is_finite k n eps0 lambda). Qed.

(* (K.1), the privacy of shuffled randomized response is amplified as much as that of clones: for every
   number of users, both directions, every eps and every order above 0. *)
Theorem K_1_hockey_sticks n eps0 eps :
  0 <= eps0 ->
  hockey_stick (rr_pair n eps0) eps <= hockey_stick (clone_pair_with n eps0 (2 / (exp eps0 + 1))) eps.
Proof. exact (fun H => K_1_hockey_stick n eps0 eps). Qed.
Theorem K_1_hockey_sticks_swapped n eps0 eps :
  0 <= eps0 ->
  hockey_stick (swap (rr_pair n eps0)) eps <= hockey_stick (clone_pair_with n eps0 (2 / (exp eps0 + 1))) eps.
Proof. exact (fun H => K_1_hockey_stick_swap n eps0 eps). Qed.
Theorem K_1_divergences n eps0 lambda :
  0 <= eps0 -> 0 < lambda ->
  renyi (rr_pair n eps0) lambda <= renyi (clone_pair_with n eps0 (2 / (exp eps0 + 1))) lambda.
Proof. exact (fun H => K_1_renyi n eps0 H lambda). Qed.
Theorem K_1_divergences_swapped n eps0 lambda :
  0 <= eps0 -> 0 < lambda ->
  renyi (swap (rr_pair n eps0)) lambda <= renyi (clone_pair_with n eps0 (2 / (exp eps0 + 1))) lambda.
Proof. exact (fun H => K_1_renyi_swap n eps0 H lambda). Qed.

(* (K.1) for k-ary randomized response, whatever the inputs. Of n users one changes its input from i to j, and
   the others have any inputs: a channel makes the histogram of the reports from the clone pair's two counts.
   So its divergences are at most those of clones, of any rate up to 2/(e^eps0+1), such as e^-eps0. *)
Theorem K_1_channel eps0 k i j others :
  let n := S (length others) in
  0 <= eps0 -> i <> j -> (forall y, In y (i :: j :: others) -> (y < k)%nat) ->
  exists channel : outcome -> law outcome,
    (forall x, is_law (channel x)) /\
    made_by channel (clone_pair_with (INR n) eps0 (2 / (exp eps0 + 1)))
      (pair_of (krr_histogram eps0 k (i :: others)) (krr_histogram eps0 k (j :: others))).
Proof. exact (krr_channel eps0 k i j others). Qed.
Theorem K_1_kary_hockey_sticks eps0 p k i j others eps :
  let n := S (length others) in
  0 <= eps0 -> 0 <= p <= 2 / (exp eps0 + 1) ->
  i <> j -> (forall y, In y (i :: j :: others) -> (y < k)%nat) ->
  hockey_stick (pair_of (krr_histogram eps0 k (i :: others)) (krr_histogram eps0 k (j :: others))) eps
  <= hockey_stick (clone_pair_with (INR n) eps0 p) eps.
Proof.
  exact (fun H P D I => K_1_kary_hockey_stick_rate _ eps0 p k i j others H P D I (users_of_list others) eps).
Qed.
Theorem K_1_kary_divergences eps0 p k i j others lambda :
  let n := S (length others) in
  0 <= eps0 -> 0 <= p <= 2 / (exp eps0 + 1) ->
  i <> j -> (forall y, In y (i :: j :: others) -> (y < k)%nat) -> 0 < lambda ->
  renyi (pair_of (krr_histogram eps0 k (i :: others)) (krr_histogram eps0 k (j :: others))) lambda
  <= renyi (clone_pair_with (INR n) eps0 p) lambda.
Proof.
  exact (fun H P D I => K_1_kary_renyi_rate _ eps0 p k i j others H P D I (users_of_list others) lambda).
Qed.
(* So for krr_pair, in both directions. *)
Theorem K_1_krr_hockey_sticks k n eps0 p eps :
  3 <= k -> 0 <= eps0 -> 0 <= p <= 2 / (exp eps0 + 1) ->
  hockey_stick (krr_pair k n eps0) eps <= hockey_stick (clone_pair_with n eps0 p) eps /\
  hockey_stick (swap (krr_pair k n eps0)) eps <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof.
  exact (fun K H P => conj (K_1_krr_hockey_stick k n eps0 p K H P eps) (K_1_krr_hockey_stick_swap k n eps0 p K H P eps)).
Qed.
Theorem K_1_krr_divergences k n eps0 p lambda :
  3 <= k -> 0 <= eps0 -> 0 <= p <= 2 / (exp eps0 + 1) -> 0 < lambda ->
  renyi (krr_pair k n eps0) lambda <= renyi (clone_pair_with n eps0 p) lambda /\
  renyi (swap (krr_pair k n eps0)) lambda <= renyi (clone_pair_with n eps0 p) lambda.
Proof.
  exact (fun K H P L => conj (K_1_krr_renyi k n eps0 p K H P lambda L) (K_1_krr_renyi_swap k n eps0 p K H P lambda L)).
Qed.
Theorem K_1_krr_2021 k n eps0 eps lambda :
  3 <= k -> 0 <= eps0 -> 0 < lambda ->
  hockey_stick (krr_pair k n eps0) eps <= hockey_stick (clone_pair n eps0) eps /\
  renyi (krr_pair k n eps0) lambda <= renyi (clone_pair n eps0) lambda.
Proof.
  exact (fun K H L => conj (proj1 (K_1_krr_hockey_sticks k n eps0 _ eps K H (rate_2021 eps0 H)))
                           (proj1 (K_1_krr_divergences k n eps0 _ lambda K H (rate_2021 eps0 H) L))).
Qed.

(* (V.4), fewer clones are worse. *)
Theorem V_4_hockey_sticks n eps0 p1 p2 eps :
  0 <= p1 <= p2 /\ p2 <= 1 ->
  hockey_stick (clone_pair_with n eps0 p2) eps <= hockey_stick (clone_pair_with n eps0 p1) eps.
Proof. exact (fun P => V_4_hockey_stick n eps0 p1 p2 P eps). Qed.
Theorem V_4_divergences n eps0 p1 p2 lambda :
  0 <= eps0 -> 0 <= p1 <= p2 /\ p2 <= 1 -> 0 < lambda ->
  renyi (clone_pair_with n eps0 p2) lambda <= renyi (clone_pair_with n eps0 p1) lambda.
Proof. exact (fun H P => V_4_renyi n eps0 p1 p2 H P lambda). Qed.

(* (K.3) and (U.6), for clones of every rate and for randomized response. *)
Theorem K_3_clones n eps0 p eps :
  0 <= eps0 -> 0 <= p <= 1 -> 0 <= eps ->
  hockey_stick (clone_pair_with n eps0 p) eps <= exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1).
Proof.
  intros H P E. destruct (clone_within n eps0 p H P) as [C D]. rewrite K_3_form.
  exact (hockey_stick_within _ eps0 H (is_law_clone_first n eps0 p P) (is_law_clone_second n eps0 p P) C D eps E).
Qed.
Theorem K_3_response n eps0 eps :
  0 <= eps0 -> 0 <= eps ->
  hockey_stick (rr_pair n eps0) eps <= exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1).
Proof. exact (fun H => K_3_rr n eps0 H eps). Qed.
Theorem K_3_kary_response k n eps0 eps :
  3 <= k -> 0 <= eps0 -> 0 <= eps ->
  hockey_stick (krr_pair k n eps0) eps <= exp eps * expm1 (Rmax 0 (eps0 - eps)) / (exp eps0 + 1).
Proof. exact (fun K H => K_3_krr k n eps0 K H eps). Qed.
Theorem U_6_clones n eps0 p lambda :
  0 <= eps0 -> 0 <= p <= 1 -> 0 < lambda -> renyi (clone_pair_with n eps0 p) lambda <= eps0.
Proof.
  intros H P L. destruct (clone_within n eps0 p H P) as [C _].
  exact (renyi_within (clone_pair_with n eps0 p) eps0 (is_law_clone_first n eps0 p P) (is_law_clone_second n eps0 p P) C lambda L).
Qed.
Theorem U_6_response n eps0 lambda : 0 <= eps0 -> 0 < lambda -> renyi (rr_pair n eps0) lambda <= eps0.
Proof. exact (fun H => U_6_rr n eps0 H lambda). Qed.
Theorem U_6_kary_response k n eps0 lambda :
  3 <= k -> 0 <= eps0 -> 0 < lambda -> renyi (krr_pair k n eps0) lambda <= eps0.
Proof. exact (fun K H => U_6_krr k n eps0 K H lambda). Qed.

Theorem U_6_max_response n eps0 :
  0 <= eps0 -> max_divergence (rr_pair n eps0) <= eps0 /\ max_divergence (swap (rr_pair n eps0)) <= eps0.
Proof. exact (fun H => conj (U_6_rr_max n eps0 H) (U_6_rr_max_swap n eps0 H)). Qed.

(* (K.4), few clones or many, and (K.5), no regime in n: upper bounds for clones of every rate p, for real orders
   above 1. By (K.1) they hold for randomized response, too, at rates up to 2/(e^eps0+1). *)
Theorem K_4_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= p <= 1 -> 1 < lambda ->
  renyi (clone_pair_with n eps0 p) lambda
  <= ln (exp (lambda * (lambda - 1) * eps0 ^ 2 / (2 * (floor ((n - 1) * p / 2) + 1)))
         + exp ((lambda - 1) * eps0 - (n - 1) * p / 8)) / (lambda - 1).
Proof. exact (fun W N H P L => K_4_renyi n eps0 p lambda H P L W N). Qed.
Theorem K_5_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 < p <= 1 -> 1 < lambda ->
  lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p) < 1 ->
  renyi (clone_pair_with n eps0 p) lambda
  <= - ln (1 - lambda * (lambda - 1) * eps0 ^ 2 / (2 * n * p)) / (lambda - 1).
Proof. exact (fun W N H P L Z => K_5_renyi n eps0 p lambda H P L W N Z). Qed.

(* (K.8), exact to first order. *)
Theorem K_8_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 < p <= 1 -> 1 < lambda ->
  let kk := lambda * (lambda - 1) in let z := kk * eps0 ^ 2 / (2 * n * p) in z < 1 ->
  renyi_moment (clone_pair_with n eps0 p) lambda
  <= 1 / (1 - 2 * kk * tanh (eps0 / 2) ^ 2 / (n * p))
     + kk * eps0 ^ 2 / 2 * (6 / ((n * p) ^ 2 * (1 - z) ^ 3) + 36 * kk * eps0 ^ 2 / ((n * p) ^ 3 * (1 - z) ^ 4)
                            + 24 * kk ^ 2 * eps0 ^ 4 / ((n * p) ^ 4 * (1 - z) ^ 5)).
Proof. exact (fun W N H P L Z => K_8_moment n eps0 p lambda H P L W N Z). Qed.

(* (K.9), no regime at all, for clones of every rate above 0, and its form with n - 1 users. It rests on the moments
   of the mean sign: halves m is the mean over m fair signs, rising c k is (c+1) … (c+k), odd_product k is
   1 3 … (2k-1). (K.10) is the Poisson moment; the mean exists. *)
Theorem sign_moments_of_all_orders c k :
  rising (INR c) k * halves (S c) (fun a b => (INR a - INR b) ^ (2 * k))
  <= odd_product k * (21 / 20) ^ k * INR (S c) ^ (2 * k).
Proof. exact (sign_moment_bound c k). Qed.
Theorem K_9_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 < p <= 1 -> 1 < lambda ->
  renyi (clone_pair_with n eps0 p) lambda <= 21 / 40 * eps0 ^ 2 * lambda / (n * p).
Proof. exact (fun W N H P L => K_9_users n eps0 p lambda H P L W N). Qed.
Theorem K_9_one_user_less n eps0 p lambda :
  is_whole n -> 1 < n -> 0 <= eps0 -> 0 < p <= 1 -> 1 < lambda ->
  renyi (clone_pair_with n eps0 p) lambda <= 53 / 100 * eps0 ^ 2 * lambda / ((n - 1) * p).
Proof. exact (fun W N H P L => K_9_renyi n eps0 p lambda H P L W (Rlt_le _ _ N) N). Qed.
Theorem K_10_poisson mu s :
  0 < mu ->
  let body b := power ((exp (s / (b + 1)) + exp (- s / (b + 1))) / 2) (b + 1) in
  poisson_mean_exists mu body /\ poisson_mean mu body <= exp (21 / 40 * s ^ 2 / mu).
Proof. exact (fun M => conj (K_10_exists mu s M) (K_10_bound mu s M)). Qed.

(* (K.6), the second moment, from below for whole orders, and (K.18), from above for real ones: for randomized
   response, in the direction that is not swapped. *)
Theorem K_6_response n eps0 lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> is_whole lambda -> 2 <= lambda ->
  ln (1 + lambda * (lambda - 1) * (exp eps0 - 1) ^ 2 / (2 * n * exp eps0)) / (lambda - 1)
  <= renyi (rr_pair n eps0) lambda.
Proof. exact (fun W N H => K_6_renyi n eps0 H lambda W N). Qed.
Theorem K_18_response n eps0 lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 1 < lambda ->
  renyi (rr_pair n eps0) lambda <= lambda * (exp eps0 + 1) / n /\
  renyi (rr_pair n eps0) lambda <= 2 * lambda * exp eps0 / n /\
  renyi (rr_pair n eps0) lambda <= lambda ^ 2 * (exp eps0 + 1) / (2 * n * (lambda - 1)).
Proof.
  exact (fun W N H L => conj (K_18_renyi n eps0 lambda H L W N)
    (conj (K_18_simple n eps0 lambda H L W N) (K_18_by_squares n eps0 lambda H L W N))).
Qed.

(* (K.17) and (O.8), what the divergences of whole order of randomized response, and of its subsampled pair, are:
   sums over central moments of a binomial law. *)
Theorem K_17_response n eps0 lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> is_whole lambda -> 2 <= lambda ->
  renyi (rr_pair n eps0) lambda
  = ln (1 + binomial lambda 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
        + sum_over 3 lambda (fun j => binomial lambda j * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
            * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j))) / (lambda - 1).
Proof. exact (fun W N _ => K_17_renyi n eps0 lambda W N). Qed.
Theorem O_8_response n eps0 gamma lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= gamma <= 1 -> is_whole lambda -> 2 <= lambda ->
  renyi (subsampled (rr_pair n eps0) gamma) lambda
  = ln (1 + binomial lambda 2 * gamma ^ 2 * (exp eps0 - 1) ^ 2 / (n * exp eps0)
        + sum_over 3 lambda (fun j => binomial lambda j * power gamma j
            * power ((exp (2 * eps0) - 1) / (n * exp eps0)) j
            * binomial_mean n (1 / (exp eps0 + 1)) (fun m => power (m - n / (exp eps0 + 1)) j))) / (lambda - 1).
Proof. exact (fun W N _ G L1 L2 => O_8_renyi n eps0 lambda W N L1 L2 gamma G). Qed.

(* (O.7) for clones of any rate, without sampling. *)
Theorem O_7_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= p <= 1 -> is_whole lambda -> 2 <= lambda ->
  renyi (clone_pair_with n eps0 p) lambda
  <= ln (1 + 4 * binomial lambda 2 * 1 * (exp eps0 - 1) ^ 2 / ((floor ((n - 1) * p / 2) + 1) * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j * power 1 j * j * gamma (j / 2)
             * power (2 * (exp (2 * eps0) - 1) ^ 2 / ((floor ((n - 1) * p / 2) + 1) * exp (2 * eps0))) (j / 2))
         + (power (1 + 1 * (exp (2 * eps0) - 1) / exp eps0) lambda - 1 - lambda * 1 * (exp (2 * eps0) - 1) / exp eps0)
           * exp (- (n - 1) * p / 8)) / (lambda - 1).
Proof. exact (fun W N H P => O_7_renyi n eps0 p H P W N lambda). Qed.
(* For the subsampled pair of randomized response, in the direction that is not swapped. *)
Theorem O_7_response n eps0 rate lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= rate <= 1 -> is_whole lambda -> 2 <= lambda ->
  let N := floor ((n - 1) * exp (- eps0) / 2) + 1 in
  renyi (subsampled (rr_pair n eps0) rate) lambda
  <= ln (1 + 4 * binomial lambda 2 * rate ^ 2 * (exp eps0 - 1) ^ 2 / (N * exp eps0)
         + sum_over 3 lambda (fun j => binomial lambda j * power rate j * j * gamma (j / 2)
             * power (2 * (exp (2 * eps0) - 1) ^ 2 / (N * exp (2 * eps0))) (j / 2))
         + (power (1 + rate * (exp (2 * eps0) - 1) / exp eps0) lambda - 1
            - lambda * rate * (exp (2 * eps0) - 1) / exp eps0)
           * exp (- (n - 1) * exp (- eps0) / 8)) / (lambda - 1).
Proof. exact (fun W N H G L1 L2 => O_7_sampled_renyi n eps0 rate lambda H W N G L1 L2). Qed.

(* (U.4) and (K.14), lower bounds for clones: with (U.4) the bound of Corollary 2 of Chen, Cao and Ge fails for
   the clone pair at eps0 = 2.1 and an order that grows with n. *)
Theorem U_4_clones n eps0 p lambda :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= p <= 1 -> 1 < lambda ->
  eps0 + ((n - 1) * log1p (- p / 2) - log1p (exp (- eps0))) / (lambda - 1) <= renyi (clone_pair_with n eps0 p) lambda.
Proof. exact (fun W N H P => U_4_renyi n eps0 p H P W N lambda). Qed.
Theorem K_14_clones n eps0 p eps :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 <= p <= 1 ->
  exp ((n - 1) * log1p (- p / 2)) * (1 - exp (eps - eps0)) / (1 + exp (- eps0))
  <= hockey_stick (clone_pair_with n eps0 p) eps.
Proof. exact (fun W N H P => K_14_hockey_stick n eps0 p H P W N eps). Qed.
Theorem corollary_2_fails n :
  is_whole n -> 268 <= n ->
  let eps0 := 21 / 10 in let lambda := 1 + 622 * (n - 1) / 10000 in
  2 * exp eps0 * lambda / (n - 1) < renyi (clone_pair n eps0) lambda.
Proof.
  cbv zeta. intros W N. eapply Rlt_le_trans; [| unfold clone_pair; apply U_4_clones; rate].
  certain.
Qed.

(* Euler's gamma function, of which (O.7) and (O.4) use two facts. *)
Theorem gamma_facts x : 0 < x -> 0 < gamma x /\ exp (x * (ln x - 1)) <= x * gamma x.
Proof. exact (fun X => conj (gamma_positive x X) (gamma_above x X)). Qed.

(* (V.11), more users hide more. *)
Theorem V_11_hockey_sticks n m eps0 p eps :
  is_whole n -> is_whole m -> 1 <= n <= m -> 0 <= p <= 1 ->
  hockey_stick (clone_pair_with m eps0 p) eps <= hockey_stick (clone_pair_with n eps0 p) eps /\
  hockey_stick (rr_pair m eps0) eps <= hockey_stick (rr_pair n eps0) eps.
Proof.
  exact (fun W W' L P => conj (V_11_clone_hockey_stick n m eps0 p eps W W' (proj1 L) (proj2 L) P)
                              (V_11_rr_hockey_stick n m eps0 eps W W' (proj1 L) (proj2 L))).
Qed.
Theorem V_11_chi_moments n m eps0 a :
  is_whole n -> is_whole m -> 1 <= n <= m -> 0 <= eps0 -> 1 <= a ->
  chi_moment (rr_pair m eps0) a <= chi_moment (rr_pair n eps0) a.
Proof. exact (fun W W' L => V_11_rr_chi_moment n m eps0 a W W' (proj1 L) (proj2 L)). Qed.

(* (O.1), infinite divergences, and (O.2), curves; (K.1) for trade-off functions. *)
Theorem O_1_printed n eps0 b lambda :
  0 <= eps0 -> 0 < b <= 1 -> 1 <= lambda -> ~ renyi_is_finite (printed_pair n eps0 b) lambda.
Proof. exact (fun H B => O_1_infinite n eps0 b H B lambda). Qed.
Theorem O_2_trade_offs n eps0 p alpha :
  0 <= eps0 -> 0 <= p <= 1 -> 0 <= alpha <= 1 ->
  symmetrized (mix_curves (2 / (exp eps0 + 1)) identity_curve (tradeoff (unmixed_pair_with n eps0 p))) alpha
  <= tradeoff (clone_pair_with n eps0 p) alpha.
Proof. exact (fun H P => O_2_clone_tradeoff n eps0 p H P (2 / (exp eps0 + 1)) alpha eq_refl). Qed.
Theorem O_2_hockey_sticks n eps0 p eps :
  0 <= eps0 -> 0 <= p <= 1 ->
  hockey_stick (clone_pair_with n eps0 p) eps
  <= curve_delta (symmetrized (mix_curves (2 / (exp eps0 + 1)) identity_curve
                                          (tradeoff (unmixed_pair_with n eps0 p)))) eps.
Proof. exact (fun H P => O_2_clone_hockey_stick n eps0 p H P (2 / (exp eps0 + 1)) eps eq_refl). Qed.
Theorem K_1_trade_offs n eps0 p alpha :
  0 <= eps0 -> 0 <= p <= 2 / (exp eps0 + 1) -> 0 <= alpha ->
  tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff (rr_pair n eps0) alpha /\
  tradeoff (clone_pair_with n eps0 p) alpha <= tradeoff (swap (rr_pair n eps0)) alpha.
Proof.
  exact (fun H P A => conj (K_1_rr_tradeoff n eps0 p alpha H P A) (K_1_rr_tradeoff_swap n eps0 p alpha H P A)).
Qed.

(* (K.1) in many rounds, by (V.13), and (O.16), two counts of k-ary randomized response. *)
Theorem V_13_rounds n eps0 k eps :
  0 <= eps0 ->
  hockey_stick (compose (rr_pair n eps0) k) eps <= hockey_stick (compose (clone_pair n eps0) k) eps /\
  hockey_stick (compose (swap (rr_pair n eps0)) k) eps <= hockey_stick (compose (clone_pair n eps0) k) eps.
Proof. exact (fun H => conj (K_1_rounds n eps0 k eps H) (K_1_rounds_swap n eps0 k eps H)). Qed.
Theorem O_16_two_counts k n eps0 eps lambda :
  0 < eps0 -> is_whole k -> 3 <= k -> 0 < lambda ->
  let e := exp eps0 in
  hockey_stick (variation_pair n e ((e - 1) / (e + k - 1)) e e) eps <= hockey_stick (krr_pair k n eps0) eps /\
  renyi (variation_pair n e ((e - 1) / (e + k - 1)) e e) lambda <= renyi (krr_pair k n eps0) lambda.
Proof. exact (fun H W K L => conj (O_16_hockey_stick k n eps0 H K W eps) (O_16_renyi k n eps0 H K W lambda L)). Qed.

(* (O.3), moments and Kullback-Leibler divergences of mixtures, for any finite laws. *)
Theorem O_3_moments w P1 Q1 R1 P2 Q2 R2 a :
  1 <= a -> 0 <= w <= 1 -> is_law R1 -> is_law R2 -> ternary_is_finite P1 Q1 R1 -> ternary_is_finite P2 Q2 R2 ->
  ternary_moment (mix w P1 P2) (mix w Q1 Q2) (mix w R1 R2) a
  <= w * ternary_moment P1 Q1 R1 a + (1 - w) * ternary_moment P2 Q2 R2 a.
Proof. exact (fun A W L1 L2 => O_3_ternary w P1 Q1 R1 P2 Q2 R2 a A W (proj1 L1) (proj1 L2)). Qed.
Theorem O_3_divergences w P1 Q1 P2 Q2 :
  0 <= w <= 1 -> is_law P1 -> is_law P2 -> is_law Q1 -> is_law Q2 ->
  dominated (pair_of P1 Q1) -> dominated (pair_of P2 Q2) ->
  renyi (pair_of (mix w P1 P2) (mix w Q1 Q2)) 1 <= w * renyi (pair_of P1 Q1) 1 + (1 - w) * renyi (pair_of P2 Q2) 1.
Proof.
  exact (fun W L1 L2 L3 L4 => O_3_kullback_leibler w P1 Q1 P2 Q2 W (proj1 L1) (proj1 L2) (proj1 L3) (proj1 L4)).
Qed.

(* (O.4), the moments of randomized response. *)
Theorem O_4_moments n eps0 a :
  is_whole n -> 1 <= n -> 0 <= eps0 -> 0 < a ->
  chi_moment (rr_pair n eps0) a
  <= a * gamma (a / 2) * power ((exp (2 * eps0) - 1) ^ 2 / (2 * n * exp (2 * eps0))) (a / 2).
Proof. exact (O_4_response n eps0 a). Qed.

Theorem O_4_three_symbols m eps0 :
  is_whole m -> 1 <= m -> 0 <= eps0 ->
  chi_moment (pair_of (krr_law eps0 [1; 0; m - 1]) (krr_law eps0 [0; 0; m])) 2
  <= (exp eps0 - 1) ^ 2 / ((m - 1 + 1) * exp eps0).
Proof. exact (O_4_krr_square m eps0). Qed.

(* (O.5), revealing who is a clone. *)
Theorem O_5_response a b eps0 alpha :
  is_whole a -> is_whole b -> 0 <= a -> 0 <= b -> 0 <= eps0 -> 1 <= alpha ->
  chi_moment (pair_of (rr_law eps0 (a + 1) b) (rr_law eps0 a (b + 1))) alpha
  <= binomial_mean (a + b) (exp (- eps0)) (fun m => chi_moment (pair_of (rr_law eps0 1 m) (rr_law eps0 0 (m + 1))) alpha).
Proof. exact (O_5_rr a b eps0 alpha). Qed.
Theorem O_5_three_symbols c0 c1 c2 eps0 alpha :
  is_whole c0 -> is_whole c1 -> is_whole c2 -> 0 <= c0 -> 0 <= c1 -> 0 <= c2 -> 0 <= eps0 -> 1 <= alpha ->
  ternary_moment (krr_law eps0 [c0 + 1; c1; c2]) (krr_law eps0 [c0; c1 + 1; c2]) (krr_law eps0 [c0; c1; c2 + 1]) alpha
  <= binomial_mean (c0 + c1 + c2) (exp (- eps0)) (fun m =>
       ternary_moment (krr_law eps0 [1; 0; m]) (krr_law eps0 [0; 1; m]) (krr_law eps0 [0; 0; m + 1]) alpha).
Proof. exact (O_5_krr c0 c1 c2 eps0 alpha). Qed.

(* (O.9), sampling, for any finite laws. *)
Theorem O_9_moments g Z O T U a :
  1 <= a -> 0 <= g <= 1 -> is_law T -> is_law U -> ternary_is_finite Z O T -> ternary_is_finite Z O U ->
  ternary_moment (mix g Z U) (mix g O U) (mix g T U) a
  <= power g a * Rmax (ternary_moment Z O T a) (ternary_moment Z O U a).
Proof. exact (fun A G L1 L2 => O_9_ternary g Z O T U a A G (proj1 L1) (proj1 L2)). Qed.

(* (V.3), post-processing, for any two pairs of finite laws. *)
Theorem V_3_hockey_sticks d d' k eps :
  (forall x, is_law (k x)) -> made_by k d d' -> hockey_stick d' eps <= hockey_stick d eps.
Proof. exact (V_3_hockey_stick d d' k eps). Qed.
Theorem V_3_divergences d d' k lambda :
  0 < lambda ->
  is_law (first d) -> is_law (second d) -> dominated d ->
  is_law (first d') -> is_law (second d') -> dominated d' ->
  (forall x, is_law (k x)) -> made_by k d d' -> renyi d' lambda <= renyi d lambda.
Proof. exact (V_3_renyi d d' k lambda). Qed.

(* The symmetry of clones: an exchange of the two counts exchanges the laws. *)
Theorem clones_are_symmetric n eps0 p lambda eps :
  renyi (swap (clone_pair_with n eps0 p)) lambda = renyi (clone_pair_with n eps0 p) lambda /\
  hockey_stick (swap (clone_pair_with n eps0 p)) eps = hockey_stick (clone_pair_with n eps0 p) eps.
Proof. exact (conj (clone_renyi_swap n eps0 p lambda) (clone_hockey_stick_swap n eps0 p eps)). Qed.
(* That of k-ary randomized response: an exchange of the symbols 0 and 1 does. *)
Theorem krr_is_symmetric k n eps0 lambda eps :
  3 <= k ->
  renyi (swap (krr_pair k n eps0)) lambda = renyi (krr_pair k n eps0) lambda /\
  hockey_stick (swap (krr_pair k n eps0)) eps = hockey_stick (krr_pair k n eps0) eps.
Proof. exact (fun K => conj (krr_renyi_swap k n eps0 lambda K) (krr_hockey_stick_swap k n eps0 eps K)). Qed.
