// 3: a value of type long double is not supported here
int main(void) {
  return 1.5L > 1;
}
