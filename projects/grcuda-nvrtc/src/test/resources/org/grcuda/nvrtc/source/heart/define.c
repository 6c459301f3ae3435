#define fp float
#define ENDO_POINTS 3
#define EPI_POINTS 5
#define ALL_POINTS (ENDO_POINTS + EPI_POINTS)
typedef struct params_common_change { fp* d_frame; int frame_no; } params_common_change;
typedef struct params_common {
	int sSize, tSize;
	long frame_elem;
	int endoRow[ENDO_POINTS];
} params_common;
typedef struct params_unique { int *d_Row; int point_no; fp *d_T; } params_unique;
