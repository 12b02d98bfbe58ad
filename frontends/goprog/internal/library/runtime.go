package library

import (
	"go/types"
	"maps"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
)

// processors is the number of processors that a program sees.
const processors = 2

func runtimes() map[string]native {
	itself := func(_ *thread, a []value) value { return a[0] }
	m := map[string]native{
		"runtime.Goexit":     func(th *thread, _ []value) value { th.Exit(); return value{} },
		"runtime.GOMAXPROCS": constantly(processors), "runtime.NumCPU": constantly(processors),
		"internal/abi.NoEscape": itself, "internal/abi.Escape": itself,
		"internal/race.Enabled":            nothing,
		"runtime/debug.SetGCPercent":       constantly(100),
		"(*runtime/pprof.Profile).WriteTo": nothing, "runtime/pprof.Lookup": nothing,
		"(*sync.copyChecker).check":        nothing,
		"sync.runtime_registerPoolCleanup": nothing,
	}
	for _, name := range []string{
		"runtime.Gosched", "runtime.KeepAlive", "runtime.LockOSThread", "runtime.UnlockOSThread",
		"internal/race.Acquire", "internal/race.Release", "internal/race.ReleaseMerge", "internal/race.Disable", "internal/race.Enable",
		"internal/race.Read", "internal/race.Write", "internal/synctest.Associate", "internal/synctest.Disassociate",
		"runtime/debug.FreeOSMemory",
	} {
		m[name] = nothing
	}
	return m
}

// testingMethods are the methods of testing.T and of the types embedded in it. A test that fails ends there.
func testingMethods() map[string]native {
	fails := func(f formatter) native {
		return func(th *thread, a []value) value {
			th.Fail("%s", strings.TrimSuffix(f(&printer{th: th, unseen: true}, a[1:]), "\n"))
			return value{}
		}
	}
	plain := func(*printer, []value) string { return "the test has failed" }
	skips := func(log native) native {
		return func(th *thread, a []value) value {
			log(th, a)
			if th.Subtest == nil {
				th.Skip()
			}
			th.Exit()
			return value{}
		}
	}
	logs, logsFormatted := testLogged(asPrintln), testLogged(asPrintf)
	methods := map[string]native{
		"Fatal": fails(asPrintln), "Error": fails(asPrintln), "Fatalf": fails(asPrintf), "Errorf": fails(asPrintf), "FailNow": fails(plain), "Fail": fails(plain),
		"Skip": skips(logs), "Skipf": skips(logsFormatted), "SkipNow": skips(nothing),
		"Log": logs, "Logf": logsFormatted, "Helper": nothing, "Parallel": outsideBubbles("Parallel", parallel), "Failed": nothing, "Skipped": nothing,
		"Name":    func(th *thread, a []value) value { return memory.String(nameOf(th, a[0])) },
		"Context": testContext, "TempDir": tempDir, "ArtifactDir": tempDir, "Setenv": alone(setenv), "Chdir": alone(chdir), "Attr": nothing,
		"Deadline": outsideBubbles("Deadline", func(th *thread, _ []value) value {
			return memory.Tuple(th.Gen.Layouts.Of(th.Gen.TypeNamed("time", "Time")).Zero(), value{})
		}),
		"Cleanup": func(th *thread, a []value) value {
			th.Cleanups = append(th.Cleanups, a[1])
			return value{}
		},
		"Run": outsideBubbles("Run", runSubtest),
	}
	m := map[string]native{"testing.Short": func(th *thread, _ []value) value { return memory.Bool(th.Gen.Short) }, "testing.Testing": constantly(1), "testing.Verbose": nothing}
	m["testing.AllocsPerRun"] = refused("testing.AllocsPerRun is not supported: how much a program allocates is up to the compiler")
	for name, n := range methods {
		m["(*testing.common)."+name] = n
		m["(*testing.T)."+name] = n
		m["(*testing.F)."+name] = n
	}
	maps.Copy(m, fuzzMethods())
	m["(*testing.M).Run"], m["go.uber.org/goleak.VerifyTestMain"] = runTests, verifyMain
	return m
}

// RunTest runs a test, which has t unless that is nil, and then its cleanups.
func RunTest(th *thread, t value, test func()) {
	th.Forgetting(func() { beginContext(th, t) })
	_, p := th.Protect(func() value { test(); return value{} })
	if p == nil || p.Exit {
		endParallel(th)
	}
	endContext(th, t)
	for len(th.Cleanups) > 0 {
		last := th.Cleanups[len(th.Cleanups)-1]
		th.Cleanups = th.Cleanups[:len(th.Cleanups)-1]
		th.Call(closure(last), nil)
	}
	if th.Subtest == nil {
		endTest(th, t)
	}
	if p != nil && !p.Exit {
		panic(p)
	}
}

// network is the behaviour of package net before it reaches out of the program.
func network() map[string]native {
	m := map[string]native{
		// DialUDP returns an error if no peer is named.
		"net.DialUDP": func(th *thread, a []value) value {
			if !strings.HasPrefix(a[0].Text(), "udp") || a[1].R != nil || a[2].R != nil {
				th.Refuse("net.DialUDP with addresses is not supported: it reaches out of the program")
			}
			return memory.Tuple(value{}, newError(th, formattedError, memory.String("dial "+a[0].Text()+": missing address")))
		},
	}
	m["mime/multipart.readMIMEHeader"] = func(th *thread, a []value) value { // by its linkname
		return th.CallFunction(th.Gen.FunctionOf("net/textproto", "readMIMEHeader"), a)
	}
	m["net/http.RefusedInMemory"] = func(th *thread, a []value) value {
		th.Refuse("%s is not supported in memory, where requests and responses come as a whole", a[0].Text())
		return value{}
	}
	for _, name := range []string{
		"net.Dial", "net.DialTimeout", "net.DialTCP", "net.DialUnix", "net.Listen", "net.ListenTCP", "net.ListenUDP", "net.ListenUnix", "net.ListenPacket",
		"(*net.Dialer).Dial", "(*net.Dialer).DialContext", "(*net.ListenConfig).Listen", "(*net.ListenConfig).ListenPacket", "net.LookupHost", "net.LookupIP", "net.LookupAddr", "net.Interfaces",
	} {
		m[name] = refused("%s is not supported: it reaches out of the program", name)
	}
	return m
}

// settings are the functions by which the standard library asks for GODEBUG, which has no settings, and for modes of cryptography, which are off.
func settings() map[string]native {
	empty := func(*thread, []value) value { return memory.String("") }
	return map[string]native{
		"internal/godebug.New": nothing, "(*internal/godebug.Setting).Value": empty, "(*internal/godebug.Setting).IncNonDefault": nothing,
		"crypto/internal/fips140only.Enforced": nothing, "crypto/internal/fips140.RecordApproved": nothing, "crypto/internal/fips140.RecordNonApproved": nothing,
		"crypto/internal/boring.Unreachable": nothing, "crypto/internal/boring.NotStandardBackend": nothing,
	}
}

// pollErrors are the errors of package internal/poll that others use.
func pollErrors() map[string]native {
	return map[string]native{
		"os.errDeadlineExceeded": func(th *thread, _ []value) value {
			t := th.Gen.TypeNamed("internal/poll", "DeadlineExceededError")
			p := th.NewObject(th.Gen.Site("os.ErrDeadlineExceeded", th.Gen.Layouts.Of(t), false), 1)
			return value{R: &memory.Iface{T: th.Gen.Types.Of(types.NewPointer(t)), V: p}}
		},
		"(*internal/poll.DeadlineExceededError).Error":     func(*thread, []value) value { return memory.String("i/o timeout") },
		"(*internal/poll.DeadlineExceededError).Timeout":   constantly(1),
		"(*internal/poll.DeadlineExceededError).Temporary": constantly(1),
	}
}
