#ifndef CPROG_MATH_H
#define CPROG_MATH_H
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
double __builtin_inf(void);
double __builtin_nan(const char *);
#define HUGE_VAL __builtin_inf()
#define INFINITY ((float)__builtin_inf())
#define HUGE_VALF ((float)__builtin_inf())
#define HUGE_VALL ((long double)__builtin_inf())
#define NAN ((float)__builtin_nan(""))
#define isnan(v) __builtin_isnan(v)
#define isinf(v) __builtin_isinf(v)
#define isfinite(v) __builtin_isfinite(v)
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define __cprog_least(v) (sizeof(v) == sizeof(float) ? 1.17549435082228750797e-38 : 2.22507385850720138309e-308)
#define fpclassify(v) ({ __typeof__(v) __v = (v); __v != __v ? FP_NAN : __v - __v != 0 ? FP_INFINITE : __v == 0 ? FP_ZERO : \
  __v < __cprog_least(v) && -__v < __cprog_least(v) ? FP_SUBNORMAL : FP_NORMAL; })
#define isnormal(v) (fpclassify(v) == FP_NORMAL)
#define signbit(v) __builtin_signbit(v)
#define isunordered(a, b) ({ __typeof__(a) __a = (a); __typeof__(b) __b = (b); __a != __a || __b != __b; })
#define isgreater(a, b) ((a) > (b))
#define isgreaterequal(a, b) ((a) >= (b))
#define isless(a, b) ((a) < (b))
#define islessequal(a, b) ((a) <= (b))
#define islessgreater(a, b) ({ __typeof__(a) __a = (a); __typeof__(b) __b = (b); __a < __b || __a > __b; })
#define __CPROG_MATH(name) double name(double); float name##f(float);
#define __CPROG_MATH2(name) double name(double, double); float name##f(float, float);
__CPROG_MATH(sqrt) __CPROG_MATH(fabs) __CPROG_MATH(floor) __CPROG_MATH(ceil) __CPROG_MATH(trunc)
__CPROG_MATH(round) __CPROG_MATH(rint) __CPROG_MATH(nearbyint) __CPROG_MATH(cbrt)
__CPROG_MATH(exp) __CPROG_MATH(exp2) __CPROG_MATH(expm1) __CPROG_MATH(log) __CPROG_MATH(log2) __CPROG_MATH(log10) __CPROG_MATH(log1p)
__CPROG_MATH(sin) __CPROG_MATH(cos) __CPROG_MATH(tan) __CPROG_MATH(asin) __CPROG_MATH(acos) __CPROG_MATH(atan)
__CPROG_MATH(asinh) __CPROG_MATH(acosh) __CPROG_MATH(atanh) __CPROG_MATH(logb) __CPROG_MATH(tgamma) __CPROG_MATH(erf) __CPROG_MATH(erfc)
__CPROG_MATH2(remainder) __CPROG_MATH2(fdim) __CPROG_MATH2(nextafter)
double ldexp(double, int);
double scalbn(double, int);
double scalbln(double, long);
#define lround(v) ((long)round(v))
#define lrint(v) ((long)rint(v))
#define llround(v) ((long long)round(v))
#define llrint(v) ((long long)rint(v))
__CPROG_MATH(sinh) __CPROG_MATH(cosh) __CPROG_MATH(tanh)
__CPROG_MATH2(fmod) __CPROG_MATH2(fmin) __CPROG_MATH2(fmax) __CPROG_MATH2(copysign)
__CPROG_MATH2(atan2) __CPROG_MATH2(pow) __CPROG_MATH2(hypot)
static inline double modf(double v, double *whole) {
  double w = *whole = trunc(v);
  return copysign(isinf(v) ? 0 : v - w, v);
}
static inline double frexp(double v, int *exponent) {
  *exponent = 0;
  if (v - v != 0 || v == 0)
    return v;
  double size = fabs(v);
  int n = 0;
  for (; size >= 1; n++)
    size /= 2;
  for (; size < 0.5; n--)
    size *= 2;
  *exponent = n;
  return copysign(size, v);
}
static inline int ilogb(double v) { return v == 0 || isnan(v) ? -2147483647 - 1 : isinf(v) ? 2147483647 : (int)logb(v); }
#endif
