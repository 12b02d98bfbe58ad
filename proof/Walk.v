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

(** A read of [e]'s variable, with no other access of it in its past. *)
Definition only_read E e g :=
  negb (write g) && (var g =? var e)
  && forallb (fun c => negb (var c =? var e)) (body E g).

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
          if negb (write g) && existsb (fun g' =>
               negb (if ev_dec S g' g then true else false) && only_read E e g' &&
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

Lemma only_read_iff E e g :
  only_read E e g = true <->
  write g = false /\ var g = var e
  /\ forall c, In c (body E g) -> var c <> var e.
Proof.
  unfold only_read. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_eq, forallb_forall.
  split.
  - intros [[H1 H2] H3]. repeat split; auto. intros c Hc Hv.
    apply H3, negb_true_iff, Nat.eqb_neq in Hc. contradiction.
  - intros (H1 & H2 & H3). repeat split; auto. intros c Hc.
    apply negb_true_iff, Nat.eqb_neq. auto.
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

Lemma gen1_one p a b : In a (gen1 E e p) -> In b (gen1 E e p) -> a = b.
Proof.
  unfold gen1. destruct (last_event p) as [f|]; [|easy].
  destruct (_ && _); [|easy]. destruct (reversal E e f); [|easy].
  intros [->|[]] [->|[]]. reflexivity.
Qed.

Lemma gen1_NoDup p : NoDup (gen1 E e p).
Proof.
  unfold gen1. destruct (last_event p) as [f|]; [|constructor].
  destruct (_ && _); [|constructor]. destruct (reversal E e f); [|constructor].
  constructor; [easy|constructor].
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
  In p Te -> In q Te -> In g (gen1 E e p) -> In h (gen1 E e q) ->
  (index (ev_dec S) h G < index (ev_dec S) g G <-> before Te q p).
Proof.
  intros Hp Hq Hg Hh. unfold before. destruct (path_dec q p) as [->|Hne].
  - rewrite (gen1_one p h g Hh Hg). lia.
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

(** The reads of line 20 are the elements of F(e,w), if [e] is a write. *)
Lemma only_read_front r g :
  write e = true -> poss E r -> In g (sched E r) ->
  (only_read E e g = true <-> front e (sched E r) g /\ write g = false).
Proof.
  intros We Hr Hg. rewrite only_read_iff. split.
  - intros (W & Hv & Hb).
    assert (Hp : poss E g) by now apply (poss_in S E (sched E r)).
    assert (Ht : forall a, In a (sched E g) -> thr a <> thr e).
    { apply (no_thread S E (sched E g) (lab e)); auto.
      - apply nxt_en; [exact HE|]. apply en_ok; [exact HE|exact He].
      - intros a Ha Hl. unfold sched in Ha. apply in_app_iff in Ha as [Ha|[<-|[]]].
        + apply (Hb a Ha). now rewrite Hl.
        + rewrite Hl in W. congruence. }
    split; [|exact W]. split; [exact Hg|]. split.
    { apply Ht, sched_iff. auto. }
    split. { apply dep_access; auto. }
    intros c Hc Hl Hd.
    assert (Hcb : In c (body E g)).
    { apply body_iff. split; [exact Hl|]. intros HcE.
      now apply (run_disj S E (sched E r) c). }
    destruct (dep_threads _ _ Hd) as [Hvc _].
    { apply Ht. unfold sched. apply in_app_iff. auto. }
    now apply (Hb c).
  - intros [Hf W]. split; [exact W|]. split; [now apply (front_var S e (sched E r))|].
    intros c Hc Hv. apply (front_body S E e (sched E r) g c Hr Hf Hc).
    apply dep_access; auto.
Qed.

(** Heads of Rev(E,e), and the events that race with [e]. *)
Lemma partner_ex g :
  Rev E e g -> exists f, partner E e g = Some f /\ poss (E ++ [e]) f
    /\ race e f = true /\ reversal E e f = Some g /\ lab f = lab g
    /\ forall c, In c (body (E ++ [e]) f) <-> In c (body E g).
Proof.
  intros Hg. destruct (rev_gen S E e g HE He Hg) as (f & H1 & H2 & H3 & H4 & H5).
  exists f. split; [|auto]. assert (Hr := run_after S E e g HE He Hg).
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
  In p Te -> In g (gen1 E e p) -> poss (E ++ [e]) f -> race e f = true ->
  reversal E e f = Some g -> fresh p f.
Proof.
  intros Hp Hg H1 H2 H3.
  apply (gen1_sound S E B e Te HE He HTe) in Hg as (f' & H1' & Hf & H2' & H3' & _);
    [|exact Hp].
  now rewrite (reversal_inj S E e f f' g).
Qed.

(** Compatible schedules are compatible after E·e as well. *)
Lemma compat_partner g h f f' :
  Rev E e g -> Rev E e h -> compat (sched E h) (sched E g) ->
  write g = false -> write h = false ->
  lab f = lab g -> lab f' = lab h ->
  (g = h -> f = f') ->
  (forall c, In c (body (E ++ [e]) f) <-> In c (body E g)) ->
  (forall c, In c (body (E ++ [e]) f') <-> In c (body E h)) ->
  compat (sched (E ++ [e]) f') (sched (E ++ [e]) f).
Proof.
  intros (Pg & Tg' & Dg & Ng) (Ph & Th & Dh & Nh) Hc Wg Wh Lf Lf' Hfe Bf Bf' a b Ha Hb Hd.
  assert (Hgh : le h g \/ le g h -> h = g).
  { intros [[H|H]|[H|H]]; auto.
    - destruct (Ng h); [|exact Dh]. apply body_iff.
      split; [exact H|now apply poss_fresh].
    - destruct (Nh g); [|exact Dg]. apply body_iff.
      split; [exact H|now apply poss_fresh]. }
  unfold sched in Ha, Hb. rewrite in_app_iff in Ha, Hb.
  destruct Ha as [Ha|[<-|[]]], Hb as [Hb|[<-|[]]].
  - apply Hc; auto; unfold sched; apply in_app_iff; left; [now apply Bf'|now apply Bf].
  - (* a before h, and f *)
    assert (Ha' : In a (body E h)) by now apply Bf'.
    destruct (Hc a g) as [[->|H]|[<-|H]].
    + unfold sched. apply in_app_iff. auto.
    + apply sched_iff. auto.
    + unfold dp in *. now rewrite <- Lf.
    + now destruct (Nh g).
    + left. right. assert (Hab : In a (body (E ++ [e]) f)).
      { apply Bf, body_iff. split; [exact H|]. now apply body_iff in Ha'. }
      now apply body_iff in Hab.
    + now destruct (Nh g).
    + destruct (Nh g); [|exact Dg]. apply body_iff. split.
      * apply (lt_trans S g a h); auto; [now apply poss_isev with E|].
        now apply body_iff in Ha'.
      * now apply poss_fresh.
  - assert (Hb' : In b (body E g)) by now apply Bf.
    destruct (Hc h b) as [[->|H]|[<-|H]].
    + apply sched_iff. auto.
    + unfold sched. apply in_app_iff. auto.
    + unfold dp in *. now rewrite <- Lf'.
    + now destruct (Ng b).
    + destruct (Ng h); [|exact Dh]. apply body_iff. split.
      * apply (lt_trans S h b g); auto; [now apply poss_isev with E|].
        now apply body_iff in Hb'.
      * now apply poss_fresh.
    + now destruct (Ng b).
    + right. right. assert (Hba : In b (body (E ++ [e]) f')).
      { apply Bf', body_iff. split; [exact H|]. now apply body_iff in Hb'. }
      now apply body_iff in Hba.
  - left. left. symmetry. apply Hfe. symmetry. apply Hgh. apply Hc.
    + apply sched_iff. auto.
    + apply sched_iff. auto.
    + unfold dp in *. now rewrite <- Lf, <- Lf'.
Qed.

(** Such an event is not in the schedule of another one. *)
Lemma partner_apart g h f f' :
  Rev E e g -> Rev E e h -> reversal E e f = Some g -> reversal E e f' = Some h ->
  h <> g -> lab f' = lab h ->
  (forall c, In c (body (E ++ [e]) f) <-> In c (body E g)) ->
  ~ In f' (sched (E ++ [e]) f).
Proof.
  intros (_ & _ & _ & Ng) (_ & _ & Dh & _) Hf Hf' Hne Lf' Bf H.
  apply sched_iff in H as [[H1 H2]| ->]; [|congruence].
  apply (Ng f').
  - apply Bf, body_iff. auto.
  - unfold dp in *. now rewrite Lf'.
Qed.

(** *** One step of the walk *)

Hypothesis IHTe : forall p s q r,
  In p Te -> fresh p s -> In q Te -> fresh q r ->
  compat (sched (E ++ [e]) r) (sched (E ++ [e]) s) -> ~ In r (sched (E ++ [e]) s) ->
  (comes n (pi ++ [Out e]) (E ++ [e]) B p r = true <-> before Te q p).

Hypothesis IHTg : forall g, In g G -> ok B (sched E g) -> forall p s q r,
  In p (Tg g) -> fresh p s -> In q (Tg g) -> fresh q r ->
  compat (sched (E ++ sched E g) r) (sched (E ++ sched E g) s) ->
  ~ In r (sched (E ++ sched E g) s) ->
  (comes n (pi ++ [sch E g]) (E ++ sched E g) (Bg g) p r = true
   <-> before (Tg g) q p).

Lemma sched_mono v f : incl (sched (E ++ v) f) (sched E f).
Proof.
  intros x Hx. apply sched_iff. apply sched_iff in Hx as [[H1 H2]|H]; [|auto].
  left. split; [exact H1|]. intros H. apply H2, in_app_iff. auto.
Qed.

Lemma compat_mono v r s :
  compat (sched E r) (sched E s) -> compat (sched (E ++ v) r) (sched (E ++ v) s).
Proof.
  intros Hc a b Ha Hb. apply Hc; [now apply (sched_mono v)|now apply (sched_mono v)].
Qed.

(** Line 20: some element of F(e,w) comes before [g] in ∝. *)
Definition line20 g r : bool :=
  existsb (fun g' =>
    negb (if ev_dec S g' g then true else false) && only_read E e g' &&
    match record E e Te g, partner E e g' with
    | Some pg, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B pg f'
    | _, _ => false
    end) (sched E r).

Lemma line20_iff g r s :
  In g G -> write g = false -> In g (sched E s) -> poss E r -> poss E s ->
  ok B (sched E r) -> compat (sched E r) (sched E s) ->
  (line20 g r = true <->
   exists g', front e (sched E r) g' /\ write g' = false
     /\ listed pi (reads G) g' g = true).
Proof.
  intros HG Wg Hgs Hr Hs Hok Hc.
  assert (HRg := gen_sound S E B e Te HE He HTe g HG).
  assert (We : write e = true).
  { destruct HRg as (_ & Ht & Hd & _).
    destruct (dep_threads _ _ Hd Ht) as [_ [H|H]]; congruence. }
  assert (Hcall : forall g', front e (sched E r) g' -> write g' = false -> g' <> g ->
    (match record E e Te g, partner E e g' with
     | Some pg, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B pg f'
     | _, _ => false
     end = true <-> listed pi (reads G) g' g = true)).
  { intros g' Hf Wg' Hne.
    destruct (front_gen S E B e Te HE He HK HTe (sched E r) g' Hr Hok Hf)
      as [HG' _].
    assert (HRg' := gen_sound S E B e Te HE He HTe g' HG').
    destruct (record_ex g HG) as (pg & -> & Hpg & Hgen).
    destruct (partner_ex g' HRg') as (f' & -> & P1 & P2 & P3 & P4 & P5).
    destruct (partner_ex g HRg) as (f & _ & Q1 & Q2 & Q3 & Q4 & Q5).
    assert (HG'' := HG'). apply gen_iff in HG'' as (pg' & Hpg' & Hgen').
    rewrite (listed_iff g g' HG HG' Wg Wg').
    rewrite (gen_order pg pg' g g' Hpg Hpg' Hgen Hgen').
    apply (IHTe pg f pg' f').
    - exact Hpg.
    - now apply (gen1_fresh g f pg).
    - exact Hpg'.
    - now apply (gen1_fresh g' f' pg').
    - apply (compat_partner g g' f f'); auto.
      + intros a b Ha Hb. apply Hc.
        * apply (sched_incl S E (sched E r) g' Hr); [apply Hf|exact Ha].
        * now apply (sched_incl S E (sched E s) g Hs Hgs).
      + intros Heq. now destruct Hne.
    - now apply (partner_apart g g' f f'). }
  unfold line20. rewrite existsb_exists. split.
  - intros (g' & Hg' & H). apply andb_true_iff in H as [H1 H2].
    apply andb_true_iff in H1 as [H0 H1].
    apply (only_read_front r g' We Hr Hg') in H1 as [Hf W].
    exists g'. split; [exact Hf|]. split; [exact W|]. apply Hcall; auto.
    intros ->. now destruct (ev_dec S g g).
  - intros (g' & Hf & W & H). exists g'. split; [apply Hf|].
    assert (Hne : g' <> g).
    { intros ->. destruct (listed_total S pi (reads G)) as (Hi & _).
      rewrite Hi in H; [discriminate|]. now apply reads_iff. }
    apply andb_true_iff. split.
    + apply andb_true_iff. split; [now destruct (ev_dec S g' g)|].
      apply (only_read_front r g' We Hr); [apply Hf|auto].
    + now apply Hcall.
Qed.

Lemma comes_sch g p r :
  comes (Datatypes.S n) pi E B (sch E g :: p) r =
  if negb (write g) && line20 g r then true
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
  forall g, front e (sched E r) g -> write h = false -> write g = false ->
    listed pi (reads G) g h = false.
Proof.
  intros HG Hok Hq Hf Hr Hokr.
  assert (Hfr := sep_sch S E B e Te HE He HTe r h q Hr HG Hf).
  split; [exact Hfr|].
  apply (ok_after S listed (listed_total S) E B pi e Te HE He HK HTe (sched E r) h);
    auto.
  apply fresh_cons in Hf as [[[_ Hf]|Hf] _].
  - simpl in Hf. subst h. intros c Hc. apply minus_iff in Hc. tauto.
  - intros c Hc.
    destruct (run_sch S listed E B pi e Te Tg HTg h q HG Hok Hq) as [Hr' Ho'].
    apply Ho'. destruct Hf as [Hf _]. apply last_event_in in Hf.
    apply (sched_incl S _ _ _ Hr' Hf).
    apply minus_iff in Hc as [Hc Hn]. apply sched_iff.
    apply sched_iff in Hc as [[Hc Hn']| ->]; [|auto].
    left. split; [exact Hc|]. rewrite in_app_iff. tauto.
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
  compat (sched E r) (sched E s) -> ~ In r (sched E s) ->
  (comes (Datatypes.S n) pi E B (Out e :: p) r = true <-> before T q (Out e :: p)).
Proof.
  intros Hp Hfs Hq Hfr Hc Hrs.
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
        simpl in Hfs. subst s. apply Hrs, sched_iff. auto.
      - rewrite comes_nil. split; [discriminate|]. intros H. now apply not_before_nil in H. }
    apply fresh_cons in Hfs as [[[Hx _]|Hfs] _]; [discriminate|].
    apply (good_run _ _ _ _ HTe) in Hq' as Hrun. destruct Hrun as [Hrun _].
    apply fresh_cons in Hfr as [[[-> Hfr]|Hfr] _].
    + simpl in Hfr. subst r. destruct (ev_dec S e e) as [_|]; [|easy].
      split; [|auto]. intros _. now apply before_nil.
    + destruct (ev_dec S r e) as [->|Hne].
      { destruct (gone [e] q' e Hrun Hfr). apply in_app_iff. simpl. auto. }
      apply (IHTe (x :: p) s q' r); auto; [now apply compat_mono|].
      intros H. now apply Hrs, (sched_mono [e]).
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
  In q T -> fresh q r -> compat (sched E r) (sched E s) -> ~ In r (sched E s) ->
  (comes (Datatypes.S n) pi E B (sch E g :: p) r = true
   <-> before T q (sch E g :: p)).
Proof.
  intros HG Hok Hp Hfs Hq Hfr Hc Hrs.
  destruct (node_fresh q r Hq Hfr) as [Hr Hokr].
  assert (HpT : In (sch E g :: p) T).
  { apply T_iff. right. right. exists g, p. auto. }
  destruct (node_fresh _ s HpT Hfs) as [Hs _].
  assert (Hgs : In g (sched E s)).
  { now apply (sep_sch S E B e Te HE He HTe s g p Hs HG Hfs). }
  assert (HRg := gen_sound S E B e Te HE He HTe g HG).
  rewrite comes_sch.
  assert (HL := line20_iff g r s HG).
  assert (HgF : In g (sched E r) -> front e (sched E r) g).
  { intros Hm. now apply (gen_front S E B e Te HE He HTe (sched E r) g Hr HG). }
  apply T_iff in Hq as [->|[(q' & Hq' & ->)|(h & q' & HGh & Hokh & Hq' & ->)]].
  - now apply not_fresh_nil in Hfr.
  - (* e is compatible with what remains: N comes after *)
    assert (Hcomp := sep_out S E B e Te He HTe r q' Hq' Hfr).
    assert (Hnf : forall x, ~ front e (sched E r) x).
    { intros x Hx. now apply (front_not_comp S E e (sched E r) x Hr He Hx). }
    assert (H20 : negb (write g) && line20 g r = false).
    { destruct (write g) eqn:Wg; [reflexivity|]. simpl.
      apply not_true_is_false. intros H. apply HL in H; auto.
      destruct H as (g' & Hg' & _). now apply Hnf in Hg'. }
    rewrite H20. destruct (mem g (sched E r)) eqn:Em.
    { apply mem_iff, HgF, Hnf in Em. easy. }
    cbn [negb]. split; [discriminate|]. intros H.
    assert (H' := before_sch_out g p q' HG Hok Hp). unfold before in *. lia.
  - destruct (minimal h q' r HGh Hokh Hq' Hfr Hr Hokr) as [Hfh Hmin].
    assert (HRh := gen_sound S E B e Te HE He HTe h HGh).
    (* heads that are compatible, one of them a write, are the same *)
    assert (Hsame : write g = true \/ write h = true -> h = g).
    { intros Hw. destruct (ev_dec S h g) as [|Hne]; [auto|]. exfalso.
      assert (Hsub : compat (sched E h) (sched E g)).
      { intros a b Ha Hb. apply Hc.
        - apply (sched_incl S E (sched E r) h Hr); [apply Hfh|exact Ha].
        - now apply (sched_incl S E (sched E s) g Hs Hgs). }
      destruct Hw as [Hw|Hw].
      - apply (A2 S E e g h HRg HRh); auto. intros a b Ha Hb Hd.
        destruct (Hsub b a Hb Ha (dp_sym S _ _ Hd)); auto.
      - now apply (A2 S E e h g HRh HRg). }
    destruct (ev_dec S h g) as [->|Hne].
    + (* both under g *)
      assert (H20 : negb (write g) && line20 g r = false).
      { destruct (write g) eqn:Wg; [reflexivity|]. simpl.
        apply not_true_is_false. intros H. apply HL in H; auto.
        destruct H as (g' & Hg' & W' & Hl). rewrite Hmin in Hl; auto.
        discriminate. }
      rewrite H20, (before_same g q' p HG Hok Hq' Hp).
      assert (Em : mem g (sched E r) = true) by (apply mem_iff, Hfh).
      rewrite Em. cbn [negb].
      destruct p as [|x p].
      { rewrite comes_nil. split; [discriminate|]. intros H. now apply not_before_nil in H. }
      apply fresh_cons in Hfs as [[[Hx _]|Hfs] _]; [discriminate|].
      destruct (run_sch S listed E B pi e Te Tg HTg g q' HG Hok Hq') as [Hrun _].
      apply fresh_cons in Hfr as [[[-> Hfr]|Hfr] _].
      * simpl in Hfr. subst r. now destruct Hrs.
      * apply (IHTg g HG Hok (x :: p) s q' r); auto; [now apply compat_mono|].
        intros H. now apply Hrs, (sched_mono (sched E g)).
    + (* under different schedules, both of reads *)
      assert (Wg : write g = false) by (destruct (write g); auto; destruct Hne; auto).
      assert (Wh : write h = false) by (destruct (write h); auto; destruct Hne; auto).
      rewrite (before_other g h q' p HG Hok HGh Hokh Hq' Hp Hne).
      rewrite <- (listed_iff g h HG HGh Wg Wh). rewrite Wg. simpl.
      destruct (listed_total S pi (reads G)) as (_ & Htr & Hto).
      assert (Rg : In g (reads G)) by (apply reads_iff; auto).
      assert (Rh : In h (reads G)) by (apply reads_iff; auto).
      destruct (listed pi (reads G) h g) eqn:Elt.
      * assert (H20 : line20 g r = true) by (apply HL; eauto).
        rewrite H20. tauto.
      * assert (Egh : listed pi (reads G) g h = true).
        { destruct (Hto h g Rh Rg Hne); congruence. }
        assert (H20 : line20 g r = false).
        { apply not_true_is_false. intros H. apply HL in H; auto.
          destruct H as (g' & Hg' & W' & Hl).
          assert (Rg' : In g' (reads G)).
          { apply reads_iff. split; [|exact W'].
            now apply (front_gen S E B e Te HE He HK HTe (sched E r)). }
          assert (listed pi (reads G) g' h = true) by (now apply (Htr g' g h)).
          rewrite Hmin in H; auto. discriminate. }
        rewrite H20. destruct (mem g (sched E r)) eqn:Em.
        { apply mem_iff, HgF in Em. rewrite Hmin in Egh; auto. discriminate. }
        cbn [negb]. tauto.
Qed.

End At.

(** Theorem B, for all nodes and continuations: the walk decides whether the
    node fresh for [r] comes before [p]. *)
Theorem comes_before n : forall pi E B p s q r,
  node n pi E B -> In p (tree n pi E B) -> fresh p s ->
  In q (tree n pi E B) -> fresh q r -> compat (sched E r) (sched E s) ->
  ~ In r (sched E s) ->
  (comes n pi E B p r = true <-> before (tree n pi E B) q p).
Proof.
  induction n as [|n IH]; intros pi E B p s q r Hnode Hp Hfs Hq Hfr Hc Hrs.
  { destruct Hp as [<-|[]]. now apply not_fresh_nil in Hfs. }
  destruct (chosen choose pi E B) as [e|] eqn:Hch.
  2:{ simpl in Hp. rewrite Hch in Hp. destruct Hp as [<-|[]].
      now apply not_fresh_nil in Hfs. }
  assert (IHTe : forall p s q r,
    In p (tree n (pi ++ [Out e]) (E ++ [e]) B) -> fresh p s ->
    In q (tree n (pi ++ [Out e]) (E ++ [e]) B) -> fresh q r ->
    compat (sched (E ++ [e]) r) (sched (E ++ [e]) s) ->
    ~ In r (sched (E ++ [e]) s) ->
    (comes n (pi ++ [Out e]) (E ++ [e]) B p r = true
     <-> before (tree n (pi ++ [Out e]) (E ++ [e]) B) q p)).
  { intros. apply (IH _ _ _ _ s0); auto. now apply node_out. }
  set (G := gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B)) in *.
  assert (IHTg : forall g, In g G -> ok B (sched E g) -> forall p s q r,
    In p (tree n (pi ++ [sch E g]) (E ++ sched E g)
            (fun x => B x || new listed pi G g x)) -> fresh p s ->
    In q (tree n (pi ++ [sch E g]) (E ++ sched E g)
            (fun x => B x || new listed pi G g x)) -> fresh q r ->
    compat (sched (E ++ sched E g) r) (sched (E ++ sched E g) s) ->
    ~ In r (sched (E ++ sched E g) s) ->
    (comes n (pi ++ [sch E g]) (E ++ sched E g)
       (fun x => B x || new listed pi G g x) p r = true
     <-> before (tree n (pi ++ [sch E g]) (E ++ sched E g)
                   (fun x => B x || new listed pi G g x)) q p)).
  { intros g HG Hok p0 s0 q0 r0 H1 H2 H3 H4 H5 H6. apply (IH _ _ _ _ s0); auto.
    now apply node_sch with (e := e). }
  assert (Hp' := Hp). apply (T_iff n pi E B e Hch) in Hp'
    as [->|[(p' & Hp' & ->)|(g & p' & HG & Hok & Hp' & ->)]].
  - now apply not_fresh_nil in Hfs.
  - now apply (step_out n pi E B e Hnode Hch IHTe p' s).
  - now apply (step_sch n pi E B e Hnode Hch IHTe IHTg g p' s).
Qed.

(** Theorem B: for different, compatible read-schedules σ = [g] and τ = [h] in Rev(E,e),
    τ ∝ σ iff Comes(τ, S), S the record of σ. *)
Theorem Theorem_B n pi E B e g h :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  Rev E e g -> ok B (sched E g) -> write g = false ->
  Rev E e h -> ok B (sched E h) -> write h = false ->
  compat (sched E h) (sched E g) -> h <> g ->
  exists p f, record E e Te g = Some p /\ partner E e h = Some f
    /\ (comes n (pi ++ [Out e]) (E ++ [e]) B p f = true
        <-> listed pi (reads (gen E e Te)) h g = true).
Proof.
  intros Hnode Hch Te Rg Og Wg Rh Oh Wh Hc Hne.
  destruct (at_facts n pi E B e Hnode Hch) as (HE & HK & He & HTe & _).
  assert (HG : In g (gen E e Te)) by (apply (C_children S E B e Te HE He HK HTe g); auto).
  assert (HH : In h (gen E e Te)) by (apply (C_children S E B e Te HE He HK HTe h); auto).
  destruct (record_ex n pi E B e g HG) as (p & Hrec & Hp & Hgen).
  destruct (partner_ex n pi E B e Hnode Hch h Rh)
    as (f' & Hpart & P1 & P2 & P3 & P4 & P5).
  destruct (partner_ex n pi E B e Hnode Hch g Rg)
    as (f & _ & Q1 & Q2 & Q3 & Q4 & Q5).
  assert (HH' := HH). apply gen_iff in HH' as (p' & Hp' & Hgen').
  exists p, f'. split; [exact Hrec|]. split; [exact Hpart|]. subst Te.
  rewrite (listed_iff n pi E B e g h HG HH Wg Wh).
  rewrite (gen_order n pi E B e Hnode Hch p p' g h Hp Hp' Hgen Hgen').
  apply (comes_before n _ _ _ p f p' f').
  - now apply node_out.
  - exact Hp.
  - now apply (gen1_fresh n pi E B e Hnode Hch g f p).
  - exact Hp'.
  - now apply (gen1_fresh n pi E B e Hnode Hch h f' p').
  - apply (compat_partner E e g h f f'); auto.
    intros Heq. now destruct Hne.
  - now apply (partner_apart E e g h f f').
Qed.

End Walk.
