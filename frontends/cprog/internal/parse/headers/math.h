#ifndef CPROG_MATH_H
#define CPROG_MATH_H
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
double __builtin_inf(void);
double __builtin_nan(const char *);
#define HUGE_VAL __builtin_inf()
#define INFINITY ((float)__builtin_inf())
#define NAN ((float)__builtin_nan(""))
#define isnan(v) __builtin_isnan(v)
#define isinf(v) __builtin_isinf(v)
#define isfinite(v) __builtin_isfinite(v)
#define __CPROG_MATH(f) double f(double); float f##f(float);
#define __CPROG_MATH2(f) double f(double, double); float f##f(float, float);
__CPROG_MATH(sqrt) __CPROG_MATH(fabs) __CPROG_MATH(floor) __CPROG_MATH(ceil) __CPROG_MATH(trunc)
__CPROG_MATH(round) __CPROG_MATH(rint) __CPROG_MATH(nearbyint) __CPROG_MATH(cbrt)
__CPROG_MATH(exp) __CPROG_MATH(exp2) __CPROG_MATH(expm1) __CPROG_MATH(log) __CPROG_MATH(log2) __CPROG_MATH(log10) __CPROG_MATH(log1p)
__CPROG_MATH(sin) __CPROG_MATH(cos) __CPROG_MATH(tan) __CPROG_MATH(asin) __CPROG_MATH(acos) __CPROG_MATH(atan)
__CPROG_MATH(sinh) __CPROG_MATH(cosh) __CPROG_MATH(tanh)
__CPROG_MATH2(fmod) __CPROG_MATH2(fmin) __CPROG_MATH2(fmax) __CPROG_MATH2(copysign)
__CPROG_MATH2(atan2) __CPROG_MATH2(pow) __CPROG_MATH2(hypot)
#endif
