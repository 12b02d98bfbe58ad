package origin_test

import (
	"testing"

	"dporbench/model/origin"
)

// TestDiffers: a file that was changed, added or removed is named, whichever side has it.
func TestDiffers(t *testing.T) {
	of := func(files ...string) origin.Files {
		var all []origin.File
		for i := 0; i < len(files); i += 2 {
			all = append(all, origin.Of(files[i], []byte(files[i+1])))
		}
		return origin.Sorted(all)
	}
	both := of("b.h", "1", "a.c", "2", "b.h", "1")
	for _, c := range []struct {
		other origin.Files
		want  string
	}{
		{of("a.c", "2", "b.h", "1"), ""}, {of("a.c", "3", "b.h", "1"), "a.c"}, {of("a.c", "2", "b.h", "3"), "b.h"},
		{of("a.c", "2"), "b.h"}, {of("a.c", "2", "b.h", "1", "c.h", ""), "c.h"}, {of("a.c", "2", "aa.h", "", "b.h", "1"), "aa.h"}, {nil, "a.c"},
	} {
		if got, back := both.Differs(c.other), c.other.Differs(both); got != c.want || back != c.want {
			t.Errorf("%v: %q, the other way round %q, want %q", c.other, got, back, c.want)
		}
		if same := both.Sum() == c.other.Sum(); same != (c.want == "") {
			t.Errorf("%v: equal sums: %t", c.other, same)
		}
	}
}

// TestParse: what String writes is read again, whatever the names are; anything else is an error.
func TestParse(t *testing.T) {
	odd := origin.Sorted([]origin.File{origin.Of("a.c", nil), origin.Of("b c.h", nil), origin.Of(`"`, nil), origin.Of("", nil), origin.Of("é\n", nil), origin.Of(`\`, nil)})
	for _, f := range []origin.Files{nil, odd[:1], odd} {
		if back, err := origin.Parse(f.String()); err != nil || back.Differs(f) != "" || len(back) != len(f) {
			t.Errorf("%q is read as %q, error %v", f, back, err)
		}
	}
	for _, text := range []string{"a.c", "a.c 01", "a.c  " + odd[0].Sum, odd.String() + " b", `"a`} {
		if f, err := origin.Parse(text); err == nil {
			t.Errorf("%q is read as %q, want an error", text, f)
		}
	}
}
