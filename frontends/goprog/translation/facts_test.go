package translation

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const name, other = "0123456789ab", "cdef01234567"

// TestFacts: the text of a fact is what files of earlier versions have.
func TestFacts(t *testing.T) {
	for text, want := range map[string]Fact{
		"w" + name:               {Written, name},
		"g" + name + "." + other: {Grouped, name + "." + other},
		"c" + name:               {Counted, name},
		"late":                   {Kind: Late},
	} {
		if f, err := ParseFact(text); err != nil || f != want || f.String() != text {
			t.Errorf("%s: %+v, written %v, error %v", text, f, f, err)
		}
	}
	for _, text := range []string{"", "w", "l", "lately", "w" + name[1:], "x" + name, "g" + name + ".", "W" + name} {
		if f, err := ParseFact(text); err == nil {
			t.Errorf("%q is the fact %+v", text, f)
		}
	}
	known := Facts("late,w" + name)
	more := known.With(Fact{Counted, other})
	if want := Facts("late,w" + name + ",c" + other); more != want || known.Has(Fact{Counted, other}) || !more.Has(Fact{Counted, other}) {
		t.Errorf("got %s, want %s", more, want)
	}
	if all, err := more.All(); err != nil || !slices.Equal(all, []Fact{{Kind: Late}, {Written, name}, {Counted, other}}) {
		t.Errorf("%s: %v, error %v", more, all, err)
	}
	if _, err := Facts("late,nonsense").All(); err == nil || !strings.Contains(err.Error(), `"nonsense" is not a fact`) {
		t.Errorf("an unknown fact: %v", err)
	}
}

// TestJSON: checkpoints, tasks and jobs have had these texts since there are such options.
func TestJSON(t *testing.T) {
	for want, o := range map[string]Options{
		`{"Unroll":0,"Settle":0,"Short":false}`: {Dir: "elsewhere"},
		`{"Unroll":3,"Settle":1,"Short":true,"TimersLast":true,"Repetitions":2,"AnyOrder":true,"Std":true,"Known":"late,w0123456789ab"}`: {
			Unroll: 3, Settle: 1, Short: true, TimersLast: true, Repetitions: 2, AnyOrder: true, Std: true, Known: "late,w" + name},
	} {
		text, err := json.Marshal(o)
		if err != nil || string(text) != want {
			t.Errorf("%+v: %s, error %v, want %s", o, text, err, want)
		}
		var read Options
		o.Dir = ""
		if err := json.Unmarshal(text, &read); err != nil || read != o {
			t.Errorf("%s: %+v, error %v, want %+v", text, read, err, o)
		}
	}
}
