#ifndef CPROG_NETINET_IN_H
#define CPROG_NETINET_IN_H
#include <stdint.h>
#include <sys/socket.h>
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; unsigned char sin_zero[8]; };
#define INADDR_ANY 0
#define INADDR_NONE ((in_addr_t)-1)
#define IPPROTO_TCP 6
#define IPPROTO_UDP 17
#define htons(v) ((uint16_t)((uint16_t)(v) << 8 | (uint16_t)(v) >> 8))
#define ntohs(v) htons(v)
uint32_t htonl(uint32_t);
uint32_t ntohl(uint32_t);
#endif
