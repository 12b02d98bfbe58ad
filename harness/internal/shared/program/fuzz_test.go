package program_test

import (
	"encoding/json"
	"testing"

	"dporbench/harness/internal/shared/program"
)

// FuzzSpec: whatever JSON is read as a program is written as the same program, and has a name.
func FuzzSpec(f *testing.F) {
	for _, seed := range []string{
		`{"benchmark":{"name":"lastzero","params":[3]}}`, `{"small":{"text":"p: x=1"}}`, `{"litmus":{"path":"SB.litmus"},"origin":[{"Name":"SB.litmus","Sum":"00"}]}`,
		`{"c":{"path":"a.c","options":{"Define":["N=2"]}}}`, `{"go":{"package":"./q","function":"F","options":{}}}`, `{}`, `null`, `{"linearizable":{}}`,
		`{"linearizable":{"program":{"client":{"text":"treiber{push(1)}"}},"demand":"stack","memory":0}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s program.Spec
		if err := json.Unmarshal(data, &s); err != nil {
			return
		}
		_ = s.String()
		text, err := json.Marshal(s)
		if err != nil {
			return // null
		}
		var again program.Spec
		if err := json.Unmarshal(text, &again); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if same, err := json.Marshal(again); err != nil || string(same) != string(text) {
			t.Errorf("%s: written again as %s, error %v", text, same, err)
		}
	})
}

// FuzzDemand: a demand is refused in one line, or is one that can be checked.
func FuzzDemand(f *testing.F) {
	for _, seed := range []string{"queue", "q=queue,l=lock", "observed:queue", "events:stack", "q=", "events:observed:queue", "queue,queue"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := program.Demand(text).Property()
		if err == nil && p.Check == nil {
			t.Errorf("%q: no check", text)
		}
	})
}
