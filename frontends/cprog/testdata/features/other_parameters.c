// executions 1 failed 1
int g(int x){return x;} int main(void){ int (*h)(int,int)=(int(*)(int,int))g; h(1,2); return 0; }
