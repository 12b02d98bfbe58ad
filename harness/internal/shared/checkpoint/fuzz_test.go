package checkpoint

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// FuzzRead: a file is refused in one line, or is a checkpoint that is written as the same one.
func FuzzRead(f *testing.F) {
	whole, err := os.ReadFile(small(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"Kind":"dporbench checkpoint","Version":3,"SHA256":"","Content":{}}`))
	f.Add([]byte(`{"Format":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := Read(path)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		if err := c.Write(path); err != nil {
			t.Fatal(err)
		}
		if again, err := Read(path); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("read again as %+v, error %v, want %+v", again, err, c)
		}
	})
}
