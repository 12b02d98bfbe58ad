// 2: attribute vector_size is not supported
int x __attribute__((vector_size(16))); int main(void) { return 0; }
