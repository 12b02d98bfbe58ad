// executions 1
#include <assert.h>
#include <stdatomic.h>
atomic_int x = 5;
_Atomic unsigned char narrow = 250;
_Atomic int array[2];
struct { _Atomic long l; atomic_flag f; } s = {3, ATOMIC_FLAG_INIT};
int plain;
int cells[4];
_Atomic(int *) p = cells;
int *_Atomic own = cells;
int main(void) {
  assert(atomic_fetch_add(&x, 2) == 5 && x == 7 && x++ == 7 && ++x == 9 && (x -= 4) == 5);
  assert(atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed) == 5 && atomic_exchange(&x, 12) == 4);
  assert(atomic_fetch_or(&x, 3) == 12 && atomic_fetch_and(&x, 6) == 15 && atomic_fetch_xor(&x, 5) == 6 && x == 3);
  int e = 4;
  assert(!atomic_compare_exchange_strong(&x, &e, 9) && e == 3);
  assert(atomic_compare_exchange_weak(&x, &e, 9) && x == 9 && e == 3);
  assert(atomic_fetch_add(&narrow, 10) == 250 && narrow == 4);
  assert((narrow <<= 6) == 0 && (narrow = 200) && (narrow *= 3) == 88 && (narrow /= -4) == 234 && (narrow %= 100u) == 34);
  _Atomic int *a = array;
  (*a)++;
  a[1] += 3;
  assert(array[0] == 1 && array[1] == 3);
  s.l++;
  assert(s.l == 4 && !atomic_flag_test_and_set(&s.f) && atomic_flag_test_and_set(&s.f));
  atomic_flag_clear(&s.f);
  assert(__atomic_add_fetch(&plain, 5, __ATOMIC_SEQ_CST) == 5 && __atomic_fetch_nand(&plain, 4, 0) == 5 && plain == ~4);
  __atomic_store_n(&plain, 8, __ATOMIC_RELEASE);
  assert(__atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 8 && __atomic_exchange_n(&plain, 1, 5) == 8);
  e = 1;
  assert(__atomic_compare_exchange_n(&plain, &e, 2, 0, 5, 5) && plain == 2);
  assert(__sync_fetch_and_add(&plain, 1) == 2 && __sync_add_and_fetch(&plain, 1) == 4);
  assert(__sync_val_compare_and_swap(&plain, 4, 6) == 4 && __sync_bool_compare_and_swap(&plain, 4, 6) == 0);
  assert(__sync_lock_test_and_set(&plain, 1) == 6 && __sync_fetch_and_max(&plain, 3) == 1 && plain == 3);
  plain = -1;
  assert(__sync_fetch_and_umax(&plain, 3) == -1 && plain == -1 && __sync_fetch_and_umin(&plain, 3) == -1 && plain == 3);
  assert(atomic_fetch_add(&p, 2) == cells && p == &cells[2]);
  assert(p++ == &cells[2] && (p -= 3) == cells);
  assert(own++ == cells && own == &cells[1]);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
