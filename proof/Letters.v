(** Letters, dependence, and numbers for letters (A.2).

    A letter ⟨t,i,T,x⟩ is an access by thread [t], its [i]th, of kind [T]
    (read, or write) to the variable [x].  Updates are writes; a
    CompareAndSwap is a write if it succeeds, and a read if it fails. *)

From Coq Require Import List Arith Bool Cantor.
Import ListNotations.

Record letter := L { th : nat; ix : nat; wr : bool; va : nat }.

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

(** What a step [a] of another thread may do to a next letter [b]: its kind
    may change, if [a] writes its variable. *)
Definition turn (a b b' : letter) : Prop :=
  b' = b \/
  (wr a = true /\ va a = va b /\ th b' = th b /\ ix b' = ix b /\ va b' = va b).

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
  to_nat (th a, to_nat (ix a, to_nat (if wr a then 1 else 0, va a))).

Definition ldecode (n : nat) : letter :=
  let (t, n) := of_nat n in
  let (i, n) := of_nat n in
  let (k, x) := of_nat n in
  L t i (k =? 1) x.

Lemma ldecode_lcode a : ldecode (lcode a) = a.
Proof.
  unfold ldecode, lcode. rewrite !cancel_of_to.
  destruct a as [t i [|] x]; reflexivity.
Qed.
