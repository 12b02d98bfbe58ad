/* Where operations of concurrent objects begin and end, for dporbench --linearizable. Elsewhere this does nothing.

     linear_invoke("q", "enqueue", 1);   the object, the operation, its arguments
     linear_respond();                   what it returns

   Arguments and results are whole numbers; names are string literals. */
#ifndef LINEAR_H
#define LINEAR_H
#ifdef __DPORBENCH__
void linear_invoke();
void linear_respond();
#else
#define linear_invoke(...) ((void)0)
#define linear_respond(...) ((void)0)
#endif
#endif
