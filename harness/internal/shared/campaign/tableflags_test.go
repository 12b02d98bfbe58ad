package campaign

import (
	"bytes"
	"errors"
	"testing"

	"dporbench/harness/internal/shared/cli"
)

// TestReport: problems are written and make the command fail; an error of the
// measurement takes precedence.
func TestReport(t *testing.T) {
	var stderr bytes.Buffer
	problems := []string{"lastzero 3, sleepset: 13 executions instead of 12"}
	if err := Report(&stderr, problems, nil); err != cli.ErrReported || cli.Status(err) != 1 {
		t.Errorf("error %v", err)
	}
	if want := "dporbench: lastzero 3, sleepset: 13 executions instead of 12\n"; stderr.String() != want {
		t.Errorf("said %q, want %q", stderr.String(), want)
	}
	interrupted := errors.New("interrupted")
	if err := Report(&stderr, problems, interrupted); err != interrupted {
		t.Errorf("error %v", err)
	}
	if err := Report(&stderr, nil, nil); err != nil {
		t.Errorf("error %v", err)
	}
}
