#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __cprog_assert_fail(#e))
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
