#pragma once
// Device code has no exceptions: where memory is short, the thread traps.
#include <thrust/detail/config.h>

#include <thrust/detail/allocator/temporary_allocator.h>
#include <thrust/detail/temporary_buffer.h>

THRUST_NAMESPACE_BEGIN
namespace detail {

template <typename T, typename System>
_CCCL_HOST_DEVICE typename temporary_allocator<T, System>::pointer
temporary_allocator<T, System>::allocate(typename temporary_allocator<T, System>::size_type count) {
  pointer_and_size got = thrust::get_temporary_buffer<T>(system(), count);
  if (got.second < count) __trap();
  return got.first;
}

template <typename T, typename System>
_CCCL_HOST_DEVICE void temporary_allocator<T, System>::deallocate(
    typename temporary_allocator<T, System>::pointer memory,
    typename temporary_allocator<T, System>::size_type count) noexcept {
  thrust::return_temporary_buffer(system(), memory, count);
}

}
THRUST_NAMESPACE_END
