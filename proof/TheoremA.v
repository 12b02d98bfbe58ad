(** Theorem A: (C), (S), (T) and (N) for each node of the tree (A.4). *)

From Coq Require Import List Arith Bool Lia FinFun.
From Dpor Require Import Letters Structure Races Tree.
Import ListNotations.

(** A strict total order of the elements of [R]. *)
Definition strict_total {A} (o : A -> A -> bool) (R : list A) :=
  (forall a, In a R -> o a a = false)
  /\ (forall a b c, In a R -> In b R -> In c R ->
        o a b = true -> o b c = true -> o a c = true)
  /\ (forall a b, In a R -> In b R -> a <> b -> o a b = true \/ o b a = true).

Lemma least {A} (o : A -> A -> bool) R l :
  strict_total o R -> incl l R -> l <> [] ->
  exists m, In m l /\ forall x, In x l -> o x m = false.
Proof.
  intros (Hi & Ht & _). induction l as [|a l IH]; intros Hl Hn; [congruence|].
  assert (Ha : In a R) by (apply Hl; simpl; auto).
  destruct l as [|b l].
  { exists a. split; [simpl; auto|]. intros x [<-|[]]. auto. }
  destruct IH as (m & Hm & Hx).
  { intros x Hx. apply Hl. now right. }
  { discriminate. }
  assert (HmR : In m R) by (apply Hl; now right).
  destruct (o a m) eqn:E.
  - exists a. split; [now left|]. intros x [<-|Hxl]; [auto|].
    apply not_true_is_false. intros Hxa. specialize (Hx x Hxl).
    rewrite (Ht x a m) in Hx; auto; [discriminate|]. apply Hl. now right.
  - exists m. split; [now right|]. intros x [<-|Hxl]; auto.
Qed.

Section TheoremA.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g r : S) (B : S -> bool).
Implicit Types (p q : list (step S)).

Variable choose : list (step S) -> list S -> option S.
Hypothesis choose_in : forall pi l e, choose pi l = Some e -> In e l.
Hypothesis choose_none : forall pi l, choose pi l = None -> l = [].

Variable ord : list (step S) -> list S -> S -> S -> bool.
Hypothesis ord_total : forall pi R, strict_total (ord pi R) R.

Definition ok B w := forall c, In c w -> B c = false.

Definition same_set w w' := forall x : S, In x w <-> In x w'.

(** (K3). *)
Definition K3 E B := forall r, B r = true ->
  write r = false /\
  exists E1 u e, E = E1 ++ u /\ enab E1 e /\ write e = true /\ var e = var r
    /\ forall c, lt c r -> ~ In c E1 -> var c <> var r.

Lemma K3_root : K3 [] (fun _ => false).
Proof. intros r H. discriminate. Qed.

Lemma K3_app E B u : K3 E B -> K3 (E ++ u) B.
Proof.
  intros HK r Hr. destruct (HK r Hr) as (H1 & E1 & v & e1 & -> & H2).
  split; [exact H1|]. exists E1, (v ++ u), e1. now rewrite app_assoc.
Qed.

(** The node [p] has all of [w], all its heads are in [w], and the Lock [l] is
    next after that: it is executed last in [p], or [p] is maximal and it waits
    there. No other Lock of its mutex is in [p]. *)
Definition placed E w l p :=
  incl w (flat p)
  /\ (forall h, In h (heads p) -> In h w \/ last_event p = Some h /\ lab h = l)
  /\ (forall c, In c (flat p) -> lock (lab c) = true -> var c = va l ->
        last_event p = Some c /\ lab c = l)
  /\ ((exists f, last_event p = Some f /\ lab f = l)
      \/ en S (E ++ flat p) = [] /\ nxt S (E ++ flat p) (th l) = Some l).

Lemma placed_set E w w' l p :
  (forall x, In x w <-> In x w') -> placed E w l p -> placed E w' l p.
Proof.
  intros Hs (H1 & H2 & H3 & H4). split; [|split; [|auto]].
  - intros x Hx. now apply H1, Hs.
  - intros h Hh. destruct (H2 h Hh); [left; now apply Hs|auto].
Qed.

(** [w] are the events before the Lock [l], but for those that it follows by
    its mutex only. *)
Definition before_lock E w l :=
  run (E ++ w)
  /\ (forall c, In c w -> exists d, In d w /\ thr d = th l /\ le c d)
  /\ nxt S (E ++ w) (th l) = Some l /\ lock l = true
  /\ forall c, In c w -> var c <> va l.

(** The properties proved of the list [T] of the nodes of T(E). *)
Record good E B (T : list (list (step S))) : Prop := {
  good_nil : In [] T;
  good_run : forall p, In p T -> run (E ++ flat p) /\ ok B (flat p);
  (** (S) *)
  good_S : forall f, poss E f -> ok B (sched E f) ->
    exists! p, In p T /\ fresh p f;
  (** (T) *)
  good_T : forall w, run (E ++ w) -> en S (E ++ w) = [] -> ok B w ->
    exists! p, In p T /\ same_set (flat p) w;
  (** The Locks that may be in place of one outside. *)
  good_L : forall w l, before_lock E w l -> ok B w ->
    exists! p, In p T /\ placed E w l p
}.

Lemma run_en E a w : run (E ++ a :: w) -> In a (en S E).
Proof.
  intros H. apply en_ok; [now apply run_app in H|]. now apply run_split in H.
Qed.

(** Lists with the same events have the same enabled events. *)
Lemma en_nil E E' :
  run E -> run E' -> same_set E E' -> en S E = [] -> en S E' = [].
Proof.
  intros H H' Hs He. destruct (en S E') as [|a l] eqn:El; [reflexivity|].
  assert (Ha : In a (en S E)).
  { apply (en_set S E' E); auto. { intros x. symmetry. apply Hs. }
    rewrite El. simpl. auto. }
  rewrite He in Ha. easy.
Qed.

(** *** (N) *)

(** If nothing writes the variable of the next letter [l] of a thread, and [l]
    is not executed, the thread makes no step. *)
Lemma no_thread E u l :
  run (E ++ u) -> nxt S E (th l) = Some l ->
  (forall a, In a u -> lab a <> l /\ (write a = true -> var a <> va l)) ->
  forall a, In a u -> thr a <> th l.
Proof.
  induction u as [|b u IH] using rev_ind; intros H Hn Hl; [easy|].
  rewrite app_assoc in H. apply run_inv in H as [H Hb].
  assert (IH' : forall a, In a u -> thr a <> th l).
  { apply IH; auto. intros a Ha. split; apply Hl, in_app_iff; auto. }
  intros a Ha Ht. apply in_app_iff in Ha as [Ha|[->|[]]].
  - now apply (IH' a).
  - destruct (Hl a) as [Hla _]; [apply in_app_iff; simpl; auto|]. apply Hla.
    assert (H1 : nxt S (E ++ u) (th l) = Some l).
    { apply nxt_others; auto. intros c Hc.
      split; [auto|apply Hl, in_app_iff; auto]. }
    apply en_ok in Hb; [|exact H]. apply nxt_en in Hb; [|exact H].
    rewrite Ht in Hb. congruence.
Qed.

(** (N): a node that is not maximal has an event that is not bad. *)
Theorem N pi E B : run E -> K3 E B -> chosen choose pi E B = None -> en S E = [].
Proof.
  intros HE HK Hc. unfold chosen in Hc. apply choose_none in Hc.
  assert (Hbad : forall f, In f (en S E) -> B f = true).
  { intros f Hf. destruct (B f) eqn:Ef; [reflexivity|].
    assert (H : In f (filter (fun f => negb (B f)) (en S E))).
    { apply filter_In. now rewrite Ef. }
    rewrite Hc in H. easy. }
  destruct (en S E) as [|f l] eqn:El; [reflexivity|]. exfalso.
  assert (Hf : In f (en S E)) by (rewrite El; simpl; auto).
  destruct (HK f (Hbad f (or_introl eq_refl)))
    as (_ & E1 & u & e & HEu & He & Hw & Hv & Hx).
  assert (Hf' : enab E f) by now apply en_ok in Hf.
  assert (HE1 : run E1) by (apply (run_app S E1 u); now rewrite <- HEu).
  assert (Hn1 : nxt S E1 (thr e) = Some (lab e)).
  { apply nxt_en; [exact HE1|]. now apply en_ok. }
  (* no event after E1 writes the variable: f would have it in its past *)
  assert (Hnw : forall a, In a u -> write a = true -> var a <> var e).
  { intros a Ha Hwa Hva. assert (Haf : lt a f).
    { apply Hf'; [rewrite HEu; apply in_app_iff; auto|].
      apply dep_access; [congruence|auto]. }
    apply (Hx a Haf); [|congruence]. intros Ha1.
    apply (run_disj S E1 u a); auto. now rewrite <- HEu. }
  assert (Hu : forall a, In a u -> thr a <> thr e).
  { apply (no_thread E1 u (lab e)); auto. { now rewrite <- HEu. }
    intros a Ha. split; [|now apply Hnw]. intros Hl.
    apply (Hnw a Ha); now rewrite Hl. }
  assert (Hn : nxt S E (thr e) = Some (lab e)).
  { rewrite HEu. apply nxt_others; auto. now rewrite <- HEu. }
  assert (Hle : lock (lab e) = false).
  { destruct (lock (lab e)) eqn:Le; [|reflexivity]. apply lock_acc in Le.
    rewrite (en_kind S E1 e HE1 He), Hv, <- (en_kind S E f HE Hf') in Le.
    apply wr_acc in Le. destruct (HK f (Hbad f (or_introl eq_refl))). congruence. }
  apply en_acc in Hn as (e' & He' & Hl & _); [|exact HE|exact Hle].
  rewrite El in He'. apply Hbad in He'. apply HK in He' as [He' _]. congruence.
Qed.

(** A node with no enabled event. *)
Lemma good_leaf E B : run E -> en S E = [] -> good E B [[]].
Proof.
  intros HE Hn. split.
  - simpl. auto.
  - intros p [<-|[]]. simpl. rewrite app_nil_r. split; easy.
  - intros f Hf _. unfold poss in Hf. exfalso.
    destruct (sched E f) as [|a l] eqn:El.
    + unfold sched in El. now destruct (body E f).
    + apply run_en in Hf. now rewrite Hn in Hf.
  - intros w Hw _ _. assert (w = []) as ->.
    { destruct w as [|a w]; [reflexivity|]. apply run_en in Hw.
      now rewrite Hn in Hw. }
    exists []. split; [split; [simpl; auto|easy]|]. now intros p [[<-|[]] _].
  - intros w l (Hw & _ & Hl & _) _. assert (w = []) as ->.
    { destruct w as [|a w]; [reflexivity|]. apply run_en in Hw.
      now rewrite Hn in Hw. }
    exists []. split; [|now intros p [[<-|[]] _]]. split; [simpl; auto|].
    split; [easy|]. split; [easy|]. split; [easy|]. right.
    simpl in *. rewrite app_nil_r in *. auto.
Qed.

(** *** A node with its choice [e] *)

Section Node.
Variables (E : list S) (B : S -> bool) (pi : list (step S)) (e : S).
Variable Te : list (list (step S)).
Hypothesis HE : run E.
Hypothesis He : enab E e.
Hypothesis HBe : B e = false.
Hypothesis HK : K3 E B.
Hypothesis HTe : good (E ++ [e]) B Te.

Let G := gen E e Te.
Let Bg g := fun r => B r || new ord pi G g r.

Lemma e_fresh : ~ In e E.
Proof. now destruct He as (_ & H & _). Qed.

Lemma gen1_sound p g :
  acc (lab e) = true -> In p Te -> In g (gen1 E e p) ->
  exists f, poss (E ++ [e]) f /\ fresh p f /\ race e f = true
    /\ reversal E e f = Some g /\ Rev E e g
    /\ forall c, In c (body E g) <-> In c (body (E ++ [e]) f).
Proof.
  intros Hae Hp Hg. apply gen1_iff in Hg as (f & Hf & Hr & Hg); [|exact Hae].
  assert (Hpf : poss (E ++ [e]) f).
  { apply (poss_in S (E ++ [e]) (flat p)); [now apply (good_run _ _ _ HTe)|].
    apply last_event_in. apply Hf. }
  exists f. destruct (gen_rev S E e f HE He Hae Hpf Hr) as (g' & E1 & _ & H & Hb).
  assert (g' = g) as -> by congruence. auto 8.
Qed.

(** A Lock is reversed from the nodes where the other one is placed. *)
Lemma gen1_placed p g :
  acc (lab e) = false -> In p Te -> In g (gen1 E e p) ->
  Rev E e g /\ placed (E ++ [e]) (body E g) (lab g) p.
Proof.
  intros Hae Hp Hg. apply gen1_lock in Hg as [Le Hg]; [|exact Hae].
  destruct (good_run _ _ _ HTe p Hp) as [Hr _].
  destruct Hg as [(f & Hf & Lf & Vf & Hg)|(Hen & t & l & Ht & Hl & Lk & Vl & Hg)].
  - assert (Hf' := Hf). apply last_event_flat in Hf' as (w & Hw).
    rewrite Hw, removelast_last in Hg. rewrite Hw, app_assoc in Hr.
    apply run_inv in Hr as [Hr Hfe].
    assert (Hn : nxt S ((E ++ [e]) ++ w) (thr f) = Some (lab f)).
    { apply nxt_en; [exact Hr|]. now apply en_ok. }
    destruct (lockgen_sound S E e _ _ _ _ _ HE He Hr Hae Hn Lf Vf Hg)
      as (R & Hlab & Hb & Hnl & Hh).
    split; [exact R|]. rewrite Hlab. split; [|split; [|split]].
    + intros x Hx. rewrite Hw. apply in_app_iff. auto.
    + intros h Hhp. destruct (ev_dec S h f) as [->|Hne]; [auto|]. left.
      apply Hh, filter_In. split; [exact Hhp|]. now destruct (ev_dec S h f).
    + intros c Hc Lc Vc. rewrite Hw in Hc. apply in_app_iff in Hc as [Hc|[<-|[]]]; [|auto].
      destruct (Hnl c Hc Lc). congruence.
    + eauto.
  - destruct (lockgen_sound S E e _ _ _ _ _ HE He Hr Hae Hl Lk Vl Hg)
      as (R & Hlab & Hb & Hnl & Hh).
    split; [exact R|]. rewrite Hlab. split; [exact Hb|]. split; [auto|]. split.
    + intros c Hc Lc Vc. destruct (Hnl c Hc Lc). congruence.
    + right. split; [exact Hen|]. destruct (nxt_thread S _ t l Hr Hl) as [-> _]. exact Hl.
Qed.

Lemma placed_gen1 p g :
  acc (lab e) = false -> In p Te -> Rev E e g ->
  placed (E ++ [e]) (body E g) (lab g) p -> In g (gen1 E e p).
Proof.
  intros Hae Hp R (Hb & Hh & Hl & Hpl).
  destruct (good_run _ _ _ HTe p Hp) as [Hr _].
  destruct (rev_lock S E e g HE He Hae R) as [Le Lg].
  assert (R' := R). destruct R' as (Rp & Rt & Rd & Rn).
  destruct (dep_threads _ _ Rd Rt) as [Rv _].
  apply gen1_lock; [exact Hae|]. split; [exact Le|].
  assert (Hcase : (exists f, last_event p = Some f /\ lab f = lab g)
                  \/ forall f, last_event p = Some f -> lab f <> lab g).
  { destruct (last_event p) as [f|]; [|now right].
    destruct (letter_dec (lab f) (lab g)); [left; eauto|right]. now intros f' [= <-]. }
  destruct Hcase as [(f & Hf & Hlab)|Hno].
  - left. exists f. split; [exact Hf|]. split; [congruence|]. split; [congruence|].
    assert (Hf' := Hf). apply last_event_flat in Hf' as (w & Hw).
    rewrite Hw, removelast_last. rewrite Hw, app_assoc in Hr.
    assert (Hr' := Hr). apply run_inv in Hr' as [Hrw _]. rewrite Hlab.
    apply lockgen_complete; auto.
    + intros x Hx. assert (Hxw := Hb x Hx). rewrite Hw in Hxw.
      apply in_app_iff in Hxw as [Hxw|[<-|[]]]; [exact Hxw|]. destruct (Rn f Hx).
      apply dep_access; [congruence|]. right. now apply wr_acc.
    + intros c Hc Lc Vc. destruct (Hl c) as [Hcf _]; try congruence.
      { rewrite Hw. apply in_app_iff. auto. }
      assert (c = f) as -> by congruence.
      apply (run_disj S ((E ++ [e]) ++ w) [f] f Hr); [|simpl; auto].
      apply in_app_iff. auto.
    + intros h Hhf. apply filter_In in Hhf as [Hhp Hne].
      destruct (Hh h Hhp) as [H|[H _]]; [exact H|]. assert (h = f) as -> by congruence.
      now destruct (ev_dec S f f).
  - right. destruct Hpl as [(f & Hf & Hlab)|[Hen Hn]]; [now destruct (Hno f)|].
    split; [exact Hen|]. exists (thr g), (lab g).
    destruct (nxt_thread S _ _ _ Hr Hn) as [_ Ht].
    split; [exact Ht|]. split; [exact Hn|]. split; [exact Lg|]. split; [exact Rv|].
    apply lockgen_complete; auto.
    + intros c Hc Lc Vc. destruct (Hl c Hc Lc) as [H1 H2]; [congruence|].
      now apply (Hno c).
    + intros h Hhp. destruct (Hh h Hhp) as [H|[H1 H2]]; [exact H|].
      now destruct (Hno h).
Qed.

Lemma rev_before_lock g :
  acc (lab e) = false -> Rev E e g -> before_lock (E ++ [e]) (body E g) (lab g).
Proof.
  intros Hae R. destruct (rev_lock S E e g HE He Hae R) as [Le Lg].
  split; [now apply run_after|]. split; [|split; [|split; [exact Lg|]]].
  - intros c. now apply body_thread with (e := e).
  - now apply nxt_rev_lock.
  - destruct R as (_ & Rt & Rd & Rn). destruct (dep_threads _ _ Rd Rt) as [Rv _].
    intros c Hc Hv. apply (Rn c Hc), dep_access; [congruence|]. right. now apply wr_acc.
Qed.

(** (C), Gen(E,e) has nothing but schedules that reverse [e], whose events but
    the head are not bad. *)
Lemma gen1_rev p g :
  In p Te -> In g (gen1 E e p) -> Rev E e g /\ ok B (body E g).
Proof.
  intros Hp Hg. destruct (good_run _ _ _ HTe p Hp) as [Hr Ho].
  destruct (acc (lab e)) eqn:Hae.
  - apply gen1_sound in Hg as (f & Hpf & Hf & _ & _ & R & Hb); auto.
    split; [exact R|]. intros c Hc. apply Ho.
    apply (sched_incl S _ _ f Hr); [apply last_event_in, Hf|].
    unfold sched. apply in_app_iff. left. now apply Hb.
  - apply gen1_placed in Hg as [R (Hb & _)]; auto. split; [exact R|].
    intros c Hc. auto.
Qed.

Lemma gen_sound g : In g G -> Rev E e g.
Proof. intros H. apply gen_iff in H as (p & Hp & Hg). now apply (gen1_rev p). Qed.

(** (C): each element of Rev(E,e) is generated by exactly one node. *)
Theorem C_generated g :
  Rev E e g -> ok B (body E g) -> exists! p, In p Te /\ In g (gen1 E e p).
Proof.
  intros Hg Hok. destruct (acc (lab e)) eqn:Hae.
  - destruct (rev_gen S E e g HE He Hae Hg) as (f & Hp & Hr & Hrev & Hl & Hb).
    assert (Hev := poss_isev S _ _ Hp).
    assert (Hd := race_dep S e f Hev Hr).
    assert (Hok' : ok B (sched (E ++ [e]) f)).
    { intros c Hc. unfold sched in Hc. apply in_app_iff in Hc as [Hc|[<-|[]]].
      - apply Hok. now apply Hb.
      - apply not_true_is_false. intros HB.
        destruct (HK f HB) as (Hw & E1 & u & e1 & HEu & _ & _ & _ & Hx).
        apply race_iff in Hr as (Ht & Hlt & _).
        destruct (dep_threads _ _ Hd Ht) as [Hv _].
        apply (Hx e Hlt); [|exact Hv]. intros Hi. apply e_fresh.
        rewrite HEu. apply in_app_iff. auto. }
    destruct (good_S _ _ _ HTe f Hp Hok') as (p & [Hp1 Hp2] & Hu).
    exists p. split.
    + split; [exact Hp1|]. apply gen1_iff; eauto.
    + intros p' [Hp' Hg'].
      apply gen1_sound in Hg' as (f' & Hpf & Hf & Hrf & Hrev' & _); auto.
      apply Hu. split; [exact Hp'|].
      now rewrite (reversal_inj S E e f f' g).
  - destruct (good_L _ _ _ HTe (body E g) (lab g)) as (p & [Hp1 Hp2] & Hu); auto.
    { now apply rev_before_lock. }
    exists p. split.
    + split; [exact Hp1|]. now apply placed_gen1.
    + intros p' [Hp' Hg']. apply Hu. split; [exact Hp'|]. now apply gen1_placed.
Qed.

Lemma ok_body g : ok B (sched E g) -> ok B (body E g).
Proof. intros H c Hc. apply H. unfold sched. apply in_app_iff. auto. Qed.

(** (C): the schedules among the children of [E] are those of Rev(E,e). *)
Theorem C_children g :
  In g G /\ ok B (sched E g) <-> Rev E e g /\ ok B (sched E g).
Proof.
  split; intros [H1 H2]; (split; [|exact H2]).
  - now apply gen_sound.
  - destruct (C_generated g H1 (ok_body g H2)) as (p & [Hp Hg] & _).
    apply gen_iff. eauto.
Qed.

(** F(e,w) are the elements of [w] that are heads of schedules. *)
Lemma front_gen w g :
  run (E ++ w) -> ok B w -> front e w g -> In g G /\ ok B (sched E g).
Proof.
  intros Hw Hok Hg. apply C_children. split.
  - split; [|split; [|split]].
    + apply (poss_in S E w); auto. apply Hg.
    + apply Hg.
    + apply Hg.
    + intros c. now apply front_body with (w := w).
  - intros c Hc. apply Hok. apply (sched_incl S E w g); auto. apply Hg.
Qed.

Lemma gen_front w g :
  run (E ++ w) -> In g G -> In g w -> front e w g.
Proof.
  intros Hw Hg Hi. apply gen_sound in Hg as (Hp & Ht & Hd & Hn).
  split; [exact Hi|]. split; [exact Ht|]. split; [exact Hd|].
  intros c Hc Hl. apply Hn, body_iff. split; [exact Hl|].
  intros HcE. now apply (run_disj S E w c).
Qed.

Lemma Bg_false g c : Bg g c = false <-> B c = false /\ new ord pi G g c = false.
Proof. apply orb_false_iff. Qed.

(** After the schedule of [g] nothing in [w] is bad iff [g] is ∝-minimal. *)
Lemma ok_after w g :
  run (E ++ w) -> ok B w -> front e w g ->
  (ok (Bg g) (minus w (sched E g)) <->
   forall r, front e w r -> write g = false -> write r = false ->
     ord pi (reads G) r g = false).
Proof.
  intros Hw Hok Hg. split.
  - intros H r Hr Hwg Hwr. apply not_true_is_false. intros Ho.
    destruct (front_gen w r Hw Hok Hr) as [HrG _].
    destruct (front_gen w g Hw Hok Hg) as [HgG _].
    assert (Hgr : r <> g).
    { intros ->. destruct (ord_total pi (reads G)) as (Hi & _).
      rewrite Hi in Ho; [discriminate|]. now apply reads_iff. }
    assert (Hm : In r (minus w (sched E g))).
    { apply minus_iff. split; [apply Hr|]. unfold sched.
      rewrite in_app_iff. intros [Hb|[Hb|[]]]; [|congruence].
      apply (front_body S E e w g r Hw Hg Hb). apply Hr. }
    apply H, Bg_false in Hm as [_ Hm].
    assert (new ord pi G g r = true) by (apply new_iff; auto). congruence.
  - intros H c Hc. apply minus_iff in Hc as [Hc _]. apply Bg_false.
    split; [now apply Hok|]. apply not_true_is_false. intros Hn.
    apply new_iff in Hn as (H1 & H2 & H3 & H4).
    rewrite H in H4; auto; [discriminate|]. now apply gen_front.
Qed.

(** Below exactly one of the schedules in [w], the rest of [w] is not bad. *)
Lemma branch w :
  run (E ++ w) -> ok B w -> (exists g, front e w g) ->
  exists g, front e w g /\ ok (Bg g) (minus w (sched E g))
    /\ forall g', front e w g' -> ok (Bg g') (minus w (sched E g')) -> g' = g.
Proof.
  intros Hw Hok [g0 Hg0].
  set (F := filter (fun x => mem x G) w).
  assert (HF : forall g, In g F <-> front e w g).
  { intros g. unfold F. rewrite filter_In, mem_iff. split.
    - intros [H1 H2]. now apply gen_front.
    - intros H. split; [apply H|]. now apply (front_gen w). }
  assert (Huniq : forall g g', front e w g -> front e w g' ->
     ok (Bg g) (minus w (sched E g)) -> ok (Bg g') (minus w (sched E g')) ->
     g' = g).
  { intros g g' H1 H2 O1 O2. destruct (write g) eqn:W1.
    { symmetry. now apply (F6 S E e w). }
    destruct (write g') eqn:W2; [now apply (F6 S E e w)|].
    destruct (ev_dec S g g') as [->|Hne]; [reflexivity|]. exfalso.
    rewrite ok_after in O1, O2 by assumption.
    destruct (ord_total pi (reads G)) as (_ & _ & Ht).
    destruct (Ht g g'); auto.
    - apply reads_iff. split; [now apply (front_gen w)|auto].
    - apply reads_iff. split; [now apply (front_gen w)|auto].
    - rewrite O2 in H; auto. discriminate.
    - rewrite O1 in H; auto. discriminate. }
  enough (exists g, front e w g /\ ok (Bg g) (minus w (sched E g)))
    as (g & H1 & H2) by (exists g; eauto).
  destruct (write g0) eqn:W0.
  - exists g0. split; [exact Hg0|]. apply ok_after; auto. congruence.
  - destruct (least (ord pi (reads G)) (reads G) F) as (m & Hm & Hmin).
    + apply ord_total.
    + intros x Hx. apply HF in Hx. apply reads_iff.
      split; [now apply (front_gen w)|]. destruct (write x) eqn:Wx; [|auto].
      rewrite <- (F6 S E e w x g0) in W0; auto. congruence.
    + intros Hn. apply HF in Hg0. now rewrite Hn in Hg0.
    + apply HF in Hm. exists m. split; [exact Hm|]. apply ok_after; auto.
      intros r Hr _ _. now apply Hmin, HF.
Qed.

(** (K3) for the children. *)
Lemma K3_sched g : K3 (E ++ sched E g) (Bg g).
Proof.
  intros r Hr. apply orb_true_iff in Hr as [Hr|Hr]; [now apply (K3_app E B)|].
  apply new_iff in Hr as (_ & HG & Hw & _). split; [exact Hw|].
  apply gen_sound in HG as (_ & Ht & Hd & Hn).
  destruct (dep_threads _ _ Hd Ht) as [Hv [Hwe|Hwe]]; [congruence|].
  exists E, (sched E g), e. repeat split; auto; try apply He.
  intros c Hl HcE Hvc. apply (Hn c).
  - now apply body_iff.
  - apply dep_access; [congruence|auto].
Qed.

(** *** The children together *)

Variable Tg : S -> list (list (step S)).
Hypothesis HTg : forall g, In g G -> ok B (sched E g) ->
  good (E ++ sched E g) (Bg g) (Tg g).

Definition nodes :=
  [] :: flat_map (fun g => if okb B (sched E g)
                           then map (cons (sch E g)) (Tg g) else []) G
     ++ map (cons (Out e)) Te.

Lemma nodes_iff p :
  In p nodes <->
  p = [] \/ (exists q, In q Te /\ p = Out e :: q)
  \/ exists g q, In g G /\ ok B (sched E g) /\ In q (Tg g) /\ p = sch E g :: q.
Proof.
  unfold nodes. simpl. rewrite in_app_iff, in_map_iff, in_flat_map. split.
  - intros [H|[(g & HG & Hg)|(q & <- & Hq)]]; [auto| |eauto].
    destruct (okb B (sched E g)) eqn:Eo; [|easy].
    apply in_map_iff in Hg as (q & <- & Hq). right. right.
    exists g, q. split; [exact HG|]. split; [|auto].
    exact (proj1 (okb_iff S B _) Eo).
  - intros [->|[(q & Hq & ->)|(g & q & HG & Hok & Hq & ->)]]; [auto|eauto|].
    right. left. exists g. split; [exact HG|].
    apply (proj2 (okb_iff S B _)) in Hok. rewrite Hok. now apply in_map.
Qed.

Lemma flat_out q : flat (Out e :: q) = e :: flat q.
Proof. reflexivity. Qed.

Lemma run_out q : In q Te -> run (E ++ e :: flat q).
Proof.
  intros Hq. apply (good_run _ _ _ HTe) in Hq as [Hq _].
  now rewrite <- app_assoc in Hq.
Qed.

Lemma run_sch g q :
  In g G -> ok B (sched E g) -> In q (Tg g) ->
  run ((E ++ sched E g) ++ flat q) /\ ok (Bg g) (flat q).
Proof. intros H1 H2 H3. now apply (good_run _ _ _ (HTg g H1 H2)). Qed.

(** Separation (a). *)
Lemma sep_out f q :
  In q Te -> fresh (Out e :: q) f -> comp e (sched E f).
Proof.
  intros Hq [Hf _]. apply last_event_in in Hf. rewrite flat_out in Hf.
  assert (H := run_out q Hq).
  assert (Hc : comp e (e :: flat q)).
  { apply (comp_in S E); auto. simpl. auto. }
  intros c Hcs. apply Hc. now apply (sched_incl S E (e :: flat q) f).
Qed.

(** Separation (b). *)
Lemma sep_sch f g q :
  poss E f -> In g G -> fresh (sch E g :: q) f -> front e (sched E f) g.
Proof.
  intros Hp HG Hf. apply fresh_cons in Hf as [_ Hf]. simpl in Hf.
  apply gen_front; auto. apply sched_iff. destruct Hf as [->|Hf]; [auto|].
  left. split; [exact Hf|]. apply gen_sound in HG as (HG & _).
  now apply poss_fresh.
Qed.

Lemma sched_le E' f c : In c (sched E' f) -> le c f.
Proof. intros H. apply sched_iff in H as [[H _]| ->]; [now right|now left]. Qed.

Lemma not_fresh_nil f : ~ fresh ([] : list (step S)) f.
Proof. intros [H _]. discriminate. Qed.

(** (S) when [e] is compatible with the continuation. *)
Lemma S_out f :
  poss E f -> ok B (sched E f) -> comp e (sched E f) ->
  exists! p, In p nodes /\ fresh p f.
Proof.
  intros Hp Hok Hc.
  assert (Hnosch : forall g q, In g G -> ~ fresh (sch E g :: q) f).
  { intros g q HG Hf. apply sep_sch in Hf; auto.
    revert Hc. now apply (front_not_comp S E e (sched E f) g). }
  destruct (ev_dec S f e) as [->|Hne].
  - exists [Out e]. split.
    + split; [|split; [reflexivity|easy]]. apply nodes_iff. right. left.
      exists []. split; [apply (good_nil _ _ _ HTe)|reflexivity].
    + intros p [Hin Hf]. apply nodes_iff in Hin
        as [->|[(q & Hq & ->)|(g & q & HG & _ & _ & ->)]].
      * now apply not_fresh_nil in Hf.
      * apply fresh_cons in Hf as [[[-> _]|Hf] _]; [reflexivity|].
        destruct Hf as [Hf _]. apply last_event_in in Hf.
        apply (good_run _ _ _ HTe) in Hq as [Hq _].
        destruct (run_disj S _ _ e Hq); [|exact Hf].
        apply in_app_iff. simpl. auto.
      * now apply Hnosch in Hf.
  - assert (Hr := comp_first S E e (sched E f) Hp He Hc).
    assert (Hi : In f (minus (sched E f) [e])).
    { apply minus_iff. split; [apply sched_iff; auto|]. intros [<-|[]]. auto. }
    destruct (good_S _ _ _ HTe f) as (q & [Hq1 Hq2] & Hu).
    + now apply (poss_in S (E ++ [e]) (minus (sched E f) [e])).
    + intros c Hc'. apply Hok. apply (sched_incl S _ _ _ Hr Hi) in Hc'.
      now apply minus_iff in Hc'.
    + exists (Out e :: q). split.
      * split; [apply nodes_iff; eauto|]. apply fresh_cons. auto.
      * intros p [Hin Hf]. apply nodes_iff in Hin
          as [->|[(q' & Hq & ->)|(g & q' & HG & _ & _ & ->)]].
        -- now apply not_fresh_nil in Hf.
        -- f_equal. apply Hu. split; [exact Hq|].
           apply fresh_cons in Hf as [[[_ Hf]|Hf] _]; [|exact Hf].
           simpl in Hf. congruence.
        -- now apply Hnosch in Hf.
Qed.

(** (S) otherwise. *)
Lemma S_sch f :
  poss E f -> ok B (sched E f) -> (exists g, front e (sched E f) g) ->
  exists! p, In p nodes /\ fresh p f.
Proof.
  intros Hp Hok Hex. set (w := sched E f) in *.
  assert (Hev := poss_isev S E f Hp).
  destruct (branch w Hp Hok Hex) as (g & Hg & Hokg & Hu).
  assert (Hnoout : forall q, In q Te -> ~ fresh (Out e :: q) f).
  { intros q Hq Hf. apply sep_out in Hf; [|exact Hq].
    revert Hf. now apply (front_not_comp S E e w g). }
  destruct (front_gen w g Hp Hok Hg) as [HG HBg].
  assert (HT := HTg g HG HBg).
  assert (Hgf : le g f) by (apply (sched_le E), Hg).
  (* if f is in F, it is the only element *)
  assert (Honly : forall a b, a = f -> front e w a -> front e w b -> a = b).
  { intros a b -> Ha Hb. destruct Hb as (Hb & _ & Hd & _).
    apply sched_iff in Hb as [[Hb Hn]| ->]; [|reflexivity].
    destruct Ha as (_ & _ & _ & Ha). destruct (Ha b); auto.
    apply sched_iff. auto. }
  assert (Hgone : forall g' q, In g' G -> ok B (sched E g') -> In q (Tg g') ->
            fresh q f -> ~ In f (E ++ sched E g')).
  { intros g' q H1 H2 H3 [Hf _] Hi. apply last_event_in in Hf.
    destruct (run_sch g' q H1 H2 H3) as [H _].
    now apply (run_disj S _ _ f H). }
  destruct (ev_dec S f g) as [Efg|Hne].
  - exists [sch E g]. split.
    + split.
      * apply nodes_iff. right. right. exists g, [].
        split; [exact HG|]. split; [exact HBg|].
        split; [apply (good_nil _ _ _ HT)|reflexivity].
      * apply fresh_cons. split; [left; auto|exact Hgf].
    + intros p [Hin Hf]. apply nodes_iff in Hin
        as [->|[(q & Hq & ->)|(g' & q & HG' & Hok' & Hq & ->)]].
      * now apply not_fresh_nil in Hf.
      * now apply Hnoout in Hf.
      * assert (Hfr := sep_sch f g' q Hp HG' Hf).
        assert (g = g') as <- by now apply Honly.
        apply fresh_cons in Hf as [[[-> _]|Hf] _]; [reflexivity|].
        destruct (Hgone g q); auto. rewrite <- Efg.
        apply in_app_iff. right. apply sched_iff. auto.
  - assert (Hr : run ((E ++ sched E g) ++ minus w (sched E g))).
    { rewrite <- app_assoc. apply F3; auto.
      - apply (poss_in S E w); auto. apply Hg.
      - apply (sched_incl S E w g); auto. apply Hg. }
    assert (Hi : In f (minus w (sched E g))).
    { apply minus_iff. split; [apply sched_iff; auto|]. intros Hi.
      apply sched_iff in Hi as [[Hi _]|Hi]; [|congruence].
      destruct Hgf as [->|Hgf]; [congruence|].
      apply (lt_irrefl S f Hev). now apply (lt_trans S f g f). }
    destruct (good_S _ _ _ HT f) as (q & [Hq1 Hq2] & Huq).
    + now apply (poss_in S _ (minus w (sched E g))).
    + intros c Hc. apply Hokg. now apply (sched_incl S _ _ _ Hr Hi).
    + exists (sch E g :: q). split.
      * split; [apply nodes_iff; right; right; exists g, q; auto|].
        apply fresh_cons. auto.
      * intros p [Hin Hf]. apply nodes_iff in Hin
          as [->|[(q' & Hq & ->)|(g' & q' & HG' & Hok' & Hq & ->)]].
        -- now apply not_fresh_nil in Hf.
        -- now apply Hnoout in Hf.
        -- assert (Hfr := sep_sch f g' q' Hp HG' Hf).
           apply fresh_cons in Hf as [[[_ Hf]|Hf] _].
           { simpl in Hf. assert (g' = g) by now apply Honly. congruence. }
           assert (Hgg : g' = g).
           { apply Hu; [exact Hfr|]. intros c Hc.
             destruct (run_sch g' q' HG' Hok' Hq) as [Hr' Ho'].
             apply Ho'. destruct Hf as [Hf _]. apply last_event_in in Hf.
             apply (sched_incl S _ _ _ Hr' Hf).
             apply minus_iff in Hc as [Hc Hn]. apply sched_iff.
             apply sched_iff in Hc as [[Hc Hn']| ->]; [|auto].
             left. split; [exact Hc|]. rewrite in_app_iff. tauto. }
           subst g'. f_equal. now apply Huq.
Qed.

(** (T) when [e] is compatible with the continuation. *)
Lemma T_out w :
  run (E ++ w) -> en S (E ++ w) = [] -> ok B w -> comp e w ->
  exists! p, In p nodes /\ same_set (flat p) w.
Proof.
  intros Hw Hmax Hok Hc.
  assert (Hew : In e w).
  { destruct (in_dec (ev_dec S) e w) as [i|n]; [exact i|].
    assert (H := comp_last S E e w Hw He Hc n). apply en_ok in H; [|exact Hw].
    now rewrite Hmax in H. }
  assert (Hr := comp_first S E e w Hw He Hc).
  destruct (good_T _ _ _ HTe (minus w [e])) as (q & [Hq1 Hq2] & Hu).
  - exact Hr.
  - apply (en_nil (E ++ w)); auto. intros x.
    rewrite !in_app_iff, minus_iff. simpl.
    destruct (ev_dec S e x) as [<-|]; tauto.
  - intros c Hc'. apply minus_iff in Hc' as [Hc' _]. now apply Hok.
  - exists (Out e :: q). split.
    + split; [apply nodes_iff; eauto|]. intros x. rewrite flat_out. simpl.
      rewrite (Hq2 x), minus_iff. simpl.
      destruct (ev_dec S e x) as [<-|]; tauto.
    + intros p [Hin Hs]. apply nodes_iff in Hin
        as [->|[(q' & Hq & ->)|(g & q' & HG & _ & _ & ->)]].
      * now apply Hs in Hew.
      * f_equal. apply Hu. split; [exact Hq|]. intros x.
        specialize (Hs x). rewrite flat_out in Hs. simpl in Hs.
        rewrite minus_iff, <- Hs. simpl.
        assert (H := run_out q' Hq). split; [|tauto].
        intros Hx. split; [auto|]. intros [<-|[]].
        apply (good_run _ _ _ HTe) in Hq as [Hq _].
        destruct (run_disj S _ _ e Hq); [|exact Hx].
        apply in_app_iff. simpl. auto.
      * exfalso. revert Hc. apply (front_not_comp S E e w g); auto.
        apply gen_front; auto. apply Hs. rewrite flat_sch.
        apply in_app_iff. left. apply sched_iff. auto.
Qed.

(** (T) otherwise. *)
Lemma T_sch w :
  run (E ++ w) -> en S (E ++ w) = [] -> ok B w -> (exists g, front e w g) ->
  exists! p, In p nodes /\ same_set (flat p) w.
Proof.
  intros Hw Hmax Hok Hex.
  destruct (branch w Hw Hok Hex) as (g & Hg & Hokg & Hu).
  destruct (front_gen w g Hw Hok Hg) as [HG HBg].
  assert (HT := HTg g HG HBg).
  assert (Hincl : incl (sched E g) w).
  { apply (sched_incl S E w g); auto. apply Hg. }
  assert (Hr : run ((E ++ sched E g) ++ minus w (sched E g))).
  { rewrite <- app_assoc. apply F3; auto.
    apply (poss_in S E w); auto. apply Hg. }
  destruct (good_T _ _ _ HT (minus w (sched E g))) as (q & [Hq1 Hq2] & Huq).
  - exact Hr.
  - apply (en_nil (E ++ w)); auto. intros x.
    rewrite !in_app_iff, minus_iff. specialize (Hincl x).
    destruct (in_dec (ev_dec S) x (sched E g)); tauto.
  - exact Hokg.
  - exists (sch E g :: q). split.
    + split; [apply nodes_iff; right; right; exists g, q; auto|]. intros x.
      rewrite flat_sch, in_app_iff, (Hq2 x), minus_iff. specialize (Hincl x).
      destruct (in_dec (ev_dec S) x (sched E g)); tauto.
    + intros p [Hin Hs]. apply nodes_iff in Hin
        as [->|[(q' & Hq & ->)|(g' & q' & HG' & Hok' & Hq & ->)]].
      * destruct Hg as (Hg & _). now apply Hs in Hg.
      * exfalso. apply (front_not_comp S E e w g); auto.
        apply (comp_in S E); auto. apply Hs. rewrite flat_out. simpl. auto.
      * destruct (run_sch g' q' HG' Hok' Hq) as [Hr' Ho'].
        assert (Hq' : same_set (flat q') (minus w (sched E g'))).
        { intros x. specialize (Hs x). rewrite flat_sch, in_app_iff in Hs.
          rewrite minus_iff, <- Hs. split; [|tauto]. intros Hx.
          split; [auto|]. intros Hx'. apply (run_disj S _ _ x Hr'); auto.
          apply in_app_iff. auto. }
        assert (g' = g) as ->.
        { apply Hu.
          - apply gen_front; auto. apply Hs. rewrite flat_sch.
            apply in_app_iff. left. apply sched_iff. auto.
          - intros c Hc. now apply Ho', Hq'. }
        f_equal. now apply Huq.
Qed.

(** *** Locks that are placed in the tree *)

Lemma last_cons (x : step S) q f :
  last_event (x :: q) = Some f ->
  last_event q = Some f \/ q = [] /\ f = final S x.
Proof.
  simpl. destruct (last_event q) as [h|] eqn:El; [auto|].
  intros [= <-]. right. split; [now apply last_event_nil|reflexivity].
Qed.

Lemma cons_last (x : step S) q f :
  last_event q = Some f -> last_event (x :: q) = Some f.
Proof. simpl. now intros ->. Qed.

Section Placed.
Variables (w : list S) (l : letter).
Hypothesis HL : before_lock E w l.
Hypothesis Hokw : ok B w.

Let Hw : run (E ++ w) := proj1 HL.
Let Hcl := proj1 (proj2 HL).
Let Hn : nxt S (E ++ w) (th l) = Some l := proj1 (proj2 (proj2 HL)).
Let Hk : lock l = true := proj1 (proj2 (proj2 (proj2 HL))).
Let Hx := proj2 (proj2 (proj2 (proj2 HL))).

Lemma not_placed_nil : ~ placed E w l [].
Proof.
  intros (_ & _ & _ & [(f & Hf & _)|[H _]]); [discriminate|]. simpl in H.
  rewrite app_nil_r in H. apply en_ok in He; [|exact HE]. now rewrite H in He.
Qed.

Lemma not_in_l c : In c w -> lab c <> l.
Proof. intros Hc E0. apply (Hx c Hc). now rewrite E0. Qed.

(** What remains after [e]. *)
Lemma before_lock_out :
  comp e w -> In e w \/ thr e <> th l -> before_lock (E ++ [e]) (minus w [e]) l.
Proof.
  intros Hc Hor. assert (Hr := comp_first S E e w Hw He Hc).
  split; [exact Hr|]. split; [|split; [|split; [exact Hk|]]].
  - intros c Hcw. apply minus_iff in Hcw as [Hcw Hce].
    destruct (Hcl c Hcw) as (d & Hd & Hdt & Hcd). exists d. split; [|auto].
    apply minus_iff. split; [exact Hd|]. intros [<-|[]].
    destruct Hcd as [->|Hcd]; [apply Hce; simpl; auto|].
    apply (run_disj S E w c); auto. destruct He as (_ & _ & Hi & _). now apply Hi.
  - destruct (in_dec (ev_dec S) e w) as [i|n].
    + rewrite (nxt_same S _ (E ++ w)); auto. intros x.
      rewrite !in_app_iff, minus_iff. simpl.
      destruct (ev_dec S e x) as [<-|]; tauto.
    + destruct Hor as [Hor|Hor]; [contradiction|].
      assert (H2 : run ((E ++ w) ++ [e])).
      { constructor; [exact Hw|]. now apply comp_last. }
      rewrite (nxt_same S _ ((E ++ w) ++ [e])); auto.
      * apply nxt_lock; auto; [now apply lock_acc|]. now intros c [<-|[]].
      * intros x. rewrite !in_app_iff, minus_iff. simpl.
        destruct (ev_dec S e x) as [<-|]; tauto.
  - intros c Hc'. apply minus_iff in Hc' as [Hc' _]. now apply Hx.
Qed.

Lemma placed_out q :
  In q Te -> In e w \/ thr e <> th l -> ~ (lock (lab e) = true /\ var e = va l) ->
  (placed (E ++ [e]) (minus w [e]) l q <-> placed E w l (Out e :: q)).
Proof.
  intros Hq Hor Hne. assert (Hr := proj1 (good_run _ _ _ HTe q Hq)).
  assert (Hdis : ~ In e (flat q)).
  { intros Hi. apply (run_disj S _ _ e Hr); [|exact Hi]. apply in_app_iff. simpl. auto. }
  assert (Hle : lab e <> l).
  { intros E0. destruct Hor as [Hor|Hor]; [now apply (not_in_l e)|].
    apply Hor. now rewrite E0. }
  unfold placed. rewrite flat_out. change (heads (Out e :: q)) with (heads q).
  rewrite <- app_assoc. split; intros (P1 & P2 & P3 & P4).
  - split; [|split; [|split]].
    + intros x Hxw. destruct (ev_dec S e x) as [<-|Hex]; [simpl; auto|].
      right. apply P1, minus_iff. split; [exact Hxw|]. now intros [H|[]].
    + intros h Hh. destruct (P2 h Hh) as [H|[H1 H2]].
      * left. now apply minus_iff in H.
      * right. split; [now apply cons_last|exact H2].
    + intros c [<-|Hc] Lc Vc; [now destruct Hne|].
      destruct (P3 c Hc Lc Vc) as [H1 H2]. split; [now apply cons_last|exact H2].
    + destruct P4 as [(f & Hf & Hl)|P4]; [left|right; exact P4].
      exists f. split; [now apply cons_last|exact Hl].
  - split; [|split; [|split]].
    + intros x Hxw. apply minus_iff in Hxw as [Hxw Hex].
      destruct (P1 x Hxw) as [<-|H]; [destruct Hex; simpl; auto|exact H].
    + intros h Hh. destruct (P2 h Hh) as [H|[H1 H2]].
      * left. apply minus_iff. split; [exact H|]. intros [<-|[]].
        now apply heads_flat in Hh.
      * right. split; [|exact H2]. apply last_cons in H1 as [H1|[-> _]]; [exact H1|easy].
    + intros c Hc Lc Vc. destruct (P3 c (or_intror Hc) Lc Vc) as [H1 H2].
      split; [|exact H2]. apply last_cons in H1 as [H1|[-> _]]; [exact H1|easy].
    + destruct P4 as [(f & Hf & Hl)|P4]; [left|right; exact P4].
      exists f. split; [|exact Hl]. apply last_cons in Hf as [Hf|[_ ->]]; [exact Hf|].
      now destruct Hle.
Qed.

(** A schedule in such a node, if [e] is compatible with [w]. *)
Lemma placed_sch_comp g q :
  comp e w -> In g G -> ok B (sched E g) -> In q (Tg g) -> placed E w l (sch E g :: q) ->
  q = [] /\ lab g = l.
Proof.
  intros Hc HG Hokg Hq (_ & P2 & _).
  destruct (P2 g) as [Hg|[Hl Hlab]].
  - unfold heads. simpl. auto.
  - exfalso. apply gen_front in Hg; auto. revert Hc.
    now apply (front_not_comp S E e w g).
  - split; [|exact Hlab]. apply last_cons in Hl as [Hl|[-> _]]; [|reflexivity].
    exfalso. apply last_event_in in Hl. destruct (run_sch g q HG Hokg Hq) as [Hr _].
    apply (run_disj S _ _ g Hr); [|exact Hl]. apply in_app_iff. right.
    apply sched_iff. auto.
Qed.

(** [e] is compatible with [w], and a Lock of the same mutex: the Lock [l] is in
    place of [e]. *)
Lemma L_lock :
  comp e w -> thr e <> th l -> lock (lab e) = true -> var e = va l ->
  exists! p, In p nodes /\ placed E w l p.
Proof.
  intros Hc Ht Le Ve. assert (Hae := lock_acc _ Le).
  assert (HnD : forall c, In c w -> ~ dp c e).
  { intros c Hcw Hd. assert (Hi : In e (E ++ w)).
    { destruct (Hc c Hcw Hd) as [->|Hl]; [apply in_app_iff; auto|].
      apply (run_down S (E ++ w) e c); auto. apply in_app_iff. auto. }
    apply in_app_iff in Hi as [Hi|Hi]; [now apply e_fresh|].
    now apply (Hx e Hi). }
  assert (Hcan : can (map lab (E ++ w)) l = true).
  { assert (Hce := en_can S E e HE (proj2 (en_ok S E e HE) He)).
    unfold can, free in *. rewrite Hk, <- Ve. rewrite Le in Hce. rewrite map_app, last_at_app.
    - exact Hce.
    - intros a Ha. apply in_map_iff in Ha as (c & <- & Hcw). rewrite Ve. now apply Hx. }
  destruct (en_nxt S (E ++ w) (th l) l Hw Hn Hcan) as (g & Hg & Hlab & _).
  assert (Hge : enab (E ++ w) g) by now apply en_ok in Hg.
  assert (Hb : forall c, In c (body E g) <-> In c w).
  { intros c. rewrite body_iff. destruct Hge as (G1 & G2 & G3 & G4). split.
    - intros [Hcg HcE]. apply G3, in_app_iff in Hcg. tauto.
    - intros Hcw. split; [|intros HcE; now apply (run_disj S E w c)].
      destruct (Hcl c Hcw) as (d & Hd & Hdt & Hcd).
      apply (le_lt_trans S c d g); auto. apply G4; [apply in_app_iff; auto|].
      apply dep_same_thread. congruence. }
  assert (HR : Rev E e g).
  { split; [|split; [|split]].
    - apply (poss_in S E (w ++ [g])).
      + rewrite app_assoc. now constructor.
      + apply in_app_iff. simpl. auto.
    - congruence.
    - apply dep_access; [congruence|]. right. now apply wr_acc.
    - intros c Hcb. now apply HnD, Hb. }
  assert (HBg : ok B (sched E g)).
  { intros c Hcs. unfold sched in Hcs. apply in_app_iff in Hcs as [Hcs|[<-|[]]].
    - now apply Hokw, Hb.
    - apply not_true_is_false. intros HB. destruct (HK g HB) as [Hwg _].
      rewrite wr_acc in Hwg; [discriminate|]. apply lock_acc. congruence. }
  assert (HG : In g G) by (apply C_children; auto).
  assert (HT := HTg g HG HBg).
  exists [sch E g]. split.
  - split.
    + apply nodes_iff. right. right. exists g, []. split; [exact HG|].
      split; [exact HBg|]. split; [apply (good_nil _ _ _ HT)|reflexivity].
    + assert (Hf : flat [sch E g] = sched E g).
      { rewrite flat_sch. simpl. apply app_nil_r. }
      unfold placed. rewrite Hf. split; [|split; [|split]].
      * intros x Hxw. unfold sched. apply in_app_iff. left. now apply Hb.
      * intros h [<-|[]]. right. auto.
      * intros c Hcs Lc Vc. unfold sched in Hcs. apply in_app_iff in Hcs as [Hcs|[<-|[]]].
        -- apply Hb in Hcs. now destruct (Hx c Hcs).
        -- auto.
      * left. exists g. auto.
  - intros p [Hin Hp]. apply nodes_iff in Hin
      as [->|[(q & Hq & ->)|(g' & q & HG' & Hok' & Hq & ->)]].
    + now apply not_placed_nil in Hp.
    + exfalso. destruct Hp as (_ & _ & P3 & _). rewrite flat_out in P3.
      destruct (P3 e) as [_ Hl]; simpl; auto. apply Ht. now rewrite Hl.
    + destruct (placed_sch_comp g' q Hc HG' Hok' Hq Hp) as [-> Hl'].
      do 2 f_equal. destruct Hp as (P1 & _). rewrite flat_sch in P1. simpl in P1.
      rewrite app_nil_r in P1. assert (HR' := gen_sound g' HG').
      assert (P1' : incl w (body E g')).
      { intros x Hxw. assert (Hxs := P1 x Hxw). unfold sched in Hxs.
        apply in_app_iff in Hxs as [Hxs|[<-|[]]]; [exact Hxs|].
        now destruct (not_in_l g' Hxw). }
      assert (HR'' := HR'). destruct HR'' as (Hp' & Ht' & Hd' & Hi').
      unfold poss, sched in Hp'. rewrite app_assoc in Hp'.
      apply run_inv in Hp' as [Hr' Hg'].
      assert (Hru : run ((E ++ w) ++ minus (body E g') w)).
      { rewrite <- app_assoc. now apply F3. }
      assert (Hnt : forall a, In a (minus (body E g') w) -> thr a <> th l).
      { apply (no_lock S (E ++ w) _ l Hru Hn); [now apply lock_acc|].
        intros a Ha E0. apply minus_iff in Ha as [Ha _].
        apply (Hi' a Ha), dep_access; [congruence|]. right. now apply wr_acc. }
      assert (Hb' : forall c, In c (body E g') <-> In c w).
      { intros c. split; [|apply P1']. intros Hcb.
        destruct (body_thread S E e g' c Hae HR' Hcb) as (d & Hd & Hdt & Hcd).
        assert (Hdw : In d w).
        { destruct (in_dec (ev_dec S) d w) as [i|n]; [exact i|].
          destruct (Hnt d); [now apply minus_iff|]. congruence. }
        assert (Hci : In c (E ++ w)).
        { destruct Hcd as [->|Hcd]; [apply in_app_iff; auto|].
          apply (run_down S (E ++ w) c d); auto. apply in_app_iff. auto. }
        apply in_app_iff in Hci as [Hci|Hci]; [|exact Hci].
        apply body_iff in Hcb. tauto. }
      apply (en_lab S (E ++ w)); auto; [|congruence].
      apply en_ok; [exact Hw|]. apply (enab_set S (E ++ body E g')); [|exact Hg'].
      intros x. rewrite !in_app_iff, Hb'. tauto.
Qed.

(** Otherwise the node is under [E·e]. *)
Lemma L_out_step :
  comp e w -> In e w \/ thr e <> th l -> ~ (lock (lab e) = true /\ var e = va l) ->
  exists! p, In p nodes /\ placed E w l p.
Proof.
  intros Hc Hor Hne.
  destruct (good_L _ _ _ HTe (minus w [e]) l) as (q & [Hq1 Hq2] & Hu).
  - now apply before_lock_out.
  - intros c Hcw. apply minus_iff in Hcw as [Hcw _]. now apply Hokw.
  - exists (Out e :: q). split.
    + split; [apply nodes_iff; eauto|]. now apply placed_out.
    + intros p [Hin Hp]. apply nodes_iff in Hin
        as [->|[(q' & Hq & ->)|(g & q' & HG & Hok & Hq & ->)]].
      * now apply not_placed_nil in Hp.
      * f_equal. apply Hu. split; [exact Hq|]. now apply placed_out.
      * exfalso. destruct (placed_sch_comp g q' Hc HG Hok Hq Hp) as [_ Hlab].
        apply gen_sound in HG as HR.
        assert (HR' := HR). destruct HR' as (Hp' & Ht' & Hd' & _).
        destruct (dep_threads _ _ Hd' Ht') as [Hv _].
        assert (Hae : acc (lab e) = false).
        { rewrite (en_kind S E e HE He), <- Hv.
          rewrite <- (isev_kind S g (poss_isev S E g Hp')).
          apply lock_acc. congruence. }
        destruct (rev_lock S E e g HE He Hae HR) as [Le _].
        apply Hne. split; [exact Le|]. congruence.
Qed.

(** [e] is not compatible with [w]. *)
Lemma before_lock_sch g :
  front e w g -> before_lock (E ++ sched E g) (minus w (sched E g)) l.
Proof.
  intros Hg. assert (Hgw : In g w) by apply Hg.
  assert (Hincl : incl (sched E g) w) by now apply (sched_incl S E w g).
  assert (Hr : run ((E ++ sched E g) ++ minus w (sched E g))).
  { rewrite <- app_assoc. apply F3; auto. now apply (poss_in S E w). }
  split; [exact Hr|]. split; [|split; [|split; [exact Hk|]]].
  - intros c Hcw. apply minus_iff in Hcw as [Hcw Hcs].
    destruct (Hcl c Hcw) as (d & Hd & Hdt & Hcd). exists d. split; [|auto].
    apply minus_iff. split; [exact Hd|]. intros Hds. apply Hcs.
    assert (HcE : ~ In c E) by (intros HcE; now apply (run_disj S E w c)).
    destruct Hcd as [->|Hcd]; [exact Hds|]. apply sched_iff. left. split; [|exact HcE].
    assert (Hgi : isev g).
    { apply (run_isev S (E ++ w) g Hw). apply in_app_iff. auto. }
    apply (lt_le_trans S c d g); auto. apply sched_iff in Hds as [[Hds _]| ->];
      [now right|now left].
  - rewrite (nxt_same S _ (E ++ w)); auto. intros x.
    rewrite !in_app_iff, minus_iff. specialize (Hincl x).
    destruct (in_dec (ev_dec S) x (sched E g)); tauto.
  - intros c Hc'. apply minus_iff in Hc' as [Hc' _]. now apply Hx.
Qed.

Lemma placed_sch g q :
  In g G -> ok B (sched E g) -> In q (Tg g) -> front e w g ->
  (placed (E ++ sched E g) (minus w (sched E g)) l q <-> placed E w l (sch E g :: q)).
Proof.
  intros HG Hokg Hq Hg. assert (Hgw : In g w) by apply Hg.
  assert (Hincl : incl (sched E g) w) by now apply (sched_incl S E w g).
  destruct (run_sch g q HG Hokg Hq) as [Hr _].
  assert (Hdis : forall x, In x (sched E g) -> ~ In x (flat q)).
  { intros x H1 H2. apply (run_disj S _ _ x Hr); [|exact H2]. apply in_app_iff. auto. }
  unfold placed. rewrite flat_sch. change (heads (sch E g :: q)) with (g :: heads q).
  rewrite <- app_assoc. split; intros (P1 & P2 & P3 & P4).
  - split; [|split; [|split]].
    + intros x Hxw. apply in_app_iff.
      destruct (in_dec (ev_dec S) x (sched E g)) as [i|n]; [auto|].
      right. apply P1, minus_iff. auto.
    + intros h [<-|Hh]; [auto|]. destruct (P2 h Hh) as [H|[H1 H2]].
      * left. now apply minus_iff in H.
      * right. split; [now apply cons_last|exact H2].
    + intros c Hc Lc Vc. apply in_app_iff in Hc as [Hc|Hc].
      { now destruct (Hx c (Hincl c Hc)). }
      destruct (P3 c Hc Lc Vc) as [H1 H2]. split; [now apply cons_last|exact H2].
    + destruct P4 as [(f & Hf & Hl)|P4]; [left|right; exact P4].
      exists f. split; [now apply cons_last|exact Hl].
  - split; [|split; [|split]].
    + intros x Hxw. apply minus_iff in Hxw as [Hxw Hxs].
      assert (Hi := P1 x Hxw). apply in_app_iff in Hi. tauto.
    + intros h Hh. destruct (P2 h (or_intror Hh)) as [H|[H1 H2]].
      * left. apply minus_iff. split; [exact H|]. intros Hs. apply (Hdis h Hs).
        now apply heads_flat.
      * right. split; [|exact H2]. apply last_cons in H1 as [H1|[-> _]]; [exact H1|easy].
    + intros c Hc Lc Vc. destruct (P3 c) as [H1 H2]; auto.
      { apply in_app_iff. auto. }
      split; [|exact H2]. apply last_cons in H1 as [H1|[-> _]]; [exact H1|easy].
    + destruct P4 as [(f & Hf & Hl)|P4]; [left|right; exact P4].
      exists f. split; [|exact Hl]. apply last_cons in Hf as [Hf|[_ ->]]; [exact Hf|].
      now destruct (not_in_l g Hgw).
Qed.

Lemma L_sch : (exists g, front e w g) -> exists! p, In p nodes /\ placed E w l p.
Proof.
  intros Hex. destruct (branch w Hw Hokw Hex) as (g & Hg & Hokg & Hu).
  destruct (front_gen w g Hw Hokw Hg) as [HG HBg].
  assert (Hnc := front_not_comp S E e w g Hw He Hg).
  destruct (good_L _ _ _ (HTg g HG HBg) (minus w (sched E g)) l)
    as (q & [Hq1 Hq2] & Huq); auto.
  { now apply before_lock_sch. }
  exists (sch E g :: q). split.
  - split; [apply nodes_iff; right; right; exists g, q; auto|]. now apply placed_sch.
  - intros p [Hin Hp]. apply nodes_iff in Hin
      as [->|[(q' & Hq & ->)|(g' & q' & HG' & Hok' & Hq & ->)]].
    + now apply not_placed_nil in Hp.
    + exfalso. apply Hnc. destruct Hp as (P1 & _). rewrite flat_out in P1.
      assert (Hc := comp_in S E e _ (run_out q' Hq) He (or_introl eq_refl)).
      intros c Hcw. apply Hc. now apply P1.
    + assert (Hp' := Hp). destruct Hp' as (P1 & P2 & _).
      destruct (run_sch g' q' HG' Hok' Hq) as [Hr' Ho'].
      destruct (P2 g') as [Hgw|[Hl Hlab]].
      * unfold heads. simpl. auto.
      * assert (Hf' : front e w g') by now apply gen_front.
        assert (g' = g) as ->.
        { apply Hu; [exact Hf'|]. intros c Hcw. apply minus_iff in Hcw as [Hcw Hcs].
          apply Ho'. assert (Hi := P1 c Hcw). rewrite flat_sch in Hi.
          apply in_app_iff in Hi. tauto. }
        f_equal. apply Huq. split; [exact Hq|]. now apply placed_sch.
      * exfalso. apply last_cons in Hl as [Hl|[-> _]].
        { apply last_event_in in Hl. apply (run_disj S _ _ g' Hr'); [|exact Hl].
          apply in_app_iff. right. apply sched_iff. auto. }
        apply gen_sound in HG' as (_ & _ & _ & Hi'). rewrite flat_sch in P1.
        simpl in P1. rewrite app_nil_r in P1. apply Hnc. intros c Hcw Hd. exfalso.
        assert (Hcs := P1 c Hcw). unfold sched in Hcs.
        apply in_app_iff in Hcs as [Hcs|[<-|[]]]; [now apply (Hi' c)|].
        now destruct (not_in_l g' Hcw).
Qed.

Lemma L_out : comp e w -> exists! p, In p nodes /\ placed E w l p.
Proof.
  intros Hc.
  destruct (in_dec (ev_dec S) e w) as [Hew|Hew];
    [|destruct (Nat.eq_dec (thr e) (th l)) as [Ht|Ht]].
  2:{ (* [e] is the Lock *)
    assert (Hw0 : w = []).
    { destruct w as [|c w0] eqn:Ew; [reflexivity|]. exfalso.
      destruct (Hcl c) as (d & Hd & Hdt & _); [simpl; auto|].
      destruct (Hc d Hd) as [->|Hl]; [apply dep_same_thread; congruence|contradiction|].
      apply (run_down S (E ++ c :: w0) e d) in Hl; auto.
      - apply in_app_iff in Hl as [Hl|Hl]; [now apply e_fresh|contradiction].
      - apply in_app_iff. auto. }
    assert (Hle : lab e = l).
    { assert (Hn' := Hn). rewrite Hw0, app_nil_r, <- Ht in Hn'.
      assert (Hne := nxt_en S E e HE (proj2 (en_ok S E e HE) He)). congruence. }
    exists [Out e]. split.
    - split.
      + apply nodes_iff. right. left. exists [].
        split; [apply (good_nil _ _ _ HTe)|reflexivity].
      + rewrite Hw0. split; [easy|]. split; [easy|]. split.
        * intros c [<-|[]] _ _. auto.
        * left. exists e. auto.
    - intros p [Hin Hp]. apply nodes_iff in Hin
        as [->|[(q & Hq & ->)|(g & q & HG & Hok & Hq & ->)]].
      + now apply not_placed_nil in Hp.
      + destruct Hp as (_ & _ & P3 & _). rewrite flat_out in P3.
        destruct (P3 e) as [Hl _]; simpl; auto; try (now rewrite Hle).
        apply last_cons in Hl as [Hl|[-> _]]; [|reflexivity]. exfalso.
        apply last_event_in in Hl. assert (Hr := proj1 (good_run _ _ _ HTe q Hq)).
        apply (run_disj S _ _ e Hr); [|exact Hl]. apply in_app_iff. simpl. auto.
      + destruct (placed_sch_comp g q Hc HG Hok Hq Hp) as [_ Hl'].
        apply gen_sound in HG as (_ & Htg & _). congruence. }
  2:{ destruct (lock (lab e)) eqn:Le; [destruct (Nat.eq_dec (var e) (va l))|].
      1:{ now apply L_lock. }
      all: apply L_out_step; auto; intros [H1 H2]; congruence. }
  apply L_out_step; auto. intros [_ Hv]. now apply (Hx e Hew).
Qed.

End Placed.

Lemma good_node : good E B nodes.
Proof.
  split.
  - apply nodes_iff. auto.
  - intros p Hin. apply nodes_iff in Hin
      as [->|[(q & Hq & ->)|(g & q & HG & Hok & Hq & ->)]].
    + simpl. rewrite app_nil_r. split; easy.
    + rewrite flat_out. split; [now apply run_out|].
      intros c [<-|Hc]; [exact HBe|].
      apply (good_run _ _ _ HTe) in Hq as [_ Hq]. now apply Hq.
    + destruct (run_sch g q HG Hok Hq) as [Hr Ho]. rewrite flat_sch.
      split; [now rewrite app_assoc|]. intros c Hc.
      apply in_app_iff in Hc as [Hc|Hc]; [now apply Hok|].
      apply Ho, Bg_false in Hc. apply Hc.
  - intros f Hp Hok. destruct (F5 S E e (sched E f) Hp He) as [Hc|Hc].
    + now apply S_out.
    + now apply S_sch.
  - intros w Hw Hmax Hok. destruct (F5 S E e w Hw He) as [Hc|Hc].
    + now apply T_out.
    + now apply T_sch.
  - intros w l HL Hok. destruct (F5 S E e w (proj1 HL) He) as [Hc|Hc].
    + now apply L_out.
    + now apply L_sch.
Qed.

End Node.

(** *** Theorem A, by induction on the height *)

Notation tree := (tree choose ord).

Theorem tree_good n : forall pi E B,
  run E -> K3 E B -> height S <= n + length E -> good E B (tree n pi E B).
Proof.
  induction n as [|n IH]; intros pi E B HE HK Hn.
  - apply good_leaf; [exact HE|]. destruct (en S E) as [|a l] eqn:El; [auto|].
    assert (Ha : enab E a) by (apply en_ok; [exact HE|rewrite El; simpl; auto]).
    assert (H := run_bound S _ (run_snoc _ _ HE Ha)).
    rewrite app_length in H. simpl in H. lia.
  - simpl. destruct (chosen choose pi E B) as [e|] eqn:Ec.
    2:{ apply good_leaf; [exact HE|]. now apply (N pi E B). }
    assert (He : enab E e /\ B e = false).
    { unfold chosen in Ec. apply choose_in, filter_In in Ec as [H1 H2].
      apply en_ok in H1; [|exact HE]. now apply negb_true_iff in H2. }
    destruct He as [He HBe].
    assert (HTe : good (E ++ [e]) B (tree n (pi ++ [Out e]) (E ++ [e]) B)).
    { apply IH.
      - now constructor.
      - now apply K3_app.
      - rewrite app_length. simpl. lia. }
    apply (good_node E B pi e); auto. intros g HG Hok. apply IH.
    + now apply (gen_sound E B e _ HE He HTe) in HG as (HG & _).
    + now apply (K3_sched E B pi e _ HE He HK HTe).
    + rewrite app_length. unfold sched. rewrite app_length. simpl. lia.
Qed.

(** *** The nodes of the tree, with their bad events *)

(** [node n pi E B]: the steps [pi] lead from the root to a node [E], with the
    bad events [B], and its tree is listed with the bound [n]. *)
Inductive node : nat -> list (step S) -> list S -> (S -> bool) -> Prop :=
| node_root : node (height S) [] [] (fun _ => false)
| node_out n pi E B e :
    node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
    node n (pi ++ [Out e]) (E ++ [e]) B
| node_sch n pi E B e g :
    node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
    let G := gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B) in
    In g G -> ok B (sched E g) ->
    node n (pi ++ [sch E g]) (E ++ sched E g)
      (fun r => B r || new ord pi G g r).

Lemma chosen_ok pi E B e :
  run E -> chosen choose pi E B = Some e -> enab E e /\ B e = false.
Proof.
  intros HE Ec. unfold chosen in Ec. apply choose_in, filter_In in Ec as [H1 H2].
  apply en_ok in H1; [|exact HE]. now apply negb_true_iff in H2.
Qed.

Lemma node_ok n pi E B :
  node n pi E B ->
  run E /\ K3 E B /\ height S <= n + length E /\ E = flat pi.
Proof.
  induction 1 as [|n pi E B e H IH Hc|n pi E B e g H IH Hc G HG Hok].
  - split; [constructor|]. split; [apply K3_root|]. split; [lia|reflexivity].
  - destruct IH as (HE & HK & Hn & HF).
    destruct (chosen_ok pi E B e HE Hc) as [He _].
    split; [now constructor|]. split; [now apply K3_app|].
    split; [rewrite app_length; simpl; lia|].
    rewrite flat_app, <- HF. reflexivity.
  - destruct IH as (HE & HK & Hn & HF).
    destruct (chosen_ok pi E B e HE Hc) as [He _].
    assert (HTe : good (E ++ [e]) B (tree n (pi ++ [Out e]) (E ++ [e]) B)).
    { apply tree_good.
      - now constructor.
      - now apply K3_app.
      - rewrite app_length. simpl. lia. }
    split; [now apply (gen_sound E B e _ HE He HTe) in HG as (HG & _)|].
    split; [now apply (K3_sched E B pi e _ HE He HK HTe)|].
    split; [rewrite app_length; unfold sched; rewrite app_length; simpl; lia|].
    rewrite flat_app, <- HF, flat_sch. simpl. now rewrite app_nil_r.
Qed.

(** **** Theorem A *)

Theorem A_C n pi E B e :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  (forall g, In g (gen E e Te) /\ ok B (sched E g)
             <-> Rev E e g /\ ok B (sched E g))
  /\ (forall g, Rev E e g -> ok B (body E g) ->
        exists! p, In p Te /\ In g (gen1 E e p)).
Proof.
  intros Hnode Hc Te. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  destruct (chosen_ok pi E B e HE Hc) as [He _].
  assert (HTe : good (E ++ [e]) B Te).
  { apply tree_good.
    - now constructor.
    - now apply K3_app.
    - rewrite app_length. simpl. lia. }
  split; intros g; [now apply C_children|now apply (C_generated E B e)].
Qed.

Theorem A_S n pi E B f :
  node n pi E B -> poss E f -> ok B (sched E f) ->
  exists! p, In p (tree n pi E B) /\ fresh p f.
Proof.
  intros Hnode. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  now apply good_S, tree_good.
Qed.

(** (S), "there is none for other τ". *)
Theorem A_S_only n pi E B f p :
  node n pi E B -> In p (tree n pi E B) -> fresh p f ->
  poss E f /\ ok B (sched E f).
Proof.
  intros Hnode Hp [Hf _]. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  apply last_event_in in Hf.
  destruct (good_run _ _ _ (tree_good n pi E B HE HK Hn) p Hp) as [Hr Ho].
  split; [now apply (poss_in S E (flat p))|].
  intros c Hc. apply Ho. now apply (sched_incl S E (flat p) f).
Qed.

Theorem A_T n pi E B w :
  node n pi E B -> run (E ++ w) -> en S (E ++ w) = [] -> ok B w ->
  exists! p, In p (tree n pi E B) /\ same_set (flat p) w.
Proof.
  intros Hnode. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  now apply good_T, tree_good.
Qed.

(** (T), "and no others". *)
Theorem A_T_only n pi E B p :
  node n pi E B -> In p (tree n pi E B) -> run (E ++ flat p) /\ ok B (flat p).
Proof.
  intros Hnode. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  now apply good_run, tree_good.
Qed.

Theorem A_N n pi E B :
  node n pi E B -> en S E <> [] ->
  exists e, chosen choose pi E B = Some e /\ In e (en S E).
Proof.
  intros Hnode Hne. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & _).
  destruct (chosen choose pi E B) as [e|] eqn:Ec.
  - exists e. split; [reflexivity|]. apply en_ok; [exact HE|].
    now apply (chosen_ok pi E B).
  - apply N in Ec; auto. contradiction.
Qed.

(** A6, rejected schedules: in a schedule that is generated but not ok, only the
    head is bad; it is a read, replacing a write of the same variable, which
    has not been written since the schedule that forbids it was made. *)
Theorem A6 n pi E B e g :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  In g (gen E e Te) -> ~ ok B (sched E g) ->
  B g = true /\ (forall c, In c (body E g) -> B c = false)
  /\ write g = false /\ write e = true /\ var g = var e
  /\ exists E1 u, E = E1 ++ u
       /\ forall c, In c u -> var c = var g -> write c = false.
Proof.
  intros Hnode Hc Te HG Hno. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  destruct (chosen_ok pi E B e HE Hc) as [He _].
  assert (HTe : good (E ++ [e]) B Te).
  { apply tree_good.
    - now constructor.
    - now apply K3_app.
    - rewrite app_length. simpl. lia. }
  apply gen_iff in HG as (p & Hp & Hg).
  apply (gen1_rev E B e Te HE He HTe) in Hg as [HR Hbody]; [|exact Hp].
  assert (HBg : B g = true).
  { destruct (B g) eqn:EB; [reflexivity|]. destruct Hno. intros c Hcs.
    unfold sched in Hcs. apply in_app_iff in Hcs as [Hcs|[<-|[]]]; auto. }
  destruct HR as (HRp & HRt & HRd & _).
  destruct (dep_threads _ _ HRd HRt) as [Hv Hw].
  destruct (HK g HBg) as (Hwg & E2 & u & e2 & HEu & _ & _ & _ & Hx).
  split; [exact HBg|]. split; [exact Hbody|]. split; [exact Hwg|].
  split; [destruct Hw; congruence|]. split; [exact Hv|].
  exists E2, u. split; [exact HEu|]. intros c Hcu Hvc.
  apply not_true_is_false. intros Hwc.
  assert (HcE : In c E) by (rewrite HEu; apply in_app_iff; auto).
  assert (Hl : lt c g).
  { destruct (run_dep S (E ++ sched E g) c g HRp) as [[->|H]|H]; auto.
    - apply in_app_iff. auto.
    - apply in_app_iff. right. apply sched_iff. auto.
    - apply dep_access; auto.
    - destruct (poss_fresh S E g HRp HcE).
    - destruct (poss_fresh S E g HRp). destruct H as [->|H]; [exact HcE|].
      now apply (run_down S E g c). }
  apply (Hx c Hl); [|exact Hvc]. intros Hc2.
  rewrite HEu in HE. now apply (run_disj S E2 u c).
Qed.

(** Each generated schedule, ok or not, is generated by one node, so there are
    no more rejected schedules than nodes. *)
Theorem generated_once n pi E B e g :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  In g (gen E e Te) -> exists! p, In p Te /\ In g (gen1 E e p).
Proof.
  intros Hnode Hc Te HG. destruct (node_ok _ _ _ _ Hnode) as (HE & HK & Hn & _).
  destruct (chosen_ok pi E B e HE Hc) as [He _].
  assert (HTe : good (E ++ [e]) B Te).
  { apply tree_good.
    - now constructor.
    - now apply K3_app.
    - rewrite app_length. simpl. lia. }
  apply gen_iff in HG as (p & Hp & Hg).
  apply (gen1_rev E B e Te HE He HTe) in Hg as [HR Hbody]; [|exact Hp].
  now apply (C_generated E B e Te HE He HK HTe).
Qed.

(** *** No node is listed twice *)

Lemma NoDup_map_cons {A} (s : A) T : NoDup T -> NoDup (map (cons s) T).
Proof.
  intros H. apply Injective_map_NoDup; [|exact H].
  intros x y [= ->]. reflexivity.
Qed.

Lemma NoDup_append {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall x, In x l -> In x l' -> False) ->
  NoDup (l ++ l').
Proof.
  induction l as [|a l IH]; intros H H' Hd; [exact H'|]. simpl.
  inversion H; subst. constructor.
  - rewrite in_app_iff. intros [Hi|Hi]; [contradiction|].
    apply (Hd a); simpl; auto.
  - apply IH; auto. intros x Hx. apply Hd. simpl. auto.
Qed.

Theorem tree_NoDup n : forall pi E B, NoDup (tree n pi E B).
Proof.
  induction n as [|n IH]; intros pi E B.
  { simpl. constructor; [easy|constructor]. }
  simpl. destruct (chosen choose pi E B) as [e|].
  2:{ constructor; [easy|constructor]. }
  set (Te := tree n (pi ++ [Out e]) (E ++ [e]) B).
  set (G := gen E e Te).
  assert (HG : NoDup G) by apply NoDup_nodup.
  assert (Hs : forall (Bg : S -> S -> bool) l, NoDup l ->
    NoDup (flat_map (fun g => if okb B (sched E g)
      then map (cons (sch E g))
             (tree n (pi ++ [sch E g]) (E ++ sched E g) (Bg g))
      else []) l)).
  { intros Bg l Hl. induction Hl as [|g l Hg _ IHl]; [constructor|]. simpl.
    apply NoDup_append; [|exact IHl|].
    - destruct (okb B (sched E g)); [|constructor].
      apply NoDup_map_cons, IH.
    - intros x Hx Hx'. destruct (okb B (sched E g)); [|easy].
      apply in_map_iff in Hx as (q & <- & _).
      apply in_flat_map in Hx' as (g' & Hg' & Hx').
      destruct (okb B (sched E g')); [|easy].
      apply in_map_iff in Hx' as (q' & Hq' & _).
      injection Hq' as _ Hq' _. congruence. }
  constructor.
  - rewrite in_app_iff, in_map_iff, in_flat_map.
    intros [(g & _ & Hg)|(q & Hq & _)]; [|discriminate].
    destruct (okb B (sched E g)); [|easy].
    apply in_map_iff in Hg as (q & Hq & _). discriminate.
  - apply NoDup_append.
    + apply (Hs (fun g r => B r || new ord pi G g r) G HG).
    + apply NoDup_map_cons, IH.
    + intros x Hx Hx'. apply in_map_iff in Hx' as (q & <- & _).
      apply in_flat_map in Hx as (g & _ & Hx).
      destruct (okb B (sched E g)); [|easy].
      apply in_map_iff in Hx as (q' & Hq & _). discriminate.
Qed.

(** The elements of [tree] are nodes, and their trees are parts of it. *)
Lemma tree_node n : forall pi E B p,
  node n pi E B -> In p (tree n pi E B) ->
  exists m B', node m (pi ++ p) (E ++ flat p) B'
    /\ forall q, In q (tree m (pi ++ p) (E ++ flat p) B') ->
                In (p ++ q) (tree n pi E B).
Proof.
  induction n as [|n IH]; intros pi E B p Hnode Hp.
  { destruct Hp as [<-|[]]. exists 0, B. simpl. now rewrite !app_nil_r. }
  assert (H0 : p = [] -> exists m B', node m (pi ++ p) (E ++ flat p) B'
    /\ forall q, In q (tree m (pi ++ p) (E ++ flat p) B') ->
                In (p ++ q) (tree (Datatypes.S n) pi E B)).
  { intros ->. exists (Datatypes.S n), B. simpl. now rewrite !app_nil_r. }
  simpl in Hp. destruct Hp as [<-|Hp]; [now apply H0|]. clear H0.
  simpl. destruct (chosen choose pi E B) as [e|] eqn:Ec; [|easy].
  apply in_app_iff in Hp as [Hp|Hp].
  - apply in_flat_map in Hp as (g & HG & Hp).
    destruct (okb B (sched E g)) eqn:Eo; [|easy].
    apply in_map_iff in Hp as (q & <- & Hq).
    apply IH in Hq as (m & B' & Hm & Hsub).
    + exists m, B'. rewrite flat_sch, app_assoc.
      rewrite <- app_assoc in Hm, Hsub. split; [exact Hm|].
      intros q' Hq'. right. apply in_app_iff. left. apply in_flat_map.
      exists g. split; [exact HG|]. rewrite Eo. apply (in_map (cons (sch E g)) _ (q ++ q')).
      now apply Hsub.
    + apply node_sch with (e := e); auto. exact (proj1 (okb_iff S B _) Eo).
  - apply in_map_iff in Hp as (q & <- & Hq).
    apply IH in Hq as (m & B' & Hm & Hsub).
    + exists m, B'. rewrite flat_out. rewrite <- !app_assoc in Hm, Hsub.
      split; [exact Hm|].
      intros q' Hq'. right. apply in_app_iff. right.
      apply (in_map (cons (Out e)) _ (q ++ q')). now apply Hsub.
    + now apply node_out.
Qed.

(** (N) for the list: a node that is not maximal has a child. *)
Theorem never_blocked n pi E B p :
  node n pi E B -> In p (tree n pi E B) -> en S (E ++ flat p) <> [] ->
  exists e, In (p ++ [Out e]) (tree n pi E B).
Proof.
  intros Hnode Hp Hne. destruct (tree_node n pi E B p Hnode Hp)
    as (m & B' & Hm & Hsub).
  destruct (A_N _ _ _ _ Hm Hne) as (e & Hc & He).
  exists e. apply Hsub. destruct (node_ok _ _ _ _ Hm) as (HE & _ & Hh & _).
  destruct m as [|m].
  - exfalso. apply en_ok in He; [|exact HE].
    assert (H := run_bound S _ (run_snoc _ _ HE He)).
    rewrite app_length in H. simpl in H. lia.
  - simpl. rewrite Hc. right. apply in_app_iff. right. apply in_map.
    destruct m; simpl; auto.
Qed.

(** Corollary: at the root, each class of maximal executions occurs exactly once. *)
Corollary root w :
  run w -> en S w = [] ->
  exists! p, In p (tree (height S) [] [] (fun _ => false)) /\ same_set (flat p) w.
Proof.
  intros Hw Hm. apply (A_T _ _ [] _ w node_root Hw Hm). now intros c _.
Qed.

Corollary root_run p :
  In p (tree (height S) [] [] (fun _ => false)) -> run (flat p).
Proof. intros Hp. now apply (A_T_only _ _ _ _ p node_root) in Hp as [Hp _]. Qed.

End TheoremA.

Arguments ok {S} B w.
Arguments same_set {S} w w'.
Arguments node {S} choose ord.
