(** POP-W: the exploration with records and the walk, without sets of bad
    events, is the abstract exploration (A.6, Theorem C).

    A schedule is kept with its record: the event it replaced, and the steps
    of the node that generated it, with their records. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters Structure Races Tree TheoremA Order Walk Asleep.
Import ListNotations.

Section Popw.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g h r s : S) (B : S -> bool).

Variable choose : list (step S) -> list S -> option S.
Hypothesis choose_in : forall pi l e, choose pi l = Some e -> In e l.
Hypothesis choose_none : forall pi l, choose pi l = None -> l = [].

Variable asks : S -> bool.
Hypothesis asks_read : forall g, write g = false -> asks g = true.
Hypothesis asks_turn : forall E e f g, run E -> enab E e -> acc (lab e) = true ->
  poss (E ++ [e]) f ->
  race e f = true -> reversal E e f = Some g -> asks g = true -> asks f = true.

Notation tree := (tree choose listed).
Notation node := (node choose listed).
Notation N := (height S).

Inductive rstep :=
| ROut (e : S)
| RSch (l : list S) (g : S) (e : S) (rec : list rstep).

Definition erase1 (x : rstep) : step S :=
  match x with ROut e => Out e | RSch l g _ _ => Sch l g end.
Definition erase (p : list rstep) : list (step S) := map erase1 p.

(** Lines 13 to 23. *)
Fixpoint rcomes (n : nat) E (p : list rstep) r {struct n} : bool :=
  match n with
  | 0 => false
  | Datatypes.S n =>
    match p with
    | [] => false
    | ROut c :: p' =>
        if compb S c (sched E r)
        then if ev_dec S r c then true else rcomes n (E ++ [c]) p' r
        else true
    | RSch _ g e rec :: p' =>
        if asks g && existsb (fun g' =>
             negb (same S g' g) && negb (thr g' =? thr e) && alone S E e g' &&
             match partner S E e g' with
             | Some f' => rcomes n (E ++ [e]) rec f'
             | None => false
             end) (sched E r)
        then true
        else if negb (mem g (sched E r)) then false
        else rcomes n (E ++ sched E g) p' r
    end
  end.

(** Lines 8 to 12. *)
Fixpoint rasleep (n : nat) E (p : list rstep) f {struct n} : bool :=
  match p, n with
  | [], _ => false
  | _, 0 => false
  | ROut e :: p', Datatypes.S n => rasleep n (E ++ [e]) p' f
  | RSch _ h e rec :: p', Datatypes.S n =>
      (line9 S e h (flat (erase p')) f && alone S E e f
       && match partner S E e f with
          | Some f' => rcomes n (E ++ [e]) rec f'
          | None => false
          end)
      || rasleep n (E ++ sched E h) p' f
  end.

(** The generated heads, each with the node that generates it. *)
Definition rgen E e (Te : list (list rstep)) : list (S * list rstep) :=
  flat_map (fun p => map (fun g => (g, p)) (gen1 E e (erase p))) Te.

(** The tree of calls: an event that is not asleep is chosen, and a schedule
    is executed if none of its events is asleep. *)
Fixpoint popw (n : nat) (pi : list rstep) E {struct n} : list (list rstep) :=
  [] ::
  match n with
  | 0 => []
  | Datatypes.S n =>
    match choose (erase pi)
            (filter (fun f => negb (rasleep N [] pi f)) (en S E)) with
    | None => []
    | Some e =>
      let Te := popw n (pi ++ [ROut e]) (E ++ [e]) in
      flat_map (fun x : S * list rstep =>
        let g := fst x in
        let st := RSch (body E g) g e (snd x) in
        if forallb (fun c => negb (rasleep N [] pi c)) (sched E g)
        then map (cons st) (popw n (pi ++ [st]) (E ++ sched E g))
        else []) (rgen E e Te)
      ++ map (cons (ROut e)) Te
    end
  end.

(** *** Paths with correct records *)

Inductive way : nat -> list (step S) -> list S -> (S -> bool) ->
                list rstep -> nat -> (S -> bool) -> Prop :=
| way_nil n pi E B : way n pi E B [] n B
| way_out n pi E B e p m B' :
    chosen choose pi E B = Some e ->
    way n (pi ++ [Out e]) (E ++ [e]) B p m B' ->
    way (Datatypes.S n) pi E B (ROut e :: p) m B'
| way_sch n pi E B e g rec k C p m B' :
    chosen choose pi E B = Some e ->
    In g (gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B)) ->
    ok B (sched E g) ->
    record S E e (tree n (pi ++ [Out e]) (E ++ [e]) B) g = Some (erase rec) ->
    way n (pi ++ [Out e]) (E ++ [e]) B rec k C ->
    way n (pi ++ [sch E g]) (E ++ sched E g)
      (fun x => B x || new listed pi
                  (gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B)) g x) p m B' ->
    way (Datatypes.S n) pi E B (RSch (body E g) g e rec :: p) m B'.

Lemma existsb_same {A} (P Q : A -> bool) l :
  (forall x, P x = Q x) -> existsb P l = existsb Q l.
Proof. intros H. induction l as [|x l IH]; simpl; [auto|]. now rewrite H, IH. Qed.

Lemma way_comes n pi E B p m B' :
  way n pi E B p m B' ->
  forall r, rcomes n E p r = comes S choose asks n pi E B (erase p) r.
Proof.
  intros H. induction H as [n pi E B|n pi E B e p m B' Hch HR IH
    |n pi E B e g rec k C p m B' Hch HG Hok Hrec HW IHW HR IH]; intros r.
  - now destruct n.
  - simpl. fold (erase p). rewrite IH. reflexivity.
  - simpl. fold (erase p). rewrite Hch, Hrec, IH.
    rewrite (existsb_same _ (fun g' =>
      negb (same S g' g) && negb (thr g' =? thr e) && alone S E e g' &&
      match partner S E e g' with
      | Some f' => comes S choose asks n (pi ++ [Out e]) (E ++ [e]) B (erase rec) f'
      | None => false
      end)); [reflexivity|].
    intros x. destruct (partner S E e x); [|reflexivity]. now rewrite IHW.
Qed.

Lemma way_asleep n pi E B p m B' :
  way n pi E B p m B' ->
  forall f, rasleep n E p f = asleep S choose asks n pi E B (erase p) f.
Proof.
  intros H. induction H as [n pi E B|n pi E B e p m B' Hch HR IH
    |n pi E B e g rec k C p m B' Hch HG Hok Hrec HW _ HR IH]; intros f.
  - now destruct n.
  - simpl. apply IH.
  - simpl. fold (erase p). rewrite Hch, Hrec, IH.
    destruct (partner S E e f) as [f'|]; [|reflexivity].
    now rewrite (way_comes _ _ _ _ _ _ _ HW).
Qed.

Lemma way_reach n pi E B p m B' :
  way n pi E B p m B' -> reach S choose n pi E B (erase p) B'.
Proof.
  intros H. induction H as [n pi E B|n pi E B e p m B' Hch HR IH
    |n pi E B e g rec k C p m B' Hch HG Hok Hrec HW _ HR IH].
  - constructor.
  - now apply reach_out.
  - now apply reach_sch with (e := e).
Qed.

Lemma way_node n pi E B p m B' :
  way n pi E B p m B' -> node n pi E B ->
  node m (pi ++ erase p) (E ++ flat (erase p)) B'.
Proof.
  intros H. induction H as [n pi E B|n pi E B e p m B' Hch HR IH
    |n pi E B e g rec k C p m B' Hch HG Hok Hrec HW _ HR IH]; intros Hn.
  - simpl. now rewrite !app_nil_r.
  - assert (H := IH (node_out S choose listed _ _ _ _ _ Hn Hch)).
    rewrite <- (app_assoc pi), <- (app_assoc E) in H. exact H.
  - assert (H := IH (node_sch S choose listed _ _ _ _ _ _ Hn Hch HG Hok)).
    change (erase (RSch (body E g) g e rec :: p)) with (sch E g :: erase p).
    rewrite flat_sch. rewrite <- (app_assoc pi), <- (app_assoc E) in H. exact H.
Qed.

(** One more step. *)
Lemma way_snoc n pi E B p m B' st k C :
  way n pi E B p m B' ->
  way m (pi ++ erase p) (E ++ flat (erase p)) B' [st] k C ->
  way n pi E B (p ++ [st]) k C.
Proof.
  intros H. induction H as [n pi E B|n pi E B e p m B' Hch HR IH
    |n pi E B e g rec k' C' p m B' Hch HG Hok Hrec HW _ HR IH]; intros Hs.
  - simpl in Hs. now rewrite !app_nil_r in Hs.
  - simpl. apply way_out; [exact Hch|]. apply IH.
    rewrite <- (app_assoc pi), <- (app_assoc E). exact Hs.
  - simpl. apply way_sch with (k := k') (C := C'); auto. apply IH.
    change (erase (RSch (body E g) g e rec :: p)) with (sch E g :: erase p) in Hs.
    rewrite flat_sch in Hs.
    rewrite <- (app_assoc pi), <- (app_assoc E). exact Hs.
Qed.

(** Asleep, with the records, finds the bad events. *)
Lemma rasleep_bad pi n B f :
  way N [] [] (fun _ => false) pi n B ->
  poss (flat (erase pi)) f ->
  (forall c, In c (body (flat (erase pi)) f) -> B c = false) ->
  rasleep N [] pi f = B f.
Proof.
  intros Hw Hp Hb. rewrite (way_asleep _ _ _ _ _ _ _ Hw).
  assert (H := asleep_root S choose choose_in choose_none asks asks_read asks_turn (erase pi) B f
                 (way_reach _ _ _ _ _ _ _ Hw) Hp Hb).
  apply eq_iff_eq_true. symmetry. exact H.
Qed.

Lemma rasleep_ok pi n B w :
  way N [] [] (fun _ => false) pi n B ->
  run (flat (erase pi) ++ w) ->
  forallb (fun c => negb (rasleep N [] pi c)) w = okb B w.
Proof.
  intros Hw. induction w as [|c w IH] using rev_ind; intros Hr; [reflexivity|].
  assert (Hr' := Hr). rewrite app_assoc in Hr'.
  apply run_inv in Hr' as [Hr' Hc]. unfold okb in *.
  rewrite !forallb_app, (IH Hr'). simpl. rewrite !andb_true_r.
  destruct (forallb (fun c => negb (B c)) w) eqn:Eo; [|reflexivity]. simpl.
  f_equal. apply (rasleep_bad pi n B c Hw).
  - apply (poss_in S _ (w ++ [c]) c Hr). apply in_app_iff. simpl. auto.
  - intros x Hx. apply body_iff in Hx as [Hl Hn].
    apply (proj1 (okb_iff S B w) Eo). destruct Hc as (_ & _ & Hc & _).
    apply Hc in Hl. apply in_app_iff in Hl as [Hl|Hl]; [contradiction|exact Hl].
Qed.

Lemma map_flat_map {A A' C C'} (m : C -> C') (F : A -> list C) (k : A -> A') F' l :
  (forall x, In x l -> map m (F x) = F' (k x)) ->
  map m (flat_map F l) = flat_map F' (map k l).
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. simpl.
  rewrite map_app, H, IH; simpl; auto. intros y Hy. apply H. simpl. auto.
Qed.

Lemma rgen_fst E e Te :
  map fst (rgen E e Te) = flat_map (gen1 E e) (map erase Te).
Proof.
  unfold rgen. apply map_flat_map. intros p _. rewrite map_map. apply map_id.
Qed.

Lemma rgen_iff E e Te g p :
  In (g, p) (rgen E e Te) <-> In p Te /\ In g (gen1 E e (erase p)).
Proof.
  unfold rgen. rewrite in_flat_map. split.
  - intros (q & Hq & H). apply in_map_iff in H as (x & [= -> ->] & Hx). auto.
  - intros [Hp Hg]. exists p. split; [exact Hp|]. apply in_map_iff. eauto.
Qed.

(** The tree of POP-W, without its records, is T(E), and all records are
    correct. *)
Theorem popw_tree n : forall pi B,
  way N [] [] (fun _ => false) pi n B ->
  map erase (popw n pi (flat (erase pi)))
    = tree n (erase pi) (flat (erase pi)) B
  /\ forall p, In p (popw n pi (flat (erase pi))) ->
       exists m C, way n (erase pi) (flat (erase pi)) B p m C.
Proof.
  induction n as [|n IH]; intros pi B Hw.
  { split; [reflexivity|]. intros p [<-|[]]. exists 0, B. constructor. }
  set (E := flat (erase pi)).
  assert (Hnode : node (Datatypes.S n) (erase pi) E B).
  { apply (way_node _ _ _ _ _ _ _ Hw). apply node_root. }
  destruct (node_ok S choose choose_in choose_none listed (listed_total S)
              _ _ _ _ Hnode) as (HE & _).
  assert (Hcho : choose (erase pi)
            (filter (fun f => negb (rasleep N [] pi f)) (en S E))
          = chosen choose (erase pi) E B).
  { unfold chosen. f_equal. apply filter_ext_in. intros f Hf. f_equal.
    apply en_ok in Hf; [|exact HE].
    assert (Hr : run (E ++ [f])) by now constructor.
    apply (rasleep_bad pi _ B f Hw).
    - apply (poss_in S E [f] f Hr). simpl. auto.
    - intros c Hc. apply body_iff in Hc as [Hc Hn]. destruct Hn.
      now apply Hf. }
  cbn [popw Tree.tree]. rewrite Hcho.
  destruct (chosen choose (erase pi) E B) as [e|] eqn:Hch.
  2:{ split; [reflexivity|]. intros p [<-|[]]. exists (Datatypes.S n), B.
      constructor. }
  (* E·e *)
  assert (HwO : way N [] [] (fun _ => false) (pi ++ [ROut e]) n B).
  { apply (way_snoc _ _ _ _ _ _ _ _ _ _ Hw). simpl.
    apply way_out; [exact Hch|]. constructor. }
  assert (EO : erase (pi ++ [ROut e]) = erase pi ++ [Out e]) by apply map_app.
  destruct (IH _ _ HwO) as [IHO1 IHO2].
  rewrite EO, flat_app in IHO1, IHO2. simpl flat in IHO1, IHO2.
  fold E in IHO1, IHO2. cbn [flat] in *.
  set (Te := tree n (erase pi ++ [Out e]) (E ++ [e]) B) in *.
  set (Tr := popw n (pi ++ [ROut e]) (E ++ [e])) in *.
  (* Gen(E,e) *)
  assert (HG : gen E e Te = map fst (rgen E e Tr)).
  { rewrite rgen_fst, IHO1.
    apply (G_eq S choose choose_in choose_none n (erase pi) E B e Hnode Hch). }
  destruct (at_facts S choose choose_in choose_none n (erase pi) E B e Hnode Hch)
    as (_ & HK & He & HTe & _). fold Te in HTe.
  (* the schedules *)
  assert (Hsch : forall x, In x (rgen E e Tr) ->
    In (fst x) (gen E e Te)
    /\ forallb (fun c => negb (rasleep N [] pi c)) (sched E (fst x))
       = okb B (sched E (fst x))
    /\ (okb B (sched E (fst x)) = true ->
        way (Datatypes.S n) (erase pi) E B
          [RSch (body E (fst x)) (fst x) e (snd x)] n
          (fun y => B y || new listed (erase pi) (gen E e Te) (fst x) y))).
  { intros [g rec] Hx. simpl fst. simpl snd.
    assert (Hg : In g (gen E e Te)).
    { rewrite HG. now apply (in_map fst _ (g, rec)). }
    split; [exact Hg|]. split.
    - apply (rasleep_ok pi _ B (sched E g) Hw).
      now apply (gen_sound S E B e Te HE He HTe) in Hg as (Hg & _).
    - intros Hok. apply rgen_iff in Hx as [Hrec Hgen].
      destruct (IHO2 rec Hrec) as (k & C & HW).
      apply way_sch with (k := k) (C := C); auto.
      + exact (proj1 (okb_iff S B _) Hok).
      + destruct (record_ex S choose n (erase pi) E B e g Hg) as (p & Ep & Hp & Hgp).
        fold Te in Ep, Hp |- *. rewrite Ep. f_equal.
        apply (gen1_unique S choose choose_in choose_none n (erase pi) E B e
                 Hnode Hch p (erase rec) g); auto.
        fold Te. rewrite <- IHO1. now apply in_map.
      + constructor. }
  assert (Hchild : forall x, In x (rgen E e Tr) -> okb B (sched E (fst x)) = true ->
    let st := RSch (body E (fst x)) (fst x) e (snd x) in
    map erase (popw n (pi ++ [st]) (E ++ sched E (fst x)))
      = tree n (erase pi ++ [sch E (fst x)]) (E ++ sched E (fst x))
          (fun y => B y || new listed (erase pi) (gen E e Te) (fst x) y)
    /\ forall p, In p (popw n (pi ++ [st]) (E ++ sched E (fst x))) ->
       exists m C, way (Datatypes.S n) (erase pi) E B (st :: p) m C).
  { intros x Hx Hok st. destruct (Hsch x Hx) as (Hg & _ & Hway).
    specialize (Hway Hok).
    assert (Hws := way_snoc _ _ _ _ _ _ _ _ _ _ Hw Hway).
    destruct (IH _ _ Hws) as [I1 I2].
    assert (ES : erase (pi ++ [st]) = erase pi ++ [sch E (fst x)]) by apply map_app.
    assert (EF : flat (erase (pi ++ [st])) = E ++ sched E (fst x)).
    { rewrite ES, flat_app, flat_sch. simpl. now rewrite app_nil_r. }
    fold st in I1, I2. rewrite EF, ES in I1, I2. split; [exact I1|].
    intros p Hp. destruct (I2 p Hp) as (m & C & HW). exists m, C.
    inversion Hway; subst. eapply way_sch; eauto. }
  split.
  - simpl map. f_equal. rewrite map_app. f_equal.
    + rewrite HG. apply map_flat_map. intros x Hx.
      destruct (Hsch x Hx) as (_ & Hf & _). rewrite Hf. rewrite <- HG.
      destruct (okb B (sched E (fst x))) eqn:Eo; [|reflexivity].
      destruct (Hchild x Hx Eo) as [H1 _]. rewrite <- H1, !map_map. reflexivity.
    + rewrite <- IHO1, !map_map. reflexivity.
  - intros p [<-|Hp]; [exists (Datatypes.S n), B; constructor|].
    apply in_app_iff in Hp as [Hp|Hp].
    + apply in_flat_map in Hp as (x & Hx & Hp).
      destruct (Hsch x Hx) as (_ & Hf & _). rewrite Hf in Hp.
      destruct (okb B (sched E (fst x))) eqn:Eo; [|easy].
      apply in_map_iff in Hp as (q & <- & Hq).
      destruct (Hchild x Hx Eo) as [_ H2]. now apply H2.
    + apply in_map_iff in Hp as (q & <- & Hq).
      destruct (IHO2 q Hq) as (m & C & HW). exists m, C. now apply way_out.
Qed.

(** At the root. *)
Corollary popw_root :
  map erase (popw N [] []) = tree N [] [] (fun _ => false).
Proof. apply (popw_tree N [] (fun _ => false)). constructor. Qed.

End Popw.
