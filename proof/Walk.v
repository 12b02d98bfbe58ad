(** The order ∝ of POP, and the walk that decides it: Theorem B (A.5).

    The line numbers in [comes] are those of A.3. *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters Structure Races Tree TheoremA Order.
Import ListNotations.

(** *** The order of the generating nodes

    [Tree.v] lists E first, then the trees of the schedules in the order of
    Gen(E,e), then that of E·e; and Gen(E,e) in the order of T(E·e). *)
Definition listed {V : structure} (pi : list (step V)) (R : list V) (a b : V) :=
  index (ev_dec V) a R <? index (ev_dec V) b R.

Lemma listed_total (V : structure) pi (R : list V) : strict_total (listed pi R) R.
Proof.
  unfold listed. split; [|split].
  - intros a _. apply Nat.ltb_irrefl.
  - intros a b c _ _ _ H1 H2. apply Nat.ltb_lt in H1, H2.
    apply Nat.ltb_lt. lia.
  - intros a b Ha Hb Hne.
    destruct (lt_eq_lt_dec (index (ev_dec V) a R) (index (ev_dec V) b R))
      as [[H|H]|H].
    + left. now apply Nat.ltb_lt.
    + apply index_inj in H; [contradiction|exact Ha].
    + right. now apply Nat.ltb_lt.
Qed.

Section Walk.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g r s : S) (B : S -> bool).
Implicit Types (p q : list (step S)).

Variable choose : list (step S) -> list S -> option S.
Hypothesis choose_in : forall pi l e, choose pi l = Some e -> In e l.
Hypothesis choose_none : forall pi l, choose pi l = None -> l = [].

(** Line 20 need not be asked at the heads without [asks]: writes, whose letter
    is a write before and after each event that is reversed (B3). *)
Variable asks : S -> bool.
Hypothesis asks_read : forall g, write g = false -> asks g = true.
Hypothesis asks_turn : forall E e f g, run E -> enab E e -> acc (lab e) = true ->
  poss (E ++ [e]) f ->
  race e f = true -> reversal E e f = Some g -> asks g = true -> asks f = true.

Notation tree := (tree choose listed).
Notation node := (node choose listed).

Definition step_dec : forall x y : step S, {x = y} + {x <> y}.
Proof.
  intros x y. decide equality; try apply ev_dec.
  apply list_eq_dec, ev_dec.
Defined.

Definition path_dec := list_eq_dec step_dec.

(** [q] comes before [p] in the list of nodes [T]. *)
Definition before (T : list (list (step S))) q p :=
  index path_dec q T < index path_dec p T.

(** *** The walk

    [comes n pi E B p r]: the node [p] of T(E) is given by its steps, and [r]
    is the head of a prime continuation of E, whose remaining part is [sched E r].
    The record of a schedule is the node that generated it; it is looked up in
    the tree. *)

Definition record E e (Te : list (list (step S))) g : option (list (step S)) :=
  find (fun p => mem g (gen1 E e p)) Te.

(** The event of the head [g] of an element of Rev(E,e), executed after E·e. *)
Definition partner E e g : option S :=
  find (fun f => thr f =? thr g) (en S ((E ++ [e]) ++ body E g)).

Definition compb e w := forallb (fun g => negb (dep (lab g) (lab e)) || leb S e g) w.

(** The same thread and index. *)
Definition same a b := (thr a =? thr b) && (ix (lab a) =? ix (lab b)).

(** [g], and no other event of its past after E, depends on [e]. *)
Definition alone E e g :=
  dep (lab g) (lab e) && forallb (fun c => negb (dep (lab c) (lab e))) (body E g).

Fixpoint comes (n : nat) (pi : list (step S)) E B p r {struct n} : bool :=
  match n with
  | 0 => false
  | Datatypes.S n =>
    match p with
    | [] => false                                               (* line 23 *)
    | Out c :: p' =>
        if compb c (sched E r)
        then if ev_dec S r c then true                          (* line 17 *)
             else comes n (pi ++ [Out c]) (E ++ [c]) B p' r     (* lines 16, 17 *)
        else true                                               (* line 18 *)
    | Sch _ g :: p' =>
        match chosen choose pi E B with
        | None => false
        | Some e =>
          let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
          let G := gen E e Te in
          if asks g && existsb (fun g' =>
               negb (same g' g) && negb (thr g' =? thr e) && alone E e g' &&
               match record E e Te g, partner E e g' with
               | Some pg, Some f' =>
                   comes n (pi ++ [Out e]) (E ++ [e]) B pg f'
               | _, _ => false
               end) (sched E r)
          then true                                             (* line 20 *)
          else if negb (mem g (sched E r)) then false           (* line 21 *)
          else comes n (pi ++ [sch E g]) (E ++ sched E g)       (* line 22 *)
                 (fun x => B x || new listed pi G g x) p' r
        end
    end
  end.

Lemma comes_nil n pi E B r : comes n pi E B [] r = false.
Proof. now destruct n. Qed.

Lemma compb_iff e w : compb e w = true <-> comp e w.
Proof.
  unfold compb, comp. rewrite forallb_forall. split; intros H g Hg.
  - intros Hd. specialize (H g Hg). apply orb_true_iff in H as [H|H].
    + unfold dp in Hd. rewrite Hd in H. discriminate.
    + now apply leb_iff.
  - destruct (dep (lab g) (lab e)) eqn:Ed; [|reflexivity]. simpl.
    now apply leb_iff, H.
Qed.

Lemma alone_iff E e g :
  alone E e g = true <-> dp g e /\ forall c, In c (body E g) -> ~ dp c e.
Proof.
  unfold alone, dp. rewrite andb_true_iff, forallb_forall. split.
  - intros [H1 H2]. split; [exact H1|]. intros c Hc. apply H2 in Hc.
    apply negb_true_iff in Hc. congruence.
  - intros [H1 H2]. split; [exact H1|]. intros c Hc.
    apply negb_true_iff, not_true_is_false. auto.
Qed.

Lemma alone_rev E e g :
  poss E g -> thr g <> thr e -> (alone E e g = true <-> Rev E e g).
Proof. intros Hp Ht. rewrite alone_iff. unfold Rev. tauto. Qed.

Lemma same_iff a b :
  same a b = true <-> thr a = thr b /\ ix (lab a) = ix (lab b).
Proof. unfold same. now rewrite andb_true_iff, !Nat.eqb_eq. Qed.

(** *** Weakly compatible

    The prime continuations of E with heads [r] and [s] are weakly compatible
    (A.5): without their heads they are compatible, the heads are different by
    thread and index, and neither has the head of the other.  As the past of a
    head has the earlier events of its thread, this says that the heads are of
    different threads, and what the one has of the thread of the other's head
    is before that head. The kinds of [r] and [s] are not in this. *)
Definition weak E r s :=
  compat (body E r) (body E s) /\ thr r <> thr s
  /\ (forall c, In c (body E s) -> thr c = thr r -> lt c r)
  /\ (forall c, In c (body E r) -> thr c = thr s -> lt c s).

Lemma body_mono E v f : incl (body (E ++ v) f) (body E f).
Proof.
  intros x Hx. apply body_iff. apply body_iff in Hx as [H1 H2].
  split; [exact H1|]. intros H. apply H2, in_app_iff. auto.
Qed.

Lemma weak_mono E v r s : weak E r s -> weak (E ++ v) r s.
Proof.
  intros (H1 & H2 & H3 & H4). split; [|split; [exact H2|split]].
  - intros a b Ha Hb. apply H1; now apply (body_mono E v).
  - intros c Hc. now apply H3, (body_mono E v).
  - intros c Hc. now apply H4, (body_mono E v).
Qed.

Lemma body_incl E r h : poss E r -> In h (sched E r) -> incl (body E h) (body E r).
Proof.
  intros Hr Hh x Hx. apply body_iff in Hx as [H1 H2]. apply body_iff.
  split; [|exact H2]. apply (lt_le_trans S x h r); auto.
  - now apply poss_isev with E.
  - apply sched_iff in Hh as [[Hh _]| ->]; [now right|now left].
Qed.

(** Different elements of Rev(E,e) are weakly compatible if, but for the
    heads, they are compatible, and their events of one thread are ordered. *)
Lemma weak_rev E e g h :
  Rev E e g -> Rev E e h -> h <> g -> compat (body E h) (body E g) ->
  (forall a b, In a (sched E h) -> In b (sched E g) -> thr a = thr b ->
     le a b \/ le b a) ->
  weak E h g.
Proof.
  intros (Pg & _ & Dg & Ng) (Ph & _ & Dh & Nh) Hne Hc Ho.
  assert (Hgh : ~ lt g h).
  { intros H. apply (Nh g); [|exact Dg]. apply body_iff.
    split; [exact H|now apply poss_fresh]. }
  assert (Hhg : ~ lt h g).
  { intros H. apply (Ng h); [|exact Dh]. apply body_iff.
    split; [exact H|now apply poss_fresh]. }
  split; [exact Hc|]. split; [|split].
  - intros Ht. destruct (Ho h g) as [[H|H]|[H|H]]; auto; apply sched_iff; auto.
  - intros c Hcb Ht. apply body_iff in Hcb as Hcl.
    destruct (Ho h c) as [[<-|H]|[->|H]]; auto.
    + apply sched_iff. auto.
    + apply sched_iff. tauto.
    + tauto.
    + destruct Hhg. apply (lt_trans S h c g); [now apply poss_isev with E|auto|tauto].
    + tauto.
  - intros c Hcb Ht. apply body_iff in Hcb as Hcl.
    destruct (Ho c g) as [[->|H]|[<-|H]]; auto.
    + apply sched_iff. tauto.
    + apply sched_iff. auto.
    + tauto.
    + tauto.
    + destruct Hgh. apply (lt_trans S g c h); [now apply poss_isev with E|auto|tauto].
Qed.

(** The walk for [r], with the record of the schedule whose head is [s]. *)
Definition walks E r s :=
  weak E r s /\ asks s = true /\ acc (lab s) = true
  /\ forall c, In c (body E s) -> write c = true -> var c <> var r.

Lemma walks_mono E v r s : walks E r s -> walks (E ++ v) r s.
Proof.
  intros (H1 & H2 & H3 & H4). split; [now apply weak_mono|]. split; [exact H2|].
  split; [exact H3|]. intros c Hc. now apply H4, (body_mono E v).
Qed.

(** In a common continuation they are. *)
Lemma weak_run E e v g h :
  run (E ++ v) -> In g v -> In h v -> Rev E e g -> Rev E e h -> h <> g -> weak E h g.
Proof.
  intros Hv Hg Hh Rg Rh Hne.
  assert (Ho : compat (sched E h) (sched E g)).
  { intros a b Ha Hb. apply (run_dep S (E ++ v)); auto; apply in_app_iff; right.
    - now apply (sched_incl S E v h).
    - now apply (sched_incl S E v g). }
  apply (weak_rev E e g h Rg Rh Hne).
  - intros a b Ha Hb. apply Ho; unfold sched; apply in_app_iff; auto.
  - intros a b Ha Hb Ht. apply Ho; auto. now apply dep_same_thread.
Qed.

(** Parts of weakly compatible ones are. *)
Lemma weak_in E e r s g h :
  poss E r -> poss E s -> weak E r s -> In h (sched E r) -> In g (sched E s) ->
  Rev E e g -> Rev E e h -> h <> g -> weak E h g.
Proof.
  intros Hr Hs (H1 & H2 & H3 & H4) Hh Hg Rg Rh Hne.
  assert (Ih := sched_incl S E (sched E r) h Hr Hh).
  assert (Ig := sched_incl S E (sched E s) g Hs Hg).
  apply (weak_rev E e g h Rg Rh Hne).
  - intros a b Ha Hb. apply H1.
    + now apply (body_incl E r h).
    + now apply (body_incl E s g).
  - intros a b Ha Hb Ht. apply Ih in Ha. apply Ig in Hb.
    unfold sched in Ha, Hb. rewrite in_app_iff in Ha, Hb.
    destruct Ha as [Ha|[<-|[]]], Hb as [Hb|[<-|[]]].
    + apply H1; auto. now apply dep_same_thread.
    + left. right. now apply H4.
    + right. right. now apply H3.
    + contradiction.
Qed.

(** B3: if nothing but the head [s] writes the variable of [r], a write of
    Rev(E,e) in the past of [s] excludes all others in that of [r]. *)
Lemma B3 E e r s g h :
  poss E r -> poss E s -> weak E r s -> 
  (forall c, In c (body E s) -> write c = true -> var c <> var r) ->
  In g (body E s) -> Rev E e g -> write g = true ->
  In h (sched E r) -> Rev E e h -> h = g.
Proof.
  intros Hr Hs Hw Hx Hg Rg Wg Hh Rh. destruct (ev_dec S h g) as [|Hne]; [auto|].
  exfalso. destruct Hw as (Hc & _).
  destruct Rg as (Pg & Tg & Dg & Ng), Rh as (Ph & Th & Dh & Nh).
  destruct (dep_threads _ _ Dg Tg) as [Vg _].
  destruct (dep_threads _ _ Dh Th) as [Vh _].
  apply sched_iff in Hh as [Hh| ->].
  2:{ apply (Hx g Hg Wg). congruence. }
  apply (proj2 (body_iff S E r h)) in Hh.
  destruct (Hc h g Hh Hg) as [[H|H]|[H|H]]; try congruence.
  - apply dep_access; [congruence|auto].
  - apply (Ng h); [|exact Dh]. apply body_iff.
    split; [exact H|now apply poss_fresh].
  - apply (Nh g); [|exact Dg]. apply body_iff.
    split; [exact H|now apply poss_fresh].
Qed.

(** *** At a node with its choice *)

Section At.
Variables (n : nat) (pi : list (step S)) (E : list S) (B : S -> bool) (e : S).
Hypothesis Hnode : node (Datatypes.S n) pi E B.
Hypothesis Hch : chosen choose pi E B = Some e.

Let Te := tree n (pi ++ [Out e]) (E ++ [e]) B.
Let G := gen E e Te.
Let Bg g := fun x => B x || new listed pi G g x.
Let Tg g := tree n (pi ++ [sch E g]) (E ++ sched E g) (Bg g).
Let F g := if okb B (sched E g) then map (cons (sch E g)) (Tg g) else [].

Lemma at_facts :
  run E /\ K3 S E B /\ enab E e /\ good S (E ++ [e]) B Te
  /\ (forall g, In g G -> ok B (sched E g) ->
        good S (E ++ sched E g) (Bg g) (Tg g)).
Proof.
  destruct (node_ok S choose choose_in choose_none listed (listed_total S)
              _ _ _ _ Hnode) as (HE & HK & Hn & _).
  destruct (chosen_ok S choose choose_in pi E B e HE Hch) as [He _].
  assert (HTe : good S (E ++ [e]) B Te).
  { apply (tree_good S choose choose_in choose_none listed (listed_total S)).
    - now constructor.
    - now apply K3_app.
    - rewrite app_length. simpl. lia. }
  split; [exact HE|]. split; [exact HK|]. split; [exact He|].
  split; [exact HTe|]. intros g HG Hok.
  apply (tree_good S choose choose_in choose_none listed (listed_total S)).
  - now apply (gen_sound S E B e Te HE He HTe) in HG as (HG & _).
  - now apply (K3_sched S listed E B pi e Te HE He HK HTe).
  - rewrite app_length. unfold sched. rewrite app_length. simpl. lia.
Qed.

Let HE : run E := proj1 at_facts.
Let HK : K3 S E B := proj1 (proj2 at_facts).
Let He : enab E e := proj1 (proj2 (proj2 at_facts)).
Let HTe : good S (E ++ [e]) B Te := proj1 (proj2 (proj2 (proj2 at_facts))).
Let HTg := proj2 (proj2 (proj2 (proj2 at_facts))).

Lemma tree_eq :
  tree (Datatypes.S n) pi E B = [] :: flat_map F G ++ map (cons (Out e)) Te.
Proof. simpl. rewrite Hch. reflexivity. Qed.

Lemma F_iff g x :
  In x (F g) <-> ok B (sched E g) /\ exists q, In q (Tg g) /\ x = sch E g :: q.
Proof.
  unfold F. destruct (okb B (sched E g)) eqn:Eo.
  - rewrite in_map_iff. split.
    + intros (q & <- & Hq). split; [exact (proj1 (okb_iff S B _) Eo)|eauto].
    + intros (_ & q & Hq & ->). eauto.
  - split; [easy|]. intros [Ho _]. apply (proj2 (okb_iff S B _)) in Ho. congruence.
Qed.

Lemma F_disjoint a b x :
  In a G -> In b G -> In x (F a) -> In x (F b) -> a = b.
Proof.
  intros _ _ Ha Hb. apply F_iff in Ha as (_ & q & _ & ->).
  apply F_iff in Hb as (_ & q' & _ & Hq). injection Hq as _ Hq _. exact Hq.
Qed.

Lemma in_flat g q :
  In g G -> ok B (sched E g) -> In q (Tg g) -> In (sch E g :: q) (flat_map F G).
Proof.
  intros H1 H2 H3. apply in_flat_map. exists g. split; [exact H1|].
  apply F_iff. eauto.
Qed.

Lemma out_not_flat q : ~ In (Out e :: q) (flat_map F G).
Proof.
  intros H. apply in_flat_map in H as (g & _ & H).
  apply F_iff in H as (_ & q' & _ & H). discriminate.
Qed.

Notation T := (tree (Datatypes.S n) pi E B).

Lemma index_cons x : x <> [] ->
  index path_dec x T
  = Datatypes.S (index path_dec x (flat_map F G ++ map (cons (Out e)) Te)).
Proof.
  intros Hx. rewrite tree_eq. simpl. now destruct (path_dec x []).
Qed.

(** A node under a schedule comes before one under E·e. *)
Lemma before_sch_out h q p :
  In h G -> ok B (sched E h) -> In q (Tg h) ->
  before T (sch E h :: q) (Out e :: p).
Proof.
  intros H1 H2 H3. unfold before. rewrite !index_cons by discriminate.
  assert (Hi := in_flat h q H1 H2 H3).
  rewrite index_app_l by exact Hi. rewrite index_app_r by apply out_not_flat.
  assert (H := index_lt path_dec _ _ Hi). lia.
Qed.

Lemma before_out_out q p : before T (Out e :: q) (Out e :: p) <-> before Te q p.
Proof.
  unfold before. rewrite !index_cons by discriminate.
  rewrite !index_app_r by apply out_not_flat.
  rewrite !(index_map path_dec path_dec (cons (Out e)));
    try (intros x y [= ->]; reflexivity). lia.
Qed.

Lemma before_same g q p :
  In g G -> ok B (sched E g) -> In q (Tg g) -> In p (Tg g) ->
  (before T (sch E g :: q) (sch E g :: p) <-> before (Tg g) q p).
Proof.
  intros H1 H2 H3 H4. unfold before. rewrite !index_cons by discriminate.
  rewrite !index_app_l by now apply in_flat.
  assert (HI : index path_dec (sch E g :: q) (flat_map F G)
               < index path_dec (sch E g :: p) (flat_map F G)
               <-> index path_dec (sch E g :: q) (F g)
               < index path_dec (sch E g :: p) (F g)).
  { apply (index_block (ev_dec S) path_dec F g).
    - intros a b x. apply F_disjoint.
    - exact H1.
    - apply F_iff. eauto.
    - apply F_iff. eauto. }
  assert (HF : F g = map (cons (sch E g)) (Tg g)).
  { unfold F. apply (proj2 (okb_iff S B _)) in H2. now rewrite H2. }
  rewrite HF in HI.
  rewrite !(index_map path_dec path_dec (cons (sch E g))) in HI;
    try (intros x y [= ->]; reflexivity). lia.
Qed.

Lemma before_other g h q p :
  In g G -> ok B (sched E g) -> In h G -> ok B (sched E h) ->
  In q (Tg h) -> In p (Tg g) -> h <> g ->
  (before T (sch E h :: q) (sch E g :: p)
   <-> index (ev_dec S) h G < index (ev_dec S) g G).
Proof.
  intros H1 H2 H3 H4 H5 H6 Hne. unfold before. rewrite !index_cons by discriminate.
  rewrite !index_app_l by now apply in_flat.
  rewrite <- (index_blocks_iff (ev_dec S) path_dec F h g
               (sch E h :: q) (sch E g :: p) G); auto.
  - lia.
  - intros a b x. apply F_disjoint.
  - apply F_iff. eauto.
  - apply F_iff. eauto.
Qed.

Lemma before_nil n' pi' E' B' p :
  p <> [] -> before (tree n' pi' E' B') [] p.
Proof.
  intros Hp. unfold before. destruct n'; simpl; destruct (path_dec p []); try easy; lia.
Qed.

Lemma not_before_nil n' pi' E' B' q : ~ before (tree n' pi' E' B') q [].
Proof. unfold before. destruct n'; simpl; lia. Qed.

(** The order of Gen(E,e) is that of the generating nodes. *)
Lemma gen1_unique p q g : In p Te -> In q Te -> In g (gen1 E e p) -> In g (gen1 E e q) -> p = q.
Proof.
  intros Hp Hq Hgp Hgq.
  destruct (generated_once S choose choose_in choose_none listed (listed_total S)
              n pi E B e g Hnode Hch) as (x & _ & Hu).
  { apply gen_iff. eauto. }
  rewrite <- (Hu p), <- (Hu q); auto.
Qed.

Lemma gen1_one p a b :
  acc (lab e) = true -> In a (gen1 E e p) -> In b (gen1 E e p) -> a = b.
Proof.
  intros Hae. unfold gen1, gen_access. rewrite Hae.
  destruct (last_event p) as [f|]; [|easy].
  destruct (_ && _); [|easy]. destruct (reversal E e f); [|easy].
  intros [->|[]] [->|[]]. reflexivity.
Qed.

Lemma lockgen_NoDup t w hs : NoDup (lockgen E e t w hs).
Proof.
  unfold lockgen. destruct (_ && _); [|constructor]. destruct (find _ _); [|constructor].
  constructor; [easy|constructor].
Qed.

Lemma lockgen_locks t w hs g c :
  In g (lockgen E e t w hs) -> In c w -> lock (lab c) = true -> var c <> var e.
Proof.
  unfold lockgen. destruct (_ && _) eqn:Ec; [|easy]. intros _ Hc Lc Vc.
  rewrite !andb_true_iff, !forallb_forall in Ec. destruct Ec as [[[_ Ec] _] _].
  apply Ec in Hc. rewrite Lc, Vc, Nat.eqb_refl in Hc. discriminate.
Qed.

Lemma waiting_thread p t g : In g (gen_waiting S E e p t) ->
  thr g = t /\ forall c, In c (flat p) -> lock (lab c) = true -> var c <> var e.
Proof.
  unfold gen_waiting. destruct (nxt S _ t) as [l|]; [|easy].
  destruct (_ && _); [|easy]. intros Hg. split; [now apply lockgen_one in Hg|].
  intros c. now apply lockgen_locks with (1 := Hg).
Qed.

Lemma gen1_NoDup p : NoDup (gen1 E e p).
Proof.
  unfold gen1. destruct (acc (lab e)).
  { unfold gen_access. destruct (last_event p) as [f|]; [|constructor].
    destruct (_ && _); [|constructor]. destruct (reversal E e f); [|constructor].
    constructor; [easy|constructor]. }
  destruct (lock (lab e)); [|constructor]. apply NoDup_append.
  - unfold gen_last. destruct (last_event p); [|constructor].
    destruct (_ && _); [apply lockgen_NoDup|constructor].
  - destruct (en S _); [|constructor].
    assert (HN := NoDup_nodup Nat.eq_dec (threads S)). revert HN.
    generalize (nodup Nat.eq_dec (threads S)). intros ts HN.
    induction HN as [|t ts Ht _ IH]; [constructor|]. simpl. apply NoDup_append; auto.
    + unfold gen_waiting. destruct (nxt S _ t); [|constructor].
      destruct (_ && _); [apply lockgen_NoDup|constructor].
    + intros g Hg Hg'. apply in_flat_map in Hg' as (t' & Ht' & Hg').
      apply waiting_thread in Hg as [<- _], Hg' as [Hg' _]. now subst t'.
  - intros g Hg Hg'. unfold gen_last in Hg. destruct (last_event p) as [f|] eqn:Ef; [|easy].
    destruct (lock (lab f)) eqn:Lf; [|easy]. cbn [andb] in Hg.
    destruct (Nat.eqb_spec (var f) (var e)) as [Vf|]; [|easy].
    destruct (en S _); [|easy]. apply in_flat_map in Hg' as (t & _ & Hg').
    apply waiting_thread in Hg' as [_ Hg']. apply (Hg' f); auto.
    now apply last_event_in.
Qed.

Lemma G_eq : G = flat_map (gen1 E e) Te.
Proof.
  unfold G, gen. apply nodup_fixed_point.
  assert (HN : NoDup Te) by apply tree_NoDup.
  assert (HU : forall p q g, In p Te -> In q Te ->
             In g (gen1 E e p) -> In g (gen1 E e q) -> p = q).
  { intros p q g. apply gen1_unique. }
  revert HN HU. generalize Te. intros l HN. induction HN as [|p l Hp _ IH]; intros HU.
  { constructor. }
  simpl. apply NoDup_append.
  - apply gen1_NoDup.
  - apply IH. intros p' q' g H1 H2. apply HU; simpl; auto.
  - intros g Hg Hg'. apply in_flat_map in Hg' as (q & Hq & Hg').
    apply Hp. rewrite (HU p q g); simpl; auto.
Qed.

Lemma gen_order p q g h :
  acc (lab e) = true ->
  In p Te -> In q Te -> In g (gen1 E e p) -> In h (gen1 E e q) ->
  (index (ev_dec S) h G < index (ev_dec S) g G <-> before Te q p).
Proof.
  intros Hae Hp Hq Hg Hh. unfold before. destruct (path_dec q p) as [->|Hne].
  - rewrite (gen1_one p h g Hae Hh Hg). lia.
  - rewrite G_eq. apply index_blocks_iff; auto.
    intros a b z. apply gen1_unique.
Qed.

Lemma listed_iff g h :
  In g G -> In h G -> write g = false -> write h = false ->
  (listed pi (reads G) h g = true <-> index (ev_dec S) h G < index (ev_dec S) g G).
Proof.
  intros Hg Hh Wg Wh. unfold listed. rewrite Nat.ltb_lt. unfold reads.
  apply index_filter; auto; now apply negb_true_iff.
Qed.

(** *** Line 20 *)

(** The events of line 20 are the elements of F(e,w) (F6). *)
Lemma front_rev r g :
  poss E r -> In g (sched E r) -> (front e (sched E r) g <-> Rev E e g).
Proof.
  intros Hr Hg. split.
  - intros Hf. split; [now apply (poss_in S E (sched E r))|].
    split; [apply Hf|]. split; [apply Hf|].
    intros c. now apply (front_body S E e (sched E r)).
  - intros (_ & Ht & Hd & Hn). repeat split; auto. intros c Hc Hl.
    apply Hn, body_iff. split; [exact Hl|]. intros HcE.
    now apply (run_disj S E (sched E r) c).
Qed.

(** Line 9 compares threads and indices. *)
Lemma alone_thread g :
  poss E g -> alone E e g = true -> same g e = false -> thr g <> thr e.
Proof.
  intros Hp Ha Hs Ht. apply alone_iff in Ha as [_ Hn].
  unfold poss, sched in Hp. rewrite app_assoc in Hp. apply run_inv in Hp as [Hr Hg].
  assert (Hx : nxt S (E ++ body E g) (thr e) = Some (lab e)).
  { apply nxt_others; [exact Hr| |].
    - intros a Ha. apply indep_keeps, not_true_is_false. now apply Hn.
    - apply nxt_en; [exact HE|]. now apply en_ok. }
  apply en_ok in Hg; [|exact Hr]. apply nxt_en in Hg; [|exact Hr].
  assert (Hl : lab g = lab e) by congruence.
  assert (same g e = true) by (apply same_iff; now rewrite Hl). congruence.
Qed.

(** Heads of Rev(E,e), and the events that race with [e]. *)
Lemma partner_ex g :
  acc (lab e) = true -> Rev E e g -> exists f, partner E e g = Some f /\ poss (E ++ [e]) f
    /\ race e f = true /\ reversal E e f = Some g
    /\ (thr f = thr g /\ var f = var g)
    /\ forall c, In c (body (E ++ [e]) f) <-> In c (body E g).
Proof.
  intros Hae Hg. destruct (rev_gen S E e g HE He Hae Hg) as (f & H1 & H2 & H3 & H4 & H5).
  apply turn_same in H4 as (H4 & _ & Hv).
  exists f. split; [|auto 8]. assert (Hr := run_after S E e g HE He Hg).
  assert (Hf : In f (en S ((E ++ [e]) ++ body E g))).
  { apply en_ok; [exact Hr|].
    apply (enab_set S ((E ++ [e]) ++ body (E ++ [e]) f)).
    - intros x. rewrite !in_app_iff, H5. tauto.
    - unfold poss, sched in H1. rewrite app_assoc in H1. now apply run_inv in H1. }
  unfold partner. destruct (find _ _) as [f'|] eqn:Ef.
  - apply find_some in Ef as [E1 E2]. apply Nat.eqb_eq in E2. f_equal.
    apply (en_thread S _ f' f Hr E1 Hf). now rewrite H4.
  - apply find_none with (x := f) in Ef; [|exact Hf].
    rewrite H4, Nat.eqb_refl in Ef. discriminate.
Qed.

Lemma record_ex g :
  In g G -> exists p, record E e Te g = Some p /\ In p Te /\ In g (gen1 E e p).
Proof.
  intros HG. unfold record. destruct (find _ _) as [p|] eqn:Ef.
  - apply find_some in Ef as [E1 E2]. apply mem_iff in E2. eauto.
  - exfalso. apply gen_iff in HG as (p & Hp & Hg).
    apply find_none with (x := p) in Ef; [|exact Hp].
    apply mem_iff in Hg. congruence.
Qed.

(** The node that generates [g] is fresh for the event that [g] reverses. *)
Lemma gen1_fresh g f p :
  acc (lab e) = true -> In p Te -> In g (gen1 E e p) -> poss (E ++ [e]) f -> race e f = true ->
  reversal E e f = Some g -> fresh p f.
Proof.
  intros Hae Hp Hg H1 H2 H3.
  apply (gen1_sound S E B e Te HE He HTe) in Hg as (f' & H1' & Hf & H2' & H3' & _); auto.
  now rewrite (reversal_inj S E e f f' g).
Qed.

(** The event that a read replaces is an access. *)
Lemma rev_read g : Rev E e g -> write g = false -> acc (lab e) = true.
Proof.
  intros (Hp & Ht & Hd & _) Wg. destruct (dep_threads _ _ Hd Ht) as [Hv _].
  rewrite (en_kind S E e HE He), <- Hv, <- (isev_kind S g (poss_isev S E g Hp)).
  destruct (acc (lab g)) eqn:Ag; [reflexivity|]. apply wr_acc in Ag. congruence.
Qed.

(** Weakly compatible schedules are so after E·e as well. *)
Lemma weak_partner g h f f' :
  poss E g -> poss E h -> weak E h g -> thr f = thr g -> thr f' = thr h ->
  (forall c, In c (body (E ++ [e]) f) <-> In c (body E g)) ->
  (forall c, In c (body (E ++ [e]) f') <-> In c (body E h)) ->
  weak (E ++ [e]) f' f.
Proof.
  intros Pg Ph (H1 & H2 & H3 & H4) Tf Tf' Bf Bf'.
  split; [|split; [congruence|split]].
  - intros a b Ha Hb. apply H1; [now apply Bf'|now apply Bf].
  - intros c Hc Ht. apply Bf in Hc.
    assert (Hi : In c (body (E ++ [e]) f')); [|now apply body_iff in Hi].
    apply Bf', body_iff. split; [apply H3; congruence|].
    now apply body_iff in Hc.
  - intros c Hc Ht. apply Bf' in Hc.
    assert (Hi : In c (body (E ++ [e]) f)); [|now apply body_iff in Hi].
    apply Bf, body_iff. split; [apply H4; congruence|].
    now apply body_iff in Hc.
Qed.

(** *** One step of the walk *)

Hypothesis IHTe : forall p s q r,
  In p Te -> fresh p s -> In q Te -> fresh q r ->
  walks (E ++ [e]) r s ->
  (comes n (pi ++ [Out e]) (E ++ [e]) B p r = true <-> before Te q p).

Hypothesis IHTg : forall g, In g G -> ok B (sched E g) -> forall p s q r,
  In p (Tg g) -> fresh p s -> In q (Tg g) -> fresh q r ->
  walks (E ++ sched E g) r s ->
  (comes n (pi ++ [sch E g]) (E ++ sched E g) (Bg g) p r = true
   <-> before (Tg g) q p).

(** [h] comes before [g] in ∝. *)
Notation earlier h g := (index (ev_dec S) h G < index (ev_dec S) g G).

(** Line 20: some element of F(e,w) comes before [g] in ∝. *)
Definition line20 g r : bool :=
  existsb (fun g' =>
    negb (same g' g) && negb (thr g' =? thr e) && alone E e g' &&
    match record E e Te g, partner E e g' with
    | Some pg, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B pg f'
    | _, _ => false
    end) (sched E r).

Lemma call_iff g h :
  acc (lab e) = true -> In g G -> In h G -> weak E h g -> asks g = true ->
  exists p f, record E e Te g = Some p /\ partner E e h = Some f
    /\ (comes n (pi ++ [Out e]) (E ++ [e]) B p f = true <-> earlier h g).
Proof.
  intros Hae HG HH Hw Ha.
  assert (HRg := gen_sound S E B e Te HE He HTe g HG).
  assert (HRh := gen_sound S E B e Te HE He HTe h HH).
  destruct (record_ex g HG) as (pg & Hrec & Hpg & Hgen).
  destruct (partner_ex h Hae HRh) as (f' & Hpart & P1 & P2 & P3 & [P4 Pv] & P5).
  destruct (partner_ex g Hae HRg) as (f & _ & Q1 & Q2 & Q3 & [Q4 Qv] & Q5).
  exists pg, f'. split; [exact Hrec|]. split; [exact Hpart|].
  apply gen_iff in HH as (ph & Hph & Hgen').
  rewrite (gen_order pg ph g h Hae Hpg Hph Hgen Hgen').
  apply (IHTe pg f ph f'); auto.
  - now apply (gen1_fresh g f pg).
  - now apply (gen1_fresh h f' ph).
  - assert (Hve : var g = var e).
    { apply (dep_threads (lab g) (lab e)); apply HRg. }
    split; [|split; [|split]].
    + apply (weak_partner g h f f'); auto; [apply HRg|apply HRh].
    + now apply (asks_turn E e f g).
    + rewrite (isev_kind S f (poss_isev S _ _ Q1)), Qv, Hve, <- (en_kind S E e HE He).
      exact Hae.
    + intros c Hc Wc Hv. apply Q5 in Hc. destruct HRg as (_ & _ & _ & Ng).
      apply (Ng c Hc), dep_access; [|auto]. rewrite Hv, Pv.
      apply (dep_threads (lab h) (lab e)); apply HRh.
Qed.

Lemma line20_iff g r s :
  In g G -> In g (sched E s) -> poss E r -> poss E s ->
  ok B (sched E r) -> walks E r s ->
  (asks g && line20 g r = true <-> exists h, front e (sched E r) h /\ earlier h g).
Proof.
  intros HG Hgs Hr Hs Hok (Hw & Has & Hacs & Hx).
  assert (HRg := gen_sound S E B e Te HE He HTe g HG).
  (* Locks exclude each other *)
  destruct (acc (lab e)) eqn:Hae.
  2:{ destruct (rev_lock S E e g HE He Hae HRg) as [_ Lg]. apply lock_acc in Lg.
      unfold sched in Hgs. apply in_app_iff in Hgs as [Hgs|[->|[]]]; [|congruence].
      assert (H3 : forall h, In h (sched E r) -> Rev E e h -> h = g).
      { intros h Hh HRh. apply (B3 E e r s g h); auto. now apply wr_acc. }
      split.
      - intros H. exfalso. apply andb_true_iff in H as [_ H].
        apply existsb_exists in H as (h & Hh & H).
        rewrite !andb_true_iff, !negb_true_iff in H.
        destruct H as [[[H1 H2] H4] _]. apply Nat.eqb_neq in H2.
        assert (h = g) as ->.
        { apply H3; [exact Hh|]. apply alone_rev; auto.
          now apply (poss_in S E (sched E r)). }
        unfold same in H1. now rewrite !Nat.eqb_refl in H1.
      - intros (h & Hf & Hl). exfalso. assert (Hh : In h (sched E r)) by apply Hf.
        apply front_rev in Hf; auto. rewrite (H3 h Hh Hf) in Hl. lia. }
  destruct (asks g) eqn:Eg; cbn [andb].
  2:{ split; [discriminate|]. intros (h & Hf & Hl). exfalso.
      assert (Hh : In h (sched E r)) by apply Hf.
      apply front_rev in Hf; [|exact Hr|exact Hh].
      unfold sched in Hgs. apply in_app_iff in Hgs as [Hgs|[->|[]]]; [|congruence].
      assert (Wg : write g = true).
      { destruct (write g) eqn:Wg; [reflexivity|]. apply asks_read in Wg. congruence. }
      rewrite (B3 E e r s g h) in Hl; auto. lia. }
  assert (Hcall : forall h, front e (sched E r) h -> h <> g -> thr h <> thr g /\
    (match record E e Te g, partner E e h with
     | Some pg, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B pg f'
     | _, _ => false
     end = true <-> earlier h g)).
  { intros h Hf Hne. assert (Hh : In h (sched E r)) by apply Hf.
    destruct (front_gen S E B e Te HE He HK HTe (sched E r) h Hr Hok Hf) as [HH _].
    assert (HRh := gen_sound S E B e Te HE He HTe h HH).
    assert (Hwh : weak E h g) by now apply (weak_in E e r s g h).
    split; [apply Hwh|].
    destruct (call_iff g h Hae HG HH Hwh Eg) as (p & f & -> & -> & Hiff). exact Hiff. }
  unfold line20. rewrite existsb_exists. split.
  - intros (h & Hh & H). rewrite !andb_true_iff, !negb_true_iff in H.
    destruct H as [[[H1 H2] H3] H4]. apply Nat.eqb_neq in H2.
    assert (Hf : front e (sched E r) h).
    { apply front_rev; auto. apply alone_rev; auto.
      now apply (poss_in S E (sched E r)). }
    exists h. split; [exact Hf|]. apply Hcall; auto.
    intros ->. unfold same in H1. now rewrite !Nat.eqb_refl in H1.
  - intros (h & Hf & Hl). exists h. split; [apply Hf|].
    assert (Hne : h <> g) by (intros ->; lia).
    destruct (Hcall h Hf Hne) as [Ht Hc].
    rewrite !andb_true_iff, !negb_true_iff. split; [split; [split|]|].
    + apply not_true_is_false. rewrite same_iff. tauto.
    + apply Nat.eqb_neq, Hf.
    + apply front_rev in Hf as HRh; [|exact Hr|apply Hf].
      apply alone_rev; auto; apply HRh.
    + now apply Hc.
Qed.

Lemma comes_sch g p r :
  comes (Datatypes.S n) pi E B (sch E g :: p) r =
  if asks g && line20 g r then true
  else if negb (mem g (sched E r)) then false
  else comes n (pi ++ [sch E g]) (E ++ sched E g) (Bg g) p r.
Proof. simpl. rewrite Hch. reflexivity. Qed.

Lemma T_iff p :
  In p T <-> p = [] \/ (exists q, In q Te /\ p = Out e :: q)
    \/ exists g q, In g G /\ ok B (sched E g) /\ In q (Tg g) /\ p = sch E g :: q.
Proof. rewrite tree_eq. apply (nodes_iff S E B e Te Tg). Qed.

(** A node under the schedule of [h] is below the ∝-least of F(e,w). *)
Lemma minimal h q r :
  In h G -> ok B (sched E h) -> In q (Tg h) -> fresh (sch E h :: q) r ->
  poss E r -> ok B (sched E r) ->
  front e (sched E r) h /\
  forall g, front e (sched E r) g -> g <> h -> earlier h g.
Proof.
  intros HG Hok Hq Hf Hr Hokr.
  assert (Hfr := sep_sch S E B e Te HE He HTe r h q Hr HG Hf).
  split; [exact Hfr|].
  assert (Hmin : forall g, front e (sched E r) g -> write h = false ->
            write g = false -> listed pi (reads G) g h = false).
  { apply (ok_after S listed (listed_total S) E B pi e Te HE He HK HTe (sched E r) h);
      auto.
    apply fresh_cons in Hf as [[[_ Hf]|Hf] _].
    - simpl in Hf. subst h. intros c Hc. apply minus_iff in Hc. tauto.
    - intros c Hc.
      destruct (run_sch S listed E B pi e Te Tg HTg h q HG Hok Hq) as [Hr' Ho'].
      apply Ho'. destruct Hf as [Hf _]. apply last_event_in in Hf.
      apply (sched_incl S _ _ _ Hr' Hf).
      apply minus_iff in Hc as [Hc Hn]. apply sched_iff.
      apply sched_iff in Hc as [[Hc Hn']| ->]; [|auto].
      left. split; [exact Hc|]. rewrite in_app_iff. tauto. }
  intros g Hg Hne.
  assert (Wh : write h = false).
  { apply not_true_is_false. intros W. destruct Hne. symmetry.
    now apply (F6 S E e (sched E r)). }
  assert (Wg : write g = false).
  { apply not_true_is_false. intros W. destruct Hne.
    now apply (F6 S E e (sched E r)). }
  destruct (front_gen S E B e Te HE He HK HTe (sched E r) g Hr Hokr Hg) as [HGg _].
  apply listed_iff; auto.
  destruct (listed_total S pi (reads G)) as (_ & _ & Hto).
  destruct (Hto h g) as [H|H]; auto.
  - now apply reads_iff.
  - now apply reads_iff.
  - rewrite Hmin in H; auto. discriminate.
Qed.

Lemma node_fresh p f : In p T -> fresh p f -> poss E f /\ ok B (sched E f).
Proof.
  intros Hp Hf. now apply (A_S_only S choose choose_in choose_none listed
    (listed_total S) _ _ _ _ f p Hnode).
Qed.

Lemma gone v q f : run ((E ++ v) ++ flat q) -> fresh q f -> ~ In f (E ++ v).
Proof.
  intros Hrun [Hf _] Hi. apply last_event_in in Hf.
  now apply (run_disj S _ _ f Hrun).
Qed.

(** The step over an event outside (lines 15 to 18). *)
Lemma step_out p s q r :
  In p Te -> fresh (Out e :: p) s -> In q T -> fresh q r ->
  walks E r s ->
  (comes (Datatypes.S n) pi E B (Out e :: p) r = true <-> before T q (Out e :: p)).
Proof.
  intros Hp Hfs Hq Hfr Hw.
  destruct (node_fresh q r Hq Hfr) as [Hr Hokr].
  assert (HpT : In (Out e :: p) T) by (apply T_iff; eauto).
  destruct (node_fresh _ s HpT Hfs) as [Hs _].
  apply T_iff in Hq as [->|[(q' & Hq' & ->)|(h & q' & HG & Hok & Hq' & ->)]].
  - now apply not_fresh_nil in Hfr.
  - rewrite before_out_out. simpl.
    assert (Hcomp := sep_out S E B e Te He HTe r q' Hq' Hfr).
    apply compb_iff in Hcomp as ->.
    destruct p as [|x p].
    { destruct (ev_dec S r e) as [->|_].
      - exfalso. apply fresh_cons in Hfs as [[[_ Hfs]|Hfs] _].
        2:{ now apply not_fresh_nil in Hfs. }
        simpl in Hfs. subst s. now apply Hw.
      - rewrite comes_nil. split; [discriminate|]. intros H. now apply not_before_nil in H. }
    apply fresh_cons in Hfs as [[[Hx _]|Hfs] _]; [discriminate|].
    apply (good_run _ _ _ _ HTe) in Hq' as Hrun. destruct Hrun as [Hrun _].
    apply fresh_cons in Hfr as [[[-> Hfr]|Hfr] _].
    + simpl in Hfr. subst r. destruct (ev_dec S e e) as [_|]; [|easy].
      split; [|auto]. intros _. now apply before_nil.
    + destruct (ev_dec S r e) as [->|Hne].
      { destruct (gone [e] q' e Hrun Hfr). apply in_app_iff. simpl. auto. }
      apply (IHTe (x :: p) s q' r); auto. now apply walks_mono.
  - assert (Hb := before_sch_out h q' p HG Hok Hq').
    assert (Hfront := sep_sch S E B e Te HE He HTe r h q' Hr HG Hfr).
    assert (Hnc := front_not_comp S E e (sched E r) h Hr He Hfront).
    split; [auto|]. intros _. simpl.
    destruct (compb e (sched E r)) eqn:Ec; [|reflexivity].
    apply compb_iff in Ec. contradiction.
Qed.

(** The step over a schedule (lines 19 to 22). *)
Lemma step_sch g p s q r :
  In g G -> ok B (sched E g) -> In p (Tg g) -> fresh (sch E g :: p) s ->
  In q T -> fresh q r -> walks E r s ->
  (comes (Datatypes.S n) pi E B (sch E g :: p) r = true
   <-> before T q (sch E g :: p)).
Proof.
  intros HG Hok Hp Hfs Hq Hfr Hw.
  destruct (node_fresh q r Hq Hfr) as [Hr Hokr].
  assert (HpT : In (sch E g :: p) T).
  { apply T_iff. right. right. exists g, p. auto. }
  destruct (node_fresh _ s HpT Hfs) as [Hs _].
  assert (Hgs : In g (sched E s)).
  { now apply (sep_sch S E B e Te HE He HTe s g p Hs HG Hfs). }
  rewrite comes_sch.
  assert (HL := line20_iff g r s HG Hgs Hr Hs Hokr Hw).
  assert (HgF : In g (sched E r) -> front e (sched E r) g).
  { intros Hm. now apply (gen_front S E B e Te HE He HTe (sched E r) g Hr HG). }
  apply T_iff in Hq as [->|[(q' & Hq' & ->)|(h & q' & HGh & Hokh & Hq' & ->)]].
  - now apply not_fresh_nil in Hfr.
  - (* e is compatible with what remains: N comes after *)
    assert (Hcomp := sep_out S E B e Te He HTe r q' Hq' Hfr).
    assert (Hnf : forall x, ~ front e (sched E r) x).
    { intros x Hx. now apply (front_not_comp S E e (sched E r) x Hr He Hx). }
    destruct (asks g && line20 g r).
    { destruct (proj1 HL eq_refl) as (x & Hx & _). now apply Hnf in Hx. }
    destruct (mem g (sched E r)) eqn:Em.
    { apply mem_iff, HgF, Hnf in Em. easy. }
    cbn [negb]. split; [discriminate|]. intros H.
    assert (H' := before_sch_out g p q' HG Hok Hp). unfold before in *. lia.
  - destruct (minimal h q' r HGh Hokh Hq' Hfr Hr Hokr) as [Hfh Hmin].
    destruct (ev_dec S h g) as [->|Hne].
    + (* both under g *)
      destruct (asks g && line20 g r).
      { exfalso. destruct (proj1 HL eq_refl) as (x & Hx & Hl).
        assert (Hne : x <> g) by (intros ->; lia).
        specialize (Hmin x Hx Hne). lia. }
      rewrite (before_same g q' p HG Hok Hq' Hp).
      assert (Em : mem g (sched E r) = true) by (apply mem_iff, Hfh).
      rewrite Em. cbn [negb].
      destruct p as [|x p].
      { rewrite comes_nil. split; [discriminate|]. intros H. now apply not_before_nil in H. }
      apply fresh_cons in Hfs as [[[Hx _]|Hfs] _]; [discriminate|].
      apply fresh_cons in Hfr as [[[-> Hfr]|Hfr] _].
      * simpl in Hfr. subst r. exfalso. destruct Hw as ((_ & Ht & Hw & _) & _).
        apply sched_iff in Hgs as [Hgs| ->]; [|now apply Ht].
        apply (proj2 (body_iff S E s g)) in Hgs.
        apply (lt_irrefl S g); [now apply poss_isev with E|]. now apply Hw.
      * apply (IHTg g HG Hok (x :: p) s q' r); auto. now apply walks_mono.
    + (* under different schedules *)
      rewrite (before_other g h q' p HG Hok HGh Hokh Hq' Hp Hne).
      destruct (asks g && line20 g r) eqn:E20.
      * split; [|auto]. intros _. destruct (proj1 HL eq_refl) as (x & Hx & Hl).
        destruct (ev_dec S x h) as [->|Hxh]; [exact Hl|].
        specialize (Hmin x Hx Hxh). lia.
      * destruct (mem g (sched E r)) eqn:Em; cbn [negb].
        -- exfalso. apply mem_iff, HgF in Em.
           assert (Hl := Hmin g Em (not_eq_sym Hne)).
           assert (false = true); [|discriminate]. apply HL. eauto.
        -- split; [discriminate|]. intros Hl. apply HL. eauto.
Qed.

End At.

(** Theorem B, for all nodes and continuations: the walk decides whether the
    node fresh for [r] comes before [p]. *)
Theorem comes_before n : forall pi E B p s q r,
  node n pi E B -> In p (tree n pi E B) -> fresh p s ->
  In q (tree n pi E B) -> fresh q r -> walks E r s ->
  (comes n pi E B p r = true <-> before (tree n pi E B) q p).
Proof.
  induction n as [|n IH]; intros pi E B p s q r Hnode Hp Hfs Hq Hfr Hw.
  { destruct Hp as [<-|[]]. now apply not_fresh_nil in Hfs. }
  destruct (chosen choose pi E B) as [e|] eqn:Hch.
  2:{ simpl in Hp. rewrite Hch in Hp. destruct Hp as [<-|[]].
      now apply not_fresh_nil in Hfs. }
  assert (IHTe : forall p s q r,
    In p (tree n (pi ++ [Out e]) (E ++ [e]) B) -> fresh p s ->
    In q (tree n (pi ++ [Out e]) (E ++ [e]) B) -> fresh q r ->
    walks (E ++ [e]) r s ->
    (comes n (pi ++ [Out e]) (E ++ [e]) B p r = true
     <-> before (tree n (pi ++ [Out e]) (E ++ [e]) B) q p)).
  { intros. apply (IH _ _ _ _ s0); auto. now apply node_out. }
  set (G := gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B)) in *.
  assert (IHTg : forall g, In g G -> ok B (sched E g) -> forall p s q r,
    In p (tree n (pi ++ [sch E g]) (E ++ sched E g)
            (fun x => B x || new listed pi G g x)) -> fresh p s ->
    In q (tree n (pi ++ [sch E g]) (E ++ sched E g)
            (fun x => B x || new listed pi G g x)) -> fresh q r ->
    walks (E ++ sched E g) r s ->
    (comes n (pi ++ [sch E g]) (E ++ sched E g)
       (fun x => B x || new listed pi G g x) p r = true
     <-> before (tree n (pi ++ [sch E g]) (E ++ sched E g)
                   (fun x => B x || new listed pi G g x)) q p)).
  { intros g HG Hok p0 s0 q0 r0 H1 H2 H3 H4 H5. apply (IH _ _ _ _ s0); auto.
    now apply node_sch with (e := e). }
  assert (Hp' := Hp). apply (T_iff n pi E B e Hch) in Hp'
    as [->|[(p' & Hp' & ->)|(g & p' & HG & Hok & Hp' & ->)]].
  - now apply not_fresh_nil in Hfs.
  - now apply (step_out n pi E B e Hnode Hch IHTe p' s).
  - now apply (step_sch n pi E B e Hnode Hch IHTe IHTg g p' s).
Qed.

(** Theorem B: for weakly compatible schedules σ = [g] and τ = [h] in Rev(E,e),
    τ ∝ σ iff Comes(τ^S, S), S the record of σ. *)
Theorem Theorem_B n pi E B e g h :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  let G := gen E e Te in
  acc (lab e) = true -> Rev E e g -> ok B (sched E g) -> Rev E e h -> ok B (sched E h) -> weak E h g ->
  asks g = true ->
  exists p f, record E e Te g = Some p /\ partner E e h = Some f
    /\ (comes n (pi ++ [Out e]) (E ++ [e]) B p f = true
        <-> index (ev_dec S) h G < index (ev_dec S) g G).
Proof.
  intros Hnode Hch Te G Hae Rg Og Rh Oh Hw Ha.
  destruct (at_facts n pi E B e Hnode Hch) as (HE & HK & He & HTe & _).
  apply (call_iff n pi E B e Hnode Hch); auto.
  - intros p s q r. apply comes_before. now apply node_out.
  - apply (C_children S E B e Te HE He HK HTe g); auto.
  - apply (C_children S E B e Te HE He HK HTe h); auto.
Qed.

End Walk.
