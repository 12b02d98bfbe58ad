(** Letters, dependence, and numbers for letters (A.2).

    A letter ⟨t,i,T,x⟩ is an event of thread [t], its [i]th, of kind [T], at
    the object [x], a variable or a mutex.  Updates are writes; a
    CompareAndSwap is a write if it succeeds, and a read if it fails. *)

From Coq Require Import List Arith Bool Cantor.
Import ListNotations.

Inductive kind := Read | Write | Lock | Unlock.

Record letter := L { th : nat; ix : nat; kd : kind; va : nat }.

(** All kinds but reads count as writes of their object. *)
Definition wr (a : letter) : bool := match kd a with Read => false | _ => true end.
Definition lock (a : letter) : bool := match kd a with Lock => true | _ => false end.
(** An access of a variable. *)
Definition acc (a : letter) : bool :=
  match kd a with Read | Write => true | _ => false end.

Lemma wr_acc a : acc a = false -> wr a = true.
Proof. unfold acc, wr. now destruct (kd a). Qed.

Lemma lock_acc a : lock a = true -> acc a = false.
Proof. unfold acc, lock. now destruct (kd a). Qed.

Lemma letter_dec : forall a b : letter, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** [a ⋈ b]: the same thread, or the same variable and one of them writes. *)
Definition dep (a b : letter) : bool :=
  (th a =? th b) || ((va a =? va b) && (wr a || wr b)).

Lemma dep_refl a : dep a a = true.
Proof. unfold dep. now rewrite Nat.eqb_refl. Qed.

Lemma dep_sym a b : dep a b = dep b a.
Proof.
  unfold dep. rewrite (Nat.eqb_sym (th a)), (Nat.eqb_sym (va a)).
  now rewrite (orb_comm (wr a)).
Qed.

Lemma dep_same_thread a b : th a = th b -> dep a b = true.
Proof. unfold dep. intros ->. now rewrite Nat.eqb_refl. Qed.

Lemma indep_threads a b : dep a b = false -> th a <> th b.
Proof. intros H H'. rewrite dep_same_thread in H; congruence. Qed.

(** Dependent letters of different threads access the same variable, and one
    of them writes it. *)
Lemma dep_threads a b :
  dep a b = true -> th a <> th b -> va a = va b /\ (wr a = true \/ wr b = true).
Proof.
  unfold dep. intros H Ht. apply orb_true_iff in H as [H|H].
  - apply Nat.eqb_eq in H. contradiction.
  - apply andb_true_iff in H as [H1 H2]. apply Nat.eqb_eq in H1.
    apply orb_true_iff in H2. auto.
Qed.

Lemma dep_access a b :
  va a = va b -> (wr a = true \/ wr b = true) -> dep a b = true.
Proof.
  unfold dep. intros -> H. rewrite Nat.eqb_refl. apply orb_true_iff in H.
  rewrite H. apply orb_true_r.
Qed.

(** What a step [a] of another thread may do to a next letter [b]: the kind of
    an access may change, if [a] writes its variable. *)
Definition turn (a b b' : letter) : Prop :=
  b' = b \/
  (wr a = true /\ va a = va b /\ th b' = th b /\ ix b' = ix b /\ va b' = va b
   /\ acc b = true /\ acc b' = true).

Definition turns (a : letter) (o o' : option letter) : Prop :=
  match o, o' with
  | Some b, Some b' => turn a b b'
  | None, None => True
  | _, _ => False
  end.

Lemma turn_same a b b' :
  turn a b b' -> th b' = th b /\ ix b' = ix b /\ va b' = va b.
Proof. intros [->|H]; tauto. Qed.

(** Each letter has a number. *)
Definition lcode (a : letter) : nat :=
  to_nat (th a, to_nat (ix a, to_nat
    (match kd a with Read => 0 | Write => 1 | Lock => 2 | Unlock => 3 end, va a))).

Definition ldecode (n : nat) : letter :=
  let (t, n) := of_nat n in
  let (i, n) := of_nat n in
  let (k, x) := of_nat n in
  L t i (match k with 0 => Read | 1 => Write | 2 => Lock | _ => Unlock end) x.

Lemma ldecode_lcode a : ldecode (lcode a) = a.
Proof.
  unfold ldecode, lcode. rewrite !cancel_of_to.
  destruct a as [t i [] x]; reflexivity.
Qed.

(** A mutex is free after [X] if the last letter at it is no Lock. *)
Definition last_at (m : nat) (X : list letter) : option letter :=
  find (fun a => va a =? m) (rev X).

Definition free (X : list letter) (m : nat) : bool :=
  match last_at m X with Some a => negb (lock a) | None => true end.

(** A next letter may be executed, unless it is a Lock of a mutex that is not
    free. *)
Definition can (X : list letter) (a : letter) : bool := negb (lock a) || free X (va a).

Lemma find_app {A} (P : A -> bool) l l' :
  find P (l ++ l') = match find P l with Some a => Some a | None => find P l' end.
Proof. induction l as [|a l IH]; simpl; [auto|]. now destruct (P a). Qed.

Lemma last_at_app m X Y :
  (forall a, In a Y -> va a <> m) -> last_at m (X ++ Y) = last_at m X.
Proof.
  intros H. unfold last_at. rewrite rev_app_distr, find_app.
  destruct (find _ (rev Y)) as [a|] eqn:E; [|reflexivity].
  apply find_some in E as [E1 E2]. apply in_rev in E1. apply Nat.eqb_eq in E2.
  now apply H in E1.
Qed.

Lemma last_at_snoc m X a :
  last_at m (X ++ [a]) = if va a =? m then Some a else last_at m X.
Proof. unfold last_at. now rewrite rev_app_distr. Qed.

(** Letters that are independent of [b] do not change whether it is free. *)
Lemma can_others X Y b :
  (forall a, In a Y -> dep a b = false) -> can (X ++ Y) b = can X b.
Proof.
  intros H. unfold can, free. destruct (lock b) eqn:El; [|reflexivity].
  rewrite last_at_app; [reflexivity|]. intros a Ha Hv.
  specialize (H a Ha). rewrite dep_access in H; [discriminate|exact Hv|].
  right. now apply wr_acc, lock_acc.
Qed.

(** Independent neighbours may be exchanged. *)
Lemma free_swap X a b v m :
  dep a b = false -> free (X ++ a :: b :: v) m = free (X ++ b :: a :: v) m.
Proof.
  intros Hd. unfold free, last_at. rewrite !rev_app_distr. simpl.
  rewrite <- !app_assoc, !find_app. destruct (find _ (rev v)); [reflexivity|].
  simpl. destruct (Nat.eqb_spec (va a) m), (Nat.eqb_spec (va b) m); try reflexivity.
  assert (Hl : forall c, wr c = false -> lock c = false).
  { intros c. unfold wr, lock. now destruct (kd c). }
  assert (Wa : wr a = false).
  { apply not_true_is_false. intros W. rewrite dep_access in Hd; auto; congruence. }
  assert (Wb : wr b = false).
  { apply not_true_is_false. intros W. rewrite dep_access in Hd; auto; congruence. }
  now rewrite !Hl.
Qed.
