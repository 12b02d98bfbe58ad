// 3: beside a ?: without a second operand whose condition is a constant, one whose condition is no int is not supported
int main(int argc, char **argv) {
  return (1 ?: 2) + (*argv ?: 0 != 0);
}
