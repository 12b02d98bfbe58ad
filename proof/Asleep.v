(** Lines 8 to 12 of the algorithm: [asleep] decides which events are bad (the
    core of Theorem C, A.6). *)

From Coq Require Import List Arith Bool Lia.
From Dpor Require Import Letters Structure Races Tree TheoremA Order Walk.
Import ListNotations.

Section Asleep.
Variable S : structure.
Implicit Types (E u v w D : list S) (a b c e f g h r s : S) (B : S -> bool).
Implicit Types (p q : list (step S)).

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
Notation comes := (comes S choose asks).

(** [asleep n pi E B p f]: the steps [p] lead from the node E to another one,
    after which [f] is possible. Is [f] asleep because of a schedule in [p]?
    [line9] is for a head [h] in [p], which replaced [e] and is followed by [v]:
    [f] and [h] are reads, [e] accesses the variable of [f], and neither of the
    others is [f], by thread and index; nothing in [v] writes the variable.
    Line 11: no other event in the past of [f] since E depends on [e]; and this
    past, with the kind that [f] has after [e], comes before the schedule. *)
Definition line9 e h (v : list S) f : bool :=
  negb (write f) && negb (write h) && negb (same S f h)
  && (var e =? var f) && negb (same S f e)
  && negb (existsb (fun c => write c && (var c =? var f)) v).

Fixpoint asleep (n : nat) (pi : list (step S)) E B p f {struct n} : bool :=
  match p, n with
  | [], _ => false
  | _, 0 => false
  | Out e :: p', Datatypes.S n => asleep n (pi ++ [Out e]) (E ++ [e]) B p' f
  | Sch _ h :: p', Datatypes.S n =>
      match chosen choose pi E B with
      | None => false
      | Some e =>
        let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
        let G := gen E e Te in
        (line9 e h (flat p') f && alone S E e f
         && match record S E e Te h, partner S E e f with
            | Some ph, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B ph f'
            | _, _ => false
            end)
        || asleep n (pi ++ [sch E h]) (E ++ sched E h)
             (fun x => B x || new listed pi G h x) p' f
      end
  end.

(** The steps [p] lead from a node to another one, with bad events [B']. *)
Inductive reach : nat -> list (step S) -> list S -> (S -> bool) ->
                  list (step S) -> (S -> bool) -> Prop :=
| reach_nil n pi E B : reach n pi E B [] B
| reach_out n pi E B e p B' :
    chosen choose pi E B = Some e ->
    reach n (pi ++ [Out e]) (E ++ [e]) B p B' ->
    reach (Datatypes.S n) pi E B (Out e :: p) B'
| reach_sch n pi E B e g p B' :
    chosen choose pi E B = Some e ->
    let G := gen E e (tree n (pi ++ [Out e]) (E ++ [e]) B) in
    In g G -> ok B (sched E g) ->
    reach n (pi ++ [sch E g]) (E ++ sched E g)
      (fun x => B x || new listed pi G g x) p B' ->
    reach (Datatypes.S n) pi E B (sch E g :: p) B'.

(** These are the nodes of the tree. *)
Lemma tree_reach n : forall pi E B p,
  In p (tree n pi E B) -> exists B', reach n pi E B p B'.
Proof.
  induction n as [|n IH]; intros pi E B p Hp.
  { destruct Hp as [<-|[]]. exists B. constructor. }
  destruct (chosen choose pi E B) as [e|] eqn:Hch.
  2:{ simpl in Hp. rewrite Hch in Hp. destruct Hp as [<-|[]].
      exists B. constructor. }
  destruct (proj1 (T_iff S choose n pi E B e Hch p) Hp)
    as [->|[(q & Hq & ->)|(g & q & HG & Hok & Hq & ->)]].
  - exists B. constructor.
  - apply IH in Hq as (B' & Hq). exists B'. now apply reach_out.
  - apply IH in Hq as (B' & Hq). exists B'. now apply reach_sch with (e := e).
Qed.

Lemma reach_tree n pi E B p B' : reach n pi E B p B' -> In p (tree n pi E B).
Proof.
  induction 1 as [n pi E B|n pi E B e p B' Hch HR IH|n pi E B e g p B' Hch G HG Hok HR IH].
  - destruct n; simpl; auto.
  - apply (T_iff S choose n pi E B e Hch). eauto.
  - apply (T_iff S choose n pi E B e Hch). right. right. exists g, p. auto.
Qed.

Lemma reach_mono n pi E B p B' x :
  reach n pi E B p B' -> B x = true -> B' x = true.
Proof.
  induction 1 as [| |n pi E B e g p B' Hch G HG Hok HR IH]; intros Hx; auto.
  apply IH. now rewrite Hx.
Qed.

(** At a schedule: [f] is in New iff [asleep]'s test says so. *)
Lemma new_asleep n pi E B e h p B' f :
  node (Datatypes.S n) pi E B -> chosen choose pi E B = Some e ->
  let Te := tree n (pi ++ [Out e]) (E ++ [e]) B in
  let G := gen E e Te in
  In h G -> ok B (sched E h) ->
  reach n (pi ++ [sch E h]) (E ++ sched E h)
    (fun x => B x || new listed pi G h x) p B' ->
  poss ((E ++ sched E h) ++ flat p) f ->
  (forall c, In c (body ((E ++ sched E h) ++ flat p) f) -> B' c = false) ->
  B f = false ->
  (new listed pi G h f = true <->
   line9 e h (flat p) f && alone S E e f
   && match record S E e Te h, partner S E e f with
      | Some ph, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B ph f'
      | _, _ => false
      end = true).
Proof.
  intros Hnode Hch Te G HG Hok Hreach Hp HB Hf.
  destruct (at_facts S choose choose_in choose_none n pi E B e Hnode Hch)
    as (HE & HK & He & HTe & _).
  fold Te in HTe.
  assert (HRh := gen_sound S E B e Te HE He HTe h HG).
  set (v := (sched E h ++ flat p) ++ sched ((E ++ sched E h) ++ flat p) f).
  assert (Hrun : run (E ++ v)).
  { unfold poss in Hp. unfold v. rewrite !app_assoc. exact Hp. }
  assert (Hfv : In f v).
  { unfold v. apply in_app_iff. right. apply sched_iff. auto. }
  assert (Hhv : In h v).
  { unfold v. rewrite !in_app_iff. left. left. apply sched_iff. auto. }
  assert (Hfresh := poss_fresh S _ _ Hp).
  assert (HpE : poss E f) by now apply (poss_in S E v).
  (* nothing in the past of f is bad *)
  assert (Hokp : ok (fun x => B x || new listed pi G h x) (flat p)).
  { assert (Hin := reach_tree _ _ _ _ _ _ Hreach).
    assert (Hnode' := node_sch S choose listed n pi E B e h Hnode Hch HG Hok).
    now apply (A_T_only S choose choose_in choose_none listed (listed_total S)
                 _ _ _ _ p Hnode') in Hin. }
  assert (Hokf : ok B (sched E f)).
  { intros c Hc. apply sched_iff in Hc as [[Hl Hn]| ->]; [|exact Hf].
    destruct (B c) eqn:Ec; [|reflexivity]. exfalso.
    destruct (in_dec (ev_dec S) c ((E ++ sched E h) ++ flat p)) as [Hi|Hi].
    - rewrite !in_app_iff in Hi. destruct Hi as [[Hi|Hi]|Hi].
      + contradiction.
      + apply Hok in Hi. congruence.
      + apply Hokp in Hi. apply orb_false_iff in Hi as [Hi _]. congruence.
    - assert (Hcb : In c (body ((E ++ sched E h) ++ flat p) f)) by (apply body_iff; auto).
      apply HB in Hcb.
      assert (HB' : B' c = true); [|congruence].
      apply (reach_mono _ _ _ _ _ _ c Hreach). now rewrite Ec. }
  assert (Hcall : f <> h -> write h = false -> write f = false -> Rev E e f ->
    In f G /\ thr f <> thr h /\
    (match record S E e Te h, partner S E e f with
     | Some ph, Some f' => comes n (pi ++ [Out e]) (E ++ [e]) B ph f'
     | _, _ => false
     end = true <-> listed pi (reads G) f h = true)).
  { intros Hne Wh Wf HRf.
    assert (HGf : In f G) by (apply (C_children S E B e Te HE He HK HTe f); auto).
    assert (Hw : weak S E f h) by now apply (weak_run S E e v h f).
    split; [exact HGf|]. split; [apply Hw|].
    destruct (Theorem_B S choose choose_in choose_none asks asks_read asks_turn n pi E B e h f Hnode Hch)
      as (ph & f' & E1 & E2 & E3); auto.
    { now apply (rev_read S choose choose_in choose_none n pi E B e Hnode Hch h). }
    fold Te in E1, E3. rewrite E1, E2, E3. symmetry.
    now apply (listed_iff S choose n pi E B e h f). }
  unfold line9. rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_eq. split.
  - intros Hn. apply new_iff in Hn as (Wh & HGf & Wf & Hl).
    assert (HRf := gen_sound S E B e Te HE He HTe f HGf).
    destruct (dep_threads _ _ (proj1 (proj2 (proj2 HRf))) (proj1 (proj2 HRf)))
      as [Hvf [We|We]]; [congruence|].
    assert (Hne : f <> h).
    { intros ->. destruct (listed_total S pi (reads G)) as (Hi & _).
      rewrite Hi in Hl; [discriminate|]. now apply reads_iff. }
    destruct (Hcall Hne Wh Wf HRf) as (_ & Ht & Hc).
    repeat split; auto.
    + apply not_true_is_false. rewrite same_iff. tauto.
    + apply not_true_is_false. rewrite same_iff. intros [Ht' _]. now apply HRf.
    + apply not_true_is_false. intros Hex.
      apply existsb_exists in Hex as (c & Hcp & Hw).
      apply andb_true_iff in Hw as [Wc Hv]. apply Nat.eqb_eq in Hv.
      assert (Hcl : lt c f).
      { assert (Hcv : In c (E ++ v)).
        { unfold v. rewrite !in_app_iff. auto. }
        destruct (run_dep S (E ++ v) c f Hrun Hcv) as [[->|H]|H]; auto.
        - apply in_app_iff. auto.
        - apply dep_access; auto.
        - destruct Hfresh. rewrite !in_app_iff. auto.
        - destruct Hfresh. destruct H as [->|H].
          + rewrite !in_app_iff. auto.
          + apply (run_down S _ f c); auto.
            * unfold poss in Hp. now apply run_app in Hp.
            * rewrite !in_app_iff. auto. }
      destruct HRf as (_ & _ & _ & HRf). apply (HRf c).
      * apply body_iff. split; [exact Hcl|]. intros HcE.
        apply (run_disj S E v c Hrun HcE). unfold v. rewrite !in_app_iff. auto.
      * apply dep_access; [congruence|auto].
    + now apply alone_rev; [..|apply HRf|].
    + now apply Hc.
  - intros (((((((Wf & Wh) & Hne) & _) & Hfe) & _) & Ha) & Hcm).
    assert (Ht : thr f <> thr e).
    { now apply (alone_thread S choose choose_in choose_none n pi E B e Hnode Hch). }
    apply (alone_rev S E e f HpE Ht) in Ha as HRf.
    destruct (Hcall) as (HGf & _ & Hc); auto.
    { intros ->. unfold same in Hne. now rewrite !Nat.eqb_refl in Hne. }
    apply new_iff. split; [exact Wh|]. split; [exact HGf|]. split; [exact Wf|].
    now apply Hc.
Qed.

(** An event is bad iff it is asleep. *)
Theorem asleep_bad n pi E B p B' f :
  reach n pi E B p B' -> node n pi E B ->
  poss (E ++ flat p) f ->
  (forall c, In c (body (E ++ flat p) f) -> B' c = false) ->
  B f = false ->
  (B' f = true <-> asleep n pi E B p f = true).
Proof.
  induction 1 as [n pi E B|n pi E B e p B' Hch HR IH
                 |n pi E B e g p B' Hch G HG Hok HR IH]; intros Hnode Hp Hb Hf.
  - rewrite Hf. destruct n; simpl; split; discriminate.
  - simpl. apply IH; auto.
    + now apply node_out.
    + rewrite <- app_assoc. exact Hp.
    + rewrite <- app_assoc. exact Hb.
  - rewrite flat_sch, app_assoc in Hp, Hb.
    assert (Hn := new_asleep n pi E B e g p B' f Hnode Hch HG Hok HR Hp Hb Hf).
    simpl. rewrite Hch, orb_true_iff. fold G. rewrite <- Hn. fold G.
    destruct (new listed pi G g f) eqn:En.
    + split; [auto|]. intros _. apply (reach_mono _ _ _ _ _ _ f HR).
      cbv beta. rewrite En. apply orb_true_r.
    + rewrite IH; auto.
      * split; [auto|]. intros [Hd|Hd]; [discriminate|exact Hd].
      * now apply node_sch with (e := e).
      * now rewrite Hf.
Qed.

(** At each node of T(⟨⟩), an event that is possible after it, and whose
    past is not bad, is bad iff it is asleep.  So no sets of bad events need
    be kept. *)
Corollary asleep_root p B f :
  reach (height S) [] [] (fun _ => false) p B ->
  poss (flat p) f -> (forall c, In c (body (flat p) f) -> B c = false) ->
  (B f = true <-> asleep (height S) [] [] (fun _ => false) p f = true).
Proof.
  intros H Hp Hb. apply (asleep_bad _ _ _ _ _ _ f H); auto. apply node_root.
Qed.

End Asleep.
