// executions 1 deadlocked 1
int flag;
int main(void) {
  while (flag == 0)
    ;
  return 0;
}
