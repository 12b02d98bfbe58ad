// executions 1
#include <assert.h>
static int classify(int n) {
  switch (n) {
  case 0: return 10;
  case 1:
  case 2: n += 100; break;
  case 5 ... 9: n = -n; break;
  default: n = 7;
  }
  return n;
}
static int collatz(int n) {
  int steps = 0;
again:
  if (n == 1) return steps;
  n = n % 2 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
}
int main(void) {
  assert(classify(0) == 10 && classify(2) == 102 && classify(6) == -6 && classify(50) == 7);
  assert(collatz(6) == 8);
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 3) continue;
    if (i == 6) break;
    sum += i;
  }
  assert(sum == 0 + 1 + 2 + 4 + 5);
  int n = 0;
  do n++; while (n < 5);
  while (n > 2) n--;
  assert(n == 2);
  int v = ({ int t = n; t * t; });
  assert(v == 4);
  int (*f)(int) = collatz;
  assert(f(4) == 2 && (*f)(8) == 3);
  return 0;
}
