package code

import (
	"slices"
	"strings"
)

// LibraryFunction is a function that the machine itself provides: the index of its entry in the machine's table.
type LibraryFunction uint16

// MostFunctions is larger than the number of library functions.
const MostFunctions = 512

// The functions that the compiler calls or compiles in a way of their own, and those whose use in a file matters elsewhere. All
// others have no name but their C names.
const (
	LibNothing LibraryFunction = iota // evaluates its arguments and returns 0
	LibCreate
	LibJoin
	LibDetach
	LibSelf
	LibEndThread // pthread_exit
	LibAwaitAll  // the first part of pthread_exit in main, if functions are called when the process ends: 1 once all other threads have ended, or 0 in them
	LibLock
	LibUnlock
	LibTryLock
	LibAssume
	LibAssert
	LibFail
	LibChoose
	LibMalloc
	LibCalloc
	LibAlignedAlloc
	LibFree
	LibRealloc
	LibCopy
	LibFill
	LibMutexInit
	LibMutexKind       // pthread_mutexattr_settype
	LibMutexAttributes // pthread_mutexattr_init
	LibAttributes      // pthread_attr_init
	LibDetachState     // pthread_attr_setdetachstate
	LibMutexDestroy
	LibCondDestroy
	LibReadWriteDestroy
	LibBarrierWait
	LibWhen
	LibSemPost
	LibSemDestroy
	LibSemTryWait
	LibSemTimedWait
	LibSemValue
	LibTimedLock // pthread_mutex_timedlock
	LibTimedReadLock
	LibTimedWriteLock
	LibTimedWait // pthread_cond_timedwait
	LibTimedJoin // pthread_timedjoin_np: what comes before the join
	LibUnset     // takes the value of 8 bytes away, because a thread has returned without a result
	LibJoinError // the error of the last join of the thread, or 0
	LibDeleteKey // pthread_key_delete
	LibMathErrno // the errno of a function of math.h, which N is: the arguments are its result and its two arguments
	LibNow       // the clock; see package machine
	LibSleep     // for seconds
	LibMicroSleep
	LibNap // for nanoseconds
	LibCancel
	LibPushHandler
	LibMayFail     // whether a weak compare-and-swap fails for no reason
	LibUnsupported // ends the exploration when a thread reaches it
	LibUpdate      // a read-modify-write by an operation that the model does not have
	LibInvoke      // an operation of an object begins: N is twice the index of two messages, which name them, and perhaps UnlessZero
	LibOverflow    // arithmetic that may overflow: N is twice the opcode, and 1 for the result instead of whether it overflows
	LibWide        // an operation on numbers of 16 bytes: see WideCode; the first argument is the address of the result, if that has 16
	LibRespond     // an operation ends: N is UnlessZero or 0
)

// MostPermits is the largest number with which a semaphore begins that no execution can exceed the most permits of.
const MostPermits = 1 << 30

// RobustMutex is the bit in the attributes of a mutex, beside its kind, with which the end of a thread that holds it frees it.
const RobustMutex = 4

// UnlessZero, in N of LibInvoke and LibRespond, says that 0 stands for no value.
const UnlessZero = 1

// Prototype is what compiling a call of a library function depends on.
type Prototype struct {
	Function   LibraryFunction
	Arguments  int  // a call has at least so many
	Attributes bool // those after the first are attributes, which have no effect and are not evaluated
}

// unsupported are functions that files often call in code that no thread reaches, for example to read the command line.
var unsupported = strings.Fields(`
	scanf fscanf __isoc99_fscanf getenv
	fopen fdopen fclose fread fwrite fgets fgetc getc getchar ungetc feof ferror fileno fseek ftell rewind remove rename
	open creat fcntl close read write lseek unlink stat fstat lstat mkdir opendir readdir closedir isatty
	sysconf fork wait waitpid alarm getrlimit setrlimit getrusage localtime gmtime ctime strftime
	system kill raise signal sigaction sigemptyset sigfillset sigaddset sigprocmask sigwait pthread_sigmask pthread_kill
	asprintf vasprintf err errx warn warnx gethostname uname socket bind listen accept connect setsockopt send recv sendto recvfrom shutdown htonl ntohl inet_addr inet_ntoa
	gethostbyname ftw nftw sbrk mmap munmap mprotect msync madvise on_exit
	pthread_atfork
	pthread_getattr_np pthread_getcpuclockid __builtin_frexp __builtin_ldexp __builtin_modf __builtin_object_size`)

// Unsupported reports whether name is a library function that is refused only when a thread
// reaches it, not when the file is loaded.
func Unsupported(name string) bool {
	return slices.Contains(unsupported, name) || slices.Contains(unsupported, strings.TrimPrefix(name, "__builtin_"))
}

// Missing says why some commonly used functions are not provided.
var Missing = map[string]string{
	"vfork": "processes are not supported",
}

// LibraryVariable reports whether name is a library variable that is declared but not defined. Its value is 0.
func LibraryVariable(name string) bool {
	switch name {
	case "stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt", "environ":
		return true
	}
	return false
}

// Prints reports whether name is a function that does nothing here but return how much it has printed.
func Prints(name string) bool {
	switch strings.TrimPrefix(name, "__builtin_") {
	case "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc":
		return true
	}
	return false
}

// StandardFile returns the value of a library variable that is a standard stream, 0 for others.
func StandardFile(name string) int64 {
	return map[string]int64{"stdin": 0x7f01, "stdout": 0x7f02, "stderr": 0x7f03}[name]
}

// JoinsMain reports whether a thread may join main, which ends without ending the process if it calls pthread_exit.
func (p *Program) JoinsMain() bool {
	return p.Uses[LibSelf] && p.Uses[LibEndThread] && (p.Uses[LibJoin] || p.Uses[LibDetach])
}
