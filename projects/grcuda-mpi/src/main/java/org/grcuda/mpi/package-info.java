/**
 * The transport between the processes that {@code mpirun} has started. {@code calls.c} makes all
 * calls of MPI. It is compiled on the user's machine, since every MPI has its own binary interface.
 */
package org.grcuda.mpi;
