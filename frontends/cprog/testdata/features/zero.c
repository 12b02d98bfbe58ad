// executions 1 failed 1
int z;
int main(void) { return 1 / z; }
