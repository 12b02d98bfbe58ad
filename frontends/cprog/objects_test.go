package cprog_test

import (
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestMadeMutexes: a mutex in memory from malloc or in a local variable is what one of the file is, for each algorithm.
func TestMadeMutexes(t *testing.T) {
	const body = "int x; void *f(void *a) { pthread_mutex_lock(m); int r = x; pthread_mutex_unlock(m); return 0; }\n" +
		"int main(void) { pthread_t a, b; %INIT% pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); }"
	var cases []threadCase
	for name, at := range map[string][2]string{
		"static": {"pthread_mutex_t own; pthread_mutex_t *m = &own;", ""},
		"malloc": {"pthread_mutex_t *m;", "m = malloc(sizeof *m); pthread_mutex_init(m, 0);"},
		"struct": {"struct node { long v; pthread_mutex_t m; } *n; \n#define m (&n->m)", "n = calloc(1, sizeof *n); pthread_mutex_init(m, 0);"},
		"local":  {"pthread_mutex_t *m;", "pthread_mutex_t own; pthread_mutex_init(&own, 0); m = &own;"},
	} {
		text := at[0] + "\n" + strings.Replace(body, "%INIT%", at[1], 1)
		cases = append(cases,
			threadCase{name: name, text: text, want: outcomes{model.Complete: 2}},
			threadCase{name: name + ", lazy", text: text, algorithms: "lapor", want: outcomes{model.Complete: 1}})
	}
	runCases(t, cases)
}

const afterwards = " for (int i = 0; i < N; i++) pthread_create(&t[i], 0, fs[i], 0); "

// threadsOf returns a main that initialises, starts the functions, does something, and joins them.
func threadsOf(first, last string, functions ...string) string {
	return "void *(*fs[])(void *) = {" + strings.Join(functions, ", ") + "}; enum { N = sizeof fs / sizeof *fs };\n" +
		"int main(void) { pthread_t t[N];" + first + afterwards + last + " for (int i = 0; i < N; i++) pthread_join(t[i], 0); return 0; }"
}

// TestSemaphores: posts are independent of each other, and a wait of the posts that its end is not ordered with.
func TestSemaphores(t *testing.T) {
	const post = "#include <semaphore.h>\nsem_t s; void *post(void *a) { sem_post(&s); return 0; } void *wait(void *a) { sem_wait(&s); return 0; }\n"
	const sc = "exhaustive sleepset fgdpor source optimal pop pop-lazy pop-naive ifs"
	one := func(name, text string, n int) threadCase {
		return threadCase{name: name, text: post + text, algorithms: sc, want: outcomes{model.Complete: n}}
	}
	deadlocks := one("a wait too many", threadsOf("", "", "post", "wait", "wait"), 0)
	deadlocks.want = outcomes{model.Starved: 2}
	gone := one("destroyed", threadsOf("", "sem_destroy(&s);", "post"), 0)
	gone.want, gone.failure = outcomes{model.Complete: 1, model.Failed: 1}, "use of a semaphore that is destroyed"
	runCases(t, []threadCase{
		one("posts", threadsOf("", "", "post", "post", "post"), 1),
		one("a wait that needs one", threadsOf("", "", "post", "wait"), 1),
		one("a wait that needs one of two", threadsOf("", "", "post", "post", "wait"), 3),
		one("a wait that needs both", threadsOf("", "sem_wait(&s); sem_wait(&s);", "post", "post"), 3),
		one("a wait that needs none", threadsOf("sem_init(&s, 0, 1);", "", "post", "wait"), 2),
		one("with a name", "#include <fcntl.h>\n#include <errno.h>\nvoid *f(void *a) { sem_t *n = sem_open(\"/n\", 0); assert(sem_wait(n) == 0); sem_post(n); sem_close(n); return 0; }\n"+
			threadsOf("assert(sem_open(\"/n\", 0) == SEM_FAILED && errno == ENOENT); sem_t *n = sem_open(\"/n\", O_CREAT, 0600, 1); assert(sem_open(\"n\", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);",
				"assert(!sem_close(n));", "f")+"\n__attribute__((destructor)) static void after(void) { assert(!sem_unlink(\"/n\")); assert(sem_unlink(\"/n\") && errno == ENOENT); }", 3),
		one("waits", threadsOf("sem_init(&s, 0, 2);", "", "wait", "wait"), 2),
		one("as a lock", "int x; void *f(void *a) { sem_wait(&s); x++; sem_post(&s); return 0; }\n"+threadsOf("sem_init(&s, 0, 1);", "", "f", "f"), 2),
		deadlocks, gone,
		{name: "ordered where the rest is one number", text: post + threadsOf("", "int v; sem_getvalue(&s, &v);", "post", "post"), want: outcomes{model.Complete: 6}},
		{name: "tso", text: post + threadsOf("", "", "post", "post"), memory: memory.TSO, algorithms: "source optimal pop trust", want: outcomes{model.Complete: 2}},
		{name: "races", text: post + "int x; void *f(void *a) { x = 1; sem_post(&s); return 0; }\n" + threadsOf("", "sem_wait(&s); x++;", "f"), options: cprog.Options{Races: cprog.Look},
			algorithms: sc, want: outcomes{model.Complete: 1}},
		{name: "a race", text: post + "int x; void *f(void *a) { x = 1; sem_post(&s); return 0; }\n" + threadsOf("sem_init(&s, 0, 1);", "sem_wait(&s); x++;", "f"), options: cprog.Options{Races: cprog.Look},
			algorithms: "source optimal pop", want: outcomes{model.Complete: 1, model.Raced: 3}},
	})
}
