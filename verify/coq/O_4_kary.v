(* (O.4) of docs/methods/orderings.md, for three symbols and the order 2: where all others have the input 2, the first
   law of the pair has the density 1 + G/m, in which each report adds its own gain to G. The gains of different
   users do not depend on each other and have the mean 0, so that the mean of G^2 is m times that of one. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs law_facts common_support densities U_6 V_3 K_1_kary symmetry steps O_5.
Import ListNotations.
Open Scope R_scope.

Section Krr_square.
Variable eps0 : R.
Definition report_2 : law nat := krr_report eps0 3 2.
Definition hist (k : nat) : law outcome := krr_histogram eps0 3 (repeat 2%nat k).
Definition gain (j : nat) : R := match j with 0%nat => exp eps0 - 1 | 1%nat => 0 | _ => / exp eps0 - 1 end.
Definition gains (h : outcome) : R := gain 0 * IZR (nth 0 h 0%Z) + gain 2 * IZR (nth 2 h 0%Z).
Lemma mean_report g :
  mean report_2 g = (g 0%nat + g 1%nat + exp eps0 * g 2%nat) / (exp eps0 + 2).
Proof.
  unfold report_2, krr_report. cbn [seq map mean Nat.eqb INR]. pose proof (exp_pos eps0). field. lra.
Qed.
Lemma hist_succ k f : mean (hist (S k)) f = mean report_2 (fun j => mean (hist k) (fun h => f (counted h j))).
Proof.
  unfold hist. cbn [repeat krr_histogram]. rewrite mean_bind. apply mean_ext. intros j. rewrite mean_bind.
  apply mean_ext. intros h. apply mean_sure.
Qed.
Lemma hist_ext k : forall f g, (forall h, length h = 3%nat -> f h = g h) -> mean (hist k) f = mean (hist k) g.
Proof.
  induction k as [| k IH]; intros f g E.
  - unfold hist. cbn [repeat krr_histogram]. rewrite !mean_sure. apply E. reflexivity.
  - rewrite !hist_succ. apply mean_ext. intros j. apply IH. intros h L. apply E. rewrite length_counted. exact L.
Qed.
Lemma gains_counted h j : length h = 3%nat -> (j < 3)%nat -> gains (counted h j) = gains h + gain j.
Proof.
  intros L J. destruct h as [| x [| y [| z [| ]]]]; try discriminate L.
  destruct j as [| [| [| j]]]; [| | | lia]; unfold gains; cbn [counted firstn skipn app nth]; rewrite ?plus_IZR; cbn [gain]; ring.
Qed.
Lemma mean_report_ext f g : (forall j, (j < 3)%nat -> f j = g j) -> mean report_2 f = mean report_2 g.
Proof. intros E. rewrite !mean_report, !E by lia. reflexivity. Qed.
Lemma gains_mean k : forall f,
  mean (hist k) (fun h => gains h * f h)
  = INR k * mean report_2 (fun j => gain j * mean (hist (pred k)) (fun h => f (counted h j))).
Proof.
  induction k as [| k IH]; intros f.
  - unfold hist. cbn [repeat krr_histogram]. rewrite mean_sure. unfold gains. simpl. ring.
  - cbn [pred]. rewrite hist_succ.
    rewrite (mean_report_ext _ (fun j => INR k * mean report_2 (fun i => gain i * mean (hist (pred k)) (fun h => f (counted (counted h i) j)))
      + gain j * mean (hist k) (fun h => f (counted h j)))).
    + rewrite mean_plus, mean_times, S_INR.
      rewrite (mean_exchange report_2 report_2).
      destruct k as [| k]; [simpl INR; ring |]. cbn [pred].
      rewrite (mean_ext report_2 (fun b => mean report_2 (fun a => gain b * mean (hist k) (fun h => f (counted (counted h b) a))))
        (fun i => gain i * mean (hist (S k)) (fun h => f (counted h i)))); [ring |].
      intros i. rewrite mean_times. f_equal. rewrite hist_succ. apply mean_ext. intros a. apply mean_ext. intros h.
      f_equal. apply counted_exchange.
    + intros j J. rewrite <- (IH (fun h => f (counted h j))), <- mean_times, <- mean_plus. apply hist_ext. intros h L.
      rewrite gains_counted by assumption. ring.
Qed.
Lemma gain_mean : mean report_2 gain = 0.
Proof. rewrite mean_report. cbn [gain]. pose proof (exp_pos eps0). field. lra. Qed.
Lemma hist_total k : mean (hist k) (fun _ => 1) = 1.
Proof.
  induction k as [| k IH]; [unfold hist; cbn [repeat krr_histogram]; rewrite mean_sure; reflexivity |].
  rewrite hist_succ, (mean_ext _ _ (fun _ => 1)) by (intros; exact IH). rewrite mean_report. pose proof (exp_pos eps0). field. lra.
Qed.
Lemma gains_square k : mean (hist k) (fun h => gains h * gains h) = INR k * mean report_2 (fun j => gain j ^ 2).
Proof.
  destruct k as [| k]; [rewrite gains_mean; simpl INR; ring |]. rewrite gains_mean. cbn [pred]. f_equal.
  rewrite (mean_report_ext _ (fun j => mean (hist k) gains * gain j + gain j ^ 2)).
  - rewrite mean_plus, mean_times, gain_mean. ring.
  - intros j J. rewrite (hist_ext k _ (fun h => gains h + gain j * 1)) by (intros h L; rewrite gains_counted by assumption; ring).
    rewrite mean_plus, mean_times, hist_total. ring.
Qed.
Lemma first_density k f :
  mean (krr_histogram eps0 3 (0%nat :: repeat 2%nat k)) f = mean (hist (S k)) (fun h => (1 + gains h / INR (S k)) * f h).
Proof.
  rewrite (mean_ext (hist (S k)) _ (fun h => f h + / INR (S k) * (gains h * f h))) by (intros h; unfold Rdiv; ring).
  rewrite mean_plus, mean_times, gains_mean, hist_succ. cbn [pred krr_histogram]. fold (hist k).
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by (apply not_0_INR; lia). rewrite mean_bind.
  rewrite (mean_ext (krr_report eps0 3 0) _ (fun j => mean (hist k) (fun h => f (counted h j))))
    by (intros j; rewrite mean_bind; apply mean_ext; intros h; apply mean_sure).
  rewrite !mean_report. unfold krr_report. cbn [seq map mean Nat.eqb INR gain]. pose proof (exp_pos eps0). field. lra.
Qed.
Lemma krr_square_at_most k :
  0 <= eps0 ->
  chi_moment (pair_of (krr_histogram eps0 3 (0%nat :: repeat 2%nat k)) (hist (S k))) 2
  <= (exp eps0 - 1) ^ 2 / (INR (S k) * exp eps0).
Proof.
  intros E. pose proof (exp_pos eps0) as P. set (n := INR (S k)). assert (N : 0 < n) by (apply lt_0_INR; lia).
  unfold chi_moment, sum_pair. cbn [first second].
  set (d := pair_of (krr_histogram eps0 3 (0%nat :: repeat 2%nat k)) (hist (S k))).
  apply Rle_trans with (mean (hist (S k)) (fun h => / n ^ 2 * (gains h * gains h))).
  - pose proof (mean_second d (fun h => / n ^ 2 * (gains h * gains h))) as M. cbn [second] in M. unfold d in M at 1 3.
    cbn [second] in M. rewrite M. apply sum_of_le. intros x _.
    destruct (Req_EM_T (pmf (hist (S k)) x) 0) as [-> | Z]; [lra |].
    rewrite (pmf_density (hist (S k)) (fun h => 1 + gains h / n) (krr_histogram eps0 3 (0%nat :: repeat 2%nat k)))
      by (intros f; apply first_density).
    replace ((1 + gains x / n) * pmf (hist (S k)) x / pmf (hist (S k)) x - 1) with (gains x / n) by (field; split; lra).
    right. f_equal. change 2 with (INR 2) at 1. rewrite power_whole, pow2_abs. field. lra.
  - rewrite mean_times, gains_square, mean_report. fold n. cbn [gain].
    replace (/ n ^ 2 * (n * (((exp eps0 - 1) ^ 2 + 0 ^ 2 + exp eps0 * (/ exp eps0 - 1) ^ 2) / (exp eps0 + 2))))
      with ((exp eps0 - 1) ^ 2 / (n * exp eps0) * ((exp eps0 + 1) / (exp eps0 + 2))) by (field; lra).
    rewrite <- (Rmult_1_r ((exp eps0 - 1) ^ 2 / (n * exp eps0))) at 2. apply Rmult_le_compat_l.
    + apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption].
    + apply Rmult_le_reg_r with (exp eps0 + 2); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
End Krr_square.
Theorem O_4_krr_square m eps0 :
  is_whole m -> 1 <= m -> 0 <= eps0 ->
  chi_moment (pair_of (krr_law eps0 [1; 0; m - 1]) (krr_law eps0 [0; 0; m])) 2
  <= (exp eps0 - 1) ^ 2 / ((m - 1 + 1) * exp eps0).
Proof.
  intros W M E. pose proof (krr_square_at_most eps0 (users (m - 1)) E) as K.
  assert (W' : is_whole (m - 1)) by (apply whole_minus; [exact W | apply whole_number]).
  replace (INR (S (users (m - 1)))) with (m - 1 + 1) in K by (rewrite S_INR, users_of_whole by (exact W' || lra); reflexivity).
  assert (U : users m = S (users (m - 1))) by (rewrite <- users_next by (exact W' || lra); f_equal; ring).
  unfold krr_law. cbn [length inputs_from]. rewrite U, users_0, users_1, !app_nil_r. cbn [repeat app]. exact K.
Qed.
