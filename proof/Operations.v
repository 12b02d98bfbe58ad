(** The operations of events of a program, and at which heads line 20 need not
    be asked (A.3): where the operation is a write, an update, a
    Lock or an Unlock. *)

From Coq Require Import List Arith Bool.
From Dpor Require Import Letters System Program Structure Races Events.
Import ListNotations.

Section Operations.
Variable V : Type.
Variable P : program V.
Notation PS := (program_system V P).
Notation C := (structure_of PS).
Notation pexec := (exec (nextp V P)).
Notation after X := (Program.run V P X (start V P)).

(** Equivalent executions lead to the same state. *)
Lemma equiv_state X Y : equiv X Y -> pexec X -> same V (after X) (after Y).
Proof.
  induction 1 as [X|X a b v Y Hd _ IH]; intros H; [now split|].
  assert (H2 : pexec (X ++ [a; b])).
  { apply (exec_app PS _ v). now rewrite <- app_assoc. }
  apply (F1 PS) in H as [H _]; [|exact Hd]. destruct (IH H) as [I1 I2].
  apply (F1_program V P) in H2 as H3; [|exact Hd].
  apply (run_same V P v) in H3. rewrite <- !(Program.run_app V P), <- !app_assoc in H3.
  destruct H3 as [J1 J2]. simpl in J1, J2. split; intros y.
  - now rewrite J1.
  - now rewrite J2.
Qed.

Lemma hist_others Z t s :
  (forall a, In a Z -> th a <> t) ->
  hist V (Program.run V P Z s) t = hist V s t.
Proof.
  revert s. induction Z as [|a Z IH]; intros s H; [reflexivity|].
  transitivity (hist V (step V P (th a) s) t).
  - apply IH. intros b Hb. apply H. simpl. auto.
  - apply hist_step_other, H. simpl. auto.
Qed.

(** A downward closed part with all events of a thread determines the values
    that the thread has read. *)
Lemma hist_part (W D : list C) t :
  run W -> run D -> incl D W ->
  (forall b, In b W -> thr b = t -> In b D) ->
  hist V (after (map elab W)) t = hist V (after (map elab D)) t.
Proof.
  intros HW HD Hi Ht. destruct (run_letters PS W HW) as [HX HE].
  destruct (extract PS (map elab W) D HX) as (Z & HZ & HDe).
  - now apply (run_NoDup C).
  - now rewrite HE.
  - intros D1 d D2 ->. now apply (run_before C D1 d D2).
  - destruct (equiv_state _ _ HZ HX) as [_ Hh]. rewrite Hh, (Program.run_app V P).
    apply hist_others. intros z Hz Hzt.
    assert (HX' := proj1 (F1_equiv PS _ _ HZ HX)).
    destruct (events_app (map elab D) Z) as (U & EU & HU). rewrite HDe in EU.
    rewrite <- HU in Hz. apply in_map_iff in Hz as (b & <- & Hb).
    assert (HbD : In b D).
    { apply Ht; [|exact Hzt]. rewrite <- HE. apply (equiv_same _ _ HZ).
      rewrite EU. apply in_app_iff. auto. }
    apply run_events in HX'. rewrite EU in HX'. now apply (run_disj C D U b).
Qed.

(** The operation of an event. *)
Definition operation (f : C) : option (access V) :=
  code V P (thr f) (hist V (after (map elab (sp f))) (thr f)).

Lemma operation_at (W : list C) f :
  run W -> enab W f ->
  code V P (thr f) (hist V (after (map elab W)) (thr f)) = operation f.
Proof.
  intros HW (H1 & _ & H3 & H4). unfold operation.
  rewrite (hist_part W (sp f)); auto.
  - now apply past_run.
  - intros b Hb Ht. apply H4; [exact Hb|]. now apply dep_same_thread.
Qed.

Lemma operation_kind f :
  isev f -> exists o v, operation f = Some o /\ write f = awr V o v.
Proof.
  intros Hf. destruct (past_exec PS f Hf) as (_ & _ & Hn & _).
  apply nextp_inv in Hn as (o & Ho & Ea & _).
  exists o. eexists. split; [exact Ho|]. exact (f_equal wr Ea).
Qed.

(** A reversal does not change the operation. *)
Lemma operation_reversal (E : list C) e f g :
  run E -> enab E e -> acc (lab e) = true -> poss (E ++ [e]) f -> race e f = true ->
  reversal E e f = Some g -> operation f = operation g.
Proof.
  intros HE He Hae Hp Hr Hg.
  destruct (gen_rev C E e f HE He Hae Hp Hr) as (g' & E1 & HT & (Hpg & Hne & _) & Hb).
  assert (g' = g) as -> by congruence. apply turn_same in HT as [HT _].
  assert (Hp' := Hp). unfold poss, sched in Hp', Hpg.
  rewrite app_assoc in Hp', Hpg. apply run_inv in Hp' as [W1 F1], Hpg as [W2 F2].
  rewrite <- (operation_at _ f W1 F1), <- (operation_at _ g W2 F2), HT.
  rewrite (hist_part ((E ++ [e]) ++ body (E ++ [e]) f) (E ++ body E g)); auto.
  - intros x. rewrite !in_app_iff, Hb. tauto.
  - intros b. rewrite !in_app_iff, Hb. simpl.
    intros [[Hi|[<-|[]]]|Hi] Ht; auto. destruct Hne. now symmetry.
Qed.

(** Reads, and CompareAndSwaps whether they write or not. *)
Definition rival (f : C) : bool :=
  negb (write f) || match operation f with Some (Cas _ _ _) => true | _ => false end.

Lemma rival_read f : write f = false -> rival f = true.
Proof. unfold rival. now intros ->. Qed.

Lemma rival_reversal (E : list C) e f g :
  run E -> enab E e -> acc (lab e) = true -> poss (E ++ [e]) f -> race e f = true ->
  reversal E e f = Some g -> rival g = true -> rival f = true.
Proof.
  intros HE He Hae Hp Hr Hg. unfold rival.
  rewrite (operation_reversal E e f g HE He Hae Hp Hr Hg).
  destruct (gen_rev C E e f HE He Hae Hp Hr) as (g' & E1 & _ & (Hpg & _) & _).
  assert (g' = g) as -> by congruence.
  destruct (operation_kind g (poss_isev C _ _ Hpg)) as (o & v & Ho & Wg).
  destruct (operation_kind f (poss_isev C _ _ Hp)) as (o' & v' & Ho' & Wf).
  rewrite (operation_reversal E e f g HE He Hae Hp Hr Hg), Ho in Ho'.
  injection Ho' as <-. rewrite Ho, Wg, Wf. destruct o; try easy.
  intros _. apply orb_true_r.
Qed.

End Operations.
