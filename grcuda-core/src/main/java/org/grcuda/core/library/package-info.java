/**
 * The vendor libraries: one table of their functions, and the providers that run a call. The
 * package knows no Truffle.
 *
 * <p>A call passes {@link org.grcuda.core.library.Libraries}, which finds a {@link
 * org.grcuda.core.library.LibraryProvider} for the devices of the session: the vendor's library,
 * where devices run it and there is one; else the reference implementation, kernels of this
 * project, launched as any other kernel.
 */
package org.grcuda.core.library;
