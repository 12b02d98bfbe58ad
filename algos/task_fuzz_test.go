package algos_test

import (
	"bytes"
	"testing"

	"dporbench/algos"
)

// FuzzParseTask: bytes are refused, or are a task that is written as one with the same text.
func FuzzParseTask(f *testing.F) {
	f.Add(algos.Root().Append(nil))
	f.Add([]byte{3, 1, 2, 5, 0})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, data []byte) {
		task, err := algos.ParseTask(bytes.Clone(data))
		if err != nil {
			return
		}
		again, err := algos.ParseTask(task.Append(nil))
		if err != nil || again.String() != task.String() {
			t.Errorf("%v: read again as %v, error %v", task, again, err)
		}
	})
}
