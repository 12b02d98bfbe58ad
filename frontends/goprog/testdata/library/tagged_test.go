//go:build purego && tagged

package library

import "testing"

func TestTagged(*testing.T) {}
