// 2: unexpected identifier, expected external declaration: the word before it is an unknown type, or a semicolon is missing
some_type_t f;
int main(void) {
	return 0;
}
