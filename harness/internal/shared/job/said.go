package job

import (
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// hear notes whether e skipped its test and, if it is the first execution, its output.
func (s *Said) hear(p *model.Program, e *model.Execution, first bool) error {
	t, err := trace.Of(p, memory.SC, e.Events())
	if err != nil {
		return err
	}
	text, skipped := t.Output()
	s.Skipped = skipped
	if first {
		s.Printed = text
	}
	return nil
}
