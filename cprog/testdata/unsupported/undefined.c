// 3: function f is not defined, and none that is supported
int f(void);
int main(void) { return f(); }
