(** Lines 1 to 7: the recursive procedure Explore makes one call for each node
    of the tree of POP-W, and no others (A.6, Theorem C); how deep the calls of
    line 7 are nested (A7). *)

From Coq Require Import List Arith Bool Lia Permutation.
From Dpor Require Import Letters Structure Races Tree TheoremA Order Walk Asleep Popw.
Import ListNotations.

(** *** Recursion along a relation that is a forest *)

Section Forest.
Variable A : Type.
Variable calls : A -> list A.

(** The calls that begin with [a], in their order; [k] bounds their nesting. *)
Fixpoint visit (k : nat) (a : A) {struct k} : list A :=
  a :: match k with 0 => [] | S k => flat_map (visit k) (calls a) end.

Variable T : list A.
Variable root : A.
Variable m : A -> nat.
Variable M : nat.
Hypothesis T_root : In root T.
Hypothesis T_calls : forall a b, In a T -> In b (calls a) -> In b T.
Hypothesis T_caller : forall b, In b T -> b = root \/ exists a, In a T /\ In b (calls a).
Hypothesis one_caller : forall a a' b, In b (calls a) -> In b (calls a') -> a = a'.
Hypothesis calls_NoDup : forall a, In a T -> NoDup (calls a).
Hypothesis m_calls : forall a b, In a T -> In b (calls a) -> m a < m b.
Hypothesis m_bound : forall a, In a T -> m a <= M.

Lemma visit_head k a : In a (visit k a).
Proof. destruct k; simpl; auto. Qed.

Lemma visit_in k : forall a b, In a T -> In b (visit k a) ->
  In b T /\ m a <= m b /\ (b = a \/ exists c, In c (visit k a) /\ In b (calls c)).
Proof.
  induction k as [|k IH]; intros a b Ha Hb.
  { destruct Hb as [<-|[]]. auto. }
  simpl in Hb. destruct Hb as [<-|Hb]; [auto|].
  apply in_flat_map in Hb as (a' & Ha' & Hb).
  destruct (IH a' b (T_calls a a' Ha Ha') Hb) as (H1 & H2 & H3).
  assert (Hm := m_calls a a' Ha Ha'). split; [exact H1|]. split; [lia|]. right.
  destruct H3 as [->|(c & Hc & Hbc)].
  - exists a. split; [apply visit_head|exact Ha'].
  - exists c. split; [|exact Hbc]. simpl. right. apply in_flat_map. eauto.
Qed.

(** Two calls of one call have no call in common. *)
Lemma visit_apart k a b b' x :
  In a T -> In b (calls a) -> In b' (calls a) -> b <> b' ->
  In x (visit k b) -> In x (visit k b') -> False.
Proof.
  intros Ha Hb Hb' Hne.
  assert (Hn := m_calls a b Ha Hb). assert (Hn' := m_calls a b' Ha Hb').
  assert (Tb := T_calls a b Ha Hb). assert (Tb' := T_calls a b' Ha Hb').
  assert (Hgen : forall n x, m x <= n -> In x (visit k b) -> In x (visit k b') -> False).
  { induction n as [n IH] using lt_wf_ind. intros y Hy H1 H2.
    destruct (visit_in k b y Tb H1) as (Ty & L1 & C1).
    destruct (visit_in k b' y Tb' H2) as (_ & L2 & C2).
    destruct C1 as [->|(c & Hc & Hyc)], C2 as [E2|(c' & Hc' & Hyc')].
    - contradiction.
    - assert (c' = a) as -> by now apply (one_caller c' a b).
      apply (visit_in k b' a Tb') in Hc' as (_ & L3 & _). lia.
    - subst y. assert (c = a) as -> by now apply (one_caller c a b').
      apply (visit_in k b a Tb) in Hc as (_ & L3 & _). lia.
    - assert (c = c') as <- by now apply (one_caller c c' y).
      apply (visit_in k b c Tb) in Hc as Hc''. destruct Hc'' as (Tc & _).
      assert (Hm := m_calls c y Tc Hyc).
      apply (IH (m c)) with (x := c); auto; lia. }
  apply (Hgen (m x)). lia.
Qed.

Lemma visit_NoDup k : forall a, In a T -> NoDup (visit k a).
Proof.
  induction k as [|k IH]; intros a Ha; simpl; [constructor; [easy|constructor]|].
  constructor.
  - intros Hi. apply in_flat_map in Hi as (b & Hb & Hi).
    apply (visit_in k b a) in Hi as (_ & Hm & _); [|now apply (T_calls a)].
    assert (Hm' := m_calls a b Ha Hb). lia.
  - assert (HN := calls_NoDup a Ha).
    assert (Hi : forall b, In b (calls a) -> In b (calls a)) by auto. revert HN Hi.
    generalize (calls a) at 1 2 4. intros l HN. induction HN as [|b l Hb _ IHl]; intros Hi.
    { constructor. }
    simpl. apply NoDup_append.
    + apply IH, (T_calls a); [exact Ha|]. apply Hi. simpl. auto.
    + apply IHl. intros c Hc. apply Hi. simpl. auto.
    + intros x Hx Hx'. apply in_flat_map in Hx' as (c & Hc & Hx').
      apply (visit_apart k a b c x); auto.
      * apply Hi. simpl. auto.
      * apply Hi. simpl. auto.
      * intros ->. contradiction.
Qed.

Lemma visit_calls k : forall r a b, In r T -> M < m r + k ->
  In a (visit k r) -> In b (calls a) -> In b (visit k r).
Proof.
  induction k as [|k IH]; intros r a b Hr Hk Ha Hb.
  { assert (Hm := m_bound r Hr). lia. }
  simpl in Ha |- *. right. apply in_flat_map. destruct Ha as [<-|Ha].
  - exists b. split; [exact Hb|apply visit_head].
  - apply in_flat_map in Ha as (r' & Hr' & Ha). exists r'. split; [exact Hr'|].
    assert (Hm := m_calls r r' Hr Hr').
    apply (IH r' a b); auto; [now apply (T_calls r)|lia].
Qed.

(** Each node is called exactly once. *)
Theorem visit_all k : NoDup T -> M < k -> Permutation (visit k root) T.
Proof.
  intros HN Hk. apply NoDup_Permutation; [now apply visit_NoDup|exact HN|].
  intros x. split.
  - intros Hx. now apply (visit_in k root x T_root) in Hx.
  - assert (Hgen : forall n x, m x <= n -> In x T -> In x (visit k root)).
    { induction n as [n IH] using lt_wf_ind. intros y Hy Ty.
      destruct (T_caller y Ty) as [->|(a & Ta & Hya)]; [apply visit_head|].
      assert (Hm := m_calls a y Ta Hya).
      apply (visit_calls k root a); auto; [lia|]. apply (IH (m a)); auto. lia. }
    apply (Hgen (m x)). lia.
Qed.

End Forest.

(** *** The procedure *)

Section Explore.
Variable S : structure.
Implicit Types (E : list S) (c e f g : S).

Variable choose : list (step S) -> list S -> option S.
Variable asks : S -> bool.

Notation N := (height S).
Notation rstep := (rstep S).
Implicit Types (pi p q r : list rstep).

(** A marked sequence, with the records of its schedules, is a path. *)
Definition place pi : list S := flat (erase S pi).

Definition awake pi f : bool := negb (rasleep S asks N [] pi f).

(** Line 3. *)
Definition pick pi : option S :=
  choose (erase S pi) (filter (awake pi) (en S (place pi))).

(** Lines 1 and 2, 5 and 6: the marked sequence is [pi ++ q]; the races of an
    event [e] outside in [q] with the last event, or with what waits, are
    reversed, unless an event of the schedule is asleep. *)
Fixpoint reversals pi q {struct q} : list (list rstep) :=
  match q with
  | [] => []
  | st :: q' =>
      match st with
      | ROut _ e =>
          flat_map (fun g =>
            if forallb (awake pi) (sched (place pi) g)
            then [pi ++ [RSch S (body (place pi) g) g e q']]
            else []) (gen1 (place pi) e (erase S q'))
      | RSch _ _ _ _ _ => []
      end ++ reversals (pi ++ [st]) q'
  end.

(** The calls of Explore(E) by lines 7 and 4. *)
Definition explores pi : list (list rstep) :=
  reversals [] pi
  ++ match pick pi with Some f => [pi ++ [ROut S f]] | None => [] end.

(** Explore: the marked sequences for which it is called, in this order. *)
Definition explore : nat -> list rstep -> list (list rstep) :=
  visit (list rstep) explores.

Lemma reversals_iff b q : forall pi,
  In b (reversals pi q) <->
  exists q1 e q2 g, q = q1 ++ ROut S e :: q2
    /\ In g (gen1 (place (pi ++ q1)) e (erase S q2))
    /\ forallb (awake (pi ++ q1)) (sched (place (pi ++ q1)) g) = true
    /\ b = (pi ++ q1) ++ [RSch S (body (place (pi ++ q1)) g) g e q2].
Proof.
  induction q as [|st q IH]; intros pi; simpl.
  { split; [easy|]. intros (q1 & e & q2 & g & H & _). now destruct q1. }
  rewrite in_app_iff, IH. split.
  - intros [H|(q1 & e & q2 & g & -> & H)].
    + destruct st as [e|]; [|easy]. apply in_flat_map in H as (g & Hg & H).
      destruct (forallb _ _) eqn:Ef; [|easy]. destruct H as [<-|[]].
      exists [], e, q, g. rewrite app_nil_r. auto.
    + exists (st :: q1), e, q2, g. rewrite <- app_assoc in H. auto.
  - intros (q1 & e & q2 & g & Hq & H). destruct q1 as [|st' q1]; injection Hq as -> ->.
    + left. rewrite app_nil_r in H. destruct H as (H1 & H2 & ->).
      apply in_flat_map. exists g. split; [exact H1|]. rewrite H2. simpl. auto.
    + right. exists q1, e, q2, g. rewrite <- app_assoc. auto.
Qed.

(** *** The tree of POP-W, step by step *)

Definition nodes n pi := popw S choose asks n pi (place pi).

Lemma place_out pi e : place (pi ++ [ROut S e]) = place pi ++ [e].
Proof. unfold place, erase. now rewrite map_app, flat_app. Qed.

Lemma place_sch pi g e q :
  place (pi ++ [RSch S (body (place pi) g) g e q]) = place pi ++ sched (place pi) g.
Proof.
  unfold place, erase. rewrite map_app, flat_app. cbn [map]. unfold flat at 2. simpl.
  now rewrite app_nil_r.
Qed.

Lemma nodes_nil n pi : In [] (nodes n pi).
Proof. unfold nodes. destruct n; simpl; auto. Qed.

Lemma nodes_eq n pi :
  nodes (Datatypes.S n) pi = [] :: match pick pi with
  | None => []
  | Some e =>
      flat_map (fun x : S * list rstep =>
        let st := RSch S (body (place pi) (fst x)) (fst x) e (snd x) in
        if forallb (awake pi) (sched (place pi) (fst x))
        then map (cons st) (nodes n (pi ++ [st]))
        else []) (rgen S (place pi) e (nodes n (pi ++ [ROut S e])))
      ++ map (cons (ROut S e)) (nodes n (pi ++ [ROut S e]))
  end.
Proof.
  unfold nodes. simpl. fold (place pi). fold (awake pi). fold (pick pi).
  destruct (pick pi) as [e|]; [|reflexivity]. rewrite place_out. do 2 f_equal.
  apply flat_map_ext. intros x. now rewrite place_sch.
Qed.

Lemma nodes_out n pi e q :
  In (ROut S e :: q) (nodes (Datatypes.S n) pi) <->
  pick pi = Some e /\ In q (nodes n (pi ++ [ROut S e])).
Proof.
  rewrite nodes_eq. simpl. destruct (pick pi) as [e'|].
  2:{ split; [now intros [H|[]]|now intros [H _]]. }
  rewrite in_app_iff, in_flat_map, in_map_iff. split.
  - intros [H|[(x & _ & H)|(q' & H & Hq)]]; [discriminate| |].
    + cbv zeta in H. destruct (forallb _ _); [|easy].
      apply in_map_iff in H as (y & H & _). discriminate.
    + injection H as -> ->. auto.
  - intros [[= ->] Hq]. right. right. eauto.
Qed.

Lemma nodes_sch n pi l g e q r :
  In (RSch S l g e q :: r) (nodes (Datatypes.S n) pi) <->
  pick pi = Some e /\ l = body (place pi) g
  /\ In q (nodes n (pi ++ [ROut S e])) /\ In g (gen1 (place pi) e (erase S q))
  /\ forallb (awake pi) (sched (place pi) g) = true
  /\ In r (nodes n (pi ++ [RSch S l g e q])).
Proof.
  rewrite nodes_eq. simpl. destruct (pick pi) as [e'|].
  2:{ split; [now intros [H|[]]|now intros [H _]]. }
  rewrite in_app_iff, in_flat_map, in_map_iff. split.
  - intros [H|[([g' q'] & Hx & H)|(q' & H & _)]]; [discriminate| |discriminate].
    cbv zeta in H. simpl in H. destruct (forallb _ _) eqn:Ef; [|easy].
    apply in_map_iff in H as (y & H & Hy). injection H as <- -> -> -> ->.
    apply rgen_iff in Hx as [Hq Hg]. auto 8.
  - intros ([= ->] & -> & Hq & Hg & Hf & Hr). right. left. exists (g, q).
    split; [now apply rgen_iff|]. simpl. rewrite Hf. now apply in_map.
Qed.

Lemma nodes_length n : forall pi p, In p (nodes n pi) -> length p <= n.
Proof.
  induction n as [|n IH]; intros pi p Hp.
  { destruct Hp as [<-|[]]. auto. }
  destruct p as [|st p]; simpl; [lia|]. destruct st as [e|l g e q].
  - apply nodes_out in Hp as [_ Hp]. apply IH in Hp. lia.
  - apply nodes_sch in Hp as (_ & _ & _ & _ & _ & Hp). apply IH in Hp. lia.
Qed.

Lemma nodes_app n : forall pi p q,
  In (p ++ q) (nodes n pi) <-> In p (nodes n pi) /\ In q (nodes (n - length p) (pi ++ p)).
Proof.
  induction n as [|n IH]; intros pi p q.
  { split.
    - intros Hp. destruct Hp as [Hp|[]]. destruct p; [|discriminate].
      rewrite app_nil_r. simpl in *. auto.
    - intros [Hp Hq]. destruct Hp as [<-|[]]. rewrite app_nil_r in Hq. exact Hq. }
  destruct p as [|st p]; simpl length; simpl app.
  { rewrite app_nil_r. split; [|tauto]. intros H. split; [apply nodes_nil|exact H]. }
  simpl "-". replace (pi ++ st :: p) with ((pi ++ [st]) ++ p) by now rewrite <- app_assoc.
  destruct st as [e|l g e r].
  - rewrite !nodes_out, IH. tauto.
  - rewrite !nodes_sch, IH. tauto.
Qed.

(** *** Callers come first in an order of time *)

Definition digit (st : rstep) : nat := match st with ROut _ _ => 1 | _ => 2 end.

Fixpoint time (n : nat) p : nat :=
  match n, p with
  | Datatypes.S n, st :: p => digit st * 3 ^ n + time n p
  | _, _ => 0
  end.

Lemma time_bound n : forall p, time n p < 3 ^ n.
Proof.
  induction n as [|n IH]; intros p; [simpl; lia|]. destruct p as [|st p].
  - simpl. assert (H := IH []). lia.
  - assert (H := IH p). cbn [time]. rewrite Nat.pow_succ_r'.
    assert (Hd : digit st <= 2) by (destruct st; simpl; lia).
    apply (Nat.mul_le_mono_r _ _ (3 ^ n)) in Hd. lia.
Qed.

Lemma time_out n : forall p e,
  length p < n -> time n p < time n (p ++ [ROut S e]).
Proof.
  induction n as [|n IH]; intros p e H; [lia|]. destruct p as [|st p].
  - cbn [time app digit]. assert (H0 := time_bound n []). lia.
  - cbn [time app]. simpl in H. assert (H0 := IH p e). lia.
Qed.

Lemma time_sch n : forall p e q l g r,
  length p < n ->
  time n (p ++ ROut S e :: q) < time n (p ++ [RSch S l g e r]).
Proof.
  induction n as [|n IH]; intros p e q l g r H; [lia|]. destruct p as [|st p].
  - cbn [time app digit]. assert (H0 := time_bound n q). lia.
  - cbn [time app]. simpl in H. assert (H0 := IH p e q l g r). lia.
Qed.

(** *** The calls are the nodes *)

Hypothesis nodes_run : forall p, In p (nodes N []) -> run (place p).
Hypothesis pick_en : forall pi f, pick pi = Some f -> In f (en S (place pi)).

Notation T := (nodes N []).

Lemma length_place p : In p T -> length p <= length (place p).
Proof.
  intros _. unfold place, erase. induction p as [|st p IH]; [auto|].
  simpl. rewrite app_length. destruct st; simpl; [lia|].
  rewrite app_length. simpl. lia.
Qed.

Lemma call_out p f : In p T -> pick p = Some f ->
  length p < N /\ In (p ++ [ROut S f]) T.
Proof.
  intros Hp Hf. assert (Hr := nodes_run p Hp). assert (He := pick_en p f Hf).
  apply en_ok in He; [|exact Hr].
  assert (Hb := run_bound S _ (run_snoc _ _ Hr He)). rewrite app_length in Hb.
  simpl in Hb. assert (Hl := length_place p Hp). assert (length p < N) by lia.
  split; [assumption|]. apply nodes_app. split; [exact Hp|].
  destruct (N - length p) as [|n] eqn:En; [lia|].
  apply nodes_out. split; [exact Hf|apply nodes_nil].
Qed.

Lemma call_sch q1 e q2 g l :
  length q1 < N ->
  (In (q1 ++ [RSch S l g e q2]) T <->
   In (q1 ++ ROut S e :: q2) T /\ l = body (place q1) g
   /\ In g (gen1 (place q1) e (erase S q2))
   /\ forallb (awake q1) (sched (place q1) g) = true).
Proof.
  intros Hl. rewrite !nodes_app. simpl app.
  destruct (N - length q1) as [|n] eqn:En; [lia|].
  rewrite nodes_out, nodes_sch. assert (Hn := nodes_nil n). split; [tauto|].
  intros ((H1 & H2 & H3) & H4 & H5 & H6). repeat split; auto.
Qed.

Lemma longer {A} (q1 : list A) (x : A) (q2 : list A) n : length (q1 ++ x :: q2) <= n -> length q1 < n.
Proof. rewrite app_length. simpl. lia. Qed.

Lemma explores_iff p b :
  In b (explores p) <->
  (exists q1 e q2 g, p = q1 ++ ROut S e :: q2
    /\ In g (gen1 (place q1) e (erase S q2))
    /\ forallb (awake q1) (sched (place q1) g) = true
    /\ b = q1 ++ [RSch S (body (place q1) g) g e q2])
  \/ exists f, pick p = Some f /\ b = p ++ [ROut S f].
Proof.
  unfold explores. rewrite in_app_iff, reversals_iff. simpl app.
  destruct (pick p) as [f|]; simpl.
  - split; (intros [H|H]; [left; exact H|right]).
    + destruct H as [<-|[]]. eauto.
    + destruct H as (f' & [= ->] & ->). auto.
  - split; (intros [H|H]; [left; exact H|right]); [easy|].
    now destruct H as (f' & H & _).
Qed.

Lemma explores_NoDup p : NoDup (explores p).
Proof.
  assert (Hrev : forall q pi, NoDup (reversals pi q)
            /\ forall b, In b (reversals pi q) ->
                 length pi < length b <= length pi + length q).
  { induction q as [|st q IH]; intros pi; [split; [constructor|easy]|]. simpl.
    destruct (IH (pi ++ [st])) as [H1 H2].
    assert (H3 : forall b, In b (reversals (pi ++ [st]) q) ->
              length pi + 1 < length b <= length pi + Datatypes.S (length q)).
    { intros b Hb. apply H2 in Hb. rewrite app_length in Hb. simpl in Hb. lia. }
    destruct st as [e|l g e r].
    2:{ simpl. split; [exact H1|]. intros b Hb. apply H3 in Hb. lia. }
    assert (H4 : forall b, In b (flat_map (fun g =>
            if forallb (awake pi) (sched (place pi) g)
            then [pi ++ [RSch S (body (place pi) g) g e q]]
            else []) (gen1 (place pi) e (erase S q))) -> length b = length pi + 1).
    { intros b Hb. apply in_flat_map in Hb as (g & _ & Hb).
      destruct (forallb _ _); [|easy]. destruct Hb as [<-|[]]. now rewrite app_length. }
    split.
    - apply NoDup_append; [|exact H1|].
      + assert (HN := gen1_NoDup S (place pi) e (erase S q)). clear H4. revert HN.
        generalize (gen1 (place pi) e (erase S q)). intros l HN.
        induction HN as [|g l Hg _ IHl]; [constructor|]. simpl.
        apply NoDup_append; [|exact IHl|].
        * destruct (forallb _ _); [|constructor]. constructor; [easy|constructor].
        * intros b Hb Hb'. destruct (forallb _ _); [|easy]. destruct Hb as [<-|[]].
          apply in_flat_map in Hb' as (g' & Hg' & Hb').
          destruct (forallb _ _); [|easy]. destruct Hb' as [Hb'|[]].
          apply app_inv_head in Hb'. injection Hb' as _ ->. contradiction.
      + intros b Hb Hb'. apply H4 in Hb. apply H3 in Hb'. lia.
    - intros b Hb. apply in_app_iff in Hb as [Hb|Hb].
      + apply H4 in Hb. lia.
      + apply H3 in Hb. lia. }
  unfold explores. destruct (Hrev p []) as [H1 H2].
  destruct (pick p) as [f|]; [|now rewrite app_nil_r].
  apply NoDup_append; [exact H1|constructor; [easy|constructor]|].
  intros b Hb [<-|[]]. apply H2 in Hb. rewrite app_length in Hb. simpl in Hb. lia.
Qed.

(** Explore(⟨⟩) makes exactly one call for each node of the tree of POP-W. *)
Theorem explore_nodes k :
  NoDup T -> 3 ^ N < k -> Permutation (explore k []) T.
Proof.
  intros HN Hk.
  assert (Hlen : forall p, In p T -> length p <= N) by (intros p; apply nodes_length).
  apply (visit_all (list rstep) explores T [] (time N) (3 ^ N)); auto.
  - apply nodes_nil.
  - intros p b Hp Hb. apply explores_iff in Hb
      as [(q1 & e & q2 & g & -> & Hg & Hf & ->)|(f & Hf & ->)].
    + apply call_sch; auto. apply (longer q1 (ROut S e) q2). now apply Hlen.
    + now apply call_out.
  - intros b Hb. destruct b as [|st q1 _] using rev_ind; [now left|right].
    assert (Hl := longer q1 st [] N (Hlen _ Hb)).
    destruct st as [f|l g e q2].
    + exists q1. apply nodes_app in Hb as [H1 H2]. split; [exact H1|].
      apply explores_iff. right. exists f. split; [|reflexivity].
      destruct (N - length q1) as [|n] eqn:En; [lia|]. now apply nodes_out in H2.
    + apply call_sch in Hb as (H1 & -> & H2 & H3); [|exact Hl].
      exists (q1 ++ ROut S e :: q2). split; [exact H1|].
      apply explores_iff. left. exists q1, e, q2, g. auto.
  - intros p p' b Hb Hb'. apply explores_iff in Hb, Hb'.
    destruct Hb as [(q1 & e & q2 & g & -> & _ & _ & ->)|(f & _ & ->)],
      Hb' as [(q1' & e' & q2' & g' & -> & _ & _ & Hq)|(f' & _ & Hq)];
      apply app_inj_tail in Hq as [Hq1 Hq2]; try discriminate.
    + injection Hq2 as _ _ -> ->. now rewrite Hq1.
    + exact Hq1.
  - intros p _. apply explores_NoDup.
  - intros p b Hp Hb. apply explores_iff in Hb
      as [(q1 & e & q2 & g & -> & Hg & Hf & ->)|(f & Hf & ->)].
    + apply time_sch. apply (longer q1 (ROut S e) q2). now apply Hlen.
    + apply time_out. now apply call_out in Hf.
  - intros p _. assert (H := time_bound N p). lia.
Qed.

End Explore.

Theorem explore_popw (S : structure) (choose : list (step S) -> list S -> option S)
    (asks : S -> bool) k :
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  (forall g, write g = false -> asks g = true) ->
  (forall (E : list S) e f g, run E -> enab E e -> acc (lab e) = true ->
     poss (E ++ [e]) f -> race e f = true -> reversal E e f = Some g ->
     asks g = true -> asks f = true) ->
  3 ^ height S < k ->
  Permutation (explore S choose asks k []) (popw S choose asks (height S) [] []).
Proof.
  intros H1 H2 H3 H4 Hk.
  assert (HE := popw_root S choose H1 H2 asks H3 H4).
  apply explore_nodes; auto.
  - intros p Hp. apply (in_map (erase S)) in Hp. unfold nodes, place in Hp. simpl in Hp.
    rewrite HE in Hp.
    now apply (root_run S choose H1 H2 listed (listed_total S)).
  - intros pi f Hf. apply H1, filter_In in Hf. tauto.
  - apply (NoDup_map_inv (erase S)). unfold nodes, place. simpl. rewrite HE.
    apply tree_NoDup.
Qed.

Lemma NoDup_map_inj {A B} (h : A -> B) l x y :
  NoDup (map h l) -> In x l -> In y l -> h x = h y -> x = y.
Proof.
  induction l as [|z l IH]; intros Hn Hx Hy E; [easy|]. simpl in Hn.
  apply NoDup_cons_iff in Hn as [Hz Hn]. destruct Hx as [->|Hx], Hy as [->|Hy]; auto.
  - destruct Hz. rewrite E. now apply in_map.
  - destruct Hz. rewrite <- E. now apply in_map.
Qed.

(** Line 3 is never blocked. *)
Theorem explore_awake (S : structure) (choose : list (step S) -> list S -> option S)
    (asks : S -> bool) p :
  (forall pi l e, choose pi l = Some e -> In e l) ->
  (forall pi l, choose pi l = None -> l = []) ->
  (forall g, write g = false -> asks g = true) ->
  (forall (E : list S) e f g, run E -> enab E e -> acc (lab e) = true ->
     poss (E ++ [e]) f -> race e f = true -> reversal E e f = Some g ->
     asks g = true -> asks f = true) ->
  In p (popw S choose asks (height S) [] []) -> en S (place S p) <> [] ->
  exists e, pick S choose asks p = Some e.
Proof.
  intros H1 H2 H3 H4 Hp Hen.
  assert (HE := popw_root S choose H1 H2 asks H3 H4).
  assert (Hp' := in_map (erase S) _ _ Hp). rewrite HE in Hp'.
  destruct (never_blocked S choose H1 H2 listed (listed_total S) _ _ _ _ _
              (node_root S choose listed) Hp' Hen) as (e & He).
  rewrite <- HE in He. apply in_map_iff in He as (q & Hq & Hin).
  destruct q as [|st q _] using rev_ind; [now destruct (erase S p)|].
  unfold erase in Hq. rewrite map_app in Hq. apply app_inj_tail in Hq as [Hq Hst].
  destruct st as [f|]; [|discriminate]. injection Hst as ->. exists e.
  assert (Hl := longer q (ROut S e) [] (height S) (nodes_length S choose asks _ _ _ Hin)).
  apply (nodes_app S choose asks (height S) [] q) in Hin as [Hin Hout].
  destruct (height S - length q) as [|n] eqn:En; [lia|].
  apply nodes_out in Hout as [Hout _].
  assert (q = p) as <-; [|exact Hout].
  apply (NoDup_map_inj (erase S) (popw S choose asks (height S) [] [])); auto.
  rewrite HE. apply tree_NoDup.
Qed.

(** *** Lemma A7: how deep the calls of line 7 are nested *)

Lemma NoDup_parts {A} (u v : list A) : NoDup (u ++ v) -> NoDup u /\ NoDup v.
Proof.
  induction u as [|x u IH]; intros H; [split; [constructor|exact H]|].
  simpl in H. apply NoDup_cons_iff in H as [Hx H]. destruct (IH H) as [H1 H2].
  split; [|exact H2]. constructor; [|exact H1]. intros Hi. apply Hx, in_app_iff. auto.
Qed.

Section Depth.
Variable S : structure.
Implicit Types (E w : list S) (c d e f g h x : S).

Variable choose : list (step S) -> list S -> option S.
Hypothesis choose_in : forall pi l e, choose pi l = Some e -> In e l.
Hypothesis choose_none : forall pi l, choose pi l = None -> l = [].
Variable asks : S -> bool.
Hypothesis asks_read : forall g, write g = false -> asks g = true.
Hypothesis asks_turn : forall E e f g, run E -> enab E e -> acc (lab e) = true ->
  poss (E ++ [e]) f ->
  race e f = true -> reversal E e f = Some g -> asks g = true -> asks f = true.

Notation N := (height S).
Notation rstep := (rstep S).
Notation place := (place S).
Implicit Types (p q r b : list rstep).
Notation T := (nodes S choose asks N []).
Notation pick := (pick S choose asks).

Lemma T_run p : In p T -> run (place p).
Proof.
  intros Hp. apply (in_map (erase S)) in Hp. unfold nodes, Calls.place in Hp. simpl in Hp.
  rewrite (popw_root S choose choose_in choose_none asks asks_read asks_turn) in Hp.
  now apply (root_run S choose choose_in choose_none listed (listed_total S)).
Qed.

Lemma pick_in pi f : pick pi = Some f -> In f (en S (place pi)).
Proof. intros Hf. apply choose_in, filter_In in Hf. tauto. Qed.

Lemma way_length n pi E B p m B' :
  way S choose n pi E B p m B' -> n = m + length p.
Proof. induction 1; simpl; lia. Qed.

(** The facts about a node with its choice [e]. *)
Lemma T_facts q1 e q2 :
  In (q1 ++ ROut S e :: q2) T ->
  exists B Te, run (place q1) /\ enab (place q1) e /\ good S (place q1 ++ [e]) B Te
    /\ In (erase S q2) Te.
Proof.
  intros H. apply nodes_app in H as [H1 H2].
  destruct (popw_tree S choose choose_in choose_none asks asks_read asks_turn
              N [] (fun _ => false) (way_nil S choose _ _ _ _)) as [_ HW].
  destruct (HW q1 H1) as (m & B & Hw).
  assert (Hm := way_length _ _ _ _ _ _ _ Hw).
  replace (N - length q1) with m in H2 by lia. simpl app in H2.
  destruct (popw_tree S choose choose_in choose_none asks asks_read asks_turn
              m q1 B Hw) as [Ht _].
  apply (in_map (erase S)) in H2. unfold nodes in H2. fold (place q1) in Ht.
  rewrite Ht in H2. simpl map in H2.
  assert (Hn := way_node S choose _ _ _ _ _ _ _ Hw (node_root S choose listed)).
  simpl in Hn. fold (place q1) in Hn.
  destruct m as [|n]; [destruct H2 as [H2|[]]; discriminate|].
  destruct (chosen choose (erase S q1) (place q1) B) as [e'|] eqn:Hch.
  2:{ simpl in H2. rewrite Hch in H2. destruct H2 as [H2|[]]. discriminate. }
  apply (T_iff S choose n (erase S q1) (place q1) B e' Hch) in H2
    as [H2|[(q & Hq & H2)|(g & q & _ & _ & _ & H2)]]; try discriminate.
  injection H2 as <- <-.
  destruct (at_facts S choose choose_in choose_none n (erase S q1) (place q1) B e
              Hn Hch) as (R1 & R2 & R3 & R4 & _).
  eauto 8.
Qed.

(** ... and about one with a schedule. *)
Lemma T_sch q1 l g e q r :
  In (q1 ++ RSch S l g e q :: r) T ->
  In (q1 ++ ROut S e :: q) T /\ l = body (place q1) g
  /\ In g (gen1 (place q1) e (erase S q)) /\ Rev (place q1) e g
  /\ run (place q1) /\ enab (place q1) e.
Proof.
  intros H. replace (q1 ++ RSch S l g e q :: r) with ((q1 ++ [RSch S l g e q]) ++ r) in H
    by now rewrite <- app_assoc.
  apply nodes_app in H as [H _].
  assert (Hl := longer q1 (RSch S l g e q) [] N (nodes_length S choose asks _ _ _ H)).
  apply (call_sch S choose asks q1 e q g l Hl) in H as (H1 & H2 & H3 & _).
  split; [exact H1|]. split; [exact H2|]. split; [exact H3|].
  destruct (T_facts q1 e q H1) as (B & Te & F1 & F2 & F3 & F4).
  split; [|auto]. now apply (gen1_rev S (place q1) B e Te F1 F2 F3 (erase S q) g).
Qed.

(** The events in schedules, and the number of events outside. *)
Definition inside p : list S :=
  flat_map (fun st => match st with ROut _ _ => [] | RSch _ l g _ _ => l ++ [g] end) p.
Definition outside p : nat :=
  length (filter (fun st => match st with ROut _ _ => true | _ => false end) p).

Lemma place_app p q : place (p ++ q) = place p ++ place q.
Proof. unfold Calls.place, erase. now rewrite map_app, flat_app. Qed.

Lemma inside_app p q : inside (p ++ q) = inside p ++ inside q.
Proof. apply flat_map_app. Qed.

Lemma outside_app p q : outside (p ++ q) = outside p + outside q.
Proof. unfold outside. now rewrite filter_app, app_length. Qed.

Lemma place_length p : length (place p) = length (inside p) + outside p.
Proof.
  induction p as [|st p IH]; [reflexivity|].
  replace (st :: p) with ([st] ++ p) by reflexivity.
  rewrite place_app, inside_app, outside_app, !app_length, IH.
  unfold Calls.place, inside, outside. destruct st; simpl; rewrite ?app_length; simpl; lia.
Qed.

Lemma inside_iff p x :
  In x (inside p) <->
  exists r1 l h e q r2, p = r1 ++ RSch S l h e q :: r2 /\ In x (l ++ [h]).
Proof.
  unfold inside. rewrite in_flat_map. split.
  - intros (st & Hst & Hx). destruct st as [e|l h e q]; [easy|].
    apply in_split in Hst as (r1 & r2 & ->). eauto 10.
  - intros (r1 & l & h & e & q & r2 & -> & Hx). exists (RSch S l h e q).
    split; [apply in_app_iff; simpl; auto|exact Hx].
Qed.

Lemma inside_place p : incl (inside p) (place p).
Proof.
  intros x Hx. apply inside_iff in Hx as (r1 & l & h & e & q & r2 & -> & Hx).
  rewrite place_app. apply in_app_iff. right.
  replace (RSch S l h e q :: r2) with ([RSch S l h e q] ++ r2) by reflexivity.
  rewrite place_app. apply in_app_iff. left. unfold Calls.place. simpl.
  now rewrite app_nil_r.
Qed.

Lemma inside_NoDup p : NoDup (place p) -> NoDup (inside p).
Proof.
  induction p as [|st p IH]; [constructor|].
  replace (st :: p) with ([st] ++ p) by reflexivity.
  rewrite place_app, inside_app. intros H.
  assert (Hp : NoDup (inside p)) by now apply IH, (NoDup_parts (place [st])).
  destruct st as [e|l g e q]; [exact Hp|].
  unfold Calls.place at 1 in H. simpl in H. rewrite app_nil_r in H.
  unfold inside at 1. simpl. rewrite app_nil_r.
  apply NoDup_append; [now apply NoDup_parts in H|exact Hp|].
  intros x Hx Hx'. apply inside_place in Hx'.
  apply in_split in Hx as (u1 & u2 & E1). rewrite E1, <- app_assoc in H. simpl in H.
  apply NoDup_remove_2 in H. apply H. rewrite !in_app_iff. auto.
Qed.

Definition ends_inside q : Prop := exists q' l g e r, q = q' ++ [RSch S l g e r].

Lemma last_erase q f :
  last_event (erase S q) = Some f -> In f (inside q) -> NoDup (place q) -> ends_inside q.
Proof.
  destruct q as [|st q _] using rev_ind; [discriminate|]. intros Hf Hi Hn.
  destruct st as [e|l g e r]; [exfalso|unfold ends_inside; eauto 8].
  apply last_event_flat in Hf as (u & Hu).
  change (flat (erase S (q ++ [ROut S e]))) with (place (q ++ [ROut S e])) in Hu.
  rewrite place_out in Hu. apply app_inj_tail in Hu as [_ ->].
  rewrite place_out in Hn. rewrite inside_app in Hi. simpl in Hi. rewrite app_nil_r in Hi.
  apply inside_place in Hi. apply NoDup_remove_2 in Hn. rewrite app_nil_r in Hn. auto.
Qed.

(** The schedules after [e] are parts of the one that replaces it. *)
Lemma inside_body q1 e q2 g :
  In (q1 ++ ROut S e :: q2) T -> In g (gen1 (place q1) e (erase S q2)) ->
  forall x, In x (inside q2) ->
    In x (body (place q1) g) \/ last_event (erase S q2) = Some x.
Proof.
  intros Hp Hg x Hx. set (E := place q1) in *.
  destruct (T_facts q1 e q2 Hp) as (B & Te & HE & He & HTe & Hq). fold E in HE, He, HTe.
  assert (Hr := proj1 (good_run _ _ _ _ HTe _ Hq)).
  assert (Hi := Hx). apply inside_iff in Hi as (r1 & l & h & e' & q & r2 & Eq2 & Hxl).
  assert (Hp' := Hp). rewrite Eq2 in Hp'.
  replace (q1 ++ ROut S e :: r1 ++ RSch S l h e' q :: r2)
    with ((q1 ++ ROut S e :: r1) ++ RSch S l h e' q :: r2) in Hp'
    by now rewrite <- app_assoc.
  apply T_sch in Hp' as (_ & El & _ & HRh & _ & He').
  set (E' := place (q1 ++ ROut S e :: r1)) in *.
  assert (Hxq : In x (flat (erase S q2))) by (apply inside_place; exact Hx).
  assert (HxE : ~ In x (E ++ [e])) by (intros Hi; now apply (run_disj S _ _ x Hr)).
  assert (HhE : In h (heads (erase S q2))).
  { rewrite Eq2. unfold erase. rewrite map_app. unfold heads. rewrite flat_map_app.
    apply in_app_iff. right. simpl. auto. }
  assert (Hhq := heads_flat S _ _ HhE).
  assert (Hxh : x = h \/ lt x h /\ In x (body E' h)).
  { apply in_app_iff in Hxl as [Hxl|[->|[]]]; [right|now left]. rewrite El in Hxl.
    split; [now apply body_iff in Hxl|exact Hxl]. }
  destruct (acc (lab e)) eqn:Hae.
  - apply (gen1_sound S E B e Te HE He HTe) in Hg as (f & Hpf & [Hf Hh] & _ & _ & _ & Hb);
      auto.
    assert (Hxf : le x f).
    { destruct Hxh as [->|[Hxh _]]; [now apply Hh|]. right.
      apply (lt_le_trans S x h f); auto. now apply poss_isev with (E ++ [e]). }
    destruct Hxf as [->|Hxf]; [now right|left]. apply Hb, body_iff. auto.
  - apply (gen1_placed S E B e Te HE He HTe) in Hg as [R (P1 & P2 & P3 & P4)]; auto.
    assert (Hgi : isev g) by (apply poss_isev with E; apply R).
    destruct (P2 h HhE) as [Hhb|[Hl Hlab]].
    + left. destruct Hxh as [->|[Hxh _]]; [exact Hhb|]. apply body_iff in Hhb as [Hhg _].
      apply body_iff. split; [now apply (lt_trans S x h g)|].
      intros Hi. apply HxE, in_app_iff. auto.
    + destruct Hxh as [->|[Hxh Hxb]]; [now right|left].
      assert (Hae' : acc (lab e') = false).
      { destruct HRh as (Hph & Ht & Hd & _). destruct (dep_threads _ _ Hd Ht) as [Hv _].
        assert (HE' : run E') by (apply run_app in Hph; exact Hph).
        rewrite (en_kind S E' e' HE' He'), <- Hv,
          <- (isev_kind S h (poss_isev S E' h Hph)), Hlab.
        apply lock_acc. now apply (rev_lock S E e g HE He Hae R). }
      destruct (body_thread S E' e' h x Hae' HRh Hxb) as (d & Hd & Hdt & Hxd).
      (* d is before h, in the thread of g *)
      assert (Hl' := Hl). apply last_event_flat in Hl' as (w & Hw).
      rewrite Hw, app_assoc in Hr. assert (Hr' := Hr). apply run_inv in Hr' as [Hrw Hhe].
      assert (Hbw : incl (body E g) w).
      { intros y Hy. assert (Hyq := P1 y Hy). rewrite Hw in Hyq.
        apply in_app_iff in Hyq as [Hyq|[<-|[]]]; [exact Hyq|]. exfalso.
        destruct R as (_ & Rt & Rd & Rn). apply (Rn h Hy).
        destruct (dep_threads _ _ Rd Rt) as [Rv _]. apply dep_access; [congruence|].
        right. now apply wr_acc. }
      assert (Hdw : In d w).
      { assert (Hdh : lt d h) by now apply body_iff in Hd.
        assert (HdE : In d ((E ++ [e]) ++ w)) by (destruct Hhe as (_ & _ & Hi & _); auto).
        apply in_app_iff in HdE as [HdE|HdE]; [|exact HdE]. exfalso. apply HxE.
        destruct Hxd as [->|Hxd]; [exact HdE|].
        apply (run_down S (E ++ [e]) x d); auto. now apply run_app in Hrw. }
      assert (Hru : run (((E ++ [e]) ++ body E g) ++ minus w (body E g))).
      { rewrite <- app_assoc. apply F3; auto. now apply run_after. }
      assert (Hnt : forall a, In a (minus w (body E g)) -> thr a <> thr g).
      { destruct (rev_lock S E e g HE He Hae R) as [_ Lg].
        apply (no_lock S _ _ (lab g) Hru (nxt_rev_lock S E e g HE He Hae R));
          [now apply lock_acc|].
        intros a Ha E0. apply minus_iff in Ha as [Ha _].
        destruct (P3 a) as [H1 _].
        - rewrite Hw. apply in_app_iff. auto.
        - congruence.
        - congruence.
        - assert (a = h) as -> by congruence.
          apply (run_disj S ((E ++ [e]) ++ w) [h] h Hr); [|simpl; auto].
          apply in_app_iff. auto. }
      assert (Hdb : In d (body E g)).
      { destruct (in_dec (ev_dec S) d (body E g)) as [i|n]; [exact i|].
        destruct (Hnt d); [now apply minus_iff|]. congruence. }
      apply body_iff in Hdb as [Hdg _]. apply body_iff.
      split; [now apply (le_lt_trans S x d g)|].
      intros Hi. apply HxE, in_app_iff. auto.
Qed.

(** The number of events in schedules does not become smaller, and grows if the
    last event was outside. *)
Lemma inside_grows q1 e q2 g :
  In (q1 ++ ROut S e :: q2) T -> In g (gen1 (place q1) e (erase S q2)) ->
  length (inside q2) <= length (body (place q1) g) + 1
  /\ (~ ends_inside q2 -> length (inside q2) <= length (body (place q1) g)).
Proof.
  intros Hp Hg. assert (HI := inside_body q1 e q2 g Hp Hg).
  assert (HN : NoDup (place q2)).
  { assert (H := run_NoDup S _ (T_run _ Hp)). rewrite place_app in H.
    replace (ROut S e :: q2) with ([ROut S e] ++ q2) in H by reflexivity.
    rewrite place_app, app_assoc in H. now apply NoDup_parts in H. }
  assert (HD := inside_NoDup q2 HN). split.
  - destruct (last_event (erase S q2)) as [f|] eqn:Ef.
    + replace (length (body (place q1) g) + 1) with (length (body (place q1) g ++ [f]))
        by (rewrite app_length; reflexivity).
      apply NoDup_incl_length; [exact HD|]. intros x Hx. apply in_app_iff.
      destruct (HI x Hx) as [H|[= ->]]; simpl; auto.
    + assert (length (inside q2) <= length (body (place q1) g)); [|lia].
      apply NoDup_incl_length; [exact HD|]. intros x Hx.
      destruct (HI x Hx) as [H|H]; [exact H|discriminate].
  - intros Hno. apply NoDup_incl_length; [exact HD|]. intros x Hx.
    destruct (HI x Hx) as [H|H]; [exact H|]. destruct Hno. now apply (last_erase q2 x).
Qed.

(** [nest p k]: a call Explore(p) within [k] calls of line 7, one in the other. *)
Inductive nest : list rstep -> nat -> Prop :=
| nest_nil : nest [] 0
| nest_out p k f : nest p k -> pick p = Some f -> nest (p ++ [ROut S f]) k
| nest_sch p k b : nest p k -> In b (reversals S asks [] p) -> nest b (Datatypes.S k).

Fixpoint tri (d : nat) : nat :=
  match d with 0 => 0 | Datatypes.S d => tri d + (N - d) end.

Lemma tri_mono (d d' : nat) : d <= d' -> tri d <= tri d'.
Proof. induction 1; simpl; lia. Qed.

Lemma tri_sum (d : nat) : d <= N -> 2 * tri d = d * (2 * N + 1 - d).
Proof.
  induction d as [|d IH]; intros H; [reflexivity|]. simpl tri.
  assert (IH' := IH ltac:(lia)).
  replace (2 * N + 1 - Datatypes.S d) with (2 * N - d) by lia.
  replace (2 * N + 1 - d) with (2 * N - d + 1) in IH' by lia.
  rewrite Nat.mul_add_distr_l, IH', Nat.mul_add_distr_l. simpl. lia.
Qed.

Lemma reversals_nodes p b :
  In p T -> In b (reversals S asks [] p) ->
  exists q1 e q2 g, p = q1 ++ ROut S e :: q2
    /\ In g (gen1 (place q1) e (erase S q2))
    /\ b = q1 ++ [RSch S (body (place q1) g) g e q2] /\ In b T.
Proof.
  intros Hp Hb. apply reversals_iff in Hb as (q1 & e & q2 & g & -> & Hg & Hf & ->).
  simpl app in *. exists q1, e, q2, g. do 3 (split; [auto|]).
  apply call_sch; auto. apply (longer q1 (ROut S e) q2).
  now apply nodes_length in Hp.
Qed.

Lemma nest_bound p k :
  nest p k -> In p T /\
  exists p1 us, p = p1 ++ map (ROut S) us /\
    (p1 = [] /\ k = 0 \/
     exists p0 st (d : nat), p1 = p0 ++ [st] /\ (forall e, st <> ROut S e)
       /\ length (inside p1) = Datatypes.S d
       /\ Datatypes.S d + outside p0 <= N
       /\ k <= tri d + (N - Datatypes.S d - outside p0) + 1).
Proof.
  induction 1 as [|p k f H (HT & p1 & us & -> & IH) Hf|p k b H (HT & p1 & us & Ep & IH) Hb].
  - split; [apply nodes_nil|]. exists [], []. auto.
  - split; [now apply (call_out S choose asks T_run pick_in)|].
    exists p1, (us ++ [f]). split; [now rewrite map_app, <- app_assoc|exact IH].
  - destruct (reversals_nodes p b HT Hb) as (q1 & e & q2 & g & Eq & Hg & -> & HbT).
    split; [exact HbT|]. rewrite Eq in HT.
    destruct (inside_grows q1 e q2 g HT Hg) as [G1 G2].
    exists (q1 ++ [RSch S (body (place q1) g) g e q2]), [].
    split; [now rewrite app_nil_r|]. right.
    exists q1, (RSch S (body (place q1) g) g e q2),
      (length (inside q1) + length (body (place q1) g)).
    assert (HL : length (inside (q1 ++ [RSch S (body (place q1) g) g e q2]))
      = Datatypes.S (length (inside q1) + length (body (place q1) g))).
    { rewrite inside_app, app_length. unfold inside at 2. simpl.
      rewrite app_nil_r, app_length. simpl. lia. }
    assert (HN : Datatypes.S (length (inside q1) + length (body (place q1) g))
                 + outside q1 <= N).
    { assert (HB := run_bound S _ (T_run _ HbT)). rewrite place_length, HL, outside_app in HB.
      simpl in HB. lia. }
    split; [reflexivity|]. split; [discriminate|]. split; [exact HL|]. split; [exact HN|].
    set (d' := length (inside q1) + length (body (place q1) g)) in *.
    assert (Hsum : length (inside p) = length (inside q1) + length (inside q2)).
    { rewrite Eq, inside_app, app_length. reflexivity. }
    destruct IH as [[-> ->]|(p0 & st & d & -> & Hst & Hd & Ho & Hk)]; [lia|].
    assert (Hin : forall v, inside (map (ROut S) v) = []).
    { induction v as [|y v IHv]; [reflexivity|exact IHv]. }
    assert (Hpd : length (inside p) = Datatypes.S d).
    { rewrite Ep, inside_app, Hin, app_nil_r. exact Hd. }
    destruct us as [|u us _] using rev_ind.
    + (* the last event is at head *)
      simpl in Ep. rewrite app_nil_r in Ep. rewrite Eq in Ep.
      destruct q2 as [|st' q2 _] using rev_ind.
      { apply app_inj_tail in Ep as [_ <-]. now destruct (Hst e). }
      replace (q1 ++ ROut S e :: q2 ++ [st']) with ((q1 ++ ROut S e :: q2) ++ [st']) in Ep
        by now rewrite <- app_assoc.
      apply app_inj_tail in Ep as [Ep _].
      assert (Hoo : outside q1 < outside p0).
      { rewrite <- Ep, outside_app. unfold outside at 3. simpl. lia. }
      assert (Hdd : d <= d') by lia.
      destruct (Nat.eq_dec d d') as [<-|Hne]; [lia|].
      assert (Ht := tri_mono (Datatypes.S d) d' ltac:(lia)). simpl in Ht. lia.
    + (* it is outside *)
      assert (Hno : ~ ends_inside q2).
      { intros (q' & l0 & g0 & e0 & r0 & E0). rewrite Ep, map_app, app_assoc, E0 in Eq.
        replace (q1 ++ ROut S e :: q' ++ [RSch S l0 g0 e0 r0])
          with ((q1 ++ ROut S e :: q') ++ [RSch S l0 g0 e0 r0]) in Eq
          by now rewrite <- app_assoc.
        apply app_inj_tail in Eq as [_ Eq]. discriminate. }
      specialize (G2 Hno).
      assert (Ht := tri_mono (Datatypes.S d) d' ltac:(lia)). simpl in Ht. lia.
Qed.

(** A7, the bound for programs with mutexes. *)
Theorem A7 p k : nest p k -> 2 * k <= N * (N + 1).
Proof.
  intros H. apply nest_bound in H as (_ & p1 & us & _ & [[_ ->]|(p0 & st & d & _ & _ & _ & Ho & Hk)]);
    [lia|].
  assert (Ht : tri (Datatypes.S d) <= tri N) by (apply tri_mono; lia). simpl in Ht.
  assert (Hs := tri_sum N (le_n N)). replace (2 * N + 1 - N) with (N + 1) in Hs by lia. lia.
Qed.

End Depth.
