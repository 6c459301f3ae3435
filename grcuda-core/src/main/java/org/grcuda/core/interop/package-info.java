/**
 * What guest programs hold: arrays, kernels, functions, devices, streams, errors, each a thin
 * object over one of {@link org.grcuda.core.engine}.
 *
 * <p>{@link org.grcuda.core.guest.Values} reads arguments and {@link
 * org.grcuda.core.interop.Pointers} those that are memory; {@link org.grcuda.core.guest.Members} is
 * the table of an object's members; {@link org.grcuda.core.guest.GuestException} is every error.
 */
package org.grcuda.core.interop;
