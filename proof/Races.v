(** Races and their reversals: the first half of (C) (A.4).

    Rev(E,e) are the schedules that may replace [e] after [E]; a schedule is
    given by its head.  [rev_gen] and [gen_rev] say that the elements of
    Rev(E,e) and the events that race with [e] after [E·e] correspond to each
    other.  Bad events are ignored here. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters Structure.
Import ListNotations.

Section Races.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g : S).

(** [e] and [f] are adjacent in happens-before, and of different threads. *)
Definition race e f : bool :=
  negb (thr e =? thr f) && mem e (sp f)
  && negb (existsb (fun c => mem e (sp c)) (sp f)).

Lemma race_iff e f :
  race e f = true <->
  thr e <> thr f /\ lt e f /\ forall c, lt c f -> ~ lt e c.
Proof.
  unfold race. rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_neq, mem_iff.
  split.
  - intros [[H1 H2] H3]. repeat split; auto. intros c Hc He.
    assert (existsb (fun c => mem e (sp c)) (sp f) = true); [|congruence].
    apply existsb_exists. exists c. split; [exact Hc|]. now apply mem_iff.
  - intros (H1 & H2 & H3). repeat split; auto. apply not_true_is_false.
    intros H. apply existsb_exists in H as (c & Hc & He).
    apply mem_iff in He. now apply (H3 c).
Qed.

(** The reversal of a race: the next event of [f]'s thread when [e] is left
    out. *)
Definition reversal E e f : option S :=
  find (fun g => thr g =? thr f) (en S (E ++ body (E ++ [e]) f)).

(** Heads of the elements of Rev(E,e), except for "ok". *)
Definition Rev E e f :=
  poss E f /\ thr f <> thr e /\ dp f e
  /\ forall c, In c (body E f) -> ~ dp c e.

Lemma race_dep e f : isev f -> race e f = true -> dp e f.
Proof.
  intros Hf H. apply race_iff in H as (_ & Hl & Hn).
  destruct (past_gen S e f Hf Hl) as (b & Hb & [->|He] & Hd); [exact Hd|].
  destruct (Hn b Hb He).
Qed.

(** Properties of the event that [reversal] finds. *)
Lemma reversal_some E e f g :
  reversal E e f = Some g ->
  In g (en S (E ++ body (E ++ [e]) f)) /\ thr g = thr f.
Proof.
  intros H. apply find_some in H as [H1 H2]. apply Nat.eqb_eq in H2. auto.
Qed.

Lemma reversal_ex E e f g :
  run (E ++ body (E ++ [e]) f) ->
  In g (en S (E ++ body (E ++ [e]) f)) -> thr g = thr f ->
  reversal E e f = Some g.
Proof.
  intros Hr Hg Ht. unfold reversal.
  destruct (find _ _) as [g'|] eqn:Ef.
  - apply find_some in Ef as [E1 E2]. apply Nat.eqb_eq in E2. f_equal.
    apply (en_thread S (E ++ body (E ++ [e]) f)); auto. congruence.
  - apply find_none with (x := g) in Ef; [|exact Hg].
    apply Nat.eqb_neq in Ef. contradiction.
Qed.

(** If an event [f] after [D] depends on the events of [D] on which [f']
    depends, it has the same past there. *)
Lemma body_same E D f f' :
  run (E ++ D) -> enab (E ++ D) f ->
  (forall b, In b D -> dp b f' -> dp b f) -> isev f' ->
  (forall c, In c D -> lt c f') ->
  (forall c b, In c D -> lt b f' -> le c b -> In b D) ->
  forall c, In c (body E f) <-> In c D.
Proof.
  intros Hr (F1 & F2 & F3 & F4) Hl Hf' Hlt Hup c. rewrite body_iff. split.
  - intros [Hc Hn]. apply F3, in_app_iff in Hc. tauto.
  - intros Hc. split; [|intros HE; now apply (run_disj S _ _ c Hr)].
    destruct (past_gen S c f' Hf' (Hlt c Hc)) as (b & Hb & Hcb & Hd).
    assert (Hb' := Hup c b Hc Hb Hcb).
    assert (lt b f) by (apply F4; [apply in_app_iff|]; auto).
    now apply (le_lt_trans S c b f).
Qed.

(** (X8): if [f] and [f'] differ, [e] writes their variable; then they depend
    on the same events of those that are independent of [e], and both depend
    on [e]. *)
Lemma turn_dp e f f' b :
  turn (lab e) (lab f) (lab f') -> ~ dp b e -> (dp b f <-> dp b f').
Proof.
  intros [Hl|(Hw & Hv & Ht & _ & Hv' & _)] Hb; unfold dp in *; [now rewrite Hl|].
  assert (Hn : var b <> var e).
  { intros Hbe. apply Hb, dep_access; auto. }
  split; intros H; (destruct (Nat.eq_dec (thr b) (thr f)) as [E|E];
    [apply dep_same_thread; congruence|
     apply dep_threads in H as [H _]; congruence]).
Qed.

Lemma turn_conflict e f f' :
  turn (lab e) (lab f) (lab f') -> thr f <> thr e -> (dp f e <-> dp f' e).
Proof.
  intros [Hl|(Hw & Hv & Ht & _ & Hv' & _)] Hne; unfold dp; [now rewrite Hl|].
  split; intros _; apply dep_access; auto; congruence.
Qed.

Lemma filter_mem_id (P : S -> bool) w :
  (forall x, In x w -> P x = true) -> filter P w = w.
Proof.
  induction w as [|x w IH]; intros H; [reflexivity|]. simpl.
  rewrite H by (simpl; auto). f_equal. apply IH. intros y Hy. apply H.
  simpl. auto.
Qed.

(** Events that do not follow [e] may be executed without it. *)
Lemma run_without E e D :
  run ((E ++ [e]) ++ D) -> (forall c, In c D -> ~ lt e c) -> run (E ++ D).
Proof.
  intros H Hn. assert (HeD : ~ In e D).
  { intros Hi. apply (run_disj S _ _ e H); [|exact Hi].
    apply in_app_iff. simpl. auto. }
  rewrite <- app_assoc in H.
  apply (run_filter S E _ (fun c => mem c D)) in H.
  - simpl in H. assert (Em : mem e D = false).
    { apply not_true_is_false. now rewrite mem_iff. }
    rewrite Em, filter_mem_id in H; [exact H|]. intros x. apply mem_iff.
  - intros a b Ha Hb Hm Hlt. apply mem_iff in Hm. apply mem_iff.
    simpl in Ha. destruct Ha as [<-|Ha]; [|exact Ha]. destruct (Hn b Hm Hlt).
Qed.

(** Next letters at the variable of an access are accesses. *)
Lemma access_next E e f l :
  run E -> enab E e -> acc (lab e) = true -> dp e f -> thr e <> thr f ->
  var f = va l -> acc l = negb (mutex S (va l)) -> lock l = false.
Proof.
  intros HE He Hae Hd Ht Hv Hl. destruct (dep_threads _ _ Hd Ht) as [Hv' _].
  rewrite (en_kind S E e HE He), Hv', Hv in Hae. rewrite Hae in Hl.
  destruct (lock l) eqn:E0; [|reflexivity]. apply lock_acc in E0. congruence.
Qed.

(** (C), first part: a race is reversed by an element of Rev(E,e), with the
    same letters, but for the kind of its head. *)
Theorem gen_rev E e f' :
  run E -> enab E e -> acc (lab e) = true ->
  poss (E ++ [e]) f' -> race e f' = true ->
  exists f, reversal E e f' = Some f /\ turn (lab e) (lab f) (lab f') /\ Rev E e f
    /\ forall c, In c (body E f) <-> In c (body (E ++ [e]) f').
Proof.
  intros HE He Hae Hp Hrace. assert (Hev := poss_isev S _ _ Hp).
  assert (Hd := race_dep e f' Hev Hrace).
  apply race_iff in Hrace as (Ht & Hl & Hn).
  set (D := body (E ++ [e]) f').
  assert (HD : run ((E ++ [e]) ++ D)).
  { unfold poss, sched in Hp. rewrite app_assoc in Hp. now apply run_app in Hp. }
  assert (Hf' : enab ((E ++ [e]) ++ D) f').
  { unfold poss, sched in Hp. rewrite app_assoc in Hp. now apply run_inv in Hp. }
  (* nothing of D depends on e *)
  assert (Hi : forall c, In c D -> ~ dp c e).
  { intros c Hc Hdc. assert (Hc' := Hc). apply body_iff in Hc' as [Hlc Hnc].
    destruct (run_dep S ((E ++ [e]) ++ D) c e HD) as [[->|H]|[->|H]]; auto.
    - apply in_app_iff. auto.
    - rewrite !in_app_iff. simpl. auto.
    - apply Hnc, in_app_iff. simpl. auto.
    - apply Hnc, in_app_iff. left. destruct He as (_ & _ & He & _). now apply He.
    - apply Hnc, in_app_iff. simpl. auto.
    - now apply (Hn c). }
  assert (HeD : ~ In e D).
  { intros H. apply (Hi e H), dp_refl. }
  (* so D may be executed without e *)
  assert (H1 : run (E ++ D)).
  { apply (run_without E e D HD). intros c Hc. apply Hn. now apply body_iff in Hc. }
  assert (He' : enab (E ++ D) e).
  { apply comp_last; auto. intros c Hc Hdc. now apply Hi in Hc. }
  assert (H2 : run ((E ++ D) ++ [e])) by now constructor.
  (* the next event of the thread of f' *)
  assert (Hset : forall x, In x ((E ++ [e]) ++ D) <-> In x ((E ++ D) ++ [e])).
  { intros x. rewrite !in_app_iff. tauto. }
  assert (Hx : nxt S ((E ++ D) ++ [e]) (thr f') = Some (lab f')).
  { apply nxt_en; [exact H2|]. apply en_ok; [exact H2|].
    now apply (enab_set S _ _ f' Hset). }
  assert (HT := nxt_other S (E ++ D) e (thr f') H2 Ht). rewrite Hx in HT.
  destruct (nxt S (E ++ D) (thr f')) as [l|] eqn:El; [|easy].
  unfold turns in HT.
  assert (Hll : lock l = false).
  { apply (access_next E e f' l HE He Hae Hd Ht).
    - now apply turn_same in HT.
    - now apply (nxt_mutex S (E ++ D) (thr f')). }
  apply en_acc in El as (f & Hf & <- & Hl'); [|exact H1|exact Hll].
  assert (Hfe : enab (E ++ D) f) by now apply en_ok in Hf.
  assert (Hb : forall c, In c (body E f) <-> In c D).
  { apply (body_same E D f f'); auto.
    - intros b Hb. now apply (turn_dp e f f' b HT), Hi.
    - intros c Hc. now apply body_iff in Hc.
    - intros c b Hc Hb Hcb. apply body_iff. split; [exact Hb|].
      intros HbE. apply body_iff in Hc as [_ Hc]. apply Hc.
      destruct Hcb as [->|Hcb]; [exact HbE|].
      apply (run_down S (E ++ [e]) c b); auto. now apply run_app in HD. }
  exists f. split; [|split; [exact HT|split; [|exact Hb]]].
  - now apply reversal_ex.
  - split; [|split; [|split]].
    + apply (poss_in S E (D ++ [f])).
      * rewrite app_assoc. now constructor.
      * apply in_app_iff. simpl. auto.
    + congruence.
    + apply (turn_conflict e f f' HT); [congruence|]. now apply dp_sym.
    + intros c Hc. apply Hi, Hb, Hc.
Qed.

Lemma run_after E e f :
  run E -> enab E e -> Rev E e f -> run ((E ++ [e]) ++ body E f).
Proof.
  intros HE He (Hp & _ & _ & Hi). set (D := body E f) in *.
  assert (HD : run (E ++ D)).
  { unfold poss, sched in Hp. rewrite app_assoc in Hp. now apply run_app in Hp. }
  assert (Hc : comp e D) by (intros c H1 H2; now apply Hi in H1).
  assert (H3 := comp_first S E e D HD He Hc).
  unfold minus in H3. rewrite filter_mem_id in H3; [exact H3|].
  intros x Hx. apply negb_true_iff, not_true_is_false. rewrite mem_iff.
  intros [->|[]]. apply (Hi x Hx), dp_refl.
Qed.

(** (C), second part: each element of Rev(E,e) reverses a race. *)
Theorem rev_gen E e f :
  run E -> enab E e -> acc (lab e) = true -> Rev E e f ->
  exists f', poss (E ++ [e]) f' /\ race e f' = true
    /\ reversal E e f' = Some f /\ turn (lab e) (lab f) (lab f')
    /\ forall c, In c (body (E ++ [e]) f') <-> In c (body E f).
Proof.
  intros HE He Hae (Hp & Ht & Hd & Hi). assert (Hev := poss_isev S _ _ Hp).
  set (D := body E f).
  assert (HD : run (E ++ D)).
  { unfold poss, sched in Hp. rewrite app_assoc in Hp. now apply run_app in Hp. }
  assert (Hf : enab (E ++ D) f).
  { unfold poss, sched in Hp. rewrite app_assoc in Hp. now apply run_inv in Hp. }
  assert (HeD : ~ In e D).
  { intros H. apply (Hi e H), dp_refl. }
  assert (Hc : comp e D) by (intros c H1 H2; now apply Hi in H1).
  assert (He' : enab (E ++ D) e) by now apply comp_last.
  assert (H2 : run ((E ++ D) ++ [e])) by now constructor.
  assert (H3 : run ((E ++ [e]) ++ D)).
  { apply run_after; auto. repeat split; auto. }
  assert (Hset : forall x, In x ((E ++ D) ++ [e]) <-> In x ((E ++ [e]) ++ D)).
  { intros x. rewrite !in_app_iff. tauto. }
  assert (Hx : nxt S (E ++ D) (thr f) = Some (lab f)).
  { apply nxt_en; [exact HD|]. now apply en_ok. }
  assert (HT := nxt_other S (E ++ D) e (thr f) H2 (not_eq_sym Ht)).
  rewrite Hx in HT.
  destruct (nxt S ((E ++ D) ++ [e]) (thr f)) as [l|] eqn:El; [|easy].
  unfold turns in HT.
  assert (Hll : lock l = false).
  { apply (access_next E e f l HE He Hae (dp_sym S _ _ Hd) (not_eq_sym Ht)).
    - symmetry. now apply turn_same in HT.
    - now apply (nxt_mutex S ((E ++ D) ++ [e]) (thr f)). }
  apply en_acc in El as (f' & Hf' & <- & Hl'); [|exact H2|exact Hll].
  apply (en_set S _ ((E ++ [e]) ++ D)) in Hf'; auto.
  apply en_ok in Hf'; [|exact H3].
  assert (Hb : forall c, In c (body (E ++ [e]) f') <-> In c D).
  { apply (body_same (E ++ [e]) D f' f); auto.
    - intros b Hb. now apply (turn_dp e f f' b HT), Hi.
    - intros c H. now apply body_iff in H.
    - intros c b H Hb Hcb. apply body_iff. split; [exact Hb|].
      intros HbE. apply body_iff in H as [_ H]. apply H.
      destruct Hcb as [->|Hcb]; [exact HbE|]. now apply (run_down S E c b). }
  assert (Hp' : poss (E ++ [e]) f').
  { apply (poss_in S (E ++ [e]) (D ++ [f'])).
    - rewrite app_assoc. now constructor.
    - apply in_app_iff. simpl. auto. }
  assert (HnD : forall c, In c D -> ~ lt e c).
  { intros c Hc' Hec. apply (run_down S (E ++ D) e c) in Hec; auto.
    - apply in_app_iff in Hec as [Hec|Hec]; [|contradiction].
      now destruct He as (_ & He & _).
    - apply in_app_iff. auto. }
  exists f'. split; [exact Hp'|]. split; [|split; [|split; [exact HT|exact Hb]]].
  - apply race_iff. destruct Hf' as (F1 & F2 & F3 & F4). split; [|split].
    + congruence.
    + apply F4; [rewrite !in_app_iff; simpl; auto|].
      now apply dp_sym, (turn_conflict e f f' HT Ht).
    + intros c H Hec. apply F3 in H. rewrite !in_app_iff in H. simpl in H.
      destruct H as [[H|[<-|[]]]|H].
      * apply (run_down S E e c) in Hec; auto. now destruct He as (_ & He & _).
      * apply (lt_irrefl S e); [apply He|exact Hec].
      * now apply (HnD c).
  - assert (Hset' : forall x, In x (E ++ D) <-> In x (E ++ body (E ++ [e]) f')).
    { intros x. rewrite !in_app_iff, Hb. tauto. }
    assert (Hr' : run (E ++ body (E ++ [e]) f')).
    { apply (run_without E e).
      - unfold poss, sched in Hp'. rewrite app_assoc in Hp'.
        now apply run_app in Hp'.
      - intros c H. apply HnD, Hb, H. }
    apply reversal_ex; auto.
    + apply (en_set S (E ++ D)); auto. now apply en_ok.
Qed.

(** Different races have different reversals. *)
Theorem reversal_inj E e f f' g :
  run E -> enab E e -> acc (lab e) = true ->
  poss (E ++ [e]) f -> race e f = true -> reversal E e f = Some g ->
  poss (E ++ [e]) f' -> race e f' = true -> reversal E e f' = Some g ->
  f = f'.
Proof.
  intros HE He Hae Hp Hr Hg Hp' Hr' Hg'.
  destruct (gen_rev E e f HE He Hae Hp Hr) as (g1 & E1 & L1 & _ & B1).
  destruct (gen_rev E e f' HE He Hae Hp' Hr') as (g2 & E2 & L2 & _ & B2).
  assert (g1 = g) as -> by congruence. assert (g2 = g) as -> by congruence.
  unfold poss, sched in Hp, Hp'. rewrite app_assoc in Hp, Hp'.
  apply run_inv in Hp as [H1 H2], Hp' as [H1' H2'].
  apply (en_thread S ((E ++ [e]) ++ body (E ++ [e]) f)); auto.
  - now apply en_ok.
  - apply en_ok; [exact H1|].
    apply (enab_set S ((E ++ [e]) ++ body (E ++ [e]) f')); [|exact H2'].
    intros x. rewrite !in_app_iff, <- B1, <- B2. tauto.
  - apply turn_same in L1 as [L1 _], L2 as [L2 _]. congruence.
Qed.

(** A2: two different elements of Rev(E,e) are not compatible if the head of
    one is a write. *)
Theorem A2 E e g g' :
  Rev E e g -> Rev E e g' -> g <> g' -> write g = true ->
  ~ compat (sched E g) (sched E g').
Proof.
  intros (Hp & Ht & Hd & Hn) (Hp' & Ht' & Hd' & Hn') Hne Hw Hc.
  destruct (dep_threads _ _ Hd Ht) as [Hv _].
  destruct (dep_threads _ _ Hd' Ht') as [Hv' _].
  destruct (Hc g g') as [[H|H]|[H|H]]; try congruence.
  - apply sched_iff. auto.
  - apply sched_iff. auto.
  - apply dep_access; [congruence|auto].
  - apply (Hn' g); [|exact Hd]. apply body_iff.
    split; [exact H|now apply poss_fresh].
  - apply (Hn g'); [|exact Hd']. apply body_iff.
    split; [exact H|now apply poss_fresh].
Qed.

(** *** Locks

    A Lock [e] is reversed with the Lock [g] of another thread, at the same
    mutex, that is executed or pending, and need not follow it. *)

(** Unlocks are not reversed, and only Locks are in place of Locks. *)
Lemma rev_lock E e g :
  run E -> enab E e -> acc (lab e) = false -> Rev E e g ->
  lock (lab e) = true /\ lock (lab g) = true.
Proof.
  intros HE He Hae (Hp & Ht & Hd & Hi). destruct (dep_threads _ _ Hd Ht) as [Hv _].
  unfold poss, sched in Hp. rewrite app_assoc in Hp. apply run_inv in Hp as [Hr Hg].
  assert (Hag : acc (lab g) = false).
  { rewrite (en_kind S _ g Hr Hg), Hv, <- (en_kind S E e HE He). exact Hae. }
  assert (Hl : last_at (var e) (map lab (E ++ body E g)) = last_at (var e) (map lab E)).
  { rewrite map_app. apply last_at_app. intros a Ha Hva.
    apply in_map_iff in Ha as (c & <- & Hc). apply (Hi c Hc), dep_access; [exact Hva|].
    right. now apply wr_acc. }
  apply en_ok in He; [|exact HE]. apply en_ok in Hg; [|exact Hr].
  assert (Ce := en_can S E e HE He). assert (Cg := en_can S _ g Hr Hg).
  apply nxt_en in He; [|exact HE]. apply nxt_en in Hg; [|exact Hr].
  apply nxt_mutex in He as [_ Ue]; [|exact HE]. apply nxt_mutex in Hg as [_ Ug]; [|exact Hr].
  unfold acc, can, free in *. rewrite Hv, Hl in *.
  unfold lock in Ce, Cg |- *.
  destruct (kd (lab e)) eqn:Ke, (kd (lab g)) eqn:Kg; try discriminate; auto; exfalso.
  - destruct (Ug eq_refl) as (b & Hb & Lb & _). rewrite Hb in Ce.
    unfold lock in Lb. destruct (kd b); discriminate.
  - destruct (Ue eq_refl) as (b & Hb & Lb & _). rewrite Hb in Cg.
    unfold lock in Lb. destruct (kd b); discriminate.
  - destruct (Ue eq_refl) as (b & Hb & _ & Tb), (Ug eq_refl) as (b' & Hb' & _ & Tb').
    congruence.
Qed.

(** The events of [w] that are, or happen before, an event of thread [t]. *)
Definition cl t w := filter (fun c => existsb (fun d => (thr d =? t) && leb S c d) w) w.

(** [e ≲ g], where [w] follows [E·e] up to the Lock [g] of thread [t], and [hs]
    are the heads in [w]: [e] is the latest Lock of its mutex, it is not in
    [cl t w], and all these heads are. The schedule is [cl t w], with [g]. *)
Definition lockgen E e t w hs : list S :=
  if negb (thr e =? t)
     && forallb (fun c => negb (lock (lab c) && (var c =? var e))) w
     && forallb (fun c => negb (mem e (sp c))) (cl t w)
     && forallb (fun h => mem h (cl t w)) hs
  then match find (fun g => thr g =? t) (en S (E ++ cl t w)) with
       | Some g => [g]
       | None => []
       end
  else [].

Lemma cl_iff t w c :
  In c (cl t w) <-> In c w /\ exists d, In d w /\ thr d = t /\ le c d.
Proof.
  unfold cl. rewrite filter_In, existsb_exists. split.
  - intros (Hc & d & Hd & H). apply andb_true_iff in H as [H1 H2].
    apply Nat.eqb_eq in H1. apply leb_iff in H2. eauto.
  - intros (Hc & d & Hd & H1 & H2). split; [exact Hc|]. exists d.
    split; [exact Hd|]. apply andb_true_iff. split; [now apply Nat.eqb_eq|].
    now apply leb_iff.
Qed.

Section Cl.
Variables (E : list S) (e : S) (t : nat) (w : list S).
Hypothesis He : enab E e.
Hypothesis Hw : run ((E ++ [e]) ++ w).
Hypothesis Ht : thr e <> t.
Hypothesis Hn : forall c, In c (cl t w) -> ~ lt e c.

Lemma cl_indep c : In c (cl t w) -> ~ dp c e.
Proof.
  intros Hc Hd. assert (Hcw : In c w) by now apply cl_iff in Hc.
  assert (Hne : ~ In c (E ++ [e])).
  { intros H. now apply (run_disj S _ _ c Hw). }
  rewrite in_app_iff in Hne. simpl in Hne.
  destruct (run_dep S _ c e Hw) as [[->|H]|[->|H]]; auto.
  - apply in_app_iff. auto.
  - rewrite !in_app_iff. simpl. auto.
  - apply Hne. left. destruct He as (_ & _ & Hi & _). now apply Hi.
  - now apply (Hn c).
Qed.

Lemma cl_run : run ((E ++ [e]) ++ cl t w) /\ run (E ++ cl t w).
Proof.
  assert (H : run ((E ++ [e]) ++ cl t w)).
  { apply run_filter; [exact Hw|]. intros a b Ha Hb HP Hl.
    assert (Hcl : In b (cl t w)) by (apply filter_In; auto).
    apply cl_iff in Hcl as (_ & d & Hd & Hdt & Hbd).
    apply existsb_exists. exists d. split; [exact Hd|].
    apply andb_true_iff. split; [now apply Nat.eqb_eq|]. apply leb_iff. right.
    apply (lt_le_trans S a b d); auto. apply (run_isev S _ d Hw).
    apply in_app_iff. auto. }
  split; [exact H|]. now apply (run_without E e).
Qed.

(** The next Lock of the thread, with and without [e]. *)
Lemma cl_nxt l :
  acc l = false -> th l = t ->
  (nxt S ((E ++ [e]) ++ w) t = Some l <-> nxt S (E ++ cl t w) t = Some l).
Proof.
  intros Hl Htl. destruct cl_run as [H1 H2].
  assert (HL : forall D u, run (D ++ u) -> (forall c, In c u -> thr c <> t) ->
            (nxt S (D ++ u) t = Some l <-> nxt S D t = Some l)).
  { rewrite <- Htl. intros D u HD Hu. now apply nxt_lock. }
  assert (H3 : run (((E ++ [e]) ++ cl t w) ++ minus w (cl t w))).
  { rewrite <- app_assoc. apply F3; auto. intros c Hc. now apply cl_iff in Hc. }
  assert (H4 : run ((E ++ cl t w) ++ [e])).
  { constructor; [exact H2|]. apply comp_last; auto.
    - intros c Hc Hd. now apply cl_indep in Hc.
    - intros Hi. apply (cl_indep e Hi), dp_refl. }
  rewrite (nxt_same S ((E ++ [e]) ++ w)
             (((E ++ [e]) ++ cl t w) ++ minus w (cl t w))); auto.
  2:{ intros x. rewrite !in_app_iff, minus_iff, cl_iff.
      destruct (in_dec (ev_dec S) x (cl t w)) as [i|n];
        [apply cl_iff in i; tauto|]. rewrite cl_iff in n. tauto. }
  rewrite (HL _ _ H3).
  2:{ intros c Hc. apply minus_iff in Hc as [Hc Hcn]. intros Hct. apply Hcn, cl_iff.
      split; [exact Hc|]. exists c. split; [exact Hc|]. split; [exact Hct|now left]. }
  rewrite (nxt_same S ((E ++ [e]) ++ cl t w) ((E ++ cl t w) ++ [e])); auto.
  2:{ intros x. rewrite !in_app_iff. tauto. }
  apply (HL _ _ H4). intros c [<-|[]]. exact Ht.
Qed.

(** The event of thread [t] after [cl t w], without [e]. *)
Lemma cl_rev l g :
  nxt S ((E ++ [e]) ++ w) t = Some l -> lock l = true -> th l = t -> va l = var e ->
  acc (lab e) = false ->
  In g (en S (E ++ cl t w)) -> thr g = t ->
  lab g = l /\ Rev E e g /\ forall c, In c (body E g) <-> In c (cl t w).
Proof.
  intros Hl Hk Htl Hv Hae Hg Hgt. destruct cl_run as [H1 H2].
  apply cl_nxt in Hl; [|now apply lock_acc|exact Htl].
  assert (Hlab : lab g = l).
  { apply nxt_en in Hg; [|exact H2]. rewrite Hgt in Hg. congruence. }
  apply en_ok in Hg; [|exact H2].
  assert (Hp : poss E g).
  { apply (poss_in S E (cl t w ++ [g])).
    - rewrite app_assoc. now constructor.
    - apply in_app_iff. simpl. auto. }
  assert (Hb : forall c, In c (body E g) <-> In c (cl t w)).
  { intros c. rewrite body_iff. destruct Hg as (G1 & G2 & G3 & G4). split.
    - intros [Hc HcE]. apply G3, in_app_iff in Hc. tauto.
    - intros Hc. split.
      + assert (Hc' := Hc). apply cl_iff in Hc' as (_ & d & Hd & Hdt & Hcd).
        assert (Hdc : In d (cl t w)).
        { apply cl_iff. split; [exact Hd|]. exists d. repeat split; auto. now left. }
        apply (le_lt_trans S c d g); auto. apply G4.
        * apply in_app_iff. auto.
        * apply dep_same_thread. congruence.
      + intros HcE. apply cl_iff in Hc as [Hc _]. apply (run_disj S _ _ c Hw); auto.
        apply in_app_iff. auto. }
  split; [exact Hlab|]. split; [|exact Hb]. split; [exact Hp|].
  split; [congruence|]. split.
  - apply dep_access; [congruence|]. right. now apply wr_acc.
  - intros c Hc. now apply cl_indep, Hb.
Qed.

End Cl.

(** The events before [g] all happen before its thread's last one. *)
Lemma body_thread E e g c :
  acc (lab e) = false -> Rev E e g -> In c (body E g) ->
  exists d, In d (body E g) /\ thr d = thr g /\ le c d.
Proof.
  intros Hae (Hp & Ht & Hd & Hi) Hc. assert (Hev := poss_isev S _ _ Hp).
  apply body_iff in Hc as Hc'. destruct Hc' as [Hl HcE].
  destruct (past_gen S c g Hev Hl) as (b & Hb & Hcb & Hbd).
  assert (Hbb : In b (body E g)).
  { apply body_iff. split; [exact Hb|]. intros HbE. apply HcE.
    destruct Hcb as [->|Hcb]; [exact HbE|]. apply (run_down S E c b); auto.
    now apply run_app in Hp. }
  exists b. split; [exact Hbb|]. split; [|exact Hcb].
  destruct (Nat.eq_dec (thr b) (thr g)) as [H|H]; [exact H|]. exfalso.
  apply (Hi b Hbb). apply dep_threads in Hbd as [Hv _]; [|exact H].
  apply dep_threads in Hd as [Hv' _]; [|exact Ht].
  apply dep_access; [congruence|]. right. now apply wr_acc.
Qed.

Lemma lockgen_sound E e t w hs l g :
  run E -> enab E e -> run ((E ++ [e]) ++ w) -> acc (lab e) = false ->
  nxt S ((E ++ [e]) ++ w) t = Some l -> lock l = true -> va l = var e ->
  In g (lockgen E e t w hs) ->
  Rev E e g /\ lab g = l /\ incl (body E g) w
  /\ (forall c, In c w -> lock (lab c) = true -> var c <> var e)
  /\ (forall h, In h hs -> In h (body E g)).
Proof.
  intros HE He Hw Hae Hl Hk Hv Hg. unfold lockgen in Hg.
  destruct (_ && _) eqn:Ec; [|easy]. rewrite !andb_true_iff in Ec.
  destruct Ec as [[[C1 C2] C3] C4].
  apply negb_true_iff, Nat.eqb_neq in C1.
  rewrite forallb_forall in C2, C3, C4.
  assert (Hn : forall c, In c (cl t w) -> ~ lt e c).
  { intros c Hc Hlt. apply C3, negb_true_iff in Hc.
    apply (proj2 (mem_iff S e (sp c))) in Hlt. congruence. }
  destruct (find _ _) as [g'|] eqn:Ef; [|easy]. destruct Hg as [->|[]].
  apply find_some in Ef as [F1 F2]. apply Nat.eqb_eq in F2.
  destruct (nxt_thread S _ t l Hw Hl) as [Htl _].
  destruct (cl_rev E e t w He Hw C1 Hn l g) as (R1 & R2 & R3); auto.
  split; [exact R2|]. split; [exact R1|]. split; [|split].
  - intros c Hc. now apply R3, cl_iff in Hc.
  - intros c Hc Lc Vc. apply C2 in Hc. rewrite Lc, Vc, Nat.eqb_refl in Hc. discriminate.
  - intros h Hh. apply R3. now apply C4, mem_iff in Hh.
Qed.

(** If nothing is a Lock [l], the next letter, its thread makes no step. *)
Lemma no_lock E u l :
  run (E ++ u) -> nxt S E (th l) = Some l -> acc l = false ->
  (forall a, In a u -> lab a <> l) -> forall a, In a u -> thr a <> th l.
Proof.
  induction u as [|b u IH] using rev_ind; intros H Hn Hl Ha; [easy|].
  rewrite app_assoc in H. apply run_inv in H as [H Hb].
  assert (IH' : forall a, In a u -> thr a <> th l).
  { apply IH; auto. intros a Hau. apply Ha, in_app_iff. auto. }
  intros a Hau Ht. apply in_app_iff in Hau as [Hau|[->|[]]].
  - now apply (IH' a).
  - apply (Ha a); [apply in_app_iff; simpl; auto|].
    assert (H1 : nxt S (E ++ u) (th l) = Some l) by now apply nxt_lock.
    apply en_ok in Hb; [|exact H]. apply nxt_en in Hb; [|exact H].
    rewrite Ht in Hb. congruence.
Qed.

(** The next letter of [g]'s thread, after [e] and the schedule without [g]. *)
Lemma nxt_rev_lock E e g :
  run E -> enab E e -> acc (lab e) = false -> Rev E e g ->
  nxt S ((E ++ [e]) ++ body E g) (thr g) = Some (lab g).
Proof.
  intros HE He Hae HR. assert (HR' := HR). destruct HR' as (Hp & Ht & Hd & Hi).
  destruct (rev_lock E e g HE He Hae HR) as [_ Lg].
  unfold poss, sched in Hp. rewrite app_assoc in Hp. apply run_inv in Hp as [Hr Hg].
  assert (H2 : run ((E ++ body E g) ++ [e])).
  { constructor; [exact Hr|]. apply comp_last; auto.
    - intros c Hc Hdc. now apply Hi in Hc.
    - intros H. apply (Hi e H), dp_refl. }
  rewrite (nxt_same S _ ((E ++ body E g) ++ [e])); auto.
  - apply nxt_lock; auto.
    + now apply lock_acc.
    + intros c [<-|[]]. auto.
    + apply nxt_en; [exact Hr|]. now apply en_ok.
  - now apply run_after.
  - intros x. rewrite !in_app_iff. tauto.
Qed.

Lemma lockgen_complete E e g w hs :
  run E -> enab E e -> acc (lab e) = false -> Rev E e g ->
  run ((E ++ [e]) ++ w) -> incl (body E g) w ->
  (forall c, In c w -> lock (lab c) = true -> var c <> var e) ->
  (forall h, In h hs -> In h (body E g)) ->
  In g (lockgen E e (thr g) w hs)
  /\ nxt S ((E ++ [e]) ++ w) (thr g) = Some (lab g).
Proof.
  intros HE He Hae HR Hw Hb Hnl Hhs.
  destruct (rev_lock E e g HE He Hae HR) as [Le Lg].
  assert (Hn0 := nxt_rev_lock E e g HE He Hae HR).
  assert (HR' := HR). destruct HR' as (Hp & Ht & Hd & Hi).
  destruct (dep_threads _ _ Hd Ht) as [Hv _].
  assert (Hra := run_after E e g HE He HR).
  assert (Hru : run (((E ++ [e]) ++ body E g) ++ minus w (body E g))).
  { rewrite <- app_assoc. apply F3; auto. }
  assert (Hnt : forall a, In a (minus w (body E g)) -> thr a <> thr g).
  { apply (no_lock _ _ (lab g) Hru Hn0); [now apply lock_acc|].
    intros a Ha Hl. apply minus_iff in Ha as [Ha _]. apply (Hnl a Ha); congruence. }
  assert (Hset : forall c, In c (cl (thr g) w) <-> In c (body E g)).
  { intros c. rewrite cl_iff. split.
    - intros (Hc & d & Hdw & Hdt & Hcd).
      assert (Hdb : In d (body E g)).
      { destruct (in_dec (ev_dec S) d (body E g)) as [i|n]; [exact i|].
        destruct (Hnt d); [now apply minus_iff|exact Hdt]. }
      apply body_iff in Hdb as [Hdg _]. apply body_iff. split.
      + apply (le_lt_trans S c d g); auto. now apply poss_isev with E.
      + intros HcE. apply (run_disj S _ _ c Hw); auto. apply in_app_iff. auto.
    - intros Hc. split; [now apply Hb|].
      destruct (body_thread E e g c Hae HR Hc) as (d & Hdb & Hdt & Hcd). eauto. }
  split.
  2:{ rewrite (nxt_same S _ (((E ++ [e]) ++ body E g) ++ minus w (body E g))); auto.
      - apply nxt_lock; auto. now apply lock_acc.
      - intros x. rewrite !in_app_iff, minus_iff. specialize (Hb x).
        destruct (in_dec (ev_dec S) x (body E g)); tauto. }
  assert (Hn : forall c, In c (cl (thr g) w) -> ~ lt e c).
  { intros c Hc Hec. apply Hset in Hc. apply body_iff in Hc as [Hcg HcE].
    assert (Heg : lt e g).
    { apply (lt_trans S e c g); auto. now apply poss_isev with E. }
    apply (Hi e); [|apply dp_refl]. apply body_iff. split; [exact Heg|].
    now destruct He as (_ & He & _). }
  destruct (cl_run E e (thr g) w Hw Hn) as [_ Hrc].
  unfold lockgen.
  assert (Ec : negb (thr e =? thr g)
     && forallb (fun c => negb (lock (lab c) && (var c =? var e))) w
     && forallb (fun c => negb (mem e (sp c))) (cl (thr g) w)
     && forallb (fun h => mem h (cl (thr g) w)) hs = true).
  { rewrite !andb_true_iff, !forallb_forall. split; [split; [split|]|].
    - apply negb_true_iff, Nat.eqb_neq. auto.
    - intros c Hc. apply negb_true_iff, not_true_is_false. intros H.
      apply andb_true_iff in H as [H1 H2]. apply Nat.eqb_eq in H2.
      now apply (Hnl c Hc).
    - intros c Hc. apply negb_true_iff, not_true_is_false. rewrite mem_iff.
      now apply Hn.
    - intros h Hh. apply mem_iff, Hset. auto. }
  rewrite Ec.
  assert (Hge : In g (en S (E ++ cl (thr g) w))).
  { apply (en_set S (E ++ body E g)); auto.
    - now apply run_app with (w := [g]); unfold poss, sched in Hp; rewrite app_assoc in Hp.
    - intros x. rewrite !in_app_iff, Hset. tauto.
    - unfold poss, sched in Hp. rewrite app_assoc in Hp. apply run_inv in Hp as [Hr Hg].
      now apply en_ok. }
  destruct (find _ _) as [g'|] eqn:Ef.
  - apply find_some in Ef as [F1 F2]. apply Nat.eqb_eq in F2. left.
    now apply (en_thread S (E ++ cl (thr g) w)).
  - apply find_none with (x := g) in Ef; [|exact Hge].
    now rewrite Nat.eqb_refl in Ef.
Qed.

(** One thread, one Lock. *)
Lemma lockgen_one E e t w hs g :
  In g (lockgen E e t w hs) -> thr g = t /\ lockgen E e t w hs = [g].
Proof.
  unfold lockgen. destruct (_ && _); [|easy]. destruct (find _ _) as [g'|] eqn:Ef; [|easy].
  intros [->|[]]. apply find_some in Ef as [_ Ef]. now apply Nat.eqb_eq in Ef.
Qed.

End Races.

Arguments race {S} e f.
Arguments reversal {S} E e f.
Arguments Rev {S} E e f.
Arguments lockgen {S} E e t w hs.
