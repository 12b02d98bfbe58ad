// 2: this declaration or expression is not supported
long float f;
int main(void) {
	return 0;
}
