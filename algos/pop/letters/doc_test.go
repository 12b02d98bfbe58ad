// Package letters tests the assumptions of the proof of POP, docs/pop-proof.md, about programs: (X2) to (X6) and
// (X8), and that happens-before, as package model computes it, is Definition 1 of the paper over the letters of
// A.8.3. It does so along random executions of random programs, under each memory model that the proof covers. It
// shares only the Machine with the explorers.
//
//	file             idea
//	letter           events with what determines which others they depend on
//	execution        a Machine, and the letters of the events it has executed
//	assumptions      (X2) to (X6)
//	replace          (X8)
//	order            happens-before
//	programs         which programs
package letters_test
