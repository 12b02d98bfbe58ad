(** The assumptions of the main theorems. Compiled last by the Makefile, for its
    output: "Closed under the global context" means that there are none. *)

From Dpor Require Import Letters System Program Structure Races Tree TheoremA
  Events Operations Traces Order Walk Asleep Popw Calls Main.

Goal True. idtac "F1, F2 (programs)". Abort.
Print Assumptions F1_program.
Print Assumptions F2_program.
Goal True. idtac "programs are systems (P1, P2, P3)". Abort.
Print Assumptions program_system.
Goal True. idtac "F1, F2, F3, F4 (letters)". Abort.
Print Assumptions F1_equiv.
Print Assumptions System.F2.
Print Assumptions F3_letters.
Print Assumptions F4_letters.
Goal True. idtac "systems have structures of events". Abort.
Print Assumptions structure_of.
Print Assumptions equiv_events.
Print Assumptions down_events.
Print Assumptions prime_sched.
Print Assumptions sched_prime.
Print Assumptions prime_equiv.
Goal True. idtac "F3, F4, F5, F6 (events)". Abort.
Print Assumptions F3.
Print Assumptions F4.
Print Assumptions F5_compatible.
Print Assumptions F5_then.
Print Assumptions F6_minimal.
Print Assumptions F6.
Print Assumptions F6_G.
Print Assumptions F6_read.
Goal True. idtac "A2". Abort.
Print Assumptions A2.
Goal True. idtac "Theorem A: (C), (S), (T), (N)". Abort.
Print Assumptions A_C.
Print Assumptions A_S.
Print Assumptions A_S_only.
Print Assumptions A_T.
Print Assumptions A_T_only.
Print Assumptions A_N.
Goal True. idtac "A6; each schedule is generated once". Abort.
Print Assumptions A6.
Print Assumptions generated_once.
Goal True. idtac "Theorem A for programs, any choice, any order". Abort.
Print Assumptions program_exploration.
Goal True. idtac "... and the order of POP". Abort.
Print Assumptions pop_exploration.
Goal True. idtac "Theorem B: Comes decides the order of POP". Abort.
Print Assumptions comes_before.
Print Assumptions Theorem_B.
Goal True. idtac "B3; the operations of which it is about". Abort.
Print Assumptions B3.
Print Assumptions rival_reversal.
Goal True. idtac "Asleep decides what is bad". Abort.
Print Assumptions asleep_root.
Goal True. idtac "the tree of POP-W". Abort.
Print Assumptions popw_root.
Print Assumptions popw_exploration.
Goal True. idtac "Theorem C, but for the bounds: the calls of Explore". Abort.
Print Assumptions explore_nodes.
Print Assumptions Theorem_C.
Goal True. idtac "A7". Abort.
Print Assumptions A7.
Print Assumptions nested_calls.
