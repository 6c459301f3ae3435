package org.grcuda.tests.misuse;

import java.nio.file.Path;
import java.util.stream.Stream;

/** Arrays that cannot be allocated, and calls of functions that make no sense. */
final class SizeMisuse {

  private SizeMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.concat(sizes(), functions());
  }

  private static Stream<Misuse> sizes() {
    return Stream.of(
        Misuse.of(
            "size: unknown type",
            "cu.DeviceArray('flaot', 3)",
            h -> h.array("flaot", 3),
            null,
            "DeviceArray, argument 1 'type': unknown element type 'flaot'; did you "
                + "mean 'float'? Legal types: boolean, char, short, int, long, float, "
                + "double, byte, uchar, ushort, uint, ulong, half, complex64, complex128"),
        Misuse.of(
            "size: zero",
            "cu.DeviceArray('float', 0)",
            h -> h.array("float", 0),
            h -> h.cuda.floatArray(0),
            "array float[0]: every dimension needs at least 1 element"),
        Misuse.of(
            "size: negative",
            "cu.DeviceArray('float', 3, -1)",
            h -> h.array("float", 3, -1),
            h -> h.cuda.floatArray(3, -1),
            "array float[3][-1]: every dimension needs at least 1 element"),
        Misuse.of(
            "size: fraction",
            "cu.DeviceArray('float', 2.5)",
            h -> h.array("float", 2.5),
            null,
            "DeviceArray, dimension 1: expected an integer, given 2.5"),
        Misuse.of(
                "size: missing",
                "cu.DeviceArray('float')()",
                h -> h.array("float").execute(),
                h -> h.cuda.floatArray(),
                "DeviceArray(float) takes 1 to 63 arguments, given 0")
            .typed("an array of float needs at least one dimension"),
        Misuse.of(
            "size: beyond 64 bits",
            "cu.DeviceArray('double', 4611686018427387904)",
            h -> h.array("double", 1L << 62),
            h -> h.cuda.doubleArray(1L << 62),
            "array double[4611686018427387904]: the size does not fit in 64 bits"));
  }

  private static Stream<Misuse> functions() {
    return Stream.of(
        Misuse.of(
            "size: bad order",
            "cu.DeviceArray('float', 2, 3, 'X')",
            h -> h.array("float", 2, 3, "X"),
            null,
            "DeviceArray, order: expected 'C' or 'F', given 'X'"),
        Misuse.of(
            "no such device",
            "cu.getdevice(7)",
            h -> h.cu.invokeMember("getdevice", 7),
            null,
            "getdevice, argument 1 'device': expected 0 to 0, given 7"),
        Misuse.of(
            "nothing recorded",
            "cu.exportdag('never.dot')",
            h -> h.cu.invokeMember("exportdag", "never.dot"),
            h -> h.cuda.exportDag(Path.of("never.dot")),
            "exportdag: nothing is recorded; set the option grcuda.ExportDAG or"
                + " grcuda.ExportTrace"),
        Misuse.of(
            "no trace recorded",
            "cu.exporttrace('never.json')",
            h -> h.cu.invokeMember("exporttrace", "never.json"),
            h -> h.cuda.exportTrace(Path.of("never.json")),
            "exporttrace: nothing is recorded; set the option grcuda.ExportDAG or"
                + " grcuda.ExportTrace"),
        Misuse.of(
            "path that is none",
            "cu.exporttrace(3)",
            h -> h.cu.invokeMember("exporttrace", 3),
            null,
            "exporttrace, argument 1 'path': expected a string, given 3"),
        Misuse.of(
            "function arity",
            "cu.getdevices(1)",
            h -> h.cu.invokeMember("getdevices", 1),
            null,
            "getdevices takes 0 arguments, given 1"));
  }
}
