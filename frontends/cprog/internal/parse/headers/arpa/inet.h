#ifndef CPROG_ARPA_INET_H
#define CPROG_ARPA_INET_H
#include <netinet/in.h>
in_addr_t inet_addr(const char *);
char *inet_ntoa(struct in_addr);
#endif
