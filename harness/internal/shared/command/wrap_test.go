package command

import "testing"

func TestWrap(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"short lines are filled", "one two\nthree", "one two\nthree"},
		{"words stay whole", "a longerthanthewidth b", "a\nlongerthanthewidth\nb"},
		{"paragraphs stay apart", "one\n\ntwo three four", "one\n\ntwo three\nfour"},
		{"tables stay as they are", "  a   b\n  ccccccccccccccc   d", "  a   b\n  ccccccccccccccc   d"},
		{"letters count, not bytes", "ééééé ééééé", "ééééé\nééééé"},
	} {
		if got := wrap(c.text, 10); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
