package code

import (
	"slices"
	"strings"
	"sync"
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

// library is the table of the functions of the library, with the properties that the compiler and the machine ask for. The machine
// executes a function by its number.
var library = [...]struct {
	arguments int    // a call has at least so many
	step      bool   // it may be part of an atomic section: it does not wait for, wake or start other threads, or end its own
	alone     bool   // a loop that calls it may be tried without the model, to find out whether it ends
	names     string // in C, separated by spaces; none if only the compiler calls it
}{
	LibNothing: {step: true, alone: true, names: `
		pthread_detach pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setstacksize
		pthread_attr_setscope pthread_setconcurrency pthread_mutexattr_init pthread_mutexattr_destroy
		pthread_mutexattr_setpshared pthread_key_delete printf fprintf puts putchar fflush perror __builtin_printf
		__builtin_puts vprintf vfprintf fputs fputc putc setbuf setvbuf sched_yield sleep usleep __builtin_prefetch
		__builtin_ia32_pause`},
	LibCreate:     {names: "pthread_create"},
	LibJoin:       {names: "pthread_join __cprog_thrd_join"},
	LibExitThread: {arguments: 1, names: "pthread_exit"},
	LibSelf:       {step: true, alone: true, names: "pthread_self __cprog_self"},
	LibLock:       {arguments: 1, alone: true, names: "pthread_mutex_lock"},
	LibUnlock:     {arguments: 1, alone: true, names: "pthread_mutex_unlock"},
	LibAssume:     {arguments: 1, step: true, alone: true, names: "__VERIFIER_assume assume_abort_if_not __CPROVER_assume __ESBMC_assume"},
	LibAssert:     {arguments: 1, step: true, alone: true, names: "__CPROVER_assert __ESBMC_assert __VERIFIER_assert assert"},
	LibFail: {step: true, names: `
		__cprog_assert_fail abort __builtin_trap __builtin_unreachable __builtin_abort __VERIFIER_error reach_error
		__assert_fail`},
	LibChoose:           {arguments: 1, step: true, names: "__VERIFIER_choose"},
	LibMalloc:           {arguments: 1, step: true, names: "malloc __builtin_malloc __builtin_alloca"},
	LibCalloc:           {arguments: 2, step: true, names: "calloc __builtin_calloc"},
	LibAlignedAlloc:     {arguments: 2, step: true, names: "aligned_alloc"},
	LibFree:             {arguments: 1, step: true, names: "free __builtin_free"},
	LibRealloc:          {arguments: 2, step: true, names: "realloc"},
	LibCopy:             {step: true, names: "memcpy memmove __builtin_memcpy __builtin_memmove"},
	LibFill:             {step: true, names: "memset __builtin_memset"},
	LibExit:             {arguments: 1, names: "exit __builtin_exit _exit"},
	LibTryLock:          {arguments: 1, names: "pthread_mutex_trylock"},
	LibMutexInit:        {names: "pthread_mutex_init"},
	LibMutexKind:        {names: "pthread_mutexattr_settype"},
	LibCondWait:         {arguments: 2, names: "pthread_cond_wait"},
	LibCondSignal:       {arguments: 1, names: "pthread_cond_signal"},
	LibCondBroadcast:    {arguments: 1, names: "pthread_cond_broadcast"},
	LibCondInit:         {arguments: 1, names: "pthread_cond_init"},
	LibReadWriteInit:    {arguments: 1, names: "pthread_rwlock_init"},
	LibMutexDestroy:     {arguments: 1, names: "pthread_mutex_destroy"},
	LibCondDestroy:      {arguments: 1, names: "pthread_cond_destroy"},
	LibReadWriteDestroy: {arguments: 1, names: "pthread_rwlock_destroy"},
	LibBarrierDestroy:   {arguments: 1, names: "pthread_barrier_destroy"},
	LibSemaphoreDestroy: {arguments: 1, names: "sem_destroy"},
	LibBarrierInit:      {arguments: 3, names: "pthread_barrier_init"},
	LibBarrierWait:      {arguments: 1, names: "pthread_barrier_wait"},
	LibReadLock:         {arguments: 1, names: "pthread_rwlock_rdlock"},
	LibWriteLock:        {arguments: 1, names: "pthread_rwlock_wrlock"},
	LibTryReadLock:      {arguments: 1, names: "pthread_rwlock_tryrdlock"},
	LibTryWriteLock:     {arguments: 1, names: "pthread_rwlock_trywrlock"},
	LibUnlockShared:     {arguments: 1, names: "pthread_rwlock_unlock"},
	LibWhen:             {},
	LibKeyCreate:        {arguments: 2, step: true, names: "pthread_key_create"},
	LibSetSpecific:      {arguments: 2, step: true, names: "pthread_setspecific"},
	LibGetSpecific:      {arguments: 1, step: true, names: "pthread_getspecific"},
	LibHandlers:         {arguments: 1, names: "__pthread_handlers"},
	LibUnsupported:      {step: true},
	LibSemaphoreInit:    {arguments: 3, names: "sem_init"},
	LibSemaphoreWait:    {arguments: 1, names: "sem_wait"},
	LibSemaphoreTryWait: {arguments: 1, names: "sem_trywait"},
	LibSemaphorePost:    {arguments: 1, names: "sem_post"},
	LibSemaphoreValue:   {arguments: 2, names: "sem_getvalue"},
	LibUpdate:           {step: true},
	LibInvoke:           {step: true},
	LibRespond:          {step: true},
}

// byName is made when a call is first compiled: a process that only executes code has no use for it.
var byName = sync.OnceValue(func() map[string]LibraryFunction {
	numbers := map[string]LibraryFunction{}
	for f := range library {
		for _, name := range strings.Fields(library[f].names) {
			numbers[name] = LibraryFunction(f)
		}
	}
	return numbers
})

// LibraryNamed returns the library function that C calls by that name.
func LibraryNamed(name string) (f LibraryFunction, ok bool) {
	f, ok = byName()[name]
	return f, ok
}

// Arguments returns how many arguments a call of f has at least.
func (f LibraryFunction) Arguments() int { return library[f].arguments }

// IsStep reports whether f may be part of an atomic section: it does not wait for, wake or start other threads, or end its own.
func (f LibraryFunction) IsStep() bool { return library[f].step }

// RunsAlone reports whether a loop that calls f may be tried without the model, to find out whether it ends.
func (f LibraryFunction) RunsAlone() bool { return library[f].alone }

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

// LibraryVariable reports whether name is a library variable that is declared but not defined. Its value is 0.
func LibraryVariable(name string) bool {
	switch name {
	case "stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt", "environ":
		return true
	}
	return false
}
