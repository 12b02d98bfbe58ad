package measure

import (
	"strconv"

	gopsutil "github.com/shirou/gopsutil/v3/process"

	"dporbench/harness/internal/shared/process"
)

// memoryOf is the peak resident memory of another process in bytes or, where the
// system keeps no record of it, what is resident now. It is 0 once the process
// has ended.
func memoryOf(pid int) (bytes int64, source string) {
	if hwm, ok := process.HighWaterMark(strconv.Itoa(pid)); ok {
		return hwm, "parent:VmHWM"
	}
	p, err := gopsutil.NewProcess(int32(pid))
	if err != nil {
		return 0, ""
	}
	info, err := p.MemoryInfo()
	if err != nil {
		return 0, ""
	}
	return int64(info.RSS), "parent:RSS"
}

// largestBelow is the memory, as memoryOf has it, of the largest of a process and those that
// it has started, and so on.
func largestBelow(pid int) int64 {
	largest, _ := memoryOf(pid)
	p, err := gopsutil.NewProcess(int32(pid))
	if err != nil {
		return largest
	}
	children, _ := p.Children() // none is an error
	for _, c := range children {
		largest = max(largest, largestBelow(int(c.Pid)))
	}
	return largest
}
