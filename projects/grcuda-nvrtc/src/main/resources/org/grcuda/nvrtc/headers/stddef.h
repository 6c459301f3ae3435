#pragma once
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) ((size_t)&reinterpret_cast<const volatile char &>(((type *)0)->member))
#endif
typedef decltype(nullptr) nullptr_t;
typedef long double max_align_t;
