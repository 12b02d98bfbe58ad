// executions 1
// What numbers are read and printed as, and the sequences of random numbers; the values are glibc's.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
assert(rand()==1804289383);
assert(rand()==846930886);
assert(rand()==1681692777);
srand(42);assert(rand()==71876166);
assert(rand()==708592740);
assert(rand()==1483128881);
assert(rand()==907283241);
assert(rand()==442951012);
assert(rand()==537146758);
assert(rand()==1366999021);
assert(rand()==1854614940);
assert(rand()==647800535);
assert(rand()==53523743);
assert(rand()==783815874);
assert(rand()==1643643143);
assert(rand()==682599717);
assert(rand()==291474504);
assert(rand()==229233696);
assert(rand()==1633529762);
assert(rand()==175389892);
assert(rand()==1183169448);
assert(rand()==1212580698);
assert(rand()==1596161259);
assert(rand()==2108313867);
assert(rand()==469976352);
assert(rand()==975807809);
assert(rand()==1113801033);
assert(rand()==1232315727);
assert(rand()==1192349579);
assert(rand()==1564541169);
assert(rand()==1350496504);
assert(rand()==1709672141);
assert(rand()==1253520176);
assert(rand()==590056433);
assert(rand()==1781548307);
assert(rand()==1962112916);
assert(rand()==2073185314);
assert(rand()==541347900);
assert(rand()==257580280);
assert(rand()==462848424);
assert(rand()==1908346921);
assert(rand()==2112195221);
assert(rand()==1110648960);
assert(random()==1961870665l);assert(drand48()==3.9079850466805510223e-14);
srand48(7); assert(lrand48()==572184555);assert(mrand48()==-1365648288);assert(drand48()==0.26549059342699976582);
{unsigned s=5; assert(rand_r(&s)==234104184);assert(rand_r(&s)==1214203244);}
{unsigned short x[3]={1,2,3}; assert(erand48(x)==0.44199632268870914231);assert(nrand48(x)==565063343);assert(jrand48(x)==-1485464893);}
{char b[200]; assert(snprintf(b,200,"%f",0.00000000000000000000e+00)==8); assert(!strcmp(b,"0.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",0.00000000000000000000e+00)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.2f",0.00000000000000000000e+00)==4); assert(!strcmp(b,"0.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",0.00000000000000000000e+00)==11); assert(!strcmp(b,"     0.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",0.00000000000000000000e+00)==11); assert(!strcmp(b,"0.0       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",0.00000000000000000000e+00)==10); assert(!strcmp(b,"0000000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",0.00000000000000000000e+00)==9); assert(!strcmp(b,"+0.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",0.00000000000000000000e+00)==13); assert(!strcmp(b," 0.000000e+00"));}
{char b[200]; assert(snprintf(b,200,"%.3e",0.00000000000000000000e+00)==9); assert(!strcmp(b,"0.000e+00"));}
{char b[200]; assert(snprintf(b,200,"%g",0.00000000000000000000e+00)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.3g",0.00000000000000000000e+00)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%G",0.00000000000000000000e+00)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%E",0.00000000000000000000e+00)==12); assert(!strcmp(b,"0.000000E+00"));}
{char b[200]; assert(snprintf(b,200,"%.0e",0.00000000000000000000e+00)==5); assert(!strcmp(b,"0e+00"));}
{char b[200]; assert(snprintf(b,200,"%.10g",0.00000000000000000000e+00)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000000000e+00)==8); assert(!strcmp(b,"1.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000000000e+00)==1); assert(!strcmp(b,"1"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000000000e+00)==4); assert(!strcmp(b,"1.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000000000e+00)==11); assert(!strcmp(b,"     1.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000000000e+00)==11); assert(!strcmp(b,"1.0       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000000000e+00)==10); assert(!strcmp(b,"0000001.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000000000e+00)==9); assert(!strcmp(b,"+1.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000000000e+00)==13); assert(!strcmp(b," 1.000000e+00"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000000000e+00)==9); assert(!strcmp(b,"1.000e+00"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000000000e+00)==1); assert(!strcmp(b,"1"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000000000e+00)==1); assert(!strcmp(b,"1"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000000000e+00)==1); assert(!strcmp(b,"1"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000000000e+00)==12); assert(!strcmp(b,"1.000000E+00"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000000000e+00)==5); assert(!strcmp(b,"1e+00"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000000000e+00)==1); assert(!strcmp(b,"1"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000005551e-01)==8); assert(!strcmp(b,"0.100000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000005551e-01)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000005551e-01)==4); assert(!strcmp(b,"0.10"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000005551e-01)==11); assert(!strcmp(b,"     0.100|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000005551e-01)==11); assert(!strcmp(b,"0.1       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000005551e-01)==10); assert(!strcmp(b,"0000000.10"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000005551e-01)==9); assert(!strcmp(b,"+0.100000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000005551e-01)==13); assert(!strcmp(b," 1.000000e-01"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000005551e-01)==9); assert(!strcmp(b,"1.000e-01"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000005551e-01)==3); assert(!strcmp(b,"0.1"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000005551e-01)==3); assert(!strcmp(b,"0.1"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000005551e-01)==3); assert(!strcmp(b,"0.1"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000005551e-01)==12); assert(!strcmp(b,"1.000000E-01"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000005551e-01)==5); assert(!strcmp(b,"1e-01"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000005551e-01)==3); assert(!strcmp(b,"0.1"));}
{char b[200]; assert(snprintf(b,200,"%f",-2.50000000000000000000e+00)==9); assert(!strcmp(b,"-2.500000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",-2.50000000000000000000e+00)==2); assert(!strcmp(b,"-2"));}
{char b[200]; assert(snprintf(b,200,"%.2f",-2.50000000000000000000e+00)==5); assert(!strcmp(b,"-2.50"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",-2.50000000000000000000e+00)==11); assert(!strcmp(b,"    -2.500|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",-2.50000000000000000000e+00)==11); assert(!strcmp(b,"-2.5      |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",-2.50000000000000000000e+00)==10); assert(!strcmp(b,"-000002.50"));}
{char b[200]; assert(snprintf(b,200,"%+f",-2.50000000000000000000e+00)==9); assert(!strcmp(b,"-2.500000"));}
{char b[200]; assert(snprintf(b,200,"% e",-2.50000000000000000000e+00)==13); assert(!strcmp(b,"-2.500000e+00"));}
{char b[200]; assert(snprintf(b,200,"%.3e",-2.50000000000000000000e+00)==10); assert(!strcmp(b,"-2.500e+00"));}
{char b[200]; assert(snprintf(b,200,"%g",-2.50000000000000000000e+00)==4); assert(!strcmp(b,"-2.5"));}
{char b[200]; assert(snprintf(b,200,"%.3g",-2.50000000000000000000e+00)==4); assert(!strcmp(b,"-2.5"));}
{char b[200]; assert(snprintf(b,200,"%G",-2.50000000000000000000e+00)==4); assert(!strcmp(b,"-2.5"));}
{char b[200]; assert(snprintf(b,200,"%E",-2.50000000000000000000e+00)==13); assert(!strcmp(b,"-2.500000E+00"));}
{char b[200]; assert(snprintf(b,200,"%.0e",-2.50000000000000000000e+00)==6); assert(!strcmp(b,"-2e+00"));}
{char b[200]; assert(snprintf(b,200,"%.10g",-2.50000000000000000000e+00)==4); assert(!strcmp(b,"-2.5"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000000000e+10)==18); assert(!strcmp(b,"10000000000.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000000000e+10)==11); assert(!strcmp(b,"10000000000"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000000000e+10)==14); assert(!strcmp(b,"10000000000.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000000000e+10)==16); assert(!strcmp(b,"10000000000.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000000000e+10)==14); assert(!strcmp(b,"10000000000.0|"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000000000e+10)==14); assert(!strcmp(b,"10000000000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000000000e+10)==19); assert(!strcmp(b,"+10000000000.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000000000e+10)==13); assert(!strcmp(b," 1.000000e+10"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000000000e+10)==9); assert(!strcmp(b,"1.000e+10"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000000000e+10)==5); assert(!strcmp(b,"1e+10"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000000000e+10)==5); assert(!strcmp(b,"1e+10"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000000000e+10)==5); assert(!strcmp(b,"1E+10"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000000000e+10)==12); assert(!strcmp(b,"1.000000E+10"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000000000e+10)==5); assert(!strcmp(b,"1e+10"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000000000e+10)==5); assert(!strcmp(b,"1e+10"));}
{char b[200]; assert(snprintf(b,200,"%f",3.33333333333333314830e-01)==8); assert(!strcmp(b,"0.333333"));}
{char b[200]; assert(snprintf(b,200,"%.0f",3.33333333333333314830e-01)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.2f",3.33333333333333314830e-01)==4); assert(!strcmp(b,"0.33"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",3.33333333333333314830e-01)==11); assert(!strcmp(b,"     0.333|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",3.33333333333333314830e-01)==11); assert(!strcmp(b,"0.3       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",3.33333333333333314830e-01)==10); assert(!strcmp(b,"0000000.33"));}
{char b[200]; assert(snprintf(b,200,"%+f",3.33333333333333314830e-01)==9); assert(!strcmp(b,"+0.333333"));}
{char b[200]; assert(snprintf(b,200,"% e",3.33333333333333314830e-01)==13); assert(!strcmp(b," 3.333333e-01"));}
{char b[200]; assert(snprintf(b,200,"%.3e",3.33333333333333314830e-01)==9); assert(!strcmp(b,"3.333e-01"));}
{char b[200]; assert(snprintf(b,200,"%g",3.33333333333333314830e-01)==8); assert(!strcmp(b,"0.333333"));}
{char b[200]; assert(snprintf(b,200,"%.3g",3.33333333333333314830e-01)==5); assert(!strcmp(b,"0.333"));}
{char b[200]; assert(snprintf(b,200,"%G",3.33333333333333314830e-01)==8); assert(!strcmp(b,"0.333333"));}
{char b[200]; assert(snprintf(b,200,"%E",3.33333333333333314830e-01)==12); assert(!strcmp(b,"3.333333E-01"));}
{char b[200]; assert(snprintf(b,200,"%.0e",3.33333333333333314830e-01)==5); assert(!strcmp(b,"3e-01"));}
{char b[200]; assert(snprintf(b,200,"%.10g",3.33333333333333314830e-01)==12); assert(!strcmp(b,"0.3333333333"));}
{char b[200]; assert(snprintf(b,200,"%f",1.23456789000000000000e+08)==16); assert(!strcmp(b,"123456789.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.23456789000000000000e+08)==9); assert(!strcmp(b,"123456789"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.23456789000000000000e+08)==12); assert(!strcmp(b,"123456789.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.23456789000000000000e+08)==14); assert(!strcmp(b,"123456789.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.23456789000000000000e+08)==12); assert(!strcmp(b,"123456789.0|"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.23456789000000000000e+08)==12); assert(!strcmp(b,"123456789.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.23456789000000000000e+08)==17); assert(!strcmp(b,"+123456789.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.23456789000000000000e+08)==13); assert(!strcmp(b," 1.234568e+08"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.23456789000000000000e+08)==9); assert(!strcmp(b,"1.235e+08"));}
{char b[200]; assert(snprintf(b,200,"%g",1.23456789000000000000e+08)==11); assert(!strcmp(b,"1.23457e+08"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.23456789000000000000e+08)==8); assert(!strcmp(b,"1.23e+08"));}
{char b[200]; assert(snprintf(b,200,"%G",1.23456789000000000000e+08)==11); assert(!strcmp(b,"1.23457E+08"));}
{char b[200]; assert(snprintf(b,200,"%E",1.23456789000000000000e+08)==12); assert(!strcmp(b,"1.234568E+08"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.23456789000000000000e+08)==5); assert(!strcmp(b,"1e+08"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.23456789000000000000e+08)==9); assert(!strcmp(b,"123456789"));}
{char b[200]; assert(snprintf(b,200,"%f",9.99999999999999954748e-08)==8); assert(!strcmp(b,"0.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",9.99999999999999954748e-08)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.2f",9.99999999999999954748e-08)==4); assert(!strcmp(b,"0.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",9.99999999999999954748e-08)==11); assert(!strcmp(b,"     0.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",9.99999999999999954748e-08)==11); assert(!strcmp(b,"0.0       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",9.99999999999999954748e-08)==10); assert(!strcmp(b,"0000000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",9.99999999999999954748e-08)==9); assert(!strcmp(b,"+0.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",9.99999999999999954748e-08)==13); assert(!strcmp(b," 1.000000e-07"));}
{char b[200]; assert(snprintf(b,200,"%.3e",9.99999999999999954748e-08)==9); assert(!strcmp(b,"1.000e-07"));}
{char b[200]; assert(snprintf(b,200,"%g",9.99999999999999954748e-08)==5); assert(!strcmp(b,"1e-07"));}
{char b[200]; assert(snprintf(b,200,"%.3g",9.99999999999999954748e-08)==5); assert(!strcmp(b,"1e-07"));}
{char b[200]; assert(snprintf(b,200,"%G",9.99999999999999954748e-08)==5); assert(!strcmp(b,"1E-07"));}
{char b[200]; assert(snprintf(b,200,"%E",9.99999999999999954748e-08)==12); assert(!strcmp(b,"1.000000E-07"));}
{char b[200]; assert(snprintf(b,200,"%.0e",9.99999999999999954748e-08)==5); assert(!strcmp(b,"1e-07"));}
{char b[200]; assert(snprintf(b,200,"%.10g",9.99999999999999954748e-08)==5); assert(!strcmp(b,"1e-07"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000000000e+05)==13); assert(!strcmp(b,"100000.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000000000e+05)==6); assert(!strcmp(b,"100000"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000000000e+05)==9); assert(!strcmp(b,"100000.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000000000e+05)==11); assert(!strcmp(b,"100000.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000000000e+05)==11); assert(!strcmp(b,"100000.0  |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000000000e+05)==10); assert(!strcmp(b,"0100000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000000000e+05)==14); assert(!strcmp(b,"+100000.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000000000e+05)==13); assert(!strcmp(b," 1.000000e+05"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000000000e+05)==9); assert(!strcmp(b,"1.000e+05"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000000000e+05)==6); assert(!strcmp(b,"100000"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000000000e+05)==5); assert(!strcmp(b,"1e+05"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000000000e+05)==6); assert(!strcmp(b,"100000"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000000000e+05)==12); assert(!strcmp(b,"1.000000E+05"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000000000e+05)==5); assert(!strcmp(b,"1e+05"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000000000e+05)==6); assert(!strcmp(b,"100000"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000000000e+06)==14); assert(!strcmp(b,"1000000.000000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000000000e+06)==7); assert(!strcmp(b,"1000000"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000000000e+06)==10); assert(!strcmp(b,"1000000.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000000000e+06)==12); assert(!strcmp(b,"1000000.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000000000e+06)==11); assert(!strcmp(b,"1000000.0 |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000000000e+06)==10); assert(!strcmp(b,"1000000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000000000e+06)==15); assert(!strcmp(b,"+1000000.000000"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000000000e+06)==13); assert(!strcmp(b," 1.000000e+06"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000000000e+06)==9); assert(!strcmp(b,"1.000e+06"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000000000e+06)==5); assert(!strcmp(b,"1e+06"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000000000e+06)==5); assert(!strcmp(b,"1e+06"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000000000e+06)==5); assert(!strcmp(b,"1E+06"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000000000e+06)==12); assert(!strcmp(b,"1.000000E+06"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000000000e+06)==5); assert(!strcmp(b,"1e+06"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000000000e+06)==7); assert(!strcmp(b,"1000000"));}
{char b[200]; assert(snprintf(b,200,"%f",1.00000000000000004792e-04)==8); assert(!strcmp(b,"0.000100"));}
{char b[200]; assert(snprintf(b,200,"%.0f",1.00000000000000004792e-04)==1); assert(!strcmp(b,"0"));}
{char b[200]; assert(snprintf(b,200,"%.2f",1.00000000000000004792e-04)==4); assert(!strcmp(b,"0.00"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",1.00000000000000004792e-04)==11); assert(!strcmp(b,"     0.000|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",1.00000000000000004792e-04)==11); assert(!strcmp(b,"0.0       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",1.00000000000000004792e-04)==10); assert(!strcmp(b,"0000000.00"));}
{char b[200]; assert(snprintf(b,200,"%+f",1.00000000000000004792e-04)==9); assert(!strcmp(b,"+0.000100"));}
{char b[200]; assert(snprintf(b,200,"% e",1.00000000000000004792e-04)==13); assert(!strcmp(b," 1.000000e-04"));}
{char b[200]; assert(snprintf(b,200,"%.3e",1.00000000000000004792e-04)==9); assert(!strcmp(b,"1.000e-04"));}
{char b[200]; assert(snprintf(b,200,"%g",1.00000000000000004792e-04)==6); assert(!strcmp(b,"0.0001"));}
{char b[200]; assert(snprintf(b,200,"%.3g",1.00000000000000004792e-04)==6); assert(!strcmp(b,"0.0001"));}
{char b[200]; assert(snprintf(b,200,"%G",1.00000000000000004792e-04)==6); assert(!strcmp(b,"0.0001"));}
{char b[200]; assert(snprintf(b,200,"%E",1.00000000000000004792e-04)==12); assert(!strcmp(b,"1.000000E-04"));}
{char b[200]; assert(snprintf(b,200,"%.0e",1.00000000000000004792e-04)==5); assert(!strcmp(b,"1e-04"));}
{char b[200]; assert(snprintf(b,200,"%.10g",1.00000000000000004792e-04)==6); assert(!strcmp(b,"0.0001"));}
{char b[200]; assert(snprintf(b,200,"%f",9.99999499999999970896e+04)==12); assert(!strcmp(b,"99999.950000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",9.99999499999999970896e+04)==6); assert(!strcmp(b,"100000"));}
{char b[200]; assert(snprintf(b,200,"%.2f",9.99999499999999970896e+04)==8); assert(!strcmp(b,"99999.95"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",9.99999499999999970896e+04)==11); assert(!strcmp(b," 99999.950|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",9.99999499999999970896e+04)==11); assert(!strcmp(b,"99999.9   |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",9.99999499999999970896e+04)==10); assert(!strcmp(b,"0099999.95"));}
{char b[200]; assert(snprintf(b,200,"%+f",9.99999499999999970896e+04)==13); assert(!strcmp(b,"+99999.950000"));}
{char b[200]; assert(snprintf(b,200,"% e",9.99999499999999970896e+04)==13); assert(!strcmp(b," 9.999995e+04"));}
{char b[200]; assert(snprintf(b,200,"%.3e",9.99999499999999970896e+04)==9); assert(!strcmp(b,"1.000e+05"));}
{char b[200]; assert(snprintf(b,200,"%g",9.99999499999999970896e+04)==7); assert(!strcmp(b,"99999.9"));}
{char b[200]; assert(snprintf(b,200,"%.3g",9.99999499999999970896e+04)==5); assert(!strcmp(b,"1e+05"));}
{char b[200]; assert(snprintf(b,200,"%G",9.99999499999999970896e+04)==7); assert(!strcmp(b,"99999.9"));}
{char b[200]; assert(snprintf(b,200,"%E",9.99999499999999970896e+04)==12); assert(!strcmp(b,"9.999995E+04"));}
{char b[200]; assert(snprintf(b,200,"%.0e",9.99999499999999970896e+04)==5); assert(!strcmp(b,"1e+05"));}
{char b[200]; assert(snprintf(b,200,"%.10g",9.99999499999999970896e+04)==8); assert(!strcmp(b,"99999.95"));}
{char b[200]; assert(snprintf(b,200,"%f",2.50000000000000000000e+00)==8); assert(!strcmp(b,"2.500000"));}
{char b[200]; assert(snprintf(b,200,"%.0f",2.50000000000000000000e+00)==1); assert(!strcmp(b,"2"));}
{char b[200]; assert(snprintf(b,200,"%.2f",2.50000000000000000000e+00)==4); assert(!strcmp(b,"2.50"));}
{char b[200]; assert(snprintf(b,200,"%10.3f|",2.50000000000000000000e+00)==11); assert(!strcmp(b,"     2.500|"));}
{char b[200]; assert(snprintf(b,200,"%-10.1f|",2.50000000000000000000e+00)==11); assert(!strcmp(b,"2.5       |"));}
{char b[200]; assert(snprintf(b,200,"%010.2f",2.50000000000000000000e+00)==10); assert(!strcmp(b,"0000002.50"));}
{char b[200]; assert(snprintf(b,200,"%+f",2.50000000000000000000e+00)==9); assert(!strcmp(b,"+2.500000"));}
{char b[200]; assert(snprintf(b,200,"% e",2.50000000000000000000e+00)==13); assert(!strcmp(b," 2.500000e+00"));}
{char b[200]; assert(snprintf(b,200,"%.3e",2.50000000000000000000e+00)==9); assert(!strcmp(b,"2.500e+00"));}
{char b[200]; assert(snprintf(b,200,"%g",2.50000000000000000000e+00)==3); assert(!strcmp(b,"2.5"));}
{char b[200]; assert(snprintf(b,200,"%.3g",2.50000000000000000000e+00)==3); assert(!strcmp(b,"2.5"));}
{char b[200]; assert(snprintf(b,200,"%G",2.50000000000000000000e+00)==3); assert(!strcmp(b,"2.5"));}
{char b[200]; assert(snprintf(b,200,"%E",2.50000000000000000000e+00)==12); assert(!strcmp(b,"2.500000E+00"));}
{char b[200]; assert(snprintf(b,200,"%.0e",2.50000000000000000000e+00)==5); assert(!strcmp(b,"2e+00"));}
{char b[200]; assert(snprintf(b,200,"%.10g",2.50000000000000000000e+00)==3); assert(!strcmp(b,"2.5"));}
{char *e,*s="1.5"; assert(strtod(s,&e)==1.5); assert(e-s==3);}
{char *e,*s="  -2e3x"; assert(strtod(s,&e)==-2000); assert(e-s==6);}
{char *e,*s="abc"; assert(strtod(s,&e)==0); assert(e-s==0);}
{char *e,*s=".5"; assert(strtod(s,&e)==0.5); assert(e-s==2);}
{char *e,*s="5."; assert(strtod(s,&e)==5); assert(e-s==2);}
{char *e,*s="1e"; assert(strtod(s,&e)==1); assert(e-s==1);}
{char *e,*s="1e+"; assert(strtod(s,&e)==1); assert(e-s==1);}
{char *e,*s="+3.25e-2"; assert(strtod(s,&e)==0.03250000000000000111); assert(e-s==8);}
	return 0;
}
