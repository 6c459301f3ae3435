#pragma once
// Policies with an allocator of the program are for the host.
#include <thrust/detail/config.h>

#include <thrust/detail/execute_with_allocator_fwd.h>
#include <thrust/pair.h>

THRUST_NAMESPACE_BEGIN
namespace detail {
void get_temporary_buffer();
void return_temporary_buffer();
}
THRUST_NAMESPACE_END
