#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __GNUC__ 4
#define __GNUC_MINOR__ 2
#define __x86_64__ 1
#define __amd64__ 1
#define __LP64__ 1
#define __linux__ 1
#define __linux 1
#define __unix__ 1
#define __unix 1
#define __DPORBENCH__ 1
#define __CHAR_BIT__ 8
#define __SIZE_TYPE__ unsigned long
#define __PTRDIFF_TYPE__ long
#define __WCHAR_TYPE__ int
#define __INTPTR_TYPE__ long
#define __UINTPTR_TYPE__ unsigned long
#define __INT64_TYPE__ long
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned int
#define __UINT64_TYPE__ unsigned long
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_INT128__ 16
#define __SIZEOF_LONG_DOUBLE__ 16
#define __INT_MAX__ 2147483647
#define __LONG_MAX__ 9223372036854775807L
#define __BYTE_ORDER__ 1234
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __thread _Thread_local
/* With the number of bytes that the argument takes, which the parser's own macro does not pass. */
#define __builtin_va_arg(list, type) (*(type *)__builtin_va_arg_impl(list, (sizeof(type) + 7) / 8 * 8))
#define __alignof__ _Alignof
