/**
 * The memory of a driver: one reserved range of addresses, what is allocated in it, and the heap
 * that kernels allocate from. Every access of a kernel is checked against the range.
 */
package org.grcuda.cpu.memory;
