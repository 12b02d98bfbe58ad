// 3: floating point is not supported
int main(void) {
  double d = 1.5;
  return d > 1;
}
