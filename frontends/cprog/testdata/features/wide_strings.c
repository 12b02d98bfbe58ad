// executions 1
#include <assert.h>
#include <stddef.h>
#include <uchar.h>
int main(void) {
	char32_t b[] = U"h\U0001F600";
	assert(sizeof b == 12 && b[1] == 0x1F600 && b[2] == 0);
	wchar_t c[] = L"\u00e9x\xe8";
	assert(c[0] == 0xe9 && c[1] == 'x' && c[2] == 0xe8 && c[3] == 0);
	assert(u'\u00e9' == 0xe9 && U'\U0001F600' == 0x1F600 && L'é' == 0xe9);
	assert(sizeof u'a' == 2 && sizeof(L"abc"[0]) == 4 && L"abc"[1] == 'b');
	const char *s = "é";
	assert((unsigned char)s[0] == 0xc3 && u8"a\x80"[1] == (char)0x80);
	return 0;
}
