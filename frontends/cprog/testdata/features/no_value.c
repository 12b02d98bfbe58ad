// executions 1 failed 1
int f(int a){ if(a) return 1; } int main(void){ f(0); int x=f(1); x=f(0); return x; }
