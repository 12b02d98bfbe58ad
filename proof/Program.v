(** Programs of reads, writes, updates, CompareAndSwaps, Locks and Unlocks are
    systems (A.2).

    A program gives the next access of each thread as a function of the values
    that its accesses have returned so far: branches and data dependence are
    allowed. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters System.
Import ListNotations.

Section Prog.
Variable V : Type.

Inductive access :=
| Rd (x : nat)                 (* read x *)
| Wr (x : nat) (v : V)         (* x = v *)
| Up (x : nat) (f : V -> V)    (* x = f(x), returns the old value *)
| Cas (x : nat) (f : V -> option V)
  (* x = v if f(x) is [Some v], else only a read; returns the old value.
     CompareAndSwap(x, v, w) has f(v) = [Some w], and [None] elsewhere. *)
| Lk (m : nat)                 (* waits until the mutex m is free, and takes it *)
| Ul (m : nat).                (* frees m; of a thread that does not hold m, its end *)

(** Variables have even numbers as objects, mutexes odd ones. *)
Definition avar o :=
  match o with
  | Rd x | Wr x _ | Up x _ | Cas x _ => 2 * x
  | Lk m | Ul m => 2 * m + 1
  end.
(** The kind may depend on the old value. *)
Definition akind o (old : V) :=
  match o with
  | Rd _ => Read
  | Wr _ _ | Up _ _ => Write
  | Cas _ f => if f old then Write else Read
  | Lk _ => Lock
  | Ul _ => Unlock
  end.
Definition awr o (old : V) := match akind o old with Read => false | _ => true end.
Definition anew o old :=
  match o with
  | Rd _ => old
  | Wr _ v => v
  | Up _ f => f old
  | Cas _ f => match f old with Some v => v | None => old end
  | Lk _ | Ul _ => old
  end.
Definition aret o (old : V) := match o with Wr _ v => v | _ => old end.

Lemma read_new o old : awr o old = false -> anew o old = old /\ aret o old = old.
Proof.
  unfold awr. destruct o as [x|x v|x f|x f|m|m]; simpl; try easy.
  now destruct (f old).
Qed.

Lemma akind_mutex o old :
  acc (L 0 0 (akind o old) (avar o)) = negb (Nat.odd (avar o)).
Proof.
  assert (He : forall x, Nat.odd (2 * x) = false) by (intros; now rewrite Nat.odd_mul).
  assert (Ho : forall x, Nat.odd (2 * x + 1) = true)
    by (intros; rewrite Nat.odd_add, He; reflexivity).
  destruct o as [x|x v|x f|x f|m|m]; cbn [avar akind]; rewrite ?He, ?Ho; auto.
  now destruct (f old).
Qed.

Record program := {
  code : nat -> list V -> option access;
  init : nat -> V;
  nthreads : nat;
  nsteps : nat;
  code_threads : forall t h, nthreads <= t -> code t h = None;
  code_steps : forall t h, nsteps <= length h -> code t h = None
}.

Variable P : program.

Record state := St { mem : nat -> V; hist : nat -> list V }.

Definition upd {A} (f : nat -> A) x v := fun y => if y =? x then v else f y.

Definition step (t : nat) (s : state) : state :=
  match code P t (hist s t) with
  | None => s
  | Some o =>
      let old := mem s (avar o) in
      St (upd (mem s) (avar o) (anew o old))
         (upd (hist s) t (hist s t ++ [aret o old]))
  end.

Definition run (X : list letter) (s : state) : state :=
  fold_left (fun s a => step (th a) s) X s.

Definition start := St (fun x => init P (Nat.div2 x)) (fun _ => []).

(** Whether thread [t] holds the mutex that is the object [m], by its own
    letters. *)
Definition held (t m : nat) (X : list letter) : bool :=
  match find (fun a => (th a =? t) && (va a =? m)) (rev X) with
  | Some a => lock a
  | None => false
  end.

Definition allowed (t : nat) (X : list letter) o :=
  match o with Ul m => held t (2 * m + 1) X | _ => true end.

Definition nextp (X : list letter) (t : nat) : option letter :=
  let s := run X start in
  match code P t (hist s t) with
  | None => None
  | Some o =>
      if allowed t X o
      then Some (L t (length (hist s t)) (akind o (mem s (avar o))) (avar o))
      else None
  end.

Notation pexec := (exec nextp).

(** States with the same contents. *)
Definition same (s s' : state) :=
  (forall x, mem s x = mem s' x) /\ (forall t, hist s t = hist s' t).

Lemma step_same t s s' : same s s' -> same (step t s) (step t s').
Proof.
  intros [Hm Hh]. unfold step. rewrite <- Hh.
  destruct (code P t (hist s t)) as [o|]; [|now split].
  rewrite <- Hm. split; intros y; simpl; unfold upd.
  - destruct (y =? avar o); auto.
  - destruct (y =? t); auto.
Qed.

Lemma run_same X s s' : same s s' -> same (run X s) (run X s').
Proof.
  revert s s'. induction X as [|a X IH]; intros s s' H; [exact H|].
  simpl. apply IH, step_same, H.
Qed.

Lemma run_app X Y s : run (X ++ Y) s = run Y (run X s).
Proof. apply fold_left_app. Qed.

Lemma hist_step_other t t' s : t <> t' -> hist (step t s) t' = hist s t'.
Proof.
  intros H. unfold step. destruct (code P t (hist s t)); [|reflexivity].
  simpl. unfold upd. destruct (Nat.eqb_spec t' t); congruence.
Qed.

(** Independent accesses commute: they return the same values, and leave the
    same memory. *)
Lemma step_commute t t' s o o' :
  t <> t' ->
  code P t (hist s t) = Some o -> code P t' (hist s t') = Some o' ->
  (avar o = avar o' -> awr o (mem s (avar o)) = false
                       /\ awr o' (mem s (avar o')) = false) ->
  same (step t' (step t s)) (step t (step t' s)).
Proof.
  intros Ht Ho Ho' Hx.
  assert (E1 : hist (step t s) t' = hist s t') by now apply hist_step_other.
  assert (E2 : hist (step t' s) t = hist s t) by (apply hist_step_other; auto).
  assert (E : forall u r p, code P u (hist r u) = Some p -> step u r =
    St (upd (mem r) (avar p) (anew p (mem r (avar p))))
       (upd (hist r) u (hist r u ++ [aret p (mem r (avar p))])))
    by (intros u r p Hp; unfold step; now rewrite Hp).
  rewrite (E t' (step t s) o') by now rewrite E1.
  rewrite (E t (step t' s) o) by now rewrite E2.
  rewrite E1, E2, (E t s o Ho), (E t' s o' Ho'). cbn [mem hist].
  destruct (Nat.eq_dec (avar o) (avar o')) as [e|n].
  - destruct (Hx e) as [Hr Hr'].
    apply read_new in Hr as [N1 R1], Hr' as [N2 R2].
    rewrite <- e in *. unfold upd. rewrite N1, N2, !Nat.eqb_refl.
    split; intros y; cbn [mem hist].
    + rewrite N1, N2. now destruct (y =? avar o).
    + rewrite R1, R2.
      destruct (Nat.eqb_spec y t'), (Nat.eqb_spec y t), (Nat.eqb_spec t' t),
        (Nat.eqb_spec t t'); subst; congruence.
  - unfold upd. split; intros y; cbn [mem hist].
    + destruct (Nat.eqb_spec (avar o') (avar o)); [congruence|].
      destruct (Nat.eqb_spec (avar o) (avar o')); [congruence|].
      destruct (Nat.eqb_spec y (avar o)), (Nat.eqb_spec y (avar o'));
        congruence.
    + destruct (Nat.eqb_spec (avar o') (avar o)); [congruence|].
      destruct (Nat.eqb_spec (avar o) (avar o')); [congruence|].
      destruct (Nat.eqb_spec y t'), (Nat.eqb_spec y t), (Nat.eqb_spec t' t),
        (Nat.eqb_spec t t'); subst; congruence.
Qed.

Lemma nextp_inv X t a :
  nextp X t = Some a ->
  exists o, code P t (hist (run X start) t) = Some o
         /\ a = L t (length (hist (run X start) t))
                  (akind o (mem (run X start) (avar o))) (avar o)
         /\ (kd a = Unlock -> held t (va a) X = true).
Proof.
  unfold nextp. destruct (code P t _) as [o|]; [|discriminate].
  destruct (allowed t X o) eqn:E; [|discriminate].
  intros [= <-]. exists o. split; [auto|]. split; [auto|]. cbn [kd va].
  destruct o as [x|x v|x f|x f|m|m]; try easy. simpl. now destruct (f _).
Qed.

Lemma pexec_inv X a : pexec (X ++ [a]) -> pexec X /\ nextp X (th a) = Some a.
Proof.
  intros H. inversion H as [H0|Y b HY Hb Hc Heq].
  - now destruct X.
  - apply app_inj_tail in Heq as [-> ->]. auto.
Qed.

Lemma run_snoc X a : run (X ++ [a]) start = step (th a) (run X start).
Proof. now rewrite run_app. Qed.

Lemma hist_count X t : pexec X -> length (hist (run X start) t) = count t X.
Proof.
  intros H. induction H as [|X a H IH Hn _]; [reflexivity|].
  rewrite run_snoc. unfold count in *. rewrite filter_app, app_length, <- IH.
  apply nextp_inv in Hn as (o & Ho & _). unfold step. rewrite Ho. simpl.
  unfold upd. rewrite (Nat.eqb_sym t).
  destruct (Nat.eqb_spec (th a) t) as [->|]; simpl; [|lia].
  rewrite app_length. simpl. lia.
Qed.

Lemma P1 X t a :
  pexec X -> nextp X t = Some a ->
  th a = t /\ ix a = count t X /\ In t (seq 0 (nthreads P)).
Proof.
  intros H Hn. apply nextp_inv in Hn as (o & Ho & -> & _). simpl.
  split; [reflexivity|]. split; [now apply hist_count|].
  apply in_seq. destruct (le_lt_dec (nthreads P) t) as [Hl|Hl]; [|lia].
  rewrite code_threads in Ho by exact Hl. discriminate.
Qed.

Lemma F2_program X a t :
  pexec (X ++ [a]) -> th a <> t -> turns a (nextp X t) (nextp (X ++ [a]) t).
Proof.
  intros H Ht. apply pexec_inv in H as [_ H].
  apply nextp_inv in H as (p & Hp & Ea & _). unfold nextp. rewrite run_snoc.
  rewrite hist_step_other by exact Ht. set (s := run X start) in *.
  destruct (code P t (hist s t)) as [o|]; [|exact I].
  assert (Hh : allowed t (X ++ [a]) o = allowed t X o).
  { destruct o; try reflexivity. simpl. unfold held. rewrite rev_app_distr. simpl.
    now destruct (Nat.eqb_spec (th a) t). }
  rewrite Hh. destruct (allowed t X o); [|exact I]. clear Hh.
  assert (Hs : mem (step (th a) s) (avar o) = mem s (avar o)
               \/ wr a = true /\ va a = avar o).
  { unfold step. rewrite Hp. cbn [mem]. unfold upd.
    destruct (Nat.eqb_spec (avar o) (avar p)) as [e|]; [|now left].
    rewrite Ea. cbn [va]. change (wr _) with (awr p (mem s (avar p))).
    destruct (awr p (mem s (avar p))) eqn:Ew; [auto|].
    left. rewrite e. now apply read_new. }
  unfold turns, turn. destruct Hs as [->|[Hw Hv]]; [now left|].
  destruct o as [x|x v|x f|x f|m|m]; try (now left). right.
  cbn [th ix va kd akind]. split; [exact Hw|]. split; [exact Hv|].
  do 3 (split; [reflexivity|]). unfold acc. cbn [kd].
  split; now destruct (f _).
Qed.

(** A step that writes nothing, or another variable, leaves the next letter. *)
Lemma F2_indep X a b :
  pexec (X ++ [a]) -> dep a b = false ->
  nextp (X ++ [a]) (th b) = Some b -> nextp X (th b) = Some b.
Proof.
  intros H Hd Hb. assert (HT := F2_program X a (th b) H (indep_threads _ _ Hd)).
  rewrite Hb in HT. destruct (nextp X (th b)) as [c|]; [|easy].
  destruct HT as [->|(Hw & Hv & _ & _ & Hv' & _)]; [reflexivity|].
  rewrite dep_access in Hd; [discriminate|congruence|auto].
Qed.

(** F1 for programs: the states after [a·b] and [b·a] are the same. *)
Lemma F1_program X a b :
  pexec (X ++ [a; b]) -> dep a b = false ->
  same (run (X ++ [a; b]) start) (run (X ++ [b; a]) start).
Proof.
  intros H Hd. assert (Ht := indep_threads _ _ Hd).
  change [a; b] with ([a] ++ [b]) in H. rewrite app_assoc in H.
  apply pexec_inv in H as [H Hb].
  assert (Hb' : nextp X (th b) = Some b)
    by now apply (F2_indep X a).
  apply pexec_inv in H as [_ Ha].
  apply nextp_inv in Ha as (o & Ho & Ea & _).
  apply nextp_inv in Hb' as (o' & Ho' & Eb & _).
  rewrite !run_app. simpl. apply (step_commute _ _ _ o o'); auto.
  intros Hv. apply (f_equal va) in Ea as Ha1. apply (f_equal va) in Eb as Hb1.
  apply (f_equal wr) in Ea as Ha2. apply (f_equal wr) in Eb as Hb2.
  cbn [va wr] in *. unfold dep in Hd. apply orb_false_iff in Hd as [_ Hd].
  rewrite Ha1, Hb1, Hv, Nat.eqb_refl in Hd. simpl in Hd.
  apply orb_false_iff in Hd. rewrite Ha2, Hb2 in Hd. exact Hd.
Qed.

Lemma nextp_swap X a b v t :
  pexec (X ++ [a; b]) -> dep a b = false ->
  nextp (X ++ a :: b :: v) t = nextp (X ++ b :: a :: v) t.
Proof.
  intros H Hd. apply F1_program in H; [|exact Hd].
  apply (run_same v) in H. rewrite <- !run_app, <- !app_assoc in H.
  simpl in H. destruct H as [Hm H]. unfold nextp. rewrite H.
  destruct (code P t _) as [o|]; [|reflexivity]. rewrite Hm.
  assert (Hh : forall m, held t m (X ++ a :: b :: v) = held t m (X ++ b :: a :: v)).
  { intros m. unfold held. rewrite !rev_app_distr. simpl.
    rewrite <- !app_assoc, !find_app. destruct (find _ (rev v)); [reflexivity|].
    simpl. apply indep_threads in Hd.
    destruct (Nat.eqb_spec (th a) t), (Nat.eqb_spec (th b) t); simpl; congruence. }
  assert (Ha : allowed t (X ++ a :: b :: v) o = allowed t (X ++ b :: a :: v) o)
    by (destruct o; simpl; auto).
  now rewrite Ha.
Qed.

(** A thread that holds a mutex is the last one that locked it. *)
Lemma held_last X t m :
  pexec X -> Nat.odd m = true -> held t m X = true ->
  exists b, last_at m X = Some b /\ lock b = true /\ th b = t.
Proof.
  intros H Hm. revert t. induction H as [|X a H IH Hn Hc]; intros t Ht; [easy|].
  unfold held in Ht. rewrite rev_app_distr in Ht. simpl in Ht. rewrite last_at_snoc.
  destruct (Nat.eqb_spec (va a) m) as [e|n].
  2:{ rewrite andb_false_r in Ht. now apply IH. }
  destruct (Nat.eqb_spec (th a) t) as [E|Hne]; simpl in Ht; [eauto|]. exfalso.
  destruct (IH t Ht) as (b & Hb & Lb & Tb).
  destruct (nextp_inv X (th a) a Hn) as (o & _ & Ea & Hu).
  assert (Hk : acc a = false).
  { assert (Hk := akind_mutex o (mem (run X start) (avar o))).
    assert (Hv : avar o = m) by (rewrite <- e, Ea; reflexivity).
    rewrite Hv, Hm in Hk. rewrite Ea, Hv. exact Hk. }
  unfold acc in Hk. destruct (kd a) eqn:Ka; try discriminate.
  - unfold can, free in Hc. rewrite e, Hb, Lb in Hc. unfold lock in Hc.
    rewrite Ka in Hc. discriminate.
  - destruct (IH (th a)) as (b' & Hb' & _ & Tb').
    + rewrite <- e. now apply Hu.
    + congruence.
Qed.

Lemma next_mutex_program X t a :
  pexec X -> nextp X t = Some a ->
  acc a = negb (Nat.odd (va a))
  /\ (kd a = Unlock ->
      exists b, last_at (va a) X = Some b /\ lock b = true /\ th b = t).
Proof.
  intros H Hn. destruct (nextp_inv X t a Hn) as (o & _ & Ea & Hu).
  assert (Hk : acc a = negb (Nat.odd (va a))).
  { rewrite Ea. apply (akind_mutex o (mem (run X start) (avar o))). }
  split; [exact Hk|]. intros Hk'. apply held_last; auto.
  unfold acc in Hk. rewrite Hk' in Hk. now destruct (Nat.odd (va a)).
Qed.

Lemma pexec_threads X a :
  pexec X -> In a X -> In (th a) (seq 0 (nthreads P)).
Proof.
  intros H. induction H as [|X b H IH Hn _]; intros Hin; [easy|].
  apply in_app_iff in Hin as [Hin|[<-|[]]]; [auto|].
  now apply P1 in Hn as (_ & _ & Hin).
Qed.

Lemma pexec_count X t : pexec X -> count t X <= nsteps P.
Proof.
  intros H. induction H as [|X a H IH Hn _]; [apply Nat.le_0_l|].
  unfold count in *. rewrite filter_app, app_length. simpl.
  destruct (Nat.eqb_spec (th a) t) as [<-|]; simpl; [|lia].
  apply nextp_inv in Hn as (o & Ho & _).
  assert (Hc := hist_count X (th a) H). unfold count in Hc.
  destruct (le_lt_dec (nsteps P) (length (hist (run X start) (th a))))
    as [Hl|Hl]; [|lia].
  rewrite code_steps in Ho by exact Hl. discriminate.
Qed.

Lemma count_total ts X :
  (forall a, In a X -> In (th a) ts) ->
  length X <= fold_right (fun t n => count t X + n) 0 ts.
Proof.
  induction X as [|a X IH]; intros H; simpl; [apply Nat.le_0_l|].
  assert (IHX : length X <= fold_right (fun t n => count t X + n) 0 ts)
    by (apply IH; intros b Hb; apply H; now right).
  specialize (H a (or_introl eq_refl)). clear IH.
  enough (fold_right (fun t n => count t X + n) 0 ts + 1
          <= fold_right (fun t n => count t (a :: X) + n) 0 ts) by lia.
  clear IHX.
  assert (Hc : forall t, count t (a :: X)
                = (if th a =? t then 1 else 0) + count t X)
    by (intros t; unfold count; simpl; now destruct (th a =? t)).
  assert (Hm : forall us, fold_right (fun t n => count t X + n) 0 us
                <= fold_right (fun t n => count t (a :: X) + n) 0 us).
  { induction us as [|u us IHu]; cbn [fold_right]; [lia|]. rewrite Hc. lia. }
  induction ts as [|t ts IH]; [easy|]. cbn [fold_right]. rewrite Hc.
  destruct H as [->|H].
  - specialize (Hm ts). rewrite Nat.eqb_refl. lia.
  - specialize (IH H). lia.
Qed.

Lemma P3 X : pexec X -> length X <= nthreads P * nsteps P.
Proof.
  intros H. etransitivity.
  - apply (count_total (seq 0 (nthreads P))). intros a. now apply pexec_threads.
  - assert (Hs : forall ts, fold_right (fun t n => count t X + n) 0 ts
                            <= length ts * nsteps P).
    { induction ts as [|t ts IH]; [apply Nat.le_0_l|].
      cbn [fold_right length Nat.mul]. assert (Hc := pexec_count X t H). lia. }
    specialize (Hs (seq 0 (nthreads P))). now rewrite seq_length in Hs.
Qed.

(** Programs are systems. *)
Definition program_system : system := {|
  next := nextp;
  threads := seq 0 (nthreads P);
  bound := nthreads P * nsteps P;
  mutex := Nat.odd;
  next_letter := P1;
  next_mutex := next_mutex_program;
  next_other := F2_program;
  next_swap := nextp_swap;
  exec_bound := P3
|}.

End Prog.
