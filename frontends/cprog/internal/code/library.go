package code

import (
	"slices"
	"strings"
)

// LibraryFunction is a function that the machine itself provides.
type LibraryFunction uint16

const (
	LibNothing LibraryFunction = iota // evaluates its arguments and returns 0
	LibCreate
	LibJoin
	LibExitThread
	LibSelf
	LibLock
	LibUnlock
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
	LibExit
	LibTryLock
	LibMutexInit
	LibMutexKind // pthread_mutexattr_settype
	LibCondWait
	LibCondSignal
	LibCondBroadcast
	LibCondInit
	LibReadWriteInit
	LibMutexDestroy
	LibCondDestroy
	LibReadWriteDestroy
	LibBarrierDestroy
	LibSemaphoreDestroy
	LibBarrierInit
	LibBarrierWait
	LibReadLock
	LibWriteLock
	LibTryReadLock
	LibTryWriteLock
	LibUnlockShared
	LibWhen
	LibKeyCreate
	LibSetSpecific
	LibGetSpecific
	LibHandlers    // a cleanup handler is pushed (1) or popped (-1)
	LibUnsupported // ends the exploration when a thread reaches it
	LibSemaphoreInit
	LibSemaphoreWait
	LibSemaphoreTryWait
	LibSemaphorePost
	LibSemaphoreValue
	LibUpdate  // a read-modify-write by an operation that the model does not have
	LibInvoke  // an operation of an object begins: N is twice the index of two messages, which name them, and perhaps UnlessZero
	LibRespond // an operation ends: N is UnlessZero or 0
)

// UnlessZero, in N of LibInvoke and LibRespond, says that 0 stands for no value.
const UnlessZero = 1

var Library = map[string]LibraryFunction{
	"pthread_create": LibCreate, "pthread_join": LibJoin, "__cprog_thrd_join": LibJoin,
	"pthread_exit": LibExitThread, "pthread_self": LibSelf, "__cprog_self": LibSelf, "pthread_detach": LibNothing,
	"pthread_attr_init": LibNothing, "pthread_attr_destroy": LibNothing, "pthread_attr_setdetachstate": LibNothing,
	"pthread_attr_setstacksize": LibNothing, "pthread_attr_setscope": LibNothing, "pthread_setconcurrency": LibNothing,
	"pthread_mutexattr_init": LibNothing, "pthread_mutexattr_destroy": LibNothing,
	"pthread_mutex_init": LibMutexInit, "pthread_mutexattr_settype": LibMutexKind, "pthread_mutexattr_setpshared": LibNothing, "pthread_mutex_destroy": LibMutexDestroy,
	"pthread_mutex_lock": LibLock, "pthread_mutex_unlock": LibUnlock,
	"pthread_mutex_trylock": LibTryLock,
	"pthread_cond_init":     LibCondInit, "pthread_cond_destroy": LibCondDestroy, "pthread_cond_wait": LibCondWait,
	"pthread_cond_signal": LibCondSignal, "pthread_cond_broadcast": LibCondBroadcast,
	"pthread_barrier_init": LibBarrierInit, "pthread_barrier_destroy": LibBarrierDestroy, "pthread_barrier_wait": LibBarrierWait,
	"pthread_rwlock_init": LibReadWriteInit, "pthread_rwlock_destroy": LibReadWriteDestroy,
	"pthread_rwlock_rdlock": LibReadLock, "pthread_rwlock_wrlock": LibWriteLock, "pthread_rwlock_unlock": LibUnlockShared,
	"pthread_rwlock_tryrdlock": LibTryReadLock, "pthread_rwlock_trywrlock": LibTryWriteLock,
	"pthread_key_create": LibKeyCreate, "pthread_key_delete": LibNothing, "pthread_setspecific": LibSetSpecific,
	"pthread_getspecific": LibGetSpecific, "__pthread_handlers": LibHandlers,
	"__VERIFIER_assume": LibAssume, "assume_abort_if_not": LibAssume, "__CPROVER_assume": LibAssume, "__ESBMC_assume": LibAssume,
	"__CPROVER_assert": LibAssert, "__ESBMC_assert": LibAssert, "__VERIFIER_assert": LibAssert, "assert": LibAssert,
	"sem_init": LibSemaphoreInit, "sem_destroy": LibSemaphoreDestroy, "sem_wait": LibSemaphoreWait, "sem_trywait": LibSemaphoreTryWait,
	"sem_post": LibSemaphorePost, "sem_getvalue": LibSemaphoreValue,
	"__VERIFIER_choose":   LibChoose,
	"__cprog_assert_fail": LibFail, "abort": LibFail, "__builtin_trap": LibFail, "__builtin_unreachable": LibFail,
	"__builtin_abort": LibFail, "__VERIFIER_error": LibFail, "reach_error": LibFail, "__assert_fail": LibFail,
	"malloc": LibMalloc, "calloc": LibCalloc, "aligned_alloc": LibAlignedAlloc, "free": LibFree, "realloc": LibRealloc,
	"__builtin_malloc": LibMalloc, "__builtin_alloca": LibMalloc, "__builtin_calloc": LibCalloc, "__builtin_free": LibFree,
	"memcpy": LibCopy, "memmove": LibCopy, "memset": LibFill,
	"__builtin_memcpy": LibCopy, "__builtin_memmove": LibCopy, "__builtin_memset": LibFill,
	"exit": LibExit, "__builtin_exit": LibExit, "_exit": LibExit,
	"printf": LibNothing, "fprintf": LibNothing, "puts": LibNothing, "putchar": LibNothing, "fflush": LibNothing,
	"perror": LibNothing, "__builtin_printf": LibNothing, "__builtin_puts": LibNothing,
	"vprintf": LibNothing, "vfprintf": LibNothing, "fputs": LibNothing, "fputc": LibNothing, "putc": LibNothing,
	"setbuf": LibNothing, "setvbuf": LibNothing, "sched_yield": LibNothing, "sleep": LibNothing, "usleep": LibNothing,
	"__builtin_prefetch": LibNothing, "__builtin_ia32_pause": LibNothing,
}

// unsupported are functions that files often call in code that no thread reaches, for example to read the command line.
var unsupported = strings.Fields(`
	sscanf __isoc99_sscanf scanf fscanf __isoc99_fscanf strtol strtoul strtoll strtoull strtod atof getenv strerror
	fopen fdopen fclose fread fwrite fgets fgetc getc getchar ungetc feof ferror fileno fseek ftell rewind remove rename
	sprintf snprintf vsprintf vsnprintf strtok strtok_r strspn strcspn strndup strcasecmp strncasecmp
	open creat fcntl close read write lseek unlink stat fstat lstat mkdir opendir readdir closedir isatty
	sysconf getpid fork wait waitpid alarm pause getrandom getrlimit setrlimit getrusage localtime gmtime ctime strftime
	system kill raise signal sigaction sigemptyset sigfillset sigaddset sigprocmask sigwait pthread_sigmask pthread_kill
	asprintf vasprintf err errx warn warnx gethostname uname syscall socket bind listen accept connect setsockopt send recv sendto recvfrom shutdown htonl ntohl inet_addr inet_ntoa
	gethostbyname ftw nftw sbrk mmap munmap mprotect msync madvise qsort bsearch atexit
	pthread_cancel pthread_testcancel pthread_setcancelstate pthread_setcanceltype pthread_cond_timedwait pthread_mutex_timedlock
	sem_timedwait __builtin_frexp __builtin_ldexp __builtin_modf __builtin_object_size`)

// Unsupported reports whether name is a library function that is refused only when a thread
// reaches it, not when the file is loaded.
func Unsupported(name string) bool {
	return slices.Contains(unsupported, name) || slices.Contains(unsupported, strings.TrimPrefix(name, "__builtin_"))
}

// Missing says why some commonly used functions are not provided.
var Missing = map[string]string{
	"setjmp": "jumps out of functions are not supported",
}

var LeastArguments = map[LibraryFunction]int{
	LibExitThread: 1, LibLock: 1, LibUnlock: 1, LibAssume: 1, LibAssert: 1, LibChoose: 1, LibMalloc: 1, LibCalloc: 2,
	LibAlignedAlloc: 2, LibFree: 1, LibRealloc: 2, LibExit: 1, LibTryLock: 1, LibCondWait: 2, LibCondSignal: 1, LibCondBroadcast: 1,
	LibBarrierInit: 3, LibBarrierWait: 1, LibReadLock: 1, LibWriteLock: 1, LibTryReadLock: 1, LibTryWriteLock: 1,
	LibUnlockShared: 1, LibCondInit: 1, LibReadWriteInit: 1, LibMutexDestroy: 1, LibCondDestroy: 1, LibReadWriteDestroy: 1, LibBarrierDestroy: 1, LibSemaphoreDestroy: 1,
	LibKeyCreate: 2, LibSetSpecific: 2, LibGetSpecific: 1, LibHandlers: 1, LibSemaphoreInit: 3, LibSemaphoreWait: 1, LibSemaphoreTryWait: 1, LibSemaphorePost: 1, LibSemaphoreValue: 2,
}

// LibraryVariable reports whether name is a library variable that is declared but not defined. Its value is 0.
func LibraryVariable(name string) bool {
	switch name {
	case "stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt", "environ":
		return true
	}
	return false
}
