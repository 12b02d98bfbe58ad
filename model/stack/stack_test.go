package stack

import (
	"slices"
	"testing"
)

func TestPush(t *testing.T) {
	var s, want []int
	for i := range 1000 {
		Push(&s, i)
		want = append(want, i)
	}
	if !slices.Equal(s, want) {
		t.Errorf("got %v", s)
	}
}

func TestRoom(t *testing.T) {
	s := []int{1, 2, 3}
	for _, n := range []int{0, 1, 5, 100} {
		if with := Room(s, n); !slices.Equal(with, s) || cap(with) < len(s)+n {
			t.Errorf("with room for %d: %v of %d", n, with, cap(with))
		}
	}
	if with := Room(s[:1], 2); &with[0] != &s[0] {
		t.Error("a slice that has room is copied")
	}
}

// TestGrowsSeldom: the elements copied for a slice are never more than twice what it holds,
// and usually less than that.
func TestGrowsSeldom(t *testing.T) {
	var s []byte
	copied := 0
	for n := range 1_000_000 {
		if len(s) == cap(s) {
			copied += n
		}
		Push(&s, 0)
		if copied > 2*len(s) {
			t.Fatalf("%d copied for %d", copied, len(s))
		}
	}
	if copied > len(s)*3/4 {
		t.Errorf("%d copied for %d", copied, len(s))
	}
}

func TestAtGrows(t *testing.T) {
	var s []int
	*At(&s, 2) = 5
	*At(&s, 0) = 3
	if want := []int{3, 0, 5}; !slices.Equal(s, want) {
		t.Errorf("%v, want %v", s, want)
	}
}

func TestAtOr(t *testing.T) {
	s := []int{1}
	*AtOr(&s, 2, -1) = 5
	*AtOr(&s, 0, -1) = 3
	if want := []int{3, -1, 5}; !slices.Equal(s, want) {
		t.Errorf("%v, want %v", s, want)
	}
}

func TestZeroed(t *testing.T) {
	s := []int{1, 2, 3}
	if got := Zeroed(s, 2); !slices.Equal(got, []int{0, 0}) || &got[0] != &s[0] {
		t.Errorf("%v", got)
	}
	if got := Zeroed(s, 5); !slices.Equal(got, make([]int, 5)) {
		t.Errorf("%v", got)
	}
}

func TestWiden(t *testing.T) {
	if got := Widen([]int{1, 2, 3, 4}, 2, []int{9}); !slices.Equal(got, []int{1, 2, 9, 3, 4, 9}) {
		t.Errorf("got %v", got)
	}
	if got := Widen(nil, 2, []int{9}); !slices.Equal(got, []int{9, 9}) {
		t.Errorf("of empty slices: %v", got)
	}
}
