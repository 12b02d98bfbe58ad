// executions 1
#include <assert.h>
int main(void) { const char *s = u8"é" "\u20ac"; assert((unsigned char)s[2]==0xe2); assert((unsigned char)s[3]==0x82); assert(sizeof(u8"é")==3); char t[]=u8"\u00e9"; assert(sizeof t==3); assert('\377'==-1); assert("\101\x42"[1]=='B'); return 0; }
