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
  intros [Hl|(Hw & Hv & Ht & _ & Hv')] Hb; unfold dp in *; [now rewrite Hl|].
  assert (Hn : var b <> var e).
  { intros Hbe. apply Hb, dep_access; auto. }
  split; intros H; (destruct (Nat.eq_dec (thr b) (thr f)) as [E|E];
    [apply dep_same_thread; congruence|
     apply dep_threads in H as [H _]; congruence]).
Qed.

Lemma turn_conflict e f f' :
  turn (lab e) (lab f) (lab f') -> thr f <> thr e -> (dp f e <-> dp f' e).
Proof.
  intros [Hl|(Hw & Hv & Ht & _ & Hv')] Hne; unfold dp; [now rewrite Hl|].
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

(** (C), first part: a race is reversed by an element of Rev(E,e), with the
    same letters, but for the kind of its head. *)
Theorem gen_rev E e f' :
  run E -> enab E e -> poss (E ++ [e]) f' -> race e f' = true ->
  exists f, reversal E e f' = Some f /\ turn (lab e) (lab f) (lab f') /\ Rev E e f
    /\ forall c, In c (body E f) <-> In c (body (E ++ [e]) f').
Proof.
  intros HE He Hp Hrace. assert (Hev := poss_isev S _ _ Hp).
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
  apply en_nxt in El as (f & Hf & <- & Hl'); [|exact H1].
  unfold turns in HT.
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
  run E -> enab E e -> Rev E e f ->
  exists f', poss (E ++ [e]) f' /\ race e f' = true
    /\ reversal E e f' = Some f /\ turn (lab e) (lab f) (lab f')
    /\ forall c, In c (body (E ++ [e]) f') <-> In c (body E f).
Proof.
  intros HE He (Hp & Ht & Hd & Hi). assert (Hev := poss_isev S _ _ Hp).
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
  apply en_nxt in El as (f' & Hf' & <- & Hl'); [|exact H2].
  unfold turns in HT.
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
  run E -> enab E e -> 
  poss (E ++ [e]) f -> race e f = true -> reversal E e f = Some g ->
  poss (E ++ [e]) f' -> race e f' = true -> reversal E e f' = Some g ->
  f = f'.
Proof.
  intros HE He Hp Hr Hg Hp' Hr' Hg'.
  destruct (gen_rev E e f HE He Hp Hr) as (g1 & E1 & L1 & _ & B1).
  destruct (gen_rev E e f' HE He Hp' Hr') as (g2 & E2 & L2 & _ & B2).
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

End Races.

Arguments race {S} e f.
Arguments reversal {S} E e f.
Arguments Rev {S} E e f.
