#ifndef CPROG_LINUX_COMPILER_H
#define CPROG_LINUX_COMPILER_H
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define barrier() __asm__ volatile("" ::: "memory")
#ifndef READ_ONCE
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#endif
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define __always_inline inline __attribute__((always_inline))
#define noinline __attribute__((noinline))
#define __user
#define __force
#define __iomem
#define __percpu
#define __must_check
#define __maybe_unused __attribute__((unused))
#endif
