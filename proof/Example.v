(** How to write a program: the program C3 of A.1,

      p: x=1 | q: y=1; a=x | r: b=x; if b==0 { z=1 }; c=y | s: d=y; e=x

    and some of its executions, as a check of the definitions in [Program.v]. *)

From Coq Require Import List Arith Lia.
From Dpor Require Import Letters System Program Operations Main.
Import ListNotations.

(** The threads p, q, r, s are 0 to 3; the variables x, y, z are 0 to 2, and in
    letters 0, 2, 4.  The list holds the values that the thread's accesses have returned. *)
Definition C3_code (t : nat) (h : list nat) : option (access nat) :=
  match t, h with
  | 0, [] => Some (Wr nat 0 1)
  | 1, [] => Some (Wr nat 1 1)
  | 1, [_] => Some (Rd nat 0)
  | 2, [] => Some (Rd nat 0)
  | 2, [0] => Some (Wr nat 2 1)
  | 2, [S _] => Some (Rd nat 1)
  | 2, [0; _] => Some (Rd nat 1)
  | 3, [] => Some (Rd nat 1)
  | 3, [_] => Some (Rd nat 0)
  | _, _ => None
  end.

Definition C3 : program nat.
Proof.
  refine {| code := C3_code; init := fun _ => 0; nthreads := 4; nsteps := 3 |}.
  - intros t h H. do 4 (destruct t as [|t]; [lia|]). reflexivity.
  - intros t h H. do 3 (destruct h as [|? h]; [simpl in H; lia|]).
    do 4 (destruct t as [|t]; [destruct n; reflexivity|]). reflexivity.
Defined.

(** The execution in which the threads [ts] make steps in this order. *)
Fixpoint execute {V} (P : program V) (X : list letter) (ts : list nat) :=
  match ts with
  | [] => Some X
  | t :: ts =>
      match nextp V P X t with
      | Some a => if can X a then execute P (X ++ [a]) ts else None
      | None => None
      end
  end.

Lemma execute_exec V (P : program V) ts : forall X Y,
  exec (nextp V P) X -> execute P X ts = Some Y -> exec (nextp V P) Y.
Proof.
  induction ts as [|t ts IH]; intros X Y HX; simpl; [now intros [= <-]|].
  destruct (nextp V P X t) as [a|] eqn:Ea; [|discriminate].
  destruct (can X a) eqn:Ec; [|discriminate].
  apply IH. constructor; [exact HX| |exact Ec].
  assert (Ht := P1 V P X t a HX Ea). destruct Ht as [-> _]. exact Ea.
Qed.

(** If r reads x first, it writes z ... *)
Example r_first :
  execute C3 [] [2; 2; 2; 0]
  = Some [L 2 0 Read 0; L 2 1 Write 4; L 2 2 Read 2; L 0 0 Write 0].
Proof. reflexivity. Qed.

(** ... and if p has written x, it does not. *)
Example p_first :
  execute C3 [] [0; 2; 2] = Some [L 0 0 Write 0; L 2 0 Read 0; L 2 1 Read 2]
  /\ execute C3 [] [0; 2; 2; 2] = None.
Proof. split; reflexivity. Qed.

(** The theorem about all programs, for this one. *)
Definition C3_explored := pop_exploration nat C3.

(** *** CompareAndSwap

      p: a=CAS(x,0,1) | q: b=CAS(x,0,2); if b==0 { y=1 }

    The one that comes first writes, the other one reads. *)
Definition cas (x v w : nat) : access nat :=
  Cas nat x (fun old => if old =? v then Some w else None).

Definition swaps_code (t : nat) (h : list nat) : option (access nat) :=
  match t, h with
  | 0, [] => Some (cas 0 0 1)
  | 1, [] => Some (cas 0 0 2)
  | 1, [0] => Some (Wr nat 1 1)
  | _, _ => None
  end.

Definition swaps : program nat.
Proof.
  refine {| code := swaps_code; init := fun _ => 0; nthreads := 2; nsteps := 2 |}.
  - intros t h H. do 2 (destruct t as [|t]; [lia|]). reflexivity.
  - intros t h H. do 2 (destruct h as [|? h]; [simpl in H; lia|]).
    do 2 (destruct t as [|t]; [destruct n; reflexivity|]). reflexivity.
Defined.

Example p_swaps :
  execute swaps [] [0; 1] = Some [L 0 0 Write 0; L 1 0 Read 0]
  /\ execute swaps [] [0; 1; 1] = None.
Proof. split; reflexivity. Qed.

Example q_swaps :
  execute swaps [] [1; 0; 1] = Some [L 1 0 Write 0; L 0 0 Read 0; L 1 1 Write 2].
Proof. reflexivity. Qed.

(** *** Mutexes

      p: lock m; lock n; unlock n; unlock m | q: lock n; lock m; unlock m; unlock m

    If each thread has locked one, both wait for ever.  The second Unlock of q
    is of a mutex that it does not hold, and ends it. *)
Definition locks_code (t : nat) (h : list nat) : option (access nat) :=
  match t, h with
  | 0, [] => Some (Lk nat 0)
  | 0, [_] => Some (Lk nat 1)
  | 0, [_; _] => Some (Ul nat 1)
  | 0, [_; _; _] => Some (Ul nat 0)
  | 1, [] => Some (Lk nat 1)
  | 1, [_] => Some (Lk nat 0)
  | 1, [_; _] => Some (Ul nat 0)
  | 1, [_; _; _] => Some (Ul nat 0)
  | _, _ => None
  end.

Definition locks : program nat.
Proof.
  refine {| code := locks_code; init := fun _ => 0; nthreads := 2; nsteps := 4 |}.
  - intros t h H. do 2 (destruct t as [|t]; [lia|]). reflexivity.
  - intros t h H. do 4 (destruct h as [|? h]; [simpl in H; lia|]).
    do 2 (destruct t as [|t]; [reflexivity|]). reflexivity.
Defined.

Example deadlock :
  let X := [L 0 0 Lock 1; L 1 0 Lock 3] in
  execute locks [] [0; 1] = Some X
  /\ maximal (program_system nat locks) X
  /\ nextp nat locks X 0 = Some (L 0 1 Lock 3).
Proof.
  split; [reflexivity|]. split; [|reflexivity]. intros t a.
  do 2 (destruct t as [|t]; [now intros [= <-]|]). discriminate.
Qed.

(** Theorem C for this program, with the first enabled event as the choice. *)
Definition locks_explored :=
  Theorem_C nat locks first_enabled (first_in _) (first_none _)
    (rival nat locks) (or_intror eq_refl).

Example misuse :
  execute locks [] [1; 1; 1]
  = Some [L 1 0 Lock 3; L 1 1 Lock 1; L 1 2 Unlock 1]
  /\ execute locks [] [1; 1; 1; 1] = None.
Proof. split; reflexivity. Qed.
