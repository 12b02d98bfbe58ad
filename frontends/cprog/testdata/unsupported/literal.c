// 3: an atomic long double is not supported: at most 8 bytes are accessed at once
_Atomic long double d; int main(void) {
  return d > 1;
}
