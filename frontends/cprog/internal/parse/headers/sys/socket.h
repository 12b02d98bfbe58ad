#ifndef CPROG_SYS_SOCKET_H
#define CPROG_SYS_SOCKET_H
#include <sys/types.h>
typedef unsigned socklen_t;
typedef unsigned short sa_family_t;
#define AF_UNIX 1
#define AF_INET 2
#define PF_INET 2
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SOMAXCONN 4096
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int connect(int, const struct sockaddr *, socklen_t);
int setsockopt(int, int, int, const void *, socklen_t);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
ssize_t sendto(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
ssize_t recvfrom(int, void *, size_t, int, struct sockaddr *, socklen_t *);
int shutdown(int, int);
#endif
