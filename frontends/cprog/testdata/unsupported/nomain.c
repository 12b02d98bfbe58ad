// 2: there is no function main
int f(void) { return 0; }
