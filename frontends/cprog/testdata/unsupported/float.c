// 3: a value of type _Complex double is not supported here
int main(void) {
  _Complex double d = 1.5;
  return 0;
}
