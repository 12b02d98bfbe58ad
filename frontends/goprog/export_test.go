package goprog

// CountAll makes each WaitGroup of later programs count. Otherwise one that only waits for goroutines to end does not, which
// gives fewer executions.
func (p *Package) CountAll() { p.limits.Counting = true }
