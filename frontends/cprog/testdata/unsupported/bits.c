// 5: the bit-fields of struct s share bytes with what is before them or end early, which is not supported: put bit-fields of one type first
struct s { char a; int b : 5; };
int main(void)
{
	struct s v = { 1, 2 };
	return v.b;
}
