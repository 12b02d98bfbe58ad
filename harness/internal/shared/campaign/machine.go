package campaign

import (
	"os"
	"runtime"
	"strings"

	"github.com/shirou/gopsutil/v3/cpu"
	"github.com/shirou/gopsutil/v3/host"
	"github.com/shirou/gopsutil/v3/mem"

	"dporbench/results"
)

// describeMachine describes this machine as far as possible. It names neither the
// machine nor its user.
func describeMachine() results.Machine {
	m := results.Machine{
		Cores:    runtime.NumCPU(),
		Arch:     runtime.GOARCH,
		OS:       runtime.GOOS,
		Governor: firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
		Turbo:    turbo(),
	}
	if cpus, err := cpu.Info(); err == nil && len(cpus) > 0 {
		m.CPU = cpus[0].ModelName
	}
	if memory, err := mem.VirtualMemory(); err == nil {
		m.Memory = memory.Total
	}
	if platform, _, version, err := host.PlatformInformation(); err == nil && platform != "" {
		m.OS = platform + " " + version
	}
	m.Kernel, _ = host.KernelVersion()
	return m
}

// turbo is on, off, or empty if unknown.
func turbo() string {
	for _, source := range []struct{ path, on, off string }{
		{"/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
		{"/sys/devices/system/cpu/cpufreq/boost", "1", "0"},
	} {
		switch firstLine(source.path) {
		case source.on:
			return "on"
		case source.off:
			return "off"
		}
	}
	return ""
}

// firstLine is empty if the file cannot be read.
func firstLine(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return line
}
