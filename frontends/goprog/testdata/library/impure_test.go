//go:build !purego

package library

import "testing"

// TestPure stands for a function in assembly.
func TestPure(t *testing.T) { t.Error("this is for compilers of assembly") }
