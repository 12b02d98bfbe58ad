(** The abstract exploration: the tree T(E) (A.4).

    A node is given by the steps that lead to it: an event that is chosen
    (outside), or a schedule, with its head.  [tree n pi E B] lists the nodes
    of T(E), relative to [E], where [B] are the bad events and [pi] are the
    steps that lead to [E] from the root; [n] is at least the height of [E].
    A prime continuation is given by its head: so [B], Gen and Rev are sets
    of events. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters Structure Races.
Import ListNotations.

Section Tree.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g : S).

Inductive step :=
| Out (e : S)
| Sch (l : list S) (g : S).   (* the schedule [l ++ [g]], with head [g] *)

Definition final (s : step) := match s with Out e => e | Sch _ g => g end.
Definition flat1 s := match s with Out e => [e] | Sch l g => l ++ [g] end.
Definition flat (p : list step) := flat_map flat1 p.
Definition heads (p : list step) :=
  flat_map (fun s => match s with Out _ => [] | Sch _ g => [g] end) p.

(** The last event of a node. *)
Fixpoint last_event (p : list step) : option S :=
  match p with
  | [] => None
  | s :: q => match last_event q with None => Some (final s) | o => o end
  end.

(** A node is fresh for [f]: [f] is its last event, and each head is [f] or
    happens before [f]. *)
Definition fresh (p : list step) f :=
  last_event p = Some f /\ forall h, In h (heads p) -> le h f.

(** Reversals of the races of an access [e] with the last event of the node
    [p]. *)
Definition gen_access E e (p : list step) : list S :=
  match last_event p with
  | None => []
  | Some f =>
      if forallb (fun h => leb S h f) (heads p) && race e f
      then match reversal E e f with Some g => [g] | None => [] end
      else []
  end.

(** A Lock [e] races with the last event of [p], a Lock, and, if [p] is maximal,
    with the Locks that wait there. *)
Definition gen_last E e (p : list step) : list S :=
  match last_event p with
  | None => []
  | Some f =>
      if lock (lab f) && (var f =? var e)
      then lockgen E e (thr f) (removelast (flat p))
             (filter (fun h => if ev_dec S h f then false else true) (heads p))
      else []
  end.

Definition gen_waiting E e (p : list step) t : list S :=
  match nxt S ((E ++ [e]) ++ flat p) t with
  | None => []
  | Some l =>
      if lock l && (va l =? var e) then lockgen E e t (flat p) (heads p) else []
  end.

Definition gen1 E e (p : list step) : list S :=
  if acc (lab e) then gen_access E e p
  else if lock (lab e) then
    gen_last E e p ++
    match en S ((E ++ [e]) ++ flat p) with
    | [] => flat_map (gen_waiting E e p) (nodup Nat.eq_dec (threads S))
    | _ => []
    end
  else [].

(** Gen(E,e), given the nodes of T(E·e). *)
Definition gen E e (Te : list (list step)) : list S :=
  nodup (ev_dec S) (flat_map (gen1 E e) Te).

Definition reads (G : list S) := filter (fun g => negb (write g)) G.

Definition okb (B : S -> bool) w := forallb (fun c => negb (B c)) w.

(** The choice of the next event, among the enabled ones that are not bad; it
    may depend on the whole path to the node. *)
Variable choose : list step -> list S -> option S.

(** The order ∝ of the read-schedules in Gen(E,e), likewise. *)
Variable ord : list step -> list S -> S -> S -> bool.

(** New, for the schedule with head [g]. *)
Definition new (pi : list step) (G : list S) g r : bool :=
  negb (write g) && mem r (reads G) && ord pi (reads G) r g.

Definition sch E g := Sch (body E g) g.

Definition chosen pi E (B : S -> bool) : option S :=
  choose pi (filter (fun f => negb (B f)) (en S E)).

Fixpoint tree (n : nat) (pi : list step) E (B : S -> bool) {struct n}
  : list (list step) :=
  [] ::
  match n with
  | 0 => []
  | Datatypes.S n =>
    match chosen pi E B with
    | None => []
    | Some e =>
      let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
      let G := gen E e Te in
      flat_map (fun g =>
        if okb B (sched E g)
        then map (cons (sch E g))
               (tree n (pi ++ [sch E g]) (E ++ sched E g)
                  (fun r => B r || new pi G g r))
        else []) G
      ++ map (cons (Out e)) Te
    end
  end.

(** *** Basic facts *)

Lemma flat_app p q : flat (p ++ q) = flat p ++ flat q.
Proof. unfold flat. apply flat_map_app. Qed.

Lemma flat_sch E g p : flat (sch E g :: p) = sched E g ++ flat p.
Proof. reflexivity. Qed.

Lemma last_event_in p f : last_event p = Some f -> In f (flat p).
Proof.
  revert f. induction p as [|s p IH]; intros f; [discriminate|]. simpl.
  rewrite in_app_iff. destruct (last_event p).
  - intros H. right. now apply IH.
  - intros [= <-]. left. destruct s; simpl; [auto|].
    apply in_app_iff. simpl. auto.
Qed.

Lemma last_event_nil p : last_event p = None -> p = [].
Proof.
  destruct p as [|s p]; [auto|]. simpl. destruct (last_event p); discriminate.
Qed.

Lemma last_event_flat p f :
  last_event p = Some f <-> exists u, flat p = u ++ [f].
Proof.
  assert (H : forall p g, last_event p = Some g -> exists u, flat p = u ++ [g]).
  { clear. induction p as [|s p IH]; intros g; [discriminate|]. simpl.
    destruct (last_event p) as [h|] eqn:El.
    - intros [= ->]. destruct (IH g eq_refl) as (u & ->).
      exists (flat1 s ++ u). now rewrite app_assoc.
    - intros [= <-]. apply last_event_nil in El as ->. simpl.
      destruct s as [e|l g]; simpl; [now exists []|exists l].
      now rewrite app_nil_r. }
  split; [apply H|]. intros (u & Hu). destruct (last_event p) as [g|] eqn:El.
  - apply H in El as (u' & Hu'). rewrite Hu in Hu'.
    apply app_inj_tail in Hu' as [_ ->]. reflexivity.
  - apply last_event_nil in El as ->. now destruct u.
Qed.

Lemma heads_flat p h : In h (heads p) -> In h (flat p).
Proof.
  unfold heads, flat. rewrite !in_flat_map. intros (s & Hs & Hh).
  exists s. split; [exact Hs|]. destruct s as [e|l g]; [easy|].
  destruct Hh as [->|[]]. simpl. apply in_app_iff. simpl. auto.
Qed.

Lemma gen1_iff E e p g :
  acc (lab e) = true ->
  (In g (gen1 E e p) <->
   exists f, fresh p f /\ race e f = true /\ reversal E e f = Some g).
Proof.
  intros Hae. unfold gen1. rewrite Hae. unfold gen_access, fresh. destruct (last_event p) as [f|].
  2:{ split; [easy|]. intros (f & [H _] & _). discriminate. }
  destruct (forallb _ _ && race e f) eqn:E0.
  - apply andb_true_iff in E0 as [E1 E2].
    assert (Hh : forall h, In h (heads p) -> le h f).
    { intros h Hh. apply leb_iff. now apply (proj1 (forallb_forall _ _) E1). }
    split.
    + intros H. exists f. destruct (reversal E e f); [|easy].
      destruct H as [->|[]]. auto.
    + intros (f' & [[= <-] _] & _ & ->). simpl. auto.
  - split; [easy|]. intros (f' & [[= <-] Hh] & Hr & _).
    rewrite Hr, andb_true_r in E0.
    assert (forallb (fun h => leb S h f) (heads p) = true); [|congruence].
    apply forallb_forall. intros h H. now apply leb_iff, Hh.
Qed.

Lemma gen1_lock E e p g :
  acc (lab e) = false ->
  (In g (gen1 E e p) <->
   lock (lab e) = true /\
   ((exists f, last_event p = Some f /\ lock (lab f) = true /\ var f = var e
      /\ In g (lockgen E e (thr f) (removelast (flat p))
             (filter (fun h => if ev_dec S h f then false else true) (heads p))))
    \/ (en S ((E ++ [e]) ++ flat p) = [] /\
        exists t l, In t (threads S) /\ nxt S ((E ++ [e]) ++ flat p) t = Some l
          /\ lock l = true /\ va l = var e
          /\ In g (lockgen E e t (flat p) (heads p))))).
Proof.
  intros Hae. unfold gen1. rewrite Hae.
  destruct (lock (lab e)); [|split; [easy|now intros [H _]]].
  rewrite in_app_iff. unfold gen_last.
  assert (Hw : In g (match en S ((E ++ [e]) ++ flat p) with
    | [] => flat_map (gen_waiting E e p) (nodup Nat.eq_dec (threads S))
    | _ => [] end) <->
    (en S ((E ++ [e]) ++ flat p) = [] /\
        exists t l, In t (threads S) /\ nxt S ((E ++ [e]) ++ flat p) t = Some l
          /\ lock l = true /\ va l = var e
          /\ In g (lockgen E e t (flat p) (heads p)))).
  { destruct (en S _) as [|a l0]; [|split; [easy|now intros [H _]]].
    rewrite in_flat_map. unfold gen_waiting. split.
    - intros (t & Ht & Hg). split; [reflexivity|]. apply nodup_In in Ht. exists t.
      destruct (nxt S _ t) as [l|]; [|easy]. exists l.
      destruct (lock l); [|easy]. cbn [andb] in Hg.
      destruct (Nat.eqb_spec (va l) (var e)); [auto|easy].
    - intros (_ & t & l & Ht & Hl & Hk & Hv & Hg). exists t.
      rewrite nodup_In, Hl, Hk, Hv, Nat.eqb_refl. auto. }
  rewrite Hw. clear Hw. split.
  - intros [H|H]; split; auto. left. destruct (last_event p) as [f|]; [|easy].
    exists f. destruct (lock (lab f)); [|easy]. cbn [andb] in H.
    destruct (Nat.eqb_spec (var f) (var e)); [auto|easy].
  - intros [_ [(f & Hf & Hk & Hv & Hg)|H]]; [left|auto].
    now rewrite Hf, Hk, Hv, Nat.eqb_refl.
Qed.

Lemma gen_iff E e Te g :
  In g (gen E e Te) <-> exists p, In p Te /\ In g (gen1 E e p).
Proof. unfold gen. rewrite nodup_In, in_flat_map. reflexivity. Qed.

Lemma reads_iff G g : In g (reads G) <-> In g G /\ write g = false.
Proof. unfold reads. rewrite filter_In, negb_true_iff. reflexivity. Qed.

Lemma okb_iff B w : okb B w = true <-> forall c, In c w -> B c = false.
Proof.
  unfold okb. rewrite forallb_forall. split; intros H c Hc.
  - now apply negb_true_iff, H.
  - now apply negb_true_iff, H.
Qed.

Lemma new_iff pi G g r :
  new pi G g r = true <->
  write g = false /\ In r G /\ write r = false /\ ord pi (reads G) r g = true.
Proof using ord.
  clear choose. unfold new. rewrite !andb_true_iff, negb_true_iff, mem_iff, reads_iff. tauto.
Qed.

Lemma fresh_cons s p f :
  fresh (s :: p) f <->
  (p = [] /\ final s = f \/ fresh p f)
  /\ match s with Out _ => True | Sch _ g => le g f end.
Proof.
  unfold fresh. simpl. destruct (last_event p) as [h|] eqn:El.
  - assert (p <> []) by (intros ->; discriminate).
    destruct s as [e|l g]; simpl; split.
    + intros [H1 H2]. auto.
    + intros [[[H1 _]|[H1 H2]] _]; [contradiction|auto].
    + intros [H1 H2]. split; [right; split; auto|]. apply H2. now left.
    + intros [[[H1 _]|[H1 H2]] H3]; [contradiction|]. split; [auto|].
      intros h' [<-|Hh]; auto.
  - apply last_event_nil in El as ->. destruct s as [e|l g]; simpl; split.
    + intros [[= ->] _]. split; [left; auto|exact I].
    + intros [[[_ ->]|[H _]] _]; [|discriminate]. split; [auto|easy].
    + intros [[= ->] H]. split; [left; auto|now left].
    + intros [[[_ ->]|[H _]] H3]; [|discriminate]. split; [auto|].
      intros h [<-|[]]. now left.
Qed.

End Tree.

Arguments Out {S} e.
Arguments Sch {S} l g.
Arguments flat {S} p.
Arguments heads {S} p.
Arguments fresh {S} p f.
Arguments gen {S} E e Te.
Arguments gen1 {S} E e p.
Arguments reads {S} G.
Arguments okb {S} B w.
Arguments new {S} ord pi G g r.
Arguments sch {S} E g.
Arguments chosen {S} choose pi E B.
Arguments tree {S} choose ord n pi E B.
Arguments last_event {S} p.
