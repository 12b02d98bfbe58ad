(** The order of the elements of a list, by their indices; used for the order
    of the nodes of a tree (A.5). *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

Section Order.
Context {A : Type}.
Variable dec : forall a b : A, {a = b} + {a <> b}.

Fixpoint index (a : A) (l : list A) : nat :=
  match l with
  | [] => 0
  | b :: l => if dec a b then 0 else S (index a l)
  end.

Lemma index_lt a l : In a l -> index a l < length l.
Proof.
  induction l as [|b l IH]; intros H; [easy|]. simpl.
  destruct (dec a b) as [->|Hn]; [lia|]. destruct H as [->|H]; [congruence|].
  specialize (IH H). lia.
Qed.

Lemma index_inj a b l : In a l -> index a l = index b l -> a = b.
Proof.
  induction l as [|c l IH]; intros Ha; [easy|]. simpl.
  destruct (dec a c) as [Hac|Hac], (dec b c) as [Hbc|Hbc]; intros H;
    try discriminate H.
  - congruence.
  - injection H as H. destruct Ha as [Ha|Ha]; [congruence|auto].
Qed.

Lemma index_app_l a l l' : In a l -> index a (l ++ l') = index a l.
Proof.
  induction l as [|b l IH]; intros H; [easy|]. simpl.
  destruct (dec a b); [reflexivity|]. destruct H as [->|H]; [congruence|].
  now rewrite IH.
Qed.

Lemma index_app_r a l l' :
  ~ In a l -> index a (l ++ l') = length l + index a l'.
Proof.
  induction l as [|b l IH]; intros H; [reflexivity|]. simpl.
  destruct (dec a b) as [->|]; [destruct H; simpl; auto|].
  rewrite IH; [reflexivity|]. intros Hi. apply H. now right.
Qed.

Lemma index_filter (P : A -> bool) a b l :
  In a l -> In b l -> P a = true -> P b = true ->
  (index a (filter P l) < index b (filter P l) <-> index a l < index b l).
Proof.
  induction l as [|c l IH]; intros Ha Hb HPa HPb; [easy|]. simpl.
  destruct (P c) eqn:Ec; simpl.
  - destruct (dec a c) as [Eac|Nac], (dec b c) as [Ebc|Nbc]; try lia.
    destruct Ha as [Ha|Ha]; [congruence|]. destruct Hb as [Hb|Hb]; [congruence|].
    specialize (IH Ha Hb HPa HPb). lia.
  - destruct (dec a c) as [->|Nac]; [congruence|].
    destruct (dec b c) as [->|Nbc]; [congruence|].
    destruct Ha as [Ha|Ha]; [congruence|]. destruct Hb as [Hb|Hb]; [congruence|].
    specialize (IH Ha Hb HPa HPb). lia.
Qed.

End Order.

Lemma index_map {A B} decA decB (f : A -> B) a l :
  (forall x y, f x = f y -> x = y) ->
  index decB (f a) (map f l) = index decA a l.
Proof.
  intros Hf. induction l as [|b l IH]; [reflexivity|]. simpl.
  destruct (decB (f a) (f b)) as [E|N], (decA a b) as [E'|N']; auto.
  - apply Hf in E. contradiction.
  - now rewrite E' in N.
Qed.

(** Lists of disjoint blocks. *)
Section Blocks.
Context {A B : Type}.
Variable decA : forall a b : A, {a = b} + {a <> b}.
Variable decB : forall a b : B, {a = b} + {a <> b}.
Variable F : A -> list B.

Lemma index_blocks g h x y l :
  (forall a b z, In a l -> In b l -> In z (F a) -> In z (F b) -> a = b) ->
  In g l -> In h l -> In x (F g) -> In y (F h) ->
  index decA g l < index decA h l ->
  index decB x (flat_map F l) < index decB y (flat_map F l).
Proof.
  induction l as [|a l IH]; intros Hd Hg Hh Hx Hy; [easy|]. simpl.
  destruct (decA g a) as [->|Hga].
  - destruct (decA h a) as [->|Hha]; [lia|]. intros _.
    assert (Hya : ~ In y (F a)).
    { intros Hi. apply Hha. apply (Hd h a y); simpl; auto. }
    rewrite index_app_l by exact Hx. rewrite index_app_r by exact Hya.
    assert (H := index_lt decB x (F a) Hx). lia.
  - destruct (decA h a) as [->|Hha]; [lia|]. intros Hlt.
    destruct Hg as [Hg|Hg]; [congruence|]. destruct Hh as [Hh|Hh]; [congruence|].
    assert (Hxa : ~ In x (F a)).
    { intros Hi. apply Hga. apply (Hd g a x); simpl; auto. }
    assert (Hya : ~ In y (F a)).
    { intros Hi. apply Hha. apply (Hd h a y); simpl; auto. }
    rewrite !index_app_r by assumption.
    assert (Hi : index decB x (flat_map F l) < index decB y (flat_map F l)).
    { apply IH; auto; [|lia]. intros b c z Hb Hc. apply Hd; simpl; auto. }
    lia.
Qed.

Lemma index_blocks_iff g h x y l :
  (forall a b z, In a l -> In b l -> In z (F a) -> In z (F b) -> a = b) ->
  In g l -> In h l -> In x (F g) -> In y (F h) -> g <> h ->
  (index decB x (flat_map F l) < index decB y (flat_map F l)
   <-> index decA g l < index decA h l).
Proof.
  intros Hd Hg Hh Hx Hy Hne. split; [|now apply index_blocks].
  intros Hlt.
  destruct (lt_eq_lt_dec (index decA g l) (index decA h l)) as [[H|H]|H]; auto.
  - apply index_inj in H; [contradiction|exact Hg].
  - apply (index_blocks h g y x l) in H; auto. lia.
Qed.

Lemma index_block g x y l :
  (forall a b z, In a l -> In b l -> In z (F a) -> In z (F b) -> a = b) ->
  In g l -> In x (F g) -> In y (F g) ->
  (index decB x (flat_map F l) < index decB y (flat_map F l)
   <-> index decB x (F g) < index decB y (F g)).
Proof.
  induction l as [|a l IH]; intros Hd Hg Hx Hy; [easy|]. simpl.
  destruct (decA g a) as [->|Hga].
  - now rewrite !index_app_l.
  - destruct Hg as [Hg|Hg]; [congruence|].
    assert (Hxa : ~ In x (F a)).
    { intros Hi. apply Hga. apply (Hd g a x); simpl; auto. }
    assert (Hya : ~ In y (F a)).
    { intros Hi. apply Hga. apply (Hd g a y); simpl; auto. }
    rewrite !index_app_r by assumption.
    rewrite <- IH; auto; [lia|]. intros b c z Hb Hc. apply Hd; simpl; auto.
Qed.

End Blocks.
