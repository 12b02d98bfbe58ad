// executions 1 failed 1
// The call itself is the failure, whatever the function does.
void reach_error(void) {}
int main(void) {
  reach_error();
  return 0;
}
