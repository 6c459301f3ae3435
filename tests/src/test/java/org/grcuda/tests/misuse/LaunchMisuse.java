package org.grcuda.tests.misuse;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Launches that are refused before anything runs. */
final class LaunchMisuse {

  private LaunchMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(arguments(), argumentValues(), shapes(), configurations())
        .flatMap(Function.identity());
  }

  private static Stream<Misuse> arguments() {
    return Stream.of(
        Misuse.of(
            "too few arguments",
            "scale(1, 1)(x)",
            h -> h.scale.execute(1, 1).execute(h.x),
            h -> h.launch(h.x),
            "kernel 'scale' takes 3 arguments (x, factor, n), given 1"),
        Misuse.of(
            "too many arguments",
            "scale(1, 1)(x, 1, 5, 6)",
            h -> h.scale.execute(1, 1).execute(h.x, 1, 5, 6),
            h -> h.launch(h.x, 1, 5, 6),
            "kernel 'scale' takes 3 arguments (x, factor, n), given 4"),
        Misuse.of(
            "number for array",
            "scale(1, 1)(7, 1, 5)",
            h -> h.scale.execute(1, 1).execute(7, 1, 5),
            h -> h.launch(7, 1, 5),
            "kernel 'scale', argument 1 'x': expected a device array of float, "
                + "given the number 7"),
        Misuse.of(
            "array for number",
            "scale(1, 1)(x, x, 5)",
            h -> h.scale.execute(1, 1).execute(h.x, h.x, 5),
            h -> h.launch(h.x, h.x, 5),
            "kernel 'scale', argument 2 'factor': expected float, given float[5]"),
        Misuse.of(
                "list for array",
                "scale(1, 1)([1, 2], 1, 2)",
                h -> h.scale.execute(1, 1).execute(new float[2], 1, 2),
                h -> h.launch(new float[2], 1, 2),
                "kernel 'scale', argument 1 'x': expected a device array of float, "
                    + "given a list: wrap it in grcuda.array(...)")
            .typed(
                "kernel 'scale', argument 1 'x': expected a device array of float, "
                    + "given a float[]: wrap it in GrCuda.array(...)"),
        Misuse.of(
            "list for number",
            "scale(1, 1)(x, [1], 5)",
            h -> h.scale.execute(1, 1).execute(h.x, new float[1], 5),
            null,
            "kernel 'scale', argument 2 'factor': expected float, given a list"),
        Misuse.of(
                "string for number",
                "scale(1, 1)(x, 'a', 5)",
                h -> h.scale.execute(1, 1).execute(h.x, "a", 5),
                h -> h.launch(h.x, "a", 5),
                "kernel 'scale', argument 2 'factor': expected float, given the string 'a'")
            .typed(
                "kernel 'scale', argument 2 'factor': expected float, given a "
                    + "java.lang.String"));
  }

  private static Stream<Misuse> argumentValues() {
    return Stream.of(
        Misuse.of(
            "wrong element type",
            "scale(1, 1)(i, 1, 4)",
            h -> h.scale.execute(1, 1).execute(h.i, 1, 4),
            h -> h.launch(h.i, 1, 4),
            "kernel 'scale', argument 1 'x': expected a device array of float, given int[4]"),
        Misuse.of(
            "out of range",
            "scale(1, 1)(x, 1, 3000000000)",
            h -> h.scale.execute(1, 1).execute(h.x, 1, 3000000000L),
            h -> h.launch(h.x, 1, 3000000000L),
            "kernel 'scale', argument 3 'n': 3000000000 is out of range for int "
                + "(-2147483648 to 2147483647)"),
        Misuse.of(
            "fraction for integer",
            "scale(1, 1)(x, 1, 2.5)",
            h -> h.scale.execute(1, 1).execute(h.x, 1, 2.5),
            h -> h.launch(h.x, 1, 2.5),
            "kernel 'scale', argument 3 'n': 2.5 is not an integer and cannot be "
                + "stored as int"),
        Misuse.of(
            "freed array",
            "scale(1, 1)(freed, 1, 5)",
            h -> h.scale.execute(1, 1).execute(h.freed, 1, 5),
            h -> h.launch(h.freed, 1, 5),
            "array float[5] was freed"),
        Misuse.of(
            "strided view",
            "scale(1, 1)(f[1], 1, 3)",
            h -> h.scale.execute(1, 1).execute(h.f.getArrayElement(1), 1, 3),
            null,
            "kernel 'scale', argument 1 'x': a strided view of shape float[3] "
                + "cannot be passed; pass the whole array, or a row or slice "
                + "of it"),
        Misuse.of(
                "foreign array",
                "scale(1, 1)(foreign, 1, 5)",
                h -> h.scale.execute(1, 1).execute(h.foreign, 1, 5),
                h -> h.launch(h.foreign, 1, 5),
                "kernel 'scale', argument 1 'x': expected a device array of float, "
                    + "given a list: wrap it in grcuda.array(...)")
            .typed("kernel 'scale', argument 1 'x': float[5] belongs to another context"));
  }

  private static Stream<Misuse> shapes() {
    return Stream.of(
        Misuse.of(
            "block too large",
            "scale(1, 2048)(x, 1, 5)",
            h -> h.scale.execute(1, 2048).execute(h.x, 1, 5),
            h -> h.scale.grid(1).block(2048).launch(h.x, 1, 5),
            "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): blockX is 2048, expected 1 to 1024 "
                + "[cuLaunchKernel on device 0]"),
        Misuse.of(
            "block too large in all",
            "scale(1, [32, 32, 2])(x, 1, 5)",
            h -> h.scale.execute(1, List.of(32, 32, 2)).execute(h.x, 1, 5),
            h -> h.scale.grid(1).block(32, 32, 2).launch(h.x, 1, 5),
            "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): a block of 32 x 32 x 2 = 2048 threads, "
                + "at most 1024 [cuLaunchKernel on device 0]"),
        Misuse.of(
                "block of zero",
                "scale(1, 0)",
                h -> h.scale.execute(1, 0),
                h -> h.scale.grid(1).block(0).launch(h.x, 1, 5),
                "kernel 'scale', block: expected 1 to 2147483647, given 0")
            .typed(
                "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): blockX is 0, expected 1 to 1024 "
                    + "[cuLaunchKernel on device 0]"),
        Misuse.of(
                "negative grid",
                "scale(-1, 32)",
                h -> h.scale.execute(-1, 32),
                h -> h.scale.grid(-1).block(32).launch(h.x, 1, 5),
                "kernel 'scale', grid: expected 1 to 2147483647, given -1")
            .typed(
                "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): gridX is -1, expected 1 to"
                    + " 2147483647 [cuLaunchKernel on device 0]"),
        Misuse.of(
            "grid too large",
            "scale([1, 70000], 32)(x, 1, 5)",
            h -> h.scale.execute(List.of(1, 70000), 32).execute(h.x, 1, 5),
            h -> h.scale.grid(1, 70000).block(32).launch(h.x, 1, 5),
            "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): gridY is 70000, expected 1 to 65535 "
                + "[cuLaunchKernel on device 0]"),
        Misuse.of(
            "grid of four",
            "scale([1, 1, 1, 1], 32)",
            h -> h.scale.execute(List.of(1, 1, 1, 1), 32),
            null,
            "kernel 'scale', grid: expected an integer or a list of 1 to 3 "
                + "integers, given a list"));
  }

  private static Stream<Misuse> configurations() {
    return Stream.of(
        Misuse.of(
            "grid of very many",
            "scale(cu.DeviceArray('int', 100000), 32)",
            h -> h.scale.execute(h.array("int", 100000), 32),
            null,
            "kernel 'scale': configure first: scale(grid, block [, sharedBytes] [, stream])(x,"
                + " factor, n); given int[100000]"),
        Misuse.of(
            "arguments of the kernel for grid and block",
            "scale(x, 1, 5)",
            h -> h.scale.execute(h.x, 1, 5),
            null,
            "kernel 'scale': configure first: scale(grid, block [, sharedBytes] [, stream])(x,"
                + " factor, n); given float[5]"),
        Misuse.of(
            "arguments of the kernel, an array the third",
            "scale(5, 1, x)",
            h -> h.scale.execute(5, 1, h.x),
            null,
            "kernel 'scale': configure first: scale(grid, block [, sharedBytes] [, stream])(x,"
                + " factor, n); given float[5]"),
        Misuse.of(
            "grid not a number",
            "scale('a', 32)",
            h -> h.scale.execute("a", 32),
            null,
            "kernel 'scale', grid: expected an integer, given the string 'a'"),
        Misuse.of(
            "no block",
            "scale(1)",
            h -> h.scale.execute(1),
            null,
            "kernel 'scale': configure first: scale(grid, block [, sharedBytes] [, stream])(x,"
                + " factor, n); given 1 argument"),
        Misuse.of(
            "a large cluster",
            "scale(32, 1).clusters([4, 17])",
            h -> h.scale.execute(32, 1).invokeMember("clusters", List.of(4, 17)),
            null,
            "kernel 'scale', clusters, argument 1 'blocks': expected 1 to 16, given 17"),
        Misuse.of(
            "part of a cluster",
            "scale(6, 1).clusters(4)(x, 1, 5)",
            h -> h.scale.execute(6, 1).invokeMember("clusters", 4).execute(h.x, 1, 5),
            h -> h.scale.grid(6).block(1).clusters(4).launch(h.x, 1, 5),
            "kernel 'scale': CUDA_ERROR_INVALID_CLUSTER_SIZE (912): a grid of (6, 1, 1) blocks,"
                + " kernel scale takes multiples of its clusters' (4, 1, 1) [cuLaunchKernel on"
                + " device 0]"),
        Misuse.of(
            "too much shared memory",
            "scale(1, 1, 1000000)(x, 1, 5)",
            h -> h.scale.execute(1, 1, 1000000).execute(h.x, 1, 5),
            h -> h.scale.grid(1).block(1).sharedBytes(1000000).launch(h.x, 1, 5),
            "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): 1000000 bytes of dynamic and 0 of "
                + "static shared memory per block, at most 232448 in all [cuFuncSetAttribute "
                + "on device 0]"),
        Misuse.of(
                "negative shared memory",
                "scale(1, 1, -1)",
                h -> h.scale.execute(1, 1, -1),
                h -> h.scale.grid(1).block(1).sharedBytes(-1).launch(h.x, 1, 5),
                "kernel 'scale', sharedBytes: expected 0 to 2147483647, given -1")
            .typed(
                "kernel 'scale': CUDA_ERROR_INVALID_VALUE (1): -1 bytes of dynamic and 0 of static "
                    + "shared memory per block, at most 49152 in all [cuLaunchKernel on "
                    + "device 0]"));
  }
}
