package cprog_test

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// TestNamesOfMemory: traces name memory that threads make as the file does, and show the targets of pointers.
func TestNamesOfMemory(t *testing.T) {
	c := threadCase{text: `struct node { int v; struct node *next; const char *text; int (*f)(void); };
typedef struct { int x; pthread_mutex_t m; } box;
int f(void) { return 0; }
void *any(int n) { return malloc(n); }
char *unknown; box *b; struct node global, *to; int numbered; struct node *head, *twice; int *numbers, *several; _Thread_local int own;
void *t(void *a) { struct node *n = (struct node *)malloc(sizeof *n); n->v = *(int *)a; n->next = head; head = n; *(int *)a = 4; twice = head->next; head = 0; int *p = &own; *p = 6; head = (void *)&p; return 0; }
int main(void) {
	pthread_t h; int k = 3;
	unknown = any(24);
	b = malloc(sizeof(box)); pthread_mutex_init(&b->m, 0); pthread_mutex_lock(&b->m); b->x = 1; pthread_mutex_unlock(&b->m);
	numbers = calloc(3, sizeof(int)); numbers[1] = 2;
	struct node *n = malloc(sizeof *n); n->f = f; n->text = "hi"; n->next = n; head = n;
	several = malloc(20); several[1] = 1;
	pthread_create(&h, 0, t, &k); pthread_join(h, 0); n->next = (struct node *)&n->next; free(n);
	to = &global; global.next = (struct node *)&global.text; int **p = &numbers; *p = &numbers[1]; numbered = (int)(long)&global;
	return 0;
}
`}
	p := c.load(t)
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	if _, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		drawn, err := trace.Of(p, memory.SC, e.Events())
		if err != nil {
			return err
		}
		return drawn.Draw(&shown, trace.Layout{List: true})
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"unknown = &main.malloc24#1[0]", "b = &box#1", "lock box#1.m", "box#1.x = 1", "unlock box#1.m", "numbers = &int#1[0]", "int#1[1] = 2", "node#1.f = f", `node#1.text = "hi"`,
		"node#1.next = &node#1", "head = &node#1", "several = &int#2[0]", "int#2[1] = 1", "main.k = 3", "main.1.node#1.v = 3", "main.1.node#1.next = &node#1", "head = &main.1.node#1",
		"main.k = 4", "main.1.own = 6", "head = &main.1.t.p", "main.1.ended = 1", "node#1.next = &node#1.next", "swap(node#1.freed, 1)",
		"to = &global", "global.next = &global.text",
	} {
		if !strings.Contains(shown.String(), want+"\n") && !strings.Contains(shown.String(), want+" ") {
			t.Errorf("there is no %q", want)
		}
	}
	for _, unwanted := range []string{"freed → 0", "numbered = &"} {
		if strings.Contains(shown.String(), unwanted) {
			t.Errorf("there is %q", unwanted)
		}
	}
	if t.Failed() {
		t.Log(shown.String())
	}
}
