// executions 1
// Functions of string.h and strings.h.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <float.h>
#include <time.h>
#include <wchar.h>
int strlcpy_(char*x){strcpy(x,"");return 1;}
int main(void) {
char b[40]; strcpy(b, "hello"); strcat(b, " world"); assert(!strcmp(b, "hello world")); strncpy(b, "hi", 5); assert(b[2] == 0 && b[4] == 0 && b[5] == ' '); assert(strchr(b, 'i') == b + 1 && !strchr(b, 'z') && strchr(b, 0) == b + 2); assert(strrchr("abcabc", 'b')[1] == 'c'); assert(!strcmp(strstr("foobar", "bar"), "bar") && !strstr("x", "xy") && *strstr("abc", "") == 'a'); assert(strspn("aabbc", "ab") == 4 && strcspn("xyzab", "ab") == 3); assert(*strpbrk("hello", "lo") == 'l' && !strpbrk("x", "y")); char tk[] = "a,b;;c"; char *p = strtok(tk, ",;"); assert(*p == 'a'); p = strtok(0, ",;"); assert(*p == 'b'); p = strtok(0, ",;"); assert(*p == 'c'); assert(!strtok(0, ",;")); char *d = strdup("dup"); assert(!strcmp(d, "dup")); free(d); d = strndup("abcdef", 3); assert(!strcmp(d, "abc")); free(d); assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strncmp("abc", "abd", 2) == 0); assert(strcmp("\xff", "a") > 0); assert(memcmp("ab\0c", "ab\0d", 4) < 0); assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 2) == 0); assert(strnlen("abc", 2) == 2); memset(b, 'z', 3); b[3] = 0; memmove(b + 1, b, 3); assert(memchr("abc", 'c', 3) && !memchr("abc", 'c', 2)); assert(!strcmp(stpcpy(b, "end"), "")); char s1[]="x y"; char *sp=s1; assert(*strsep(&sp," ")=='x'); assert(*sp=='y'); assert(strcasestr("Hello","LL")); assert(mempcpy(b,"q",2)==b+2); assert(memmem("abcd",4,"cd",2)); assert(rawmemchr("abc",'c')); bzero(b,4); assert(!b[0]); bcopy("zz",b,3); assert(b[1]=='z'); assert(bcmp("a","a",1)==0); assert(index("abc",'b') && rindex("abcb",'b'));  assert(ffs(8)==4 && ffsl(0)==0 && ffsll(1LL<<40)==41);char x1[20]; assert(strlcpy_(x1)); 
return 0; }
