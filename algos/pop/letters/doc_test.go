// Package letters tests what the proof of POP, docs/pop-proof.md, takes for granted of programs: (X2) to (X6) and (X8), and
// that happens-before, as package model computes it, is Definition 1 of the paper over the letters of A.8.3. It does so along
// random executions of random programs, under each memory model that the proof is about. With the explorers it shares the
// Machine only.
//
//	file             idea
//	letter           events with what decides which others they depend on
//	execution        a Machine, and the letters of what it has executed
//	assumptions      (X2) to (X6)
//	replace          (X8)
//	order            happens-before
//	programs         which programs
package letters_test
