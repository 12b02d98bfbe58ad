package job

import (
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// hear notes whether e has been skipped and, if it is the first execution, what it has printed.
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
