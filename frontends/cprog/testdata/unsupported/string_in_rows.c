// 6: an array or a string that initialises a number is not supported; u"" is supported for an array that is a variable of its own
#include <assert.h>
#include <uchar.h>

int main(void) {
  char16_t rows[2][3] = {u"ab", u"c"};
  assert(rows[1][0] == 'c');
  return 0;
}
