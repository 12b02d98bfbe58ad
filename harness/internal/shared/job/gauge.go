package job

import (
	"bytes"
	"os"
	"runtime/metrics"
	"strconv"
)

// memoryGauge reads the memory of this process, often and without stopping it.
type memoryGauge struct {
	statm    *os.File // nil if the system has none
	runtime  []metrics.Sample
	pageSize int64
}

const (
	liveHeapMetric = "/gc/heap/live:bytes"
	mappedMetric   = "/memory/classes/total:bytes"
	returnedMetric = "/memory/classes/heap/released:bytes"
)

func newMemoryGauge() memoryGauge {
	statm, _ := os.Open("/proc/self/statm")
	return memoryGauge{
		statm:    statm,
		runtime:  []metrics.Sample{{Name: liveHeapMetric}, {Name: mappedMetric}, {Name: returnedMetric}},
		pageSize: int64(os.Getpagesize()),
	}
}

// liveHeap is the heap in use after the last garbage collection, in bytes.
func (g memoryGauge) liveHeap() int64 {
	metrics.Read(g.runtime[:1])
	return int64(g.runtime[0].Value.Uint64())
}

// resident is the resident memory in bytes or, if the system has no such figure, the memory held by the runtime.
func (g memoryGauge) resident() int64 {
	if pages, ok := g.residentPages(); ok {
		return pages * g.pageSize
	}
	metrics.Read(g.runtime)
	return int64(g.runtime[1].Value.Uint64() - g.runtime[2].Value.Uint64())
}

// residentPages reads the second number in /proc/self/statm.
func (g memoryGauge) residentPages() (int64, bool) {
	if g.statm == nil {
		return 0, false
	}
	var buffer [128]byte
	n, _ := g.statm.ReadAt(buffer[:], 0)
	fields := bytes.Fields(buffer[:n])
	if len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages, err == nil
}
