(** Pasts and prime continuations in letters (section 1), and what they are
    in the structure of events.

    [down w f] is the paper's f↓ in w·f: it goes through [w] from the end and
    keeps the letters on which a kept one depends. A continuation w·f is prime
    if all of it is kept. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters System Structure Events.
Import ListNotations.

Fixpoint keep (rw K : list letter) : list letter :=
  match rw with
  | [] => K
  | g :: rw => keep rw (if existsb (dep g) K then g :: K else K)
  end.

Definition down (w : list letter) (f : letter) : list letter := keep (rev w) [f].

Definition prime (w : list letter) (f : letter) := down w f = w ++ [f].

Section Traces.
Variable S : system.
Notation sexec := (System.exec (next S)).
Notation V := (structure_of S).

(** The first step of a way up in happens-before. *)
Lemma first_step (c f : V) :
  isev f -> lt c f -> exists b : V, le b f /\ lt c b /\ dp c b.
Proof.
  induction f as [f IH] using lt_wf_ind. intros Hf Hc.
  destruct (past_gen V c f Hf Hc) as (b & Hb & [->|Hcb] & Hd).
  - exists f. split; [now left|]. auto.
  - destruct (IH b) as (d & Hdb & Hcd & Hdp); auto.
    + now apply esp_lt.
    + now apply (lt_isev V b f).
    + exists d. split; [|auto]. right. now apply (le_lt_trans V d b f).
Qed.

Definition leq (c f : nat) : bool := (c =? f) || (if in_dec Nat.eq_dec c (esp f) then true else false).

Lemma leq_iff (c f : V) : leq c f = true <-> le c f.
Proof.
  unfold leq, le, lt. rewrite orb_true_iff, Nat.eqb_eq.
  destruct in_dec; intuition discriminate.
Qed.

(** The events of a continuation. *)
Definition part (X w : list letter) : list nat := skipn (length X) (events (X ++ w)).

Lemma part_app X w : events (X ++ w) = events X ++ part X w.
Proof.
  unfold part. destruct (events_app X w) as (W & HW & _). rewrite HW.
  rewrite <- (events_length X), skipn_app, skipn_all, Nat.sub_diag. reflexivity.
Qed.

Lemma part_map X w : map elab (part X w) = w.
Proof.
  assert (H := events_map (X ++ w)). rewrite part_app, map_app, events_map in H.
  now apply app_inv_head in H.
Qed.

Lemma part_snoc X w a : part X (w ++ [a]) = part X w ++ [event (events (X ++ w)) a].
Proof.
  apply (app_inv_head (events X)). rewrite <- part_app, app_assoc, events_snoc.
  now rewrite part_app, app_assoc.
Qed.

(** The past of [f] in letters is that of its event. *)
Theorem down_events X w f :
  sexec (X ++ w ++ [f]) ->
  down w f = map elab (filter (fun c => leq c (event (events (X ++ w)) f))
                         (part X (w ++ [f]))).
Proof.
  intros HX. set (e := event (events (X ++ w)) f).
  assert (HR := run_events S _ HX).
  assert (He : eisev S e).
  { exists (X ++ w ++ [f]). split; [exact HX|]. rewrite app_assoc, events_snoc.
    apply in_app_iff. simpl. auto. }
  rewrite part_app, part_snoc in HR. fold e in HR. rewrite part_snoc. fold e.
  assert (Hlab : elab e = f) by apply event_lab.
  set (W := part X w) in *.
  assert (Hgen : forall W1 W2, W = W1 ++ W2 ->
    keep (rev (map elab W1)) (map elab (filter (fun c => leq c e) (W2 ++ [e])))
    = map elab (filter (fun c => leq c e) (W ++ [e]))).
  { intros W1. induction W1 as [|c W1 IH] using rev_ind; intros W2 HW.
    { simpl in HW. now subst W2. }
    rewrite map_app, rev_app_distr. simpl.
    specialize (IH (c :: W2)). simpl in IH. rewrite <- IH.
    2:{ rewrite HW, <- app_assoc. reflexivity. }
    f_equal.
    assert (Hiff : existsb (dep (elab c))
             (map elab (filter (fun c => leq c e) (W2 ++ [e]))) = leq c e).
    { apply eq_iff_eq_true. rewrite existsb_exists, (leq_iff c e).
      rewrite HW in HR. rewrite <- !app_assoc in HR. simpl in HR. split.
      - intros (l & Hl & Hd). apply in_map_iff in Hl as (b & <- & Hb).
        apply filter_In in Hb as [Hb Hle]. apply (leq_iff b e) in Hle.
        right. apply (lt_le_trans V c b e He); [|exact Hle].
        apply in_split in Hb as (U1 & U2 & HU).
        change (c :: W2 ++ [e]) with (c :: (W2 ++ [e])) in HR.
        rewrite HU in HR.
        assert (HR2 : run ((events X ++ W1 ++ c :: U1) ++ b :: U2)).
        { rewrite <- !app_assoc. simpl. exact HR. }
        apply (run_split V) in HR2 as (_ & _ & _ & HR2). apply HR2; [|exact Hd].
        rewrite !in_app_iff. simpl. auto.
      - intros Hle.
        assert (Hlt : lt (V := V) c e).
        { destruct Hle as [->|Hlt]; [|exact Hlt]. exfalso.
          assert (HR2 : run (V := V) ((events X ++ W1 ++ e :: W2) ++ [e])).
          { rewrite <- !app_assoc. simpl. exact HR. }
          apply (run_inv V) in HR2 as [_ (_ & HR2 & _)]. apply HR2.
          rewrite !in_app_iff. simpl. auto. }
        destruct (first_step c e He Hlt) as (b & Hbe & Hcb & Hd).
        exists (elab b). split; [|exact Hd]. apply in_map, filter_In.
        split; [|now apply leq_iff].
        assert (Hb : In b (events X ++ W1 ++ c :: W2 ++ [e])).
        { destruct Hbe as [->|Hbe].
          - rewrite !in_app_iff. simpl. rewrite in_app_iff. simpl. auto.
          - apply (run_down V _ b e HR); [|exact Hbe].
            rewrite !in_app_iff. simpl. rewrite in_app_iff. simpl. auto. }
        rewrite !in_app_iff in Hb. simpl in Hb.
        assert (HR2 : run (V := V) ((events X ++ W1) ++ c :: W2 ++ [e])).
        { rewrite <- !app_assoc. exact HR. }
        assert (Hno : In b (events X ++ W1) -> False).
        { intros Hi. assert (Hc : In c (events X ++ W1)).
          { apply (run_down V _ c b); auto. now apply (run_app V) in HR2. }
          apply (run_disj V _ _ c HR2 Hc). simpl. auto. }
        destruct Hb as [Hb|[Hb|[->|Hb]]].
        + destruct Hno. apply in_app_iff. auto.
        + destruct Hno. apply in_app_iff. auto.
        + exfalso. apply (lt_irrefl V b); [|exact Hcb].
          apply (run_isev V _ b HR). rewrite !in_app_iff. simpl. auto.
        + exact Hb. }
    rewrite Hiff. now destruct (leq c e). }
  specialize (Hgen W [] (eq_sym (app_nil_r W))). simpl in Hgen.
  assert (Hee : leq e e = true) by (apply leq_iff; now left).
  rewrite Hee in Hgen. simpl in Hgen. rewrite Hlab in Hgen.
  unfold W in Hgen at 1. rewrite part_map in Hgen. exact Hgen.
Qed.

End Traces.
