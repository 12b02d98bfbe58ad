package command

import "testing"

func TestWrap(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"short lines are filled", "one two\nthree", "one two\nthree"},
		{"words stay whole", "a longerthanthewidth b", "a\nlongerthanthewidth\nb"},
		{"paragraphs stay apart", "one\n\ntwo three four", "one\n\ntwo three\nfour"},
		{"tables stay as they are", "  a   b\n  cccc  dd", "  a   b\n  cccc  dd"},
		{"but for long lines", "  a  b c d e f", "  a  b c d\n     e f"},
		{"letters count, not bytes", "ééééé ééééé", "ééééé\nééééé"},
	} {
		if got := wrap(c.text, 10); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"one two three four", "one two\nthree four"},
		{"  one two three", "  one two\n      three"},
		{"a  one two three", "a  one two\n   three"},
		{"a: b   c: d   e: f", "a: b   c: d\ne: f"},
		{"abcdefghijklmno", "abcdefghijkl\nmno"},
		{"ééééé ééééé é", "ééééé ééééé\né"},
		{"one\ntwo", "one\ntwo"},
	} {
		if got := Fold(c.text, 12); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
