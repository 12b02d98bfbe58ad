#ifndef CPROG_SYS_STAT_H
#define CPROG_SYS_STAT_H
#include <sys/types.h>
#include <time.h>
struct stat { unsigned long st_dev, st_ino, st_nlink; mode_t st_mode; unsigned st_uid, st_gid; off_t st_size; time_t st_atime, st_mtime, st_ctime; };
#define S_IFMT 0170000
#define S_IFREG 0100000
#define S_IFDIR 0040000
#define S_IFLNK 0120000
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISLNK(m) (((m) & S_IFMT) == S_IFLNK)
#define S_IRUSR 0400
#define S_IWUSR 0200
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int mkdir(const char *, mode_t);
#endif
