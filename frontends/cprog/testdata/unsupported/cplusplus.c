// 2: include file not found: <atomic>
#include <atomic>
int main() { return 0; }
