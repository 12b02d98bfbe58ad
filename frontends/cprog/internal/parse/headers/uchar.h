#ifndef CPROG_UCHAR_H
#define CPROG_UCHAR_H
typedef unsigned short char16_t;
typedef unsigned int char32_t;
#endif
