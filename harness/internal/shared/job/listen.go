package job

import (
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// listen records whether e skipped its test and, if it is the first execution, its output.
func (u *Unmeasured) listen(p *model.Program, e *model.Execution, first bool) error {
	t, err := trace.Of(p, memory.SC, e.Events())
	if err != nil {
		return err
	}
	text, skipped := t.Output()
	u.Skipped = skipped
	if first {
		u.Printed = text
	}
	return nil
}
