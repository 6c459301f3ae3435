package org.grcuda.tests.misuse;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** CUDA functions given what they do not take. */
final class StreamMisuse {

  private static final String VALUE = ": CUDA_ERROR_INVALID_VALUE (1), invalid argument";
  private static final String DEVICE = ": CUDA_ERROR_INVALID_DEVICE (101), invalid device ordinal";

  private StreamMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(devices(), memory(), copies(), places(), handles())
        .flatMap(Function.identity());
  }

  private static Misuse of(String guest, Consumer<PolyglotHost> polyglot, String message) {
    return Misuse.of(guest, guest, polyglot, null, message);
  }

  private static Stream<Misuse> devices() {
    return Stream.of(
        Misuse.of(
            "no such device",
            "cu.cudaSetDevice(7)",
            h -> h.cu.invokeMember("cudaSetDevice", 7),
            h -> h.cuda.setDevice(7),
            "cudaSetDevice, argument 1 'device': expected 0 to 0, given 7" + DEVICE),
        of(
            "cu.cudaSetDevice(-1)",
            h -> h.cu.invokeMember("cudaSetDevice", -1),
            "cudaSetDevice, argument 1 'device': expected 0 to 0, given -1" + DEVICE),
        of(
            "cu.cudaDeviceGetAttribute('warpsize', 0)",
            h -> h.cu.invokeMember("cudaDeviceGetAttribute", "warpsize", 0),
            "cudaDeviceGetAttribute, argument 1 'attr': no attribute 'warpsize'; did you mean"
                + " 'warpSize'?"
                + VALUE),
        of(
            "cu.cudaDeviceGetAttribute(9999, 0)",
            h -> h.cu.invokeMember("cudaDeviceGetAttribute", 9999, 0),
            "cudaDeviceGetAttribute, argument 1 'attr': no attribute has the number 9999" + VALUE),
        of(
            "cu.cudaDeviceEnablePeerAccess(0)",
            h -> h.cu.invokeMember("cudaDeviceEnablePeerAccess", 0),
            "cudaDeviceEnablePeerAccess: device 0 is the current device; expected another"
                + DEVICE),
        of(
            "cu.cudaDeviceDisablePeerAccess(3)",
            h -> h.cu.invokeMember("cudaDeviceDisablePeerAccess", 3),
            "cudaDeviceDisablePeerAccess, argument 1 'peer': expected 0 to 0, given 3" + DEVICE),
        of(
            "cu.cudaDeviceReset(1)",
            h -> h.cu.invokeMember("cudaDeviceReset", 1),
            "cudaDeviceReset takes 0 arguments, given 1"));
  }

  private static Stream<Misuse> memory() {
    return Stream.of(
        of(
            "cu.cudaMalloc(0)",
            h -> h.cu.invokeMember("cudaMalloc", 0),
            "cudaMalloc, argument 1 'size': expected at least 1, given 0" + VALUE),
        of(
            "cu.cudaMalloc('a')",
            h -> h.cu.invokeMember("cudaMalloc", "a"),
            "cudaMalloc, argument 1 'size': expected an integer, given the string 'a'"),
        of(
            "cu.cudaMallocManaged(8, 3)",
            h -> h.cu.invokeMember("cudaMallocManaged", 8, 3),
            "cudaMallocManaged, argument 2 'flags': expected 1 (global), 2 (host) or 4 (single),"
                + " given 3"
                + VALUE),
        of(
            "cu.cudaFree(12345)",
            h -> h.cu.invokeMember("cudaFree", 12345),
            "cudaFree, argument 1 'ptr': 0x3039 was not allocated by cudaMalloc or"
                + " cudaMallocManaged, or was freed"
                + VALUE),
        of(
            "cu.cudaFree(m[1])",
            h -> h.cu.invokeMember("cudaFree", h.m.getArrayElement(1)),
            "cudaFree, argument 1 'ptr': a view of an array; free the array itself" + VALUE),
        of(
            "cu.cudaFree('a')",
            h -> h.cu.invokeMember("cudaFree", "a"),
            "cudaFree, argument 1 'ptr': expected a device array or a pointer, given the string"
                + " 'a'"),
        of(
            "cu.cudaMemset(x, 0, 21)",
            h -> h.cu.invokeMember("cudaMemset", h.x, 0, 21),
            "cudaMemset, argument 1 'ptr': 21 bytes from there leave float[5], which has 20"
                + VALUE),
        of(
            "cu.cudaMemset(m.pointer + 40, 0, 9)",
            h -> {
              long address = h.m.getMember("pointer").asLong() + 40;
              h.cu.invokeMember("cudaMemset", address, 0, 9);
            },
            "cudaMemset, argument 1 'ptr': 9 bytes from there leave int[3][4], which has 8"
                + VALUE),
        of(
            "cu.cudaMemset(f[1], 0, 4)",
            h -> h.cu.invokeMember("cudaMemset", h.f.getArrayElement(1), 0, 4),
            "cudaMemset, argument 1 'ptr': a strided view of shape float[3] cannot be passed; pass"
                + " the whole array, or a row or slice of it"),
        of(
            "cu.cudaMemset(x, 0, -1)",
            h -> h.cu.invokeMember("cudaMemset", h.x, 0, -1),
            "cudaMemset, argument 3 'count': expected at least 0, given -1" + VALUE));
  }

  private static Stream<Misuse> copies() {
    return Stream.of(
        of(
            "cu.cudaMemcpy(x, m, 24)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, h.m, 24),
            "cudaMemcpy, argument 1 'dst': 24 bytes from there leave float[5], which has 20"
                + VALUE),
        of(
            "cu.cudaMemcpy(m, x, 24)",
            h -> h.cu.invokeMember("cudaMemcpy", h.m, h.x, 24),
            "cudaMemcpy, argument 2 'src': 24 bytes from there leave float[5], which has 20"
                + VALUE),
        of(
            "cu.cudaMemcpy(x, 12345, 8)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, 12345, 8),
            "cudaMemcpy, argument 2 'src': 0x3039 lies in no array or allocation of this context"
                + VALUE),
        of(
            "cu.cudaMemcpy(x, 12345, 8, 1)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, 12345, 8, 1),
            "cudaMemcpy, argument 2 'src': 0x3039 lies in no array or allocation of this context"
                + VALUE),
        of(
            "cu.cudaMemcpy(x, i, 8, 5)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, h.i, 8, 5),
            "cudaMemcpy, argument 4 'kind': expected 0 to 4, given 5"),
        of(
            "cu.cudaMemcpy(x, [1, 2], 8)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, new int[] {1, 2}, 8),
            "cudaMemcpy, argument 2 'src': expected a device array or a pointer, given a list"),
        of(
            "cu.cudaMemcpy(freed, x, 8)",
            h -> h.cu.invokeMember("cudaMemcpy", h.freed, h.x, 8),
            "array float[5] was freed"),
        of(
            "cu.cudaMemcpy(x, x.slice(1, 5), 16)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, h.x.invokeMember("slice", 1, 5), 16),
            "cudaMemcpy: destination and source overlap" + VALUE),
        of(
            "cu.cudaMemcpy(x, i)",
            h -> h.cu.invokeMember("cudaMemcpy", h.x, h.i),
            "cudaMemcpy takes 3 to 4 arguments, given 2"),
        of(
            "cu.cudaMemcpyAsync(x, i, 8, 0, 'a')",
            h -> h.cu.invokeMember("cudaMemcpyAsync", h.x, h.i, 8, 0, "a"),
            "cudaMemcpyAsync, argument 5 'stream': expected a stream of cudaStreamCreate, given"
                + " the string 'a'"));
  }

  private static Stream<Misuse> places() {
    return Stream.of(
        of(
            "cu.cudaMemPrefetchAsync(x, 20, 5)",
            h -> h.cu.invokeMember("cudaMemPrefetchAsync", h.x, 20, 5),
            "cudaMemPrefetchAsync, argument 3 'device': expected -1 to 0, given 5" + DEVICE),
        of(
            "cu.cudaMemPrefetchAsync(cu.cudaMalloc(8), 8, 0)",
            h -> {
              var pointer = h.cu.invokeMember("cudaMalloc", 8);
              h.cu.invokeMember("cudaMemPrefetchAsync", pointer, 8, 0);
            },
            "cudaMemPrefetchAsync: cudaMalloc(8) is memory of device 0, which does not move; use"
                + " an array or cudaMallocManaged"
                + VALUE),
        of(
            "cu.cudaMemAdvise(x, 20, 9, 0)",
            h -> h.cu.invokeMember("cudaMemAdvise", h.x, 20, 9, 0),
            "cudaMemAdvise, argument 3 'advice': expected 1 to 6, given 9"),
        of(
            "cu.cudaStreamAttachMemAsync(cu.cudaStreamCreate(), x, 3)",
            h -> {
              var stream = h.cu.invokeMember("cudaStreamCreate");
              h.cu.invokeMember("cudaStreamAttachMemAsync", stream, h.x, 3);
            },
            "cudaStreamAttachMemAsync, argument 3 'flags': expected 1 (global), 2 (host) or 4"
                + " (single), given 3"
                + VALUE));
  }

  private static Stream<Misuse> handles() {
    return Stream.of(
        of(
            "cu.cudaStreamSynchronize('a')",
            h -> h.cu.invokeMember("cudaStreamSynchronize", "a"),
            "cudaStreamSynchronize, argument 1 'stream': expected a stream of cudaStreamCreate,"
                + " given the string 'a'"),
        of(
            "cu.cudaStreamWaitEvent(cu.cudaStreamCreate(), cu.cudaStreamCreate())",
            h ->
                h.cu.invokeMember(
                    "cudaStreamWaitEvent",
                    h.cu.invokeMember("cudaStreamCreate"),
                    h.cu.invokeMember("cudaStreamCreate")),
            "cudaStreamWaitEvent, argument 2 'event': expected an event of cudaEventCreate, given"
                + " an object"),
        of(
            "cu.cudaEventQuery(x)",
            h -> h.cu.invokeMember("cudaEventQuery", h.x),
            "cudaEventQuery, argument 1 'event': expected an event of cudaEventCreate, given"
                + " float[5]"),
        of(
            "cu.cudaEventElapsedTime(cu.cudaEventCreate())",
            h -> h.cu.invokeMember("cudaEventElapsedTime", h.cu.invokeMember("cudaEventCreate")),
            "cudaEventElapsedTime takes 2 arguments, given 1"),
        of(
            "scale(1, 1, 0, x)",
            h -> h.scale.execute(1, 1, 0, h.x),
            "kernel 'scale', stream: expected a stream of cudaStreamCreate, given float[5]"),
        of(
            "scale(1, 1)(cu.cudaStreamCreate(), 1, 5)",
            h -> h.scale.execute(1, 1).execute(h.cu.invokeMember("cudaStreamCreate"), 1, 5),
            "kernel 'scale', argument 1 'x': expected a device array of float, given an object"));
  }
}
