(* Finite laws: means of draws in a row, and sums over outcomes. docs/reference/pairs.md, "Laws". *)
From Coq Require Import Reals Lra Lia ZArith List.
From Shufflecert Require Import numbers laws pairs.
Import ListNotations.
Open Scope R_scope.

(* Means *)

Lemma mean_app {A} (l r : law A) f : mean (l ++ r) f = mean l f + mean r f.
Proof. induction l as [| [w a] l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_scaled {A} (l : law A) c f :
  mean (map (fun va => (c * fst va, snd va)) l) f = c * mean l f.
Proof. induction l as [| [w a] l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_bind {A B} (l : law A) (k : A -> law B) f :
  mean (bind l k) f = mean l (fun a => mean (k a) f).
Proof.
  induction l as [| [w a] l IH]; simpl; [reflexivity |].
  rewrite mean_app, mean_scaled, IH. reflexivity.
Qed.
Lemma mean_sure {A} (a : A) f : mean (sure a) f = f a.
Proof. simpl. ring. Qed.
Lemma mean_mix {A} w (l r : law A) f : mean (mix w l r) f = w * mean l f + (1 - w) * mean r f.
Proof. unfold mix. rewrite mean_app, !mean_scaled. reflexivity. Qed.
Lemma mean_bernoulli p f : mean (bernoulli p) f = p * f 1%nat + (1 - p) * f 0%nat.
Proof. simpl. ring. Qed.
Lemma mean_ext {A} (l : law A) f g : (forall a, f a = g a) -> mean l f = mean l g.
Proof. intros H. induction l as [| [w a] l IH]; simpl; [reflexivity | rewrite H, IH; reflexivity]. Qed.
Lemma mean_times {A} (l : law A) c f : mean l (fun a => c * f a) = c * mean l f.
Proof. induction l as [| [w a] l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_plus {A} (l : law A) f g : mean l (fun a => f a + g a) = mean l f + mean l g.
Proof. induction l as [| [w a] l IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma mean_zero {A} (l : law A) : mean l (fun _ => 0) = 0.
Proof. induction l as [| [w a] l IH]; simpl; [ring | rewrite IH; ring]. Qed.
(* Draws that do not depend on each other may be taken in any order. *)
Lemma mean_exchange {A B} (l : law A) (r : law B) f :
  mean l (fun a => mean r (f a)) = mean r (fun b => mean l (fun a => f a b)).
Proof.
  induction l as [| [w a] l IH]; simpl; [rewrite mean_zero; reflexivity |].
  rewrite IH, <- mean_times, <- mean_plus. reflexivity.
Qed.

(* Weights that are not negative *)

Definition not_negative {A} (l : law A) : Prop := forall w a, In (w, a) l -> 0 <= w.

Lemma not_negative_app {A} (l r : law A) : not_negative l -> not_negative r -> not_negative (l ++ r).
Proof. intros H K w a I. apply in_app_or in I. destruct I; [eapply H | eapply K]; eassumption. Qed.
Lemma not_negative_scaled {A} (l : law A) c :
  0 <= c -> not_negative l -> not_negative (map (fun va => (c * fst va, snd va)) l).
Proof.
  intros H K w a I. apply in_map_iff in I. destruct I as [[v b] [E I]]. simpl in E.
  injection E as <- <-. apply Rmult_le_pos; [assumption | eapply K; eassumption].
Qed.
Lemma not_negative_sure {A} (a : A) : not_negative (sure a).
Proof. intros w b [E | []]. injection E as <- _. lra. Qed.
Lemma not_negative_bind {A B} (l : law A) (k : A -> law B) :
  not_negative l -> (forall a, not_negative (k a)) -> not_negative (bind l k).
Proof.
  intros H K. induction l as [| [w a] l IH]; simpl; [intros ? ? [] |].
  apply not_negative_app.
  - apply not_negative_scaled; [apply (H w a); left; reflexivity | apply K].
  - apply IH. intros v b I. apply (H v b). right. assumption.
Qed.
Lemma not_negative_bernoulli p : 0 <= p <= 1 -> not_negative (bernoulli p).
Proof. intros H w a [E | [E | []]]; injection E as <- _; lra. Qed.
Lemma binomial_weight_nonneg m p k : 0 <= p <= 1 -> 0 <= binomial_weight m p k.
Proof.
  intros H. unfold binomial_weight, Binomial.C. apply Rmult_le_pos; [apply Rmult_le_pos |].
  - apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0].
  - apply pow_le. lra.
  - apply pow_le. lra.
Qed.
Lemma not_negative_binomial m p : 0 <= p <= 1 -> not_negative (binomial_law m p).
Proof.
  intros H w a I. apply in_map_iff in I. destruct I as [k [E _]]. injection E as <- _.
  apply binomial_weight_nonneg. assumption.
Qed.
Lemma mean_nonneg {A} (l : law A) f : not_negative l -> (forall a, 0 <= f a) -> 0 <= mean l f.
Proof.
  intros H K. induction l as [| [w a] l IH]; simpl; [lra |].
  apply Rplus_le_le_0_compat.
  - apply Rmult_le_pos; [apply (H w a); left; reflexivity | apply K].
  - apply IH. intros v b I. apply (H v b). right. assumption.
Qed.
Lemma mean_le {A} (l : law A) f g : not_negative l -> (forall a, f a <= g a) -> mean l f <= mean l g.
Proof.
  intros H K. induction l as [| [w a] l IH]; simpl; [lra |].
  apply Rplus_le_compat.
  - apply Rmult_le_compat_l; [apply (H w a); left; reflexivity | apply K].
  - apply IH. intros v b I. apply (H v b). right. assumption.
Qed.

(* Probabilities add up to 1 *)

Lemma binomial_total m p : mean (binomial_law m p) (fun _ => 1) = 1.
Proof.
  unfold binomial_law.
  assert (S : forall n, mean (map (fun k => (binomial_weight m p k, k)) (seq 0 (S n))) (fun _ => 1)
                        = sum_f_R0 (binomial_weight m p) n).
  { induction n as [| n IH]; [simpl; ring |].
    rewrite seq_S, map_app, mean_app, IH. simpl. ring. }
  rewrite S. unfold binomial_weight. rewrite <- Binomial.binomial.
  replace (p + (1 - p)) with 1 by ring. apply pow1.
Qed.
Lemma total_bind {A B} (l : law A) (k : A -> law B) :
  mean l (fun _ => 1) = 1 -> (forall a, mean (k a) (fun _ => 1) = 1) ->
  mean (bind l k) (fun _ => 1) = 1.
Proof. intros H K. rewrite mean_bind. rewrite (mean_ext l _ (fun _ => 1)); assumption. Qed.
Lemma law_not_negative {A} (l : law A) : is_law l -> not_negative l.
Proof. intros [H _]. exact H. Qed.
Lemma law_total {A} (l : law A) : is_law l -> mean l (fun _ => 1) = 1.
Proof. intros [_ H]. exact H. Qed.
Lemma is_law_bind {A B} (l : law A) (k : A -> law B) :
  is_law l -> (forall a, is_law (k a)) -> is_law (bind l k).
Proof.
  intros [H H1] K. split.
  - apply not_negative_bind; [assumption | intros a; exact (proj1 (K a))].
  - apply total_bind; [assumption | intros a; exact (proj2 (K a))].
Qed.
Lemma is_law_sure {A} (a : A) : is_law (sure a).
Proof. split; [apply not_negative_sure | simpl; ring]. Qed.
Lemma is_law_bernoulli p : 0 <= p <= 1 -> is_law (bernoulli p).
Proof. intros H. split; [apply not_negative_bernoulli; assumption | simpl; ring]. Qed.
Lemma is_law_binomial m p : 0 <= p <= 1 -> is_law (binomial_law m p).
Proof. intros H. split; [apply not_negative_binomial; assumption | apply binomial_total]. Qed.
Lemma is_law_mix {A} w (l r : law A) : 0 <= w <= 1 -> is_law l -> is_law r -> is_law (mix w l r).
Proof.
  intros H [L L1] [K K1]. split.
  - apply not_negative_app; apply not_negative_scaled; try assumption; lra.
  - rewrite mean_mix, L1, K1. ring.
Qed.

(* Sums over outcomes *)

Lemma sum_of_ext {A} (s : list A) f g : (forall x, In x s -> f x = g x) -> sum_of s f = sum_of s g.
Proof.
  induction s as [| x s IH]; simpl; intros H; [reflexivity |].
  rewrite (H x), IH; auto.
Qed.
Lemma sum_of_plus {A} (s : list A) f g : sum_of s (fun x => f x + g x) = sum_of s f + sum_of s g.
Proof. induction s as [| x s IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma sum_of_times {A} (s : list A) c f : sum_of s (fun x => c * f x) = c * sum_of s f.
Proof. induction s as [| x s IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma sum_of_le {A} (s : list A) f g : (forall x, In x s -> f x <= g x) -> sum_of s f <= sum_of s g.
Proof.
  induction s as [| x s IH]; simpl; intros H; [lra |].
  apply Rplus_le_compat; auto.
Qed.
Lemma sum_of_nonneg {A} (s : list A) f : (forall x, In x s -> 0 <= f x) -> 0 <= sum_of s f.
Proof.
  induction s as [| x s IH]; simpl; intros H; [lra |].
  apply Rplus_le_le_0_compat; auto.
Qed.
Lemma sum_of_positive {A} (s : list A) f x :
  (forall y, In y s -> 0 <= f y) -> In x s -> 0 < f x -> 0 < sum_of s f.
Proof.
  induction s as [| y s IH]; simpl; intros H I P; [contradiction |].
  destruct I as [-> | I].
  - apply Rplus_lt_le_0_compat; [assumption | apply sum_of_nonneg; auto].
  - apply Rplus_le_lt_0_compat; auto.
Qed.
Lemma sum_of_some_positive {A} (s : list A) f : 0 < sum_of s f -> exists x, In x s /\ 0 < f x.
Proof.
  induction s as [| y s IH]; simpl; intros H; [lra |].
  destruct (Rlt_dec 0 (f y)) as [P | P]; [exists y; auto |].
  destruct IH as [x [I Q]]; [lra | exists x; auto].
Qed.
Lemma sum_of_indicator (s : list outcome) a c :
  NoDup s -> In a s -> sum_of s (fun x => (if same_outcome x a then 1 else 0) * c x) = c a.
Proof.
  induction s as [| y s IH]; simpl; intros N I; [contradiction |].
  inversion N as [| ? ? H K]; subst. destruct I as [-> | I].
  - destruct (same_outcome a a) as [_ | H']; [| contradiction].
    rewrite (sum_of_ext s _ (fun _ => 0 * 0)).
    + rewrite (sum_of_times s 0 (fun _ => 0)). ring.
    + intros x Ix. destruct (same_outcome x a) as [-> | _]; [contradiction | ring].
  - destruct (same_outcome y a) as [-> | _]; [contradiction |]. rewrite IH by assumption. ring.
Qed.
(* A mean as a sum over outcomes, each taken once. *)
Lemma mean_as_sum (l : law outcome) s f :
  NoDup s -> incl (outcomes l) s -> mean l f = sum_of s (fun x => pmf l x * f x).
Proof.
  intros N. induction l as [| [w a] l IH]; intros I.
  - unfold pmf. simpl. rewrite (sum_of_ext s _ (fun _ => 0 * 0)) by (intros; ring).
    rewrite (sum_of_times s 0 (fun _ => 0)). ring.
  - cbn [mean]. rewrite IH by (intros x Hx; apply I; right; assumption).
    rewrite (sum_of_ext s (fun x => pmf ((w, a) :: l) x * f x)
      (fun x => w * ((if same_outcome x a then 1 else 0) * f x) + pmf l x * f x))
      by (intros; unfold pmf; cbn [mean]; ring).
    rewrite sum_of_plus, sum_of_times, sum_of_indicator; [reflexivity | assumption |].
    apply I. left. reflexivity.
Qed.
Lemma pmf_nonneg (l : law outcome) x : not_negative l -> 0 <= pmf l x.
Proof. intros H. apply mean_nonneg; [assumption |]. intros a. destruct (same_outcome x a); lra. Qed.
Lemma NoDup_support d : NoDup (support d).
Proof. apply NoDup_nodup. Qed.
Lemma first_in_support d : incl (outcomes (first d)) (support d).
Proof. intros x H. apply nodup_In, in_or_app. left. assumption. Qed.
Lemma second_in_support d : incl (outcomes (second d)) (support d).
Proof. intros x H. apply nodup_In, in_or_app. right. assumption. Qed.
