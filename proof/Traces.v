(** Pasts and prime continuations in letters (A.2), and their counterparts
    in the structure of events.

    [down w f] is the paper's f↓ in w·f: it goes through [w] from the end and
    keeps the letters on which a kept one depends. A continuation w·f is prime
    if all its letters are kept. *)

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

(** The first step of a path upwards in happens-before. *)
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

Definition leq (c f : nat) : bool :=
  (c =? f) || (if in_dec Nat.eq_dec c (esp f) then true else false).

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
        assert (HR2 : run (V := V) ((events X ++ W1 ++ c :: U1) ++ b :: U2)).
        { rewrite <- !app_assoc. simpl. exact HR. }
        apply (run_split V) in HR2 as (_ & _ & _ & HR2). apply HR2; [|exact Hd].
        rewrite !in_app_iff. simpl. auto 10.
      - intros Hle.
        assert (Hlt : lt (V := V) c e).
        { destruct Hle as [->|Hlt]; [|exact Hlt]. exfalso.
          assert (HR2 : run (V := V) ((events X ++ W1 ++ e :: W2) ++ [e])).
          { rewrite <- !app_assoc. simpl. exact HR. }
          apply (run_inv V) in HR2 as [_ (_ & HR2 & _)]. apply HR2.
          rewrite !in_app_iff. simpl. auto 10. }
        destruct (first_step c e He Hlt) as (b & Hbe & Hcb & Hd).
        exists (elab b). split; [|exact Hd]. apply in_map, filter_In.
        split; [|now apply leq_iff].
        assert (Hb : In b (events X ++ W1 ++ c :: W2 ++ [e])).
        { destruct Hbe as [->|Hbe].
          - rewrite !in_app_iff. simpl. rewrite in_app_iff. simpl. auto 10.
          - apply (run_down V _ b e HR); [|exact Hbe].
            rewrite !in_app_iff. simpl. rewrite in_app_iff. simpl. auto 10. }
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
          apply (run_isev V _ b HR). rewrite !in_app_iff. simpl. auto 10.
        + exact Hb. }
    rewrite Hiff. now destruct (leq c e). }
  specialize (Hgen W [] (eq_sym (app_nil_r W))). simpl in Hgen.
  assert (Hee : leq e e = true) by (apply leq_iff; now left).
  rewrite Hee in Hgen. simpl in Hgen. rewrite Hlab in Hgen.
  unfold W in Hgen at 1. rewrite part_map in Hgen. exact Hgen.
Qed.

(** *** Prime continuations are events *)

Lemma filter_length_le {A} (P : A -> bool) l : length (filter P l) <= length l.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (P a); simpl; lia. Qed.

Lemma filter_all {A} (P : A -> bool) l :
  length (filter P l) = length l -> forall x, In x l -> P x = true.
Proof.
  induction l as [|a l IH]; intros Hl x Hx; [easy|]. simpl in Hl.
  assert (H := filter_length_le P l).
  destruct (P a) eqn:Ea.
  - injection Hl as Hl. destruct Hx as [->|Hx]; auto.
  - exfalso. lia.
Qed.

Lemma filter_same {A} (P : A -> bool) l :
  (forall x, In x l -> P x = true) -> filter P l = l.
Proof.
  induction l as [|a l IH]; intros H; [reflexivity|]. simpl.
  rewrite H by (simpl; auto). f_equal. apply IH. intros x Hx. apply H.
  simpl. auto.
Qed.

Notation event_of X w f := (event (events (X ++ w)) f).

Lemma part_run X w : sexec (X ++ w) -> run (V := V) (events X ++ part X w).
Proof. intros H. rewrite <- part_app. now apply run_events. Qed.

Lemma event_in X w f : In (event_of X w f) (part X (w ++ [f])).
Proof. rewrite part_snoc. apply in_app_iff. simpl. auto. Qed.

Lemma prime_iff X w f :
  sexec (X ++ w ++ [f]) ->
  (prime w f <-> forall c : V, In c (part X (w ++ [f])) -> le c (event_of X w f)).
Proof.
  intros HX. unfold prime. rewrite (down_events X w f HX). split.
  - intros H c Hc. apply leq_iff. revert c Hc. apply filter_all.
    apply (f_equal (@length _)) in H. rewrite map_length in H.
    rewrite H, <- (part_map X (w ++ [f])) at 1. now rewrite map_length.
  - intros H. rewrite filter_same; [apply part_map|]. intros c Hc.
    now apply leq_iff, H.
Qed.

(** A prime continuation of [X] with head [f] gives an event that is possible
    after [X], and its letters are those of [sched]. *)
Theorem prime_sched X w f :
  sexec (X ++ w ++ [f]) -> prime w f ->
  let e : V := event_of X w f in
  poss (events X : list V) e
  /\ forall c : V, In c (part X (w ++ [f])) <-> In c (sched (events X : list V) e).
Proof.
  intros HX Hp e. assert (HR := part_run _ _ HX).
  assert (Hi := event_in X w f).
  split; [now apply (poss_in V _ (part X (w ++ [f])))|]. intros c. split.
  - intros Hc. apply sched_iff.
    destruct (proj1 (prime_iff X w f HX) Hp c Hc) as [Hl|Hl]; [now right|].
    left. split; [exact Hl|]. intros HcX. now apply (run_disj V _ _ c HR).
  - now apply (sched_incl V _ _ e HR Hi).
Qed.

(** Conversely, [sched] is a prime continuation, with this event. *)
Theorem sched_prime X (e : V) :
  sexec X -> poss (events X : list V) e ->
  let w := map elab (body (events X : list V) e) in
  sexec (X ++ w ++ [elab e]) /\ prime w (elab e)
  /\ event_of X w (elab e) = e
  /\ part X (w ++ [elab e]) = sched (events X : list V) e.
Proof.
  intros HX Hp w. destruct (run_letters S _ Hp) as [H1 H2].
  unfold sched in H1, H2. rewrite !map_app, events_map in H1, H2.
  simpl in H1, H2. fold w in H1, H2.
  assert (Hpart : part X (w ++ [elab e]) = sched (events X : list V) e).
  { rewrite part_app in H2. now apply app_inv_head in H2. }
  assert (He : event_of X w (elab e) = e).
  { rewrite part_snoc in Hpart. unfold sched in Hpart.
    now apply app_inj_tail in Hpart as [_ Hpart]. }
  split; [exact H1|]. split; [|auto].
  apply (prime_iff X w (elab e) H1). rewrite He, Hpart. intros c Hc.
  apply (sched_iff V) in Hc as [[Hc _]|Hc]; [now right|now left].
Qed.

(** Two prime continuations are equivalent iff they have the same event. *)
Theorem prime_equiv X w f w' f' :
  sexec (X ++ w ++ [f]) -> prime w f ->
  sexec (X ++ w' ++ [f']) -> prime w' f' ->
  (equiv (X ++ w ++ [f]) (X ++ w' ++ [f'])
   <-> event_of X w f = event_of X w' f').
Proof.
  intros H1 P1 H2 P2. rewrite (equiv_events S _ _ H1 H2).
  rewrite (part_app X (w ++ [f])), (part_app X (w' ++ [f'])).
  destruct (prime_sched X w f H1 P1) as [Q1 S1].
  destruct (prime_sched X w' f' H2 P2) as [Q2 S2]. split.
  - intros Hs.
    assert (L1 : le (V := V) (event_of X w f) (event_of X w' f')).
    { apply (prime_iff X w' f' H2); [exact P2|].
      assert (Hi := event_in X w f).
      assert (Hi' : In (event_of X w f) (events X ++ part X (w' ++ [f']))).
      { apply Hs, in_app_iff. auto. }
      apply in_app_iff in Hi' as [Hi'|Hi']; [|exact Hi'].
      destruct (run_disj V _ _ _ (part_run _ _ H1) Hi' Hi). }
    assert (L2 : le (V := V) (event_of X w' f') (event_of X w f)).
    { apply (prime_iff X w f H1); [exact P1|].
      assert (Hi := event_in X w' f').
      assert (Hi' : In (event_of X w' f') (events X ++ part X (w ++ [f]))).
      { apply Hs, in_app_iff. auto. }
      apply in_app_iff in Hi' as [Hi'|Hi']; [|exact Hi'].
      destruct (run_disj V _ _ _ (part_run _ _ H2) Hi' Hi). }
    destruct L1 as [L1|L1]; [exact L1|]. exfalso.
    now apply (lt_asym V _ _ (poss_isev V _ _ Q2) L1).
  - intros He c. rewrite !in_app_iff, (S1 c), (S2 c), He. reflexivity.
Qed.

(** *** F4 in letters *)

(** [u ⊑ z] after [X]. *)
Definition extends X u z := exists z', equiv (X ++ z) (X ++ u ++ z').

Lemma extends_incl X u z :
  sexec (X ++ u) -> sexec (X ++ z) ->
  (extends X u z <-> incl (part X u) (part X z)).
Proof.
  intros Hu Hz. split.
  - intros (z' & He) c Hc.
    assert (Hi : In c (events (X ++ z))).
    { apply (equiv_same _ _ He). rewrite app_assoc.
      destruct (events_app (X ++ u) z') as (W & -> & _).
      rewrite part_app. apply in_app_iff. left. apply in_app_iff. auto. }
    rewrite part_app in Hi. apply in_app_iff in Hi as [Hi|Hi]; [|exact Hi].
    destruct (run_disj V _ _ _ (part_run _ _ Hu) Hi Hc).
  - intros Hi.
    destruct (extract S (X ++ z) (events (X ++ u)) Hz) as (Z & HZ & _).
    + now apply (events_NoDup S).
    + intros c Hc. rewrite part_app in *. apply in_app_iff.
      apply in_app_iff in Hc as [Hc|Hc]; auto.
    + intros D1 d D2 Hd c Hc. now apply (events_down (X ++ u) D1 d D2).
    + exists Z. rewrite events_map, <- app_assoc in HZ. exact HZ.
Qed.

(** The past of a letter, alone, is a prime continuation with its event. *)
Theorem down_prime X u a :
  sexec (X ++ u ++ [a]) ->
  exists w, down u a = w ++ [a] /\ prime w a /\ sexec (X ++ w ++ [a])
    /\ event_of X w a = event_of X u a.
Proof.
  intros HX. assert (HR := part_run _ _ HX). set (e := event_of X u a).
  assert (Hlab : elab e = a) by apply event_lab.
  assert (Hd := down_events X u a HX). fold e in Hd.
  set (P := fun c => leq c e) in *.
  assert (He : P e = true) by (apply leq_iff; now left).
  assert (HF : filter P (part X (u ++ [a])) = filter P (part X u) ++ [e]).
  { rewrite part_snoc, filter_app. simpl. fold e. now rewrite He. }
  assert (Hev : isev (e : V)).
  { apply (run_isev V _ e HR). apply in_app_iff. right. apply event_in. }
  apply (run_filter V _ _ P) in HR.
  2:{ intros c d _ _ Hpd Hl. apply leq_iff. apply (leq_iff d e) in Hpd.
      right. now apply (lt_le_trans V c d e). }
  assert (HR' : run (V := V) (events X ++ filter P (part X u) ++ [e])).
  { rewrite <- HF. exact HR. }
  destruct (run_letters S _ HR') as [H1 H2].
  rewrite !map_app, events_map in H1, H2. simpl in H1, H2.
  rewrite Hlab in H1, H2. set (w := map elab (filter P (part X u))) in *.
  assert (Hpart : part X (w ++ [a]) = filter P (part X u) ++ [e]).
  { rewrite part_app in H2. now apply app_inv_head in H2. }
  assert (Hwe : event_of X w a = e).
  { rewrite part_snoc in Hpart. now apply app_inj_tail in Hpart as [_ Hpart]. }
  exists w. split; [|split; [|auto]].
  - rewrite Hd, HF, map_app. simpl. now rewrite Hlab.
  - apply (prime_iff X w a H1). rewrite Hwe, Hpart, <- HF. intros c Hc.
    apply filter_In in Hc as [_ Hc]. now apply leq_iff.
Qed.

Lemma part_split X u e :
  In e (part X u) -> exists u1 u2, u = u1 ++ elab e :: u2
    /\ e = event_of X u1 (elab e).
Proof.
  revert e. induction u as [|a u IH] using rev_ind; intros e He.
  { unfold part in He. rewrite app_nil_r, <- (events_length X), skipn_all in He.
    easy. }
  rewrite part_snoc in He. apply in_app_iff in He as [He|[<-|[]]].
  - apply IH in He as (u1 & u2 & -> & E). exists u1, (u2 ++ [a]).
    rewrite <- app_assoc. auto.
  - exists u, []. rewrite event_lab. auto.
Qed.

Lemma part_cons X u1 a u2 : In (event_of X u1 a) (part X (u1 ++ a :: u2)).
Proof.
  induction u2 as [|b u2 IH] using rev_ind; [apply event_in|].
  replace (u1 ++ a :: u2 ++ [b]) with ((u1 ++ a :: u2) ++ [b])
    by now rewrite <- app_assoc.
  rewrite part_snoc. apply in_app_iff. auto.
Qed.

Lemma part_same_letter X u e e' :
  sexec (X ++ u) -> In e (events (X ++ u)) -> In e' (events (X ++ u)) ->
  elab e = elab e' -> e = e'.
Proof.
  intros Hu He He' Hl. assert (Hn := exec_NoDup S _ Hu).
  rewrite <- events_map in Hn. revert Hn He He'.
  induction (events (X ++ u)) as [|c l IH]; simpl; [easy|].
  intros Hn Hi Hi'. apply NoDup_cons_iff in Hn as [Hc Hn].
  destruct Hi as [->|Hi], Hi' as [->|Hi'].
  - reflexivity.
  - destruct Hc. rewrite Hl. now apply in_map.
  - destruct Hc. rewrite <- Hl. now apply in_map.
  - auto.
Qed.

(** The common letters have the same past in both. *)
Definition same_pasts X u v :=
  forall a u1 u2 v1 v2, u = u1 ++ a :: u2 -> v = v1 ++ a :: v2 ->
    equiv (X ++ down u1 a) (X ++ down v1 a).

(** The letters of only one are independent of those of only the other. *)
Definition apart (u v : list letter) :=
  forall a b, In a u -> ~ In a v -> In b v -> ~ In b u -> dep a b = false.

Lemma same_pasts_iff X u v :
  sexec (X ++ u) -> sexec (X ++ v) ->
  (same_pasts X u v <->
   forall e e', In e (part X u) -> In e' (part X v) -> elab e = elab e' -> e = e').
Proof.
  intros Hu Hv.
  assert (Hex : forall t1 a t2, sexec (X ++ t1 ++ a :: t2) -> sexec (X ++ t1 ++ [a])).
  { intros t1 a t2 H. apply exec_app with (Y := t2).
    now rewrite <- !app_assoc. }
  split.
  - intros H e e' He He' Hl.
    apply part_split in He as (u1 & u2 & -> & E1).
    apply part_split in He' as (v1 & v2 & -> & E2).
    rewrite <- Hl in E2, Hv, H. specialize (H _ _ _ _ _ eq_refl eq_refl).
    destruct (down_prime X u1 (elab e)) as (w & D1 & P1 & X1 & F1); [eauto|].
    destruct (down_prime X v1 (elab e)) as (w' & D2 & P2 & X2 & F2); [eauto|].
    rewrite D1, D2 in H. apply prime_equiv in H; auto. congruence.
  - intros H a u1 u2 v1 v2 -> ->.
    assert (E : event_of X u1 a = event_of X v1 a).
    { apply H; [apply part_cons|apply part_cons|]. now rewrite !event_lab. }
    destruct (down_prime X u1 a) as (w & D1 & P1 & X1 & F1); [eauto|].
    destruct (down_prime X v1 a) as (w' & D2 & P2 & X2 & F2); [eauto|].
    rewrite D1, D2. apply prime_equiv; auto. congruence.
Qed.

(** F4 in letters: continuations have a common extension iff the letters that
    they share have the same past in both, and the letters of only one are
    independent of those of only the other. *)
Theorem F4_letters X u v :
  sexec (X ++ u) -> sexec (X ++ v) ->
  ((exists z, sexec (X ++ z) /\ extends X u z /\ extends X v z)
   <-> same_pasts X u v /\ apart u v).
Proof.
  intros Hu Hv. rewrite (same_pasts_iff X u v Hu Hv).
  assert (HRu := part_run _ _ Hu). assert (HRv := part_run _ _ Hv).
  transitivity (compat (S := V) (part X u) (part X v)).
  - rewrite <- (F4 V (events X) _ _ HRu HRv). split.
    + intros (z & Hz & E1 & E2). exists (part X z).
      split; [now apply part_run|].
      split; [now apply extends_incl|now apply extends_incl].
    + intros (z & Hz & I1 & I2). destruct (run_letters S _ Hz) as [H1 H2].
      rewrite map_app, events_map in H1, H2.
      assert (Hp : part X (map elab z) = z).
      { rewrite part_app in H2. now apply app_inv_head in H2. }
      exists (map elab z). split; [exact H1|].
      split; apply extends_incl; auto; now rewrite Hp.
  - assert (Hnot : forall t t' (e f : V), sexec (X ++ t) -> sexec (X ++ t') ->
      In e (part X t) -> In f (part X t') -> ~ In (elab e) t' -> lt e f -> False).
    { intros t t' e f Ht Ht' He Hf Hn Hl.
      apply (run_down V _ e f (part_run _ _ Ht')) in Hl.
      2:{ apply in_app_iff. auto. }
      apply in_app_iff in Hl as [Hl|Hl].
      - now apply (run_disj V _ _ e (part_run _ _ Ht)).
      - apply Hn. rewrite <- (part_map X t'). now apply in_map. }
    split.
    + intros Hc. split.
      * intros e e' He He' Hl.
        assert (Hlt : forall t (f g : V), sexec (X ++ t) -> In g (part X t) ->
                  lt f g -> elab f = elab g -> False).
        { intros t f g Ht Hg Hlt Hfg. assert (HRt := part_run _ _ Ht).
          assert (Hg' : In g (events X ++ part X t)) by (apply in_app_iff; auto).
          assert (Hf := run_down V _ f g HRt Hg' Hlt).
          rewrite <- part_app in Hg', Hf.
          assert (f = g) as -> by now apply (part_same_letter X t).
          apply (lt_irrefl V g); [|exact Hlt].
          apply (run_isev V _ g HRt). now rewrite <- part_app. }
        destruct (Hc e e' He He') as [[H|H]|[H|H]]; auto.
        -- unfold dp. simpl. rewrite Hl. apply dep_refl.
        -- destruct (Hlt v e e'); auto.
        -- destruct (Hlt u e' e); auto.
      * intros a b Ha Hna Hb Hnb. apply not_true_is_false. intros Hd.
        rewrite <- (part_map X u) in Ha. apply in_map_iff in Ha as (e & <- & He).
        rewrite <- (part_map X v) in Hb. apply in_map_iff in Hb as (f & <- & Hf).
        destruct (Hc e f He Hf Hd) as [[->|H]|[->|H]].
        -- apply Hna. rewrite <- (part_map X v). now apply in_map.
        -- now apply (Hnot u v e f).
        -- apply Hna. rewrite <- (part_map X v). now apply in_map.
        -- now apply (Hnot v u f e).
    + intros [Hs Ha] e f He Hf Hd.
      destruct (in_dec letter_dec (elab e) v) as [Hev|Hev].
      * rewrite <- (part_map X v) in Hev. apply in_map_iff in Hev as (e' & Hl & He').
        assert (e = e') as -> by (apply Hs; auto).
        apply (run_dep V _ e' f HRv); auto; apply in_app_iff; auto.
      * destruct (in_dec letter_dec (elab f) u) as [Hfu|Hfu].
        -- rewrite <- (part_map X u) in Hfu.
           apply in_map_iff in Hfu as (f' & Hl & Hf').
           assert (f' = f) as -> by (apply Hs; auto).
           apply (run_dep V _ e f HRu); auto; apply in_app_iff; auto.
        -- exfalso. unfold dp in Hd. simpl in Hd. rewrite Ha in Hd; auto.
           ++ discriminate.
           ++ rewrite <- (part_map X u). now apply in_map.
           ++ rewrite <- (part_map X v). now apply in_map.
Qed.

End Traces.
