// 3: function f is not defined, and not a supported library function
int f(void);
int main(void) { return f(); }
