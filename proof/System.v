(** Systems: the properties of programs that the proof uses (A.2: P1, P2, P3,
    F1, F2).

    A system says which letter each thread would execute next after a
    sequence of letters. [Program.v] shows that programs of reads, writes,
    updates, CompareAndSwaps, Locks and Unlocks are systems; none of the
    following is assumed about them. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters.
Import ListNotations.

(** Executions: each letter is the next one of its thread.  Every next letter
    may be executed, but Locks of mutexes that are not free: this is P2. *)
Inductive exec (next : list letter -> nat -> option letter)
  : list letter -> Prop :=
| exec_nil : exec next []
| exec_snoc X a :
    exec next X -> next X (th a) = Some a -> can X a = true -> exec next (X ++ [a]).

(** The number of letters of thread [t]. *)
Definition count (t : nat) (X : list letter) : nat :=
  length (filter (fun a => th a =? t) X).

Record system := {
  next : list letter -> nat -> option letter;
  threads : list nat;
  bound : nat;
  mutex : nat -> bool;   (* which objects are mutexes *)
  (** P1: at most one next letter of each thread ([next] is a function);
      letters are numbered by thread. *)
  next_letter : forall X t a,
    exec next X -> next X t = Some a ->
    th a = t /\ ix a = count t X /\ In t threads;
  (** Locks and Unlocks are at mutexes, and nothing else; a thread that unlocks
      a mutex has locked it last. *)
  next_mutex : forall X t a,
    exec next X -> next X t = Some a ->
    acc a = negb (mutex (va a))
    /\ (kd a = Unlock -> exists b, last_at (va a) X = Some b /\ lock b = true /\ th b = t);
  (** F2: a step [a] of another thread does not change the next letter, but
      for its kind, and that only if [a] writes its variable. *)
  next_other : forall X a t,
    exec next (X ++ [a]) -> th a <> t -> turns a (next X t) (next (X ++ [a]) t);
  (** F1: the state after independent neighbours does not depend on their
      order, so the continuations are the same. *)
  next_swap : forall X a b v t,
    exec next (X ++ [a; b]) -> dep a b = false ->
    next (X ++ a :: b :: v) t = next (X ++ b :: a :: v) t;
  (** P3: finitely many threads, and executions of bounded length. *)
  exec_bound : forall X, exec next X -> length X <= bound
}.

Section Sys.
Variable S : system.
Notation exec := (exec (next S)).

Lemma exec_inv X a : exec (X ++ [a]) -> exec X /\ next S X (th a) = Some a.
Proof.
  intros H. inversion H as [H0|Y b HY Hb Hc Heq].
  - now destruct X.
  - apply app_inj_tail in Heq as [-> ->]. auto.
Qed.

Lemma exec_can X a : exec (X ++ [a]) -> can X a = true.
Proof.
  intros H. inversion H as [H0|Y b HY Hb Hc Heq].
  - now destruct X.
  - apply app_inj_tail in Heq as [-> ->]. exact Hc.
Qed.

Lemma exec_app X Y : exec (X ++ Y) -> exec X.
Proof.
  induction Y as [|a Y IH] using rev_ind; intros H.
  - now rewrite app_nil_r in H.
  - rewrite app_assoc in H. apply exec_inv in H as [H _]. auto.
Qed.

Lemma count_app t X Y : count t (X ++ Y) = count t X + count t Y.
Proof. unfold count. now rewrite filter_app, app_length. Qed.

Lemma exec_ix X a : exec X -> In a X -> ix a < count (th a) X.
Proof.
  intros H. induction H as [|X b H IH Hn _]; intros Hin; [easy|].
  rewrite count_app. apply in_app_iff in Hin as [Hin|[->|[]]].
  - specialize (IH Hin). lia.
  - apply (next_letter S X) in Hn as (_ & Hi & _); [|exact H].
    unfold count at 2. simpl. rewrite Nat.eqb_refl. simpl. lia.
Qed.

(** No letter occurs twice. *)
Lemma exec_fresh X a : exec (X ++ [a]) -> ~ In a X.
Proof.
  intros H Hin. apply exec_inv in H as [H Hn].
  apply exec_ix in Hin; [|exact H].
  apply (next_letter S X) in Hn as (_ & Hi & _); [|exact H]. lia.
Qed.

Lemma exec_NoDup X : exec X -> NoDup X.
Proof.
  intros H. induction X as [|a X IH] using rev_ind; [constructor|].
  apply (NoDup_Add (a := a) (l := X)).
  - rewrite <- (app_nil_r X) at 1. apply Add_app.
  - split; [apply IH; now apply exec_inv in H|now apply exec_fresh].
Qed.

(** F2 for one step: a letter that is independent of the step stays the next
    one. *)
Lemma F2_step X a b :
  exec (X ++ [a]) -> dep a b = false ->
  (next S (X ++ [a]) (th b) = Some b <-> next S X (th b) = Some b).
Proof.
  intros H Hd. assert (HT := next_other S X a (th b) H (indep_threads _ _ Hd)).
  unfold turns in HT.
  destruct (next S X (th b)) as [c|], (next S (X ++ [a]) (th b)) as [c'|];
    try easy.
  destruct HT as [->|(Hw & Hv & _ & _ & Hv' & _)]; [reflexivity|].
  split; intros [= ->]; rewrite dep_access in Hd; try discriminate; auto;
    congruence.
Qed.

(** F1: independent neighbours may be exchanged at the end of an execution... *)
Lemma F1_end X a b :
  exec (X ++ [a; b]) -> dep a b = false -> exec (X ++ [b; a]).
Proof.
  intros H Hd. assert (Ht := indep_threads _ _ Hd).
  change [a; b] with ([a] ++ [b]) in H. rewrite app_assoc in H.
  assert (Cb := exec_can _ _ H). apply exec_inv in H as [Ha Hb].
  assert (Hx := Ha). assert (Ca := exec_can _ _ Ha).
  apply exec_inv in Hx as [Hx Hn].
  rewrite can_others in Cb by (intros c [<-|[]]; exact Hd).
  apply F2_step in Hb; [|assumption|exact Hd].
  assert (Hxb : exec (X ++ [b])) by (now constructor).
  change [b; a] with ([b] ++ [a]). rewrite app_assoc. rewrite dep_sym in Hd.
  constructor; [exact Hxb| |].
  - now apply F2_step.
  - rewrite can_others; [exact Ca|]. now intros c [<-|[]].
Qed.

(** ... and anywhere in it; the next letters afterwards are the same. *)
Theorem F1 X a b v :
  exec (X ++ a :: b :: v) -> dep a b = false ->
  exec (X ++ b :: a :: v)
  /\ forall v' t, next S (X ++ a :: b :: v ++ v') t
                = next S (X ++ b :: a :: v ++ v') t.
Proof.
  intros H Hd. assert (H2 : exec (X ++ [a; b])).
  { apply exec_app with (Y := v). now rewrite <- app_assoc. }
  split; [|intros; now apply next_swap].
  induction v as [|c v IH] using rev_ind; [now apply F1_end|].
  replace (X ++ a :: b :: v ++ [c]) with ((X ++ a :: b :: v) ++ [c]) in H
    by now rewrite <- app_assoc.
  assert (Hc := exec_can _ _ H). apply exec_inv in H as [H Hn].
  replace (X ++ b :: a :: v ++ [c]) with ((X ++ b :: a :: v) ++ [c])
    by now rewrite <- app_assoc.
  constructor; [auto| |].
  - rewrite <- Hn. symmetry. now apply next_swap.
  - unfold can in *. now rewrite <- (free_swap X a b v).
Qed.

(** [X ≃ Y]: [Y] arises from the execution [X] by such exchanges. *)
Inductive equiv : list letter -> list letter -> Prop :=
| equiv_refl X : equiv X X
| equiv_swap X a b v Y :
    dep a b = false -> equiv (X ++ b :: a :: v) Y ->
    equiv (X ++ a :: b :: v) Y.

Lemma equiv_trans X Y Z : equiv X Y -> equiv Y Z -> equiv X Z.
Proof. induction 1; [auto|]. intros. apply equiv_swap; auto. Qed.

Lemma equiv_sym X Y : equiv X Y -> equiv Y X.
Proof.
  induction 1; [constructor|]. eapply equiv_trans; [eassumption|].
  apply equiv_swap; [now rewrite dep_sym|constructor].
Qed.

Lemma equiv_app X Y v : equiv X Y -> equiv (X ++ v) (Y ++ v).
Proof.
  induction 1 as [X|X a b w Y Hd _ IH]; [constructor|].
  rewrite <- app_assoc in *. simpl. apply equiv_swap; auto.
Qed.

Lemma equiv_app_l X Y u : equiv X Y -> equiv (u ++ X) (u ++ Y).
Proof.
  induction 1 as [X|X a b w Y Hd _ IH]; [constructor|].
  rewrite app_assoc. apply equiv_swap; [exact Hd|]. now rewrite <- app_assoc.
Qed.

(** F1: executions are closed under [≃], with the same next letters. *)
Theorem F1_equiv X Y :
  equiv X Y -> exec X ->
  exec Y /\ forall v t, next S (X ++ v) t = next S (Y ++ v) t.
Proof.
  induction 1 as [X|X a b v Y Hd _ IH]; intros H; [auto|].
  apply F1 in H as [H Hn]; [|exact Hd]. destruct (IH H) as [H1 H2].
  split; [exact H1|]. intros w t. rewrite <- H2.
  specialize (Hn w t). rewrite <- !app_assoc. exact Hn.
Qed.

Lemma equiv_free X Y m : equiv X Y -> free X m = free Y m.
Proof.
  induction 1 as [X|X a b v Y Hd _ IH]; [reflexivity|]. now rewrite free_swap.
Qed.

Lemma equiv_can X Y a : equiv X Y -> can X a = can Y a.
Proof. intros H. unfold can. now rewrite (equiv_free X Y _ H). Qed.

(** F2: a letter that is independent of all steps stays the next one. *)
Theorem F2 X v b :
  exec (X ++ v) -> (forall a, In a v -> dep a b = false) ->
  (next S (X ++ v) (th b) = Some b <-> next S X (th b) = Some b).
Proof.
  induction v as [|a v IH] using rev_ind; intros H Hd.
  - now rewrite app_nil_r.
  - rewrite app_assoc in *. rewrite F2_step; [|exact H|].
    + apply IH; [now apply exec_inv in H|]. intros c Hc. apply Hd.
      apply in_app_iff. auto.
    + apply Hd. apply in_app_iff. simpl. auto.
Qed.

(** A letter that is independent of all letters before it may come first. *)
Lemma equiv_front X u a v :
  (forall b, In b u -> dep b a = false) ->
  equiv (X ++ u ++ a :: v) (X ++ a :: u ++ v).
Proof.
  revert v. induction u as [|b u IH] using rev_ind; intros v H; [constructor|].
  rewrite <- !app_assoc. simpl. rewrite app_assoc.
  apply equiv_swap. { apply H. apply in_app_iff. simpl. auto. }
  rewrite <- app_assoc. apply (IH (b :: v)).
  intros c Hc. apply H. apply in_app_iff. auto.
Qed.

(** F3: a downward closed part of [v], here the letters with [P], may be moved
    to the front. *)
Theorem F3_letters (P : letter -> bool) X v :
  (forall v1 a v2 b v3, v = v1 ++ a :: v2 ++ b :: v3 ->
     dep a b = true -> P b = true -> P a = true) ->
  equiv (X ++ v) (X ++ filter P v ++ filter (fun a => negb (P a)) v).
Proof.
  induction v as [|b v IH] using rev_ind; intros H; [constructor|].
  assert (IH' : equiv (X ++ v)
            (X ++ filter P v ++ filter (fun a => negb (P a)) v)).
  { apply IH. intros v1 a v2 c v3 -> . apply (H v1 a v2 c (v3 ++ [b])).
    rewrite <- !app_assoc. simpl. now rewrite <- app_assoc. }
  apply (equiv_app _ _ [b]) in IH'. rewrite <- !app_assoc in IH'.
  apply equiv_trans with (1 := IH'). rewrite !filter_app. simpl.
  destruct (P b) eqn:Eb; simpl.
  - rewrite app_nil_r, <- app_assoc, app_assoc, (app_assoc X). simpl.
    rewrite <- (app_nil_r (filter (fun a => negb (P a)) v)) at 2.
    apply equiv_front. intros a Ha. apply filter_In in Ha as [Ha HP].
    apply not_true_is_false. intros Hd. apply in_split in Ha as (v1 & v2 & ->).
    apply negb_true_iff in HP. rewrite (H v1 a v2 b []) in HP; auto.
    + discriminate.
    + now rewrite <- app_assoc.
  - rewrite app_nil_r. constructor.
Qed.

Lemma equiv_length X Y : equiv X Y -> length X = length Y.
Proof.
  induction 1 as [|X a b v Y _ _ IH]; [reflexivity|].
  rewrite <- IH. rewrite !app_length. reflexivity.
Qed.

End Sys.

Arguments equiv X Y : clear implicits.
