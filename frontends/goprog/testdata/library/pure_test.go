//go:build purego

package library

import "testing"

func TestPure(*testing.T) {}
