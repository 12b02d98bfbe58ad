// 4: variable-length arrays are not supported here
int main(void) {
	int n = 3, a[n];
	return sizeof a;
}
