// executions 1
#include <assert.h>
#include <limits.h>
#include <stdint.h>
static int twice(int x) { return 2 * x; }
static long fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
enum colour { RED, GREEN = 5, BLUE };
typedef unsigned char byte;
int main(void) {
  assert(7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1);
  unsigned u = 0;
  assert(u - 1 == UINT_MAX && u - 1 > 0);
  assert((byte)300 == 44 && (signed char)200 == -56);
  assert((1u << 31) >> 31 == 1 && (-8 >> 1) == -4);
  int s = -1;
  assert((unsigned)s == 0xffffffffu && s < 1u == 0);
  long l = INT_MAX;
  l++;
  assert(l == 2147483648L);
  int64_t big = (int64_t)1 << 40;
  assert((int)big == 0 && big / 1024 == 1073741824);
  assert(fact(10) == 3628800 && twice(twice(3)) == 12);
  assert(BLUE == 6 && sizeof(long) == 8 && sizeof(int[3]) == 12);
  int i = 3, j = i++ + 1, k = ++i;
  assert(i == 5 && j == 4 && k == 5);
  i += 2; i *= 3; i -= 1; i /= 4; i %= 3; i <<= 3; i |= 5; i ^= 1; i &= 12;
  assert((i = 4, i + 1) == 5 && !0 && ~0 == -1 && (i ? 1 : 2) == 1);
  _Bool b = 17;
  unsigned long ul = ULONG_MAX;
  assert(ul / 2 == LONG_MAX && ul % 10 == 5 && ul > 1);
  return 0;
}
