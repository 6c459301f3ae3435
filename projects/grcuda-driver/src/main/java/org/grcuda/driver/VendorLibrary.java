package org.grcuda.driver;

import java.util.List;

/**
 * A vendor's library whose functions enqueue work in a stream, such as cuBLAS, and how to use it.
 * It has a handle for each device, whose stream is set before each call.
 *
 * @param name its name in messages: {@code "cuBLAS"}
 * @param files names or paths for the system's loader; the first that loads is taken
 * @param create symbol of the function that makes a handle; it takes the address for it
 * @param destroy symbol of the function that destroys it
 * @param setStream symbol of the function that takes the handle and a CUstream
 * @param setPointerMode symbol of the function that takes the handle and 0 if numbers such as alpha
 *     are in host memory, 1 if they are in device memory
 */
public record VendorLibrary(
    String name,
    List<String> files,
    String create,
    String destroy,
    String setStream,
    String setPointerMode) {}
