(** What the main theorems rest on: nothing, "Closed under the global
    context". Compiled last by the Makefile, for its output. *)

From Dpor Require Import Letters System Program Structure Races Tree TheoremA Events Main.

(** Facts. *)
Print Assumptions F1_program.
Print Assumptions F2_program.
Print Assumptions F1_equiv.
Print Assumptions System.F2.
Print Assumptions F3.
Print Assumptions F4.
Print Assumptions F5.
Print Assumptions F6.

(** Programs are systems; systems have structures of events. *)
Print Assumptions program_system.
Print Assumptions structure_of.
Print Assumptions equiv_events.

(** Theorem A. *)
Print Assumptions A_C.
Print Assumptions A_S.
Print Assumptions A_S_only.
Print Assumptions A_T.
Print Assumptions A_T_only.
Print Assumptions A_N.
Print Assumptions program_exploration.
Print Assumptions pop_exploration.
