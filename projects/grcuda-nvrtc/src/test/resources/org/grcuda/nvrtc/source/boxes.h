#ifndef BOXES_TYPES
#define BOXES_TYPES
#define PER_BOX 32
#define scalar double

typedef struct
{
	scalar x, y, z;
} vector_t;

typedef struct
{
	scalar x, y, z;
} point_t;

typedef struct
{
	scalar v, x, y, z;
} field_t;

typedef struct near_t
{
	int x, y, z;
	int box;
} near_t;

typedef struct box_t
{
	long first;
	int neighbours;
	near_t near[26];
} box_t;

typedef struct settings_t
{
	scalar alpha;
} settings_t;

typedef struct space_t
{
	int seen;
	long boxes;
	long bytes;
} space_t;
#endif
