#ifndef CPROG_NETDB_H
#define CPROG_NETDB_H
#include <netinet/in.h>
struct hostent { char *h_name, **h_aliases; int h_addrtype, h_length; char **h_addr_list; };
#define h_addr h_addr_list[0]
struct hostent *gethostbyname(const char *);
#endif
