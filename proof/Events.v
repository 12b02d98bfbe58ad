(** Every system has a structure of events (the link between A.2 and A.4).

    An event is a letter with the set of the events in its past.  To give each
    event a unique name, it is the number of a pair of a letter and a
    set of smaller numbers (as bits).  [events X] are the events of the
    execution [X], in order.

    Main results: executions of the system and runs of the structure are the
    same ([run_events], [events_run]), and two executions are equivalent iff
    they have the same events ([equiv_events]). *)

From Coq Require Import List Arith Bool Lia Cantor.
From Dpor Require Import Letters System Structure.
Import ListNotations.

(** *** Finite sets of numbers as numbers *)

Definition bits (l : list nat) : nat := fold_right (fun n b => Nat.setbit b n) 0 l.

Lemma bits_iff l n : Nat.testbit (bits l) n = true <-> In n l.
Proof.
  induction l as [|m l IH]; simpl.
  - rewrite Nat.bits_0. easy.
  - rewrite Nat.setbit_iff, IH. reflexivity.
Qed.

Lemma testbit_lt b n : Nat.testbit b n = true -> n < b.
Proof.
  intros H. destruct (Nat.eq_dec b 0) as [->|Hb].
  { now rewrite Nat.bits_0 in H. }
  assert (Hl : Nat.log2 b < b) by (apply Nat.log2_lt_lin; lia).
  destruct (le_lt_dec n (Nat.log2 b)) as [|Hn]; [lia|].
  rewrite Nat.bits_above_log2 in H by exact Hn. discriminate.
Qed.

Definition elems (b : nat) : list nat := filter (Nat.testbit b) (seq 0 b).

Lemma elems_iff b n : In n (elems b) <-> Nat.testbit b n = true.
Proof.
  unfold elems. rewrite filter_In, in_seq. split; [tauto|].
  intros H. split; [|exact H]. apply testbit_lt in H. lia.
Qed.

Lemma bits_ext l l' : (forall n, In n l <-> In n l') -> bits l = bits l'.
Proof.
  intros H. apply Nat.bits_inj. intros n.
  destruct (Nat.testbit (bits l) n) eqn:E1, (Nat.testbit (bits l') n) eqn:E2;
    auto.
  - apply bits_iff, H, bits_iff in E1. congruence.
  - apply bits_iff, H, bits_iff in E2. congruence.
Qed.

(** *** Events *)

Definition mk (a : letter) (l : list nat) : nat := to_nat (lcode a, bits l).
Definition elab (f : nat) : letter := ldecode (fst (of_nat f)).
Definition esp (f : nat) : list nat := elems (snd (of_nat f)).

Lemma elab_mk a l : elab (mk a l) = a.
Proof. unfold elab, mk. rewrite cancel_of_to. apply ldecode_lcode. Qed.

Lemma esp_mk a l n : In n (esp (mk a l)) <-> In n l.
Proof.
  unfold esp, mk. rewrite cancel_of_to. simpl. now rewrite elems_iff, bits_iff.
Qed.

Lemma esp_lt f n : In n (esp f) -> n < f.
Proof.
  unfold esp. intros H. apply elems_iff, testbit_lt in H.
  rewrite <- (cancel_to_of f). destruct (of_nat f) as [x y]. simpl in H.
  assert (H1 := to_nat_non_decreasing x y). lia.
Qed.

(** The strict past is listed in the order of the numbers. *)
Lemma filter_seq_before (P : nat -> bool) k n D1 d D2 :
  filter P (seq k n) = D1 ++ d :: D2 ->
  forall m, k <= m < d -> P m = true -> In m D1.
Proof.
  revert k D1. induction n as [|n IH]; intros k D1; simpl.
  { destruct D1; discriminate. }
  destruct (P k) eqn:Ek.
  - destruct D1 as [|d1 D1]; simpl; intros [= <- Hs] m Hm HP; [lia|].
    destruct (Nat.eq_dec k m) as [->|]; [now left|]. right.
    apply (IH (Datatypes.S k) D1 Hs); [lia|exact HP].
  - intros Hs m Hm HP. destruct (Nat.eq_dec k m) as [->|]; [congruence|].
    apply (IH (Datatypes.S k) D1 Hs); [lia|exact HP].
Qed.

Lemma esp_sorted f D1 d D2 m :
  esp f = D1 ++ d :: D2 -> In m (esp f) -> m < d -> In m D1.
Proof.
  intros Hs Hm Hlt. apply (filter_seq_before _ _ _ _ _ _ Hs); [lia|].
  now apply elems_iff.
Qed.

Lemma esp_NoDup f : NoDup (esp f).
Proof. apply NoDup_filter, seq_NoDup. Qed.

(** The event of the letter [a] after the events [W]. *)
Definition closure (W : list nat) (a : letter) : list nat :=
  flat_map (fun b => b :: esp b) (filter (fun b => dep (elab b) a) W).

Definition event (W : list nat) (a : letter) : nat := mk a (closure W a).

Lemma closure_iff W a c :
  In c (closure W a) <->
  exists b, In b W /\ dep (elab b) a = true /\ (c = b \/ In c (esp b)).
Proof.
  unfold closure. rewrite in_flat_map. split.
  - intros (b & Hb & Hc). apply filter_In in Hb as [H1 H2].
    exists b. repeat split; auto. destruct Hc as [->|Hc]; auto.
  - intros (b & H1 & H2 & Hc). exists b. rewrite filter_In.
    split; [auto|]. destruct Hc as [->|Hc]; simpl; auto.
Qed.

Lemma event_sp W a c :
  In c (esp (event W a)) <->
  exists b, In b W /\ dep (elab b) a = true /\ (c = b \/ In c (esp b)).
Proof. unfold event. now rewrite esp_mk, closure_iff. Qed.

Lemma event_lab W a : elab (event W a) = a.
Proof. apply elab_mk. Qed.

(** An event is determined by its letter and what it depends on. *)
Lemma event_ext W W' a :
  (forall b, dep (elab b) a = true -> (In b W <-> In b W')) ->
  event W a = event W' a.
Proof.
  intros H. unfold event, mk. do 2 f_equal. apply bits_ext. intros c.
  rewrite !closure_iff. split; intros (b & H1 & H2 & H3); exists b;
    (split; [now apply H|auto]).
Qed.

Definition after (W : list nat) (X : list letter) : list nat :=
  fold_left (fun W a => W ++ [event W a]) X W.

Definition events (X : list letter) := after [] X.

Lemma after_app W X Y : after W (X ++ Y) = after (after W X) Y.
Proof. apply fold_left_app. Qed.

Lemma events_snoc X a : events (X ++ [a]) = events X ++ [event (events X) a].
Proof. unfold events. now rewrite after_app. Qed.

Lemma after_prefix W X : exists V, after W X = W ++ V /\ map elab V = X.
Proof.
  revert W. induction X as [|a X IH]; intros W.
  - exists []. now rewrite app_nil_r.
  - simpl. destruct (IH (W ++ [event W a])) as (V & E1 & E2).
    exists (event W a :: V). rewrite E1, <- app_assoc. simpl.
    now rewrite event_lab, E2.
Qed.

Lemma events_map X : map elab (events X) = X.
Proof. destruct (after_prefix [] X) as (V & E1 & E2). unfold events. now rewrite E1. Qed.

Lemma events_app X Y :
  exists V, events (X ++ Y) = events X ++ V /\ map elab V = Y.
Proof. unfold events. rewrite after_app. apply after_prefix. Qed.

Lemma events_length X : length (events X) = length X.
Proof. rewrite <- (events_map X) at 2. now rewrite map_length. Qed.

(** Each event of an execution is that of its letter after the events before. *)
Lemma events_split X W1 f W2 :
  events X = W1 ++ f :: W2 ->
  exists X1 a X2, X = X1 ++ a :: X2 /\ W1 = events X1 /\ f = event W1 a.
Proof.
  revert W1 f W2. induction X as [|a X IH] using rev_ind; intros W1 f W2 H.
  { now destruct W1. }
  rewrite events_snoc in H.
  destruct W2 as [|g W2] using rev_ind.
  - apply app_inj_tail in H as [H1 H2]. exists X, a, []. now subst.
  - clear IHW2. change (f :: W2 ++ [g]) with ((f :: W2) ++ [g]) in H.
    rewrite app_assoc in H. apply app_inj_tail in H as [H _].
    apply IH in H as (X1 & b & X2 & -> & H1 & H2).
    exists X1, b, (X2 ++ [a]). now rewrite <- app_assoc.
Qed.

(** The events of any sequence are downward closed. *)
Lemma events_down X W1 f W2 c :
  events X = W1 ++ f :: W2 -> In c (esp f) -> In c W1.
Proof.
  revert W1 f W2 c. induction X as [|a X IH] using rev_ind; intros W1 f W2 c H Hc.
  { now destruct W1. }
  rewrite events_snoc in H.
  destruct W2 as [|g W2] using rev_ind.
  - apply app_inj_tail in H as [<- <-].
    apply event_sp in Hc as (b & Hb & _ & [->|Hc]); [exact Hb|].
    apply in_split in Hb as (V1 & V2 & Hs).
    rewrite Hs. apply in_app_iff. left. now apply (IH V1 b V2).
  - clear IHW2. change (f :: W2 ++ [g]) with ((f :: W2) ++ [g]) in H.
    rewrite app_assoc in H. apply app_inj_tail in H as [H _].
    now apply (IH W1 f W2).
Qed.

(** Dependent events are ordered as they were executed. *)
Lemma events_dep X W1 f W2 b :
  events X = W1 ++ f :: W2 -> In b W1 -> dep (elab b) (elab f) = true ->
  In b (esp f).
Proof.
  intros H Hb Hd. apply events_split in H as (X1 & a & X2 & _ & _ & ->).
  apply event_sp. exists b. rewrite event_lab in Hd. auto.
Qed.

(** *** The structure of a system *)

Section Link.
Variable S : system.
Notation sexec := (System.exec (next S)).

(** [f] is an event if it occurs in an execution. *)
Definition eisev (f : nat) : Prop := exists X, sexec X /\ In f (events X).

Definition evs_of : Structure.events :=
  {| ev := nat; lab := elab; sp := esp; isev := eisev |}.

Notation srun := (@run evs_of).
Notation senab := (@enab evs_of).

Lemma map_NoDup {A B} (h : A -> B) l : NoDup (map h l) -> NoDup l.
Proof. apply NoDup_map_inv. Qed.

Lemma events_NoDup X : sexec X -> NoDup (events X).
Proof.
  intros H. apply (map_NoDup elab). rewrite events_map. now apply exec_NoDup with S.
Qed.

Lemma events_fresh X a : sexec (X ++ [a]) -> ~ In (event (events X) a) (events X).
Proof.
  intros H Hi. apply (exec_fresh S X a H). rewrite <- (events_map X) at 1.
  rewrite <- (event_lab (events X) a) at 1. now apply in_map.
Qed.

(** Executions are runs. *)
Theorem run_events X : sexec X -> srun (events X).
Proof.
  intros H. induction X as [|a X IH] using rev_ind; [constructor|].
  assert (H' := H). apply exec_inv in H' as [HX Hn].
  rewrite events_snoc. constructor; [auto|].
  assert (Hs := events_snoc X a).
  split; [|split; [|split]].
  - exists (X ++ [a]). split; [exact H|]. rewrite Hs. apply in_app_iff.
    simpl. auto.
  - now apply events_fresh.
  - intros c Hc. now apply (events_down (X ++ [a]) (events X) _ [] c Hs).
  - intros b Hb Hd. now apply (events_dep (X ++ [a]) (events X) _ [] b Hs).
Qed.

(** *** Extraction of a downward closed part (F3 for letters) *)

Definition topological (D : list nat) :=
  forall D1 d D2, D = D1 ++ d :: D2 -> incl (esp d) D1.

(** Swaps do not change the set of events. *)
Lemma after_same X : forall W W', (forall f, In f W <-> In f W') ->
  forall f, In f (after W X) <-> In f (after W' X).
Proof.
  induction X as [|a X IH]; intros W W' H; [exact H|]. simpl. apply IH.
  intros f. rewrite (event_ext W W'); [|intros b _; apply H].
  rewrite !in_app_iff, H. reflexivity.
Qed.

Lemma events_swap X a b v :
  dep a b = false ->
  forall f, In f (events (X ++ a :: b :: v)) <-> In f (events (X ++ b :: a :: v)).
Proof.
  intros Hd. unfold events. rewrite !after_app. simpl. apply after_same.
  intros f. set (W := after [] X).
  assert (E1 : event (W ++ [event W a]) b = event W b).
  { apply event_ext. intros c Hc. rewrite in_app_iff. simpl. split; [|auto].
    intros [H|[<-|[]]]; [auto|]. rewrite event_lab in Hc. congruence. }
  assert (E2 : event (W ++ [event W b]) a = event W a).
  { apply event_ext. intros c Hc. rewrite in_app_iff. simpl. split; [|auto].
    intros [H|[<-|[]]]; [auto|]. rewrite event_lab, dep_sym in Hc. congruence. }
  rewrite E1, E2, !in_app_iff. simpl. tauto.
Qed.

(** Equivalent sequences have the same events. *)
Theorem equiv_same X Y :
  equiv X Y -> forall f, In f (events X) <-> In f (events Y).
Proof.
  induction 1 as [X|X a b v Y Hd _ IH]; intros f; [reflexivity|].
  rewrite <- IH. now apply events_swap.
Qed.

Theorem extract X D :
  sexec X -> NoDup D -> incl D (events X) -> topological D ->
  exists Z, equiv X (map elab D ++ Z) /\ events (map elab D) = D.
Proof.
  intros HX. induction D as [|d D IH] using rev_ind; intros HN HI HT.
  { exists X. split; [constructor|reflexivity]. }
  destruct IH as (Z & HZ & HD).
  { now apply NoDup_remove_1 with (l' := []) in HN; rewrite app_nil_r in HN. }
  { intros x Hx. apply HI, in_app_iff. auto. }
  { intros D1 d' D2 ->. apply (HT D1 d' (D2 ++ [d])). now rewrite <- app_assoc. }
  assert (HnD : ~ In d D).
  { apply NoDup_remove_2 in HN. now rewrite app_nil_r in HN. }
  assert (HdX : In d (events (map elab D ++ Z))).
  { apply (equiv_same X); [exact HZ|]. apply HI, in_app_iff. simpl. auto. }
  assert (HXZ : sexec (map elab D ++ Z)) by (now apply (F1_equiv S X)).
  destruct (events_app (map elab D) Z) as (V & EV & HV). rewrite HD in EV.
  rewrite EV in HdX. apply in_app_iff in HdX as [HdX|HdX]; [contradiction|].
  apply in_split in HdX as (V1 & V2 & ->).
  rewrite app_assoc in EV.
  destruct (events_split _ _ _ _ EV) as (_ & a & _ & _ & _ & Ha).
  assert (Hla : elab d = a) by (rewrite Ha; apply event_lab).
  (* nothing between depends on d *)
  assert (Hi : forall b, In b V1 -> dep (elab b) a = false).
  { intros b Hb. apply not_true_is_false. intros Hd.
    assert (Hbd : In b (esp d)).
    { apply (events_dep _ _ _ _ b EV); [apply in_app_iff; auto|].
      now rewrite Hla. }
    apply (HT D d []) in Hbd; [|reflexivity].
    assert (Hnd := events_NoDup _ HXZ). rewrite EV, <- app_assoc in Hnd.
    apply in_split in Hb as (V3 & V4 & ->).
    rewrite <- !app_assoc, app_assoc in Hnd. simpl in Hnd.
    apply NoDup_remove_2 in Hnd. apply Hnd. rewrite !in_app_iff. auto. }
  rewrite map_app in HV. simpl in HV.
  exists (map elab V1 ++ map elab V2). split.
  - apply equiv_trans with (1 := HZ). rewrite <- HV, map_app, <- !app_assoc.
    simpl. rewrite Hla. apply equiv_front. intros b Hb.
    apply in_map_iff in Hb as (c & <- & Hc). auto.
  - rewrite map_app. simpl. rewrite events_snoc, HD, Hla. f_equal. f_equal.
    rewrite Ha. apply event_ext. intros b Hb. rewrite in_app_iff.
    split; [auto|]. intros [H|H]; [auto|].
    rewrite Hi in Hb; [discriminate|exact H].
Qed.

(** The execution that an event comes from. *)
Lemma isev_inv f :
  eisev f -> exists X a, sexec (X ++ [a]) /\ f = event (events X) a
    /\ events (X ++ [a]) = events X ++ [f].
Proof.
  intros (Y & HY & Hf). apply in_split in Hf as (W1 & W2 & Hf).
  apply events_split in Hf as (X & a & X2 & -> & -> & ->).
  exists X, a. repeat split; auto.
  - apply exec_app with (Y := X2). now rewrite <- app_assoc.
  - apply events_snoc.
Qed.

Lemma isev_before X a b : sexec (X ++ [a]) -> In b (events X) -> eisev b.
Proof. intros H Hb. exists X. split; [now apply exec_inv in H|exact Hb]. Qed.

Lemma sp_trans f : eisev f -> forall d c, In d (esp f) -> In c (esp d) -> In c (esp f).
Proof.
  induction f as [f IH] using lt_wf_ind. intros Hf d c Hd Hc.
  destruct (isev_inv f Hf) as (X & a & HX & Ef & _).
  assert (Hd' := Hd). rewrite Ef in Hd'.
  apply event_sp in Hd' as (b & Hb & Hba & Hdb).
  assert (Hbf : In b (esp f)).
  { rewrite Ef. apply event_sp. exists b. auto. }
  rewrite Ef. apply event_sp. exists b. split; [exact Hb|]. split; [exact Hba|].
  right. destruct Hdb as [->|Hdb]; [exact Hc|].
  apply (IH b) with (d := d); auto.
  - now apply esp_lt.
  - now apply (isev_before X a).
Qed.

Lemma sp_topological f : eisev f -> topological (esp f).
Proof.
  intros Hf D1 d D2 Hs c Hc. apply (esp_sorted f D1 d D2 c Hs).
  - apply (sp_trans f Hf d); [|exact Hc]. rewrite Hs. apply in_app_iff.
    simpl. auto.
  - now apply esp_lt.
Qed.

(** Whether [a] is the next letter of its thread depends only on the events
    on which [a] depends. *)
Lemma local X D a :
  sexec X -> NoDup D -> incl D (events X) -> topological D ->
  (forall b, In b (events X) -> dep (elab b) a = true -> In b D) ->
  sexec (map elab D) /\ events (map elab D) = D
  /\ (next S X (th a) = Some a <-> next S (map elab D) (th a) = Some a)
  /\ can X a = can (map elab D) a.
Proof.
  intros HX HN HI HT Ha. destruct (extract X D HX HN HI HT) as (Z & HZ & HD).
  destruct (F1_equiv S _ _ HZ HX) as [H1 H2].
  split; [now apply exec_app in H1|]. split; [exact HD|].
  specialize (H2 [] (th a)). rewrite !app_nil_r in H2. rewrite H2.
  rewrite (equiv_can _ _ a HZ).
  assert (Hi : forall z, In z Z -> dep z a = false).
  2:{ split; [now apply F2|now apply can_others]. }
  intros z Hz. apply not_true_is_false. intros Hza.
  destruct (events_app (map elab D) Z) as (V & EV & HV). rewrite HD in EV.
  rewrite <- HV in Hz. apply in_map_iff in Hz as (b & <- & Hb).
  assert (Hb' : In b D).
  { apply Ha; [|exact Hza]. apply (equiv_same _ _ HZ). rewrite EV.
    apply in_app_iff. auto. }
  assert (Hnd := events_NoDup _ H1). rewrite EV in Hnd.
  apply in_split in Hb as (V1 & V2 & ->). rewrite app_assoc in Hnd.
  apply NoDup_remove_2 in Hnd. apply Hnd. rewrite !in_app_iff. auto.
Qed.

(** The past of an event may be executed, and then the event. *)
Lemma past_exec f :
  eisev f -> sexec (map elab (esp f)) /\ events (map elab (esp f)) = esp f
  /\ next S (map elab (esp f)) (th (elab f)) = Some (elab f)
  /\ f = event (esp f) (elab f) /\ can (map elab (esp f)) (elab f) = true.
Proof.
  intros Hf. destruct (isev_inv f Hf) as (X & a & HX & Ef & EX).
  assert (Ha : elab f = a) by (rewrite Ef; apply event_lab). rewrite Ha.
  destruct (exec_inv S X a HX) as [HX' Hn]. assert (Hc := exec_can S X a HX).
  destruct (local X (esp f) a) as (H1 & H2 & H3 & H4); auto.
  - apply esp_NoDup.
  - intros c Hcf. now apply (events_down _ _ f [] c EX).
  - now apply sp_topological.
  - intros b Hb Hd. apply (events_dep _ _ f [] b EX Hb). now rewrite Ha.
  - split; [exact H1|]. split; [exact H2|]. split; [now apply H3|].
    split; [|now rewrite <- H4]. rewrite Ef at 1. apply event_ext. intros b Hb. split; intros Hi.
    + apply (events_dep _ _ f [] b EX Hi). now rewrite Ha.
    + now apply (events_down _ _ f [] b EX).
Qed.

(** Runs are executions. *)
Theorem events_run W : srun W -> exists X, sexec X /\ W = events X.
Proof.
  intros H. induction H as [|W f H (X & HX & ->) He].
  { exists []. split; [constructor|reflexivity]. }
  destruct He as (Hf & Hn & Hi & Hd). simpl in Hf, Hn, Hi, Hd.
  destruct (past_exec f Hf) as (H1 & H2 & H3 & H4 & Hc).
  set (a := elab f) in *.
  destruct (local X (esp f) a) as (_ & _ & H5 & H6); auto.
  - apply esp_NoDup.
  - now apply sp_topological.
  - exists (X ++ [a]). split.
    + constructor; [exact HX|now apply H5|congruence].
    + rewrite events_snoc. do 2 f_equal. rewrite H4 at 1. apply event_ext.
      intros b Hb. split; intros Hbi; [now apply Hi|now apply Hd].
Qed.

Corollary run_letters W : srun W -> sexec (map elab W) /\ events (map elab W) = W.
Proof.
  intros H. destruct (events_run W H) as (X & HX & ->). now rewrite events_map.
Qed.

(** Enabled events are next letters. *)
Lemma enab_next W f :
  srun W -> (senab W f <->
    next S (map elab W) (th (elab f)) = Some (elab f) /\ f = event W (elab f)
    /\ can (map elab W) (elab f) = true).
Proof.
  intros HW. destruct (run_letters W HW) as [HX HE]. split.
  - intros Hf. assert (HWf : srun (W ++ [f])) by now constructor.
    apply run_letters in HWf as [HX' HE']. rewrite map_app in HX', HE'.
    simpl in HX', HE'. split; [now apply exec_inv in HX'|].
    split; [|now apply (exec_can S)].
    rewrite events_snoc, HE in HE'. apply app_inj_tail in HE' as [_ HE'].
    now symmetry.
  - intros (Hn & Hf & Hc). assert (HX' : sexec (map elab W ++ [elab f])) by now constructor.
    apply run_events in HX'. rewrite events_snoc, HE, <- Hf in HX'.
    inversion HX' as [H0|W' f' HW' Hf' Heq].
    + now destruct W.
    + apply app_inj_tail in Heq as [-> ->]. exact Hf'.
Qed.

Definition een (W : list nat) : list nat :=
  flat_map (fun t => match next S (map elab W) t with
                     | Some a => if can (map elab W) a then [event W a] else []
                     | None => [] end) (System.threads S).

Definition enxt (W : list nat) (t : nat) := next S (map elab W) t.

Lemma een_iff W f :
  srun W -> (In f (een W) <->
    next S (map elab W) (th (elab f)) = Some (elab f) /\ f = event W (elab f)
    /\ can (map elab W) (elab f) = true).
Proof.
  intros HW. destruct (run_letters W HW) as [HX _].
  unfold een. rewrite in_flat_map. split.
  - intros (t & _ & Hf). destruct (next S (map elab W) t) as [a|] eqn:En; [|easy].
    destruct (can (map elab W) a) eqn:Ec; [|easy].
    destruct Hf as [<-|[]]. rewrite event_lab. split; [|auto].
    assert (Hl := En). apply (next_letter S) in Hl as [-> _]; auto.
  - intros (Hn & Hf & Hc). exists (th (elab f)).
    assert (Hl := Hn). apply (next_letter S) in Hl as (_ & _ & Ht); auto.
    split; [exact Ht|]. rewrite Hn, Hc. simpl. auto.
Qed.

(** Two executions are equivalent iff they have the same events. *)
Theorem equiv_events X Y :
  sexec X -> sexec Y ->
  (equiv X Y <-> forall f, In f (events X) <-> In f (events Y)).
Proof.
  intros HX HY. split; [apply equiv_same|]. intros Hs.
  destruct (extract X (events Y)) as (Z & HZ & _); auto.
  - now apply events_NoDup.
  - intros f. apply Hs.
  - intros D1 d D2 Hd c Hc. now apply (events_down Y D1 d D2).
  - rewrite events_map in HZ. assert (Z = []) as ->.
    { assert (HL := equiv_length _ _ HZ).
      assert (HL' : length (events X) = length (events Y)).
      { apply Nat.le_antisymm; apply NoDup_incl_length;
          try (now apply events_NoDup); intros f; apply Hs. }
      rewrite !events_length in HL'. rewrite app_length in HL.
      destruct Z; [reflexivity|]. simpl in HL. lia. }
    now rewrite app_nil_r in HZ.
Qed.

Definition structure_of : structure.
Proof.
  refine {| evs := evs_of; ev_dec := Nat.eq_dec; en := een; nxt := enxt;
            threads := System.threads S; mutex := System.mutex S;
            height := bound S |}.
  - intros W f HW. now rewrite (een_iff W f HW), (enab_next W f HW).
  - intros f Hf. destruct (past_exec f Hf) as (H1 & H2 & H3 & H4 & H5).
    assert (HW : srun (esp f)) by (rewrite <- H2; now apply run_events).
    split; [exact HW|]. now apply enab_next.
  - intros c f Hf Hc. destruct (isev_inv f Hf) as (X & a & HX & Ef & _).
    unfold lt in *. simpl in *. assert (Hc' := Hc). rewrite Ef in Hc'.
    apply event_sp in Hc' as (b & Hb & Hd & Hcb). exists b.
    split; [rewrite Ef; apply event_sp; exists b; auto|]. split.
    + exact Hcb.
    + unfold dp. simpl. rewrite Ef, event_lab. exact Hd.
  - intros W f HW Hf. apply een_iff in Hf; [|exact HW]. apply Hf.
  - intros W t a HW Hn Hc. exists (event W a). unfold enxt in Hn.
    destruct (run_letters W HW) as [HX _].
    assert (Hl := Hn). apply (next_letter S) in Hl as (Hl & _ & _); auto.
    simpl. rewrite een_iff by exact HW. rewrite event_lab.
    split; [split; [now rewrite Hl|auto]|]. auto.
  - intros W t a HW Hn. destruct (run_letters W HW) as [HX _].
    apply (next_letter S) in Hn as (Hl & _ & Ht); auto.
  - intros W f HW Hf. now apply een_iff in Hf.
  - intros W t a HW Hn. destruct (run_letters W HW) as [HX _].
    now apply (next_mutex S).
  - intros W f g HW Hf Hg Hl. apply een_iff in Hf, Hg; auto.
    destruct Hf as (_ & -> & _), Hg as (_ & -> & _). simpl in Hl. now rewrite Hl.
  - intros W W' t HW HW' Hs. unfold enxt.
    destruct (run_letters W HW) as [HX HE], (run_letters W' HW') as [HX' HE'].
    assert (He : equiv (map elab W) (map elab W')).
    { apply equiv_events; auto. rewrite HE, HE'. exact Hs. }
    destruct (F1_equiv S _ _ He HX) as [_ H]. specialize (H [] t).
    now rewrite !app_nil_r in H.
  - intros W f t HW Ht. unfold enxt. rewrite map_app. simpl.
    apply next_other; [|exact Ht].
    apply run_letters in HW as [HW _]. now rewrite map_app in HW.
  - intros W HW. destruct (events_run W HW) as (X & HX & ->).
    rewrite events_length. now apply exec_bound.
Defined.

End Link.
