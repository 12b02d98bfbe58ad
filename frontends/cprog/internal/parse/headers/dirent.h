#ifndef CPROG_DIRENT_H
#define CPROG_DIRENT_H
#include <sys/types.h>
typedef struct __cprog_folder DIR;
struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);
#endif
