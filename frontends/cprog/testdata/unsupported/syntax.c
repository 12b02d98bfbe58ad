// 2: unexpected identifier, expected external declaration
in main(void) { return 0; }
