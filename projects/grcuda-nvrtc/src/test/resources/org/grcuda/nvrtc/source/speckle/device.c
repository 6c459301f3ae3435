#include <stdio.h>
#include <stdlib.h>
void report(long long time) {
	printf("%lld us\n", time);
}
