// executions 1
#include <assert.h>
#include <string.h>
struct point { int x; long y; struct { char c; } in; };
union both { int i; unsigned u; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 24; };
static struct point make(int x) { struct point p = {.y = 2 * x, .x = x}; return p; }
static int sum(struct point p) { p.x++; return p.x + (int)p.y; }
int table[2][3] = {{1, 2}, {[1] = 5}};
char text[] = "abc";
const char *names[] = {"zero", "one"};
struct point global = {1, 2, {'z'}};
int *to = &table[1][1];
int main(void) {
  struct point p = make(4), q = p;
  q.x = 9;
  assert(p.x == 4 && p.y == 8 && q.x == 9 && sum(p) == 13 && p.x == 4 && p.in.c == 0);
  struct bits b = {.a = 5, .b = -3};
  b.c = 0xabcdef;
  b.a++;
  assert(b.a == 6 && b.b == -3 && b.c == 0xabcdef);
  union both u;
  u.i = -1;
  assert(u.u == 0xffffffffu);
  assert(table[0][1] == 2 && table[0][2] == 0 && table[1][1] == 5 && *to == 5);
  assert(text[2] == 'c' && text[3] == 0 && names[1][0] == 'o' && strlen(names[0]) == 4);
  assert(global.y == 2 && global.in.c == 'z');
  int *e = &table[0][0];
  e += 4;
  assert(*e == 5 && e - &table[0][0] == 4 && e > &table[0][0]);
  global = q;
  struct point *g = &global;
  assert(g->x == 9 && (*g).y == 8);
  int local[3] = {1, 2, 3}, total = 0;
  for (int i = 0; i < 3; i++) total += local[i];
  assert(total == 6 && sizeof local / sizeof *local == 3);
  static int counter = 41;
  assert(++counter == 42);
  memset(table, 0, sizeof table);
  assert(table[1][1] == 0);
  struct point zero = {0};
  memcpy(&global, g, sizeof global);
  assert(((struct point){7, 8}).y == 8 && zero.y == 0);
  return 0;
}
