// executions 1
// The clock moves while a thread sleeps.
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

int main(void) {
#include <unistd.h>
#include <sys/time.h>
time_t a=time(0); sleep(1); assert(time(0)-a>=1); struct timeval v,w; gettimeofday(&v,0); usleep(2000); gettimeofday(&w,0); long us=(w.tv_sec-v.tv_sec)*1000000L+w.tv_usec-v.tv_usec; assert(us>=2000); clock_t c=clock(); assert(c>=0); assert(clock_nanosleep(CLOCK_MONOTONIC,0,&(struct timespec){0,1000},0)==0);
return 0; }
