package measure

import (
	"strconv"

	gopsutil "github.com/shirou/gopsutil/v3/process"

	"dporbench/harness/internal/shared/process"
)

// memoryOf is the peak resident memory of another process in bytes or, where the system
// keeps no record of it, its current resident memory. It is 0 once the process has
// ended.
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

// largestBelow is the memory, by memoryOf, of the largest process among pid and its
// descendants.
func largestBelow(pid int) int64 {
	largest, _ := memoryOf(pid)
	p, err := gopsutil.NewProcess(int32(pid))
	if err != nil {
		return largest
	}
	children, _ := p.Children() // having none is an error
	for _, c := range children {
		largest = max(largest, largestBelow(int(c.Pid)))
	}
	return largest
}
