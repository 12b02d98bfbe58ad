// 2: variable-length arrays are not supported
int main(int argc, char **argv) { int n = argc, a[n]; return a[0]; }
