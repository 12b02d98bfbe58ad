// 3: a value of type long double is not supported here
int main(void) {
  long double d = 1.5;
  return d > 1;
}
