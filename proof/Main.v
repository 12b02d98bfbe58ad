(** Theorem A for systems, and hence for programs, in terms of letters.

    The tree of a system is that of its structure of events. [letters p] is
    the execution of the node [p]. *)

From Coq Require Import List Arith Bool Lia Permutation.
From Dpor Require Import Letters System Program Structure Races Tree TheoremA
  Events Operations Traces Walk Popw Calls.
Import ListNotations.

Section Main.
Variable S : system.
Notation sexec := (System.exec (next S)).
Notation V := (structure_of S).

Variable choose : list (step V) -> list V -> option V.
Hypothesis choose_in : forall pi l e, choose pi l = Some e -> In e l.
Hypothesis choose_none : forall pi l, choose pi l = None -> l = [].
Variable ord : list (step V) -> list V -> V -> V -> bool.
Hypothesis ord_total : forall pi R, strict_total (ord pi R) R.

(** The tree T(⟨⟩). *)
Definition exploration : list (list (step V)) :=
  tree choose ord (height V) [] [] (fun _ => false).

Definition letters (p : list (step V)) : list letter := map elab (flat p).

(** No letter can follow: what is next, if anything, are Locks that wait. *)
Definition maximal X := forall t a, next S X t = Some a -> can X a = false.

Lemma maximal_en X : sexec X -> (maximal X <-> en V (events X) = []).
Proof.
  intros HX. assert (HW := run_events S X HX). split.
  - intros Hm. simpl. unfold een. rewrite events_map.
    induction (System.threads S) as [|t l IH]; [reflexivity|]. simpl.
    destruct (next S X t) as [a|] eqn:En; [|exact IH]. now rewrite (Hm t a En).
  - intros He t a En. destruct (can X a) eqn:Ec; [|reflexivity].
    assert (H := en_nxt V (events X) t a HW). simpl in H. unfold enxt in H.
    rewrite events_map in H. destruct (H En Ec) as (f & Hf & _).
    simpl in He. now rewrite He in Hf.
Qed.

(** Each node of the tree is an execution. *)
Theorem explored_exec p :
  In p exploration -> sexec (letters p) /\ events (letters p) = flat p.
Proof.
  intros Hp. apply run_letters.
  now apply (root_run V choose choose_in choose_none ord ord_total) in Hp.
Qed.

(** (T) at the root: each class of maximal executions has exactly one node. *)
Theorem explored_once X :
  sexec X -> maximal X -> exists! p, In p exploration /\ equiv X (letters p).
Proof.
  intros HX Hm. apply maximal_en in Hm; [|exact HX].
  destruct (root V choose choose_in choose_none ord ord_total (events X))
    as (p & [Hp Hs] & Hu); [now apply run_events|exact Hm|].
  assert (Hiff : forall q, In q exploration ->
    (equiv X (letters q) <-> same_set (flat q) (events X))).
  { intros q Hq. destruct (explored_exec q Hq) as [H1 H2].
    rewrite (equiv_events S X (letters q) HX H1), H2. unfold same_set.
    split; intros H f; symmetry; apply H. }
  exists p. split.
  - split; [exact Hp|]. now apply Hiff.
  - intros q [Hq He]. apply Hu. split; [exact Hq|]. now apply Hiff.
Qed.

(** A node is fresh for the prime execution w·f, in letters. *)
Definition fresh_for (p : list (step V)) (w : list letter) (f : letter) :=
  exists u, letters p = u ++ [f] /\ equiv (down u f) (w ++ [f])
    /\ forall h : V, In h (heads p) -> In (elab h) (down u f).

(** (S) at the root: each class of prime executions has exactly one node that
    is fresh for it. *)
Theorem explored_prime w f :
  sexec (w ++ [f]) -> prime w f ->
  exists! p, In p exploration /\ fresh_for p w f.
Proof.
  intros HX Hp.
  destruct (prime_sched S [] w f HX Hp) as [Hposs _]. simpl app in Hposs.
  set (e := event (events w) f) in *.
  destruct (A_S V choose choose_in choose_none ord ord_total _ _ [] _ e
              (node_root V choose ord) Hposs) as (p & [Hin Hf] & Hu).
  { now intros c _. }
  assert (Hiff : forall q, In q exploration ->
            (fresh q (e : V) <-> fresh_for q w f)).
  { intros q Hq. destruct (explored_exec q Hq) as [H1 H2]. split.
    - intros [Hl Hh]. assert (Hl' := Hl).
      apply last_event_flat in Hl' as (U & HU).
      assert (HL : letters q = map elab U ++ [f]).
      { unfold letters. rewrite HU, map_app. simpl. unfold e.
        now rewrite event_lab. }
      rewrite HL in H1, H2. assert (H2' := H2). rewrite events_snoc, HU in H2.
      apply app_inj_tail in H2 as [HU1 HU2].
      destruct (down_prime S [] (map elab U) f H1) as (w' & D & P & X' & F').
      exists (map elab U). split; [exact HL|]. split.
      + rewrite D. apply (prime_equiv S [] w' f w f X' P HX Hp).
        rewrite F'. simpl app. exact HU2.
      + intros h Hhq. rewrite (down_events S [] (map elab U) f H1).
        apply in_map, filter_In. simpl app. rewrite HU2. split.
        * unfold part. simpl. rewrite H2'. exact (heads_flat V q h Hhq).
        * now apply (leq_iff S h e), Hh.
    - intros (u & HL & Heq & Hh). rewrite HL in H1, H2.
      destruct (down_prime S [] u f H1) as (w' & D & P & X' & F').
      rewrite D in Heq. apply (prime_equiv S [] w' f w f X' P HX Hp) in Heq.
      rewrite F' in Heq. simpl app in Heq. fold e in Heq.
      assert (H2' := H2). rewrite events_snoc, Heq in H2'. split.
      + apply last_event_flat. exists (events u). now symmetry.
      + intros h Hhq. specialize (Hh h Hhq).
        rewrite (down_events S [] u f H1) in Hh.
        apply in_map_iff in Hh as (c & Hc & Hi). simpl app in Hi.
        rewrite Heq in Hi. apply filter_In in Hi as [Hi Hle].
        apply (leq_iff S c e) in Hle.
        assert (h = c) as ->; [|exact Hle].
        apply (part_same_letter S [] (u ++ [f])); auto; simpl app.
        * rewrite H2. exact (heads_flat V q h Hhq). }
  exists p. split.
  - split; [exact Hin|]. now apply Hiff.
  - intros q [Hq Hfq]. apply Hu. split; [exact Hq|]. now apply Hiff.
Qed.

(** No node is listed twice. *)
Theorem explored_NoDup : NoDup exploration.
Proof. apply tree_NoDup. Qed.

(** (N): a node that is not maximal has a child. *)
Theorem explored_never_blocked p :
  In p exploration -> ~ maximal (letters p) ->
  exists e, In (p ++ [Out e]) exploration.
Proof.
  intros Hp Hm. destruct (explored_exec p Hp) as [H1 H2].
  assert (Hnode := node_root V choose ord).
  apply (never_blocked V choose choose_in choose_none ord ord_total _ _ _ _ p Hnode Hp).
  simpl app. intros He. apply Hm. apply maximal_en; [exact H1|]. now rewrite H2.
Qed.

End Main.

(** *** Choices and orders exist *)

(** The first enabled event. *)
Definition first_enabled {V : structure} (pi : list (step V)) (l : list V) :=
  hd_error l.

Lemma first_in (V : structure) pi l (e : V) : first_enabled pi l = Some e -> In e l.
Proof. destruct l; [discriminate|]. intros [= ->]. simpl. auto. Qed.

Lemma first_none (V : structure) pi (l : list V) : first_enabled pi l = None -> l = [].
Proof. destruct l; [auto|discriminate]. Qed.

(** *** Programs *)

(** For a program of reads, writes, updates, CompareAndSwaps, Locks and Unlocks,
    with any choice and any order: each class of maximal executions is explored exactly once, nothing else is
    explored, and the exploration is never blocked. *)
Theorem program_exploration (V : Type) (P : program V) :
  let S := program_system V P in
  let C := structure_of S in
  forall (choose : list (step C) -> list C -> option C)
         (ord : list (step C) -> list C -> C -> C -> bool),
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  (forall pi R, strict_total (ord pi R) R) ->
  let T := exploration S choose ord in
  (forall X, System.exec (next S) X -> maximal S X ->
     exists! p, In p T /\ equiv X (letters S p))
  /\ (forall w f, System.exec (next S) (w ++ [f]) -> prime w f ->
       exists! p, In p T /\ fresh_for S p w f)
  /\ (forall p, In p T -> System.exec (next S) (letters S p))
  /\ (forall p, In p T -> ~ maximal S (letters S p) ->
       exists e, In (p ++ [Out e]) T)
  /\ NoDup T.
Proof.
  intros S C choose ord H1 H2 H3 T. split; [|split; [|split; [|split]]].
  - intros X. now apply explored_once.
  - intros w f. now apply explored_prime.
  - intros p Hp. now apply (explored_exec S choose H1 H2 ord H3) in Hp.
  - intros p. now apply explored_never_blocked.
  - apply explored_NoDup.
Qed.

(** With the first enabled event and the order of POP, nothing is left to
    assume. *)
Corollary pop_exploration (V : Type) (P : program V) :
  let S := program_system V P in
  let T := exploration S first_enabled listed in
  (forall X, System.exec (next S) X -> maximal S X ->
     exists! p, In p T /\ equiv X (letters S p))
  /\ (forall w f, System.exec (next S) (w ++ [f]) -> prime w f ->
       exists! p, In p T /\ fresh_for S p w f)
  /\ (forall p, In p T -> System.exec (next S) (letters S p))
  /\ (forall p, In p T -> ~ maximal S (letters S p) ->
       exists e, In (p ++ [Out e]) T)
  /\ NoDup T.
Proof.
  apply program_exploration.
  - intros pi l e. apply first_in.
  - intros pi l. apply first_none.
  - apply listed_total.
Qed.

(** The tree of POP-W, which keeps the records of
    schedules and decides by the walk which events are asleep, has each class
    of maximal executions of a program exactly once, has only executions, and is
    never blocked, for any choice of the next event.  Line 20 is asked at all heads,
    or only at reads and CompareAndSwaps. *)
Theorem popw_exploration (V : Type) (P : program V) :
  let S := program_system V P in
  let C := structure_of S in
  forall (choose : list (step C) -> list C -> option C),
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  forall asks, asks = (fun _ => true) \/ asks = rival V P ->
  let T := popw C choose asks (height C) [] [] in
  let run p := letters S (erase C p) in
  (forall X, System.exec (next S) X -> maximal S X ->
     exists! p, In p T /\ equiv X (run p))
  /\ (forall p, In p T -> System.exec (next S) (run p))
  /\ (forall p, In p T -> ~ maximal S (run p) ->
       exists p' (e : C), In p' T /\ run p' = run p ++ [lab e])
  /\ NoDup T.
Proof.
  intros S C choose H1 H2 asks HA T run.
  pose (D := exploration S choose listed).
  assert (HP : (forall X, System.exec (next S) X -> maximal S X ->
       exists! p, In p D /\ equiv X (letters S p))
    /\ (forall p, In p D -> System.exec (next S) (letters S p))
    /\ (forall p, In p D -> ~ maximal S (letters S p) ->
         exists e : C, In (p ++ [Out e]) D)
    /\ NoDup D).
  { destruct (program_exploration V P choose listed H1 H2 (listed_total C))
      as (Ha & _ & Hb & Hc & Hd). exact (conj Ha (conj Hb (conj Hc Hd))). }
  assert (HE : map (erase C) T = D) .
  { apply (popw_root C choose H1 H2).
    - intros g. destruct HA as [->| ->]; [easy|apply rival_read].
    - intros E e f g. destruct HA as [->| ->]; [easy|apply rival_reversal]. }
  clearbody D. subst D. destruct HP as (HT & Hr & Hb & Hn).
  assert (Hin : forall p, In p T -> In (erase C p) (map (erase C) T))
    by (intros p; apply in_map).
  split; [|split; [|split]].
  - intros X HX Hm. destruct (HT X HX Hm) as (p & [Hp Hq] & Hu).
    apply in_map_iff in Hp as (q & <- & Hp). exists q. split; [auto|].
    intros q' [Hq' He].
    apply (NoDup_map_inj (erase C) T); auto.
  - intros p Hp. apply Hr. auto.
  - intros p Hp Hm. destruct (Hb _ (Hin p Hp) Hm) as (e & He).
    apply in_map_iff in He as (p' & He & Hp'). exists p', e.
    split; [exact Hp'|]. unfold run, letters. rewrite He, flat_app, map_app.
    reflexivity.
  - now apply NoDup_map_inv in Hn.
Qed.

(** Theorem C, but for the bounds on space and time: the procedure Explore, lines
    1 to 23, is called for each class of maximal executions of a program exactly
    once, for executions only, and never for one execution twice; a call for one
    that is not maximal has a next event (line 3).  It terminates: a larger bound
    [k] of the nesting of calls changes nothing. *)
Theorem Theorem_C (V : Type) (P : program V) :
  let S := program_system V P in
  let C := structure_of S in
  forall (choose : list (step C) -> list C -> option C),
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  forall asks, asks = (fun _ => true) \/ asks = rival V P ->
  forall k, 3 ^ height C < k ->
  let T := explore C choose asks k [] in
  let run p := letters S (erase C p) in
  (forall X, System.exec (next S) X -> maximal S X ->
     exists! p, In p T /\ equiv X (run p))
  /\ (forall p, In p T -> System.exec (next S) (run p))
  /\ (forall p, In p T -> ~ maximal S (run p) ->
       exists e : C, pick C choose asks p = Some e)
  /\ NoDup T.
Proof.
  intros S C choose H1 H2 asks HA k Hk T run.
  assert (A1 : forall g : C, write g = false -> asks g = true).
  { intros g. destruct HA as [->| ->]; [easy|apply rival_read]. }
  assert (A2 : forall (E : list C) e f g, Structure.run E -> enab E e ->
    acc (Structure.lab e) = true -> poss (E ++ [e]) f -> race e f = true ->
    reversal E e f = Some g -> asks g = true -> asks f = true).
  { intros E e f g. destruct HA as [->| ->]; [easy|apply rival_reversal]. }
  assert (HP : Permutation T (popw C choose asks (height C) [] []))
    by now apply explore_popw.
  destruct (popw_exploration V P choose H1 H2 asks HA) as (Ha & Hb & _ & Hd).
  fold S C in Ha, Hb, Hd.
  assert (Hi : forall p, In p T <-> In p (popw C choose asks (height C) [] [])).
  { intros p. split; apply Permutation_in; [exact HP|now symmetry]. }
  split; [|split; [|split]].
  - intros X HX Hm. destruct (Ha X HX Hm) as (p & [Hp He] & Hu).
    exists p. split; [split; [now apply Hi|exact He]|].
    intros q [Hq Hqe]. apply Hu. split; [now apply Hi|exact Hqe].
  - intros p Hp. now apply Hb, Hi.
  - intros p Hp Hm. destruct (pick C choose asks p) as [e|] eqn:Ep; [eauto|].
    exfalso. apply Hi in Hp. assert (Hp' := in_map (erase C) _ _ Hp).
    rewrite (popw_root C choose H1 H2 asks A1 A2) in Hp'.
    destruct (explored_exec S choose H1 H2 listed (listed_total C) _ Hp') as [Hx Hev].
    apply Hm, maximal_en; [exact Hx|]. unfold run. rewrite Hev.
    destruct (en C (flat (erase C p))) as [|a l] eqn:Ee; [exact Ee|exfalso].
    destruct (explore_awake C choose asks p) as (e & He); auto; [|congruence].
    unfold place. rewrite Ee. discriminate.
  - apply (Permutation_NoDup (Permutation_sym HP)). exact Hd.
Qed.

(** Lemma A7: at most n(n+1)/2 calls of line 7 are nested, if no execution is
    longer than n, here [height]. *)
Theorem nested_calls (V : Type) (P : program V) :
  let C := structure_of (program_system V P) in
  forall (choose : list (step C) -> list C -> option C),
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  forall asks, asks = (fun _ => true) \/ asks = rival V P ->
  forall p k, nest C choose asks p k -> 2 * k <= height C * (height C + 1).
Proof.
  intros C choose H1 H2 asks HA p k. apply A7; auto.
  - intros g. destruct HA as [->| ->]; [easy|apply rival_read].
  - intros E e f g. destruct HA as [->| ->]; [easy|apply rival_reversal].
Qed.
