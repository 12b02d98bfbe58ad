#ifndef CPROG_GETOPT_H
#define CPROG_GETOPT_H
int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind, opterr, optopt;
#endif
