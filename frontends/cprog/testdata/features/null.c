// executions 1 failed 1
int *p;
int main(void) { return *p; }
