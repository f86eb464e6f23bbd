(* (O.9) of docs/methods/orderings.md, sampling: with probability g one user's report is among the others', and the
   difference of the first two laws shrinks by g; the third is a mixture, under which the moment is convex. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts V_3 symmetry steps O_3 O_4.
Import ListNotations.
Open Scope R_scope.

Lemma scaled_moment_times a g d r : 1 <= a -> 0 <= g -> scaled_moment a (g * d) r = power g a * scaled_moment a d r.
Proof.
  intros A G. unfold scaled_moment. destruct (Req_EM_T r 0) as [E | N]; [ring |].
  replace (g * d / r) with (g * (d / r)) by (field; exact N). rewrite Rabs_mult, (Rabs_right g) by lra.
  destruct G as [G | <-].
  - rewrite power_of_product by (try apply Rabs_pos; lra). ring.
  - rewrite Rmult_0_l, power_of_0 by lra. ring.
Qed.
Theorem O_9_ternary g Z O T U a :
  1 <= a -> 0 <= g <= 1 -> not_negative T -> not_negative U -> ternary_is_finite Z O T -> ternary_is_finite Z O U ->
  ternary_moment (mix g Z U) (mix g O U) (mix g T U) a
  <= power g a * Rmax (ternary_moment Z O T a) (ternary_moment Z O U a).
Proof.
  intros A G NT NU FT FU.
  set (s := nodup same_outcome (outcomes Z ++ outcomes O ++ outcomes T ++ outcomes U)).
  assert (S : NoDup s) by apply NoDup_nodup.
  rewrite (ternary_over s (mix g Z U)), (ternary_over s Z O T), (ternary_over s Z O U); try exact S;
    try (intros x X; rewrite ?outcomes_mix in X; apply nodup_In; rewrite !in_app_iff in *; tauto).
  apply Rle_trans with (power g a * (g * sum_of s (fun x => scaled_moment a (pmf Z x - pmf O x) (pmf T x))
    + (1 - g) * sum_of s (fun x => scaled_moment a (pmf Z x - pmf O x) (pmf U x)))).
  - rewrite <- !sum_of_times, <- sum_of_plus, <- sum_of_times. apply sum_of_le. intros x _. rewrite !pmf_mix.
    replace (g * pmf Z x + (1 - g) * pmf U x - (g * pmf O x + (1 - g) * pmf U x)) with (g * (pmf Z x - pmf O x)) by ring.
    rewrite scaled_moment_times by lra. apply Rmult_le_compat_l; [apply power_nonneg; lra |].
    set (d := pmf Z x - pmf O x). replace (scaled_moment a d (g * pmf T x + (1 - g) * pmf U x))
      with (scaled_moment a (g * d + (1 - g) * d) (g * pmf T x + (1 - g) * pmf U x)) by (f_equal; ring).
    apply scaled_moment_mixed; try assumption; try (apply pmf_nonneg; assumption); unfold d.
    + intros E. rewrite (FT x E). ring.
    + intros E. rewrite (FU x E). ring.
  - apply Rmult_le_compat_l; [apply power_nonneg; lra |].
    match goal with |- g * ?x + (1 - g) * ?y <= _ => pose proof (Rmax_l x y); pose proof (Rmax_r x y); set (m := Rmax x y) in * end.
    nra.
Qed.
