package org.grcuda.tests.misuse;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.graalvm.polyglot.Value;

/** Mapped kernels and shredded objects that cannot work. */
final class MapMisuse {

  private MapMisuse() {}

  private static Value map(PolyglotHost host) {
    return host.cu.getMember("Map");
  }

  private static Value argument(PolyglotHost host, String name) {
    return map(host).invokeMember("arg", name);
  }

  private static Value value(PolyglotHost host, Object... arguments) {
    return map(host).invokeMember("value", arguments);
  }

  static Stream<Misuse> cases() {
    return Stream.of(making(), calling(), computing()).flatMap(Function.identity());
  }

  private static Stream<Misuse> making() {
    return Stream.of(
        Misuse.of(
            "map of a number",
            "cu.Map(5)",
            h -> map(h).execute(5),
            null,
            "Map, argument 1 'function': expected a function, given 5"),
        Misuse.of(
            "map of nothing",
            "cu.Map()",
            h -> map(h).execute(),
            null,
            "Map takes 1 to 64 arguments, given 0"),
        Misuse.of(
            "argument without name",
            "cu.Map.arg(1)",
            h -> map(h).invokeMember("arg", 1),
            null,
            "arg, argument 1 'name': expected a string, given 1"),
        Misuse.of(
            "size of a list",
            "cu.Map.size([1, 2])",
            h -> map(h).invokeMember("size", List.of(1, 2)),
            null,
            "size, argument 1: expected an argument object, given a list"),
        Misuse.of(
            "value by a string",
            "cu.Map.value('v', 'f')",
            h -> value(h, "v", "f"),
            null,
            "value, argument 2 'function': expected a function, given the string 'f'"),
        Misuse.of(
            "mapping by a number",
            "cu.Map.arg('a').map(3)",
            h -> argument(h, "a").invokeMember("map", 3),
            null,
            "map, argument 1 'function': expected a function, given 3"),
        Misuse.of(
            "describe arity",
            "cu.Map.arg('a').describe(1)",
            h -> argument(h, "a").invokeMember("describe", 1),
            null,
            "describe takes 0 arguments, given 1"),
        Misuse.of(
            "shred of two",
            "cu.shred([], [])",
            h -> h.cu.invokeMember("shred", List.of(), List.of()),
            null,
            "shred takes 1 argument, given 2"),
        Misuse.of(
            "device array of a number",
            "cu.DeviceArray.map('int', 5)",
            h -> h.cu.getMember("DeviceArray").invokeMember("map", "int", 5),
            null,
            "DeviceArray.map, argument 2 'source': expected an array, given 5"),
        Misuse.of(
            "device array of an unknown type",
            "cu.DeviceArray.map('flaot')",
            h -> h.cu.getMember("DeviceArray").invokeMember("map", "flaot"),
            null,
            "DeviceArray.map, argument 1 'type': unknown element type 'flaot'; did you mean"
                + " 'float'? Legal types: boolean, char, short, int, long, float, double, byte,"
                + " uchar, ushort, uint, ulong, half, complex64, complex128"));
  }

  private static Stream<Misuse> calling() {
    return Stream.of(
        Misuse.of(
            "too few arguments",
            "cu.Map(scale(1, 32), cu.Map.arg('a'), cu.Map.arg('b'), 'scaling')(x)",
            h ->
                map(h)
                    .execute(h.scale.execute(1, 32), argument(h, "a"), argument(h, "b"), "scaling")
                    .execute(h.x),
            null,
            "mapped function 'scaling'(a, b) takes 2 arguments, given 1"),
        Misuse.of(
            "member that is not there",
            "cu.Map(cu.getdevice, cu.Map.arg('a').zz)(x)",
            h ->
                map(h)
                    .execute(h.cu.getMember("getdevice"), argument(h, "a").getMember("zz"))
                    .execute(h.x),
            null,
            "arg('a'): float[5] has no member 'zz'"),
        Misuse.of(
            "element of a number",
            "cu.Map(cu.getdevice, cu.Map.arg('a')[1])(5)",
            h ->
                map(h)
                    .execute(h.cu.getMember("getdevice"), argument(h, "a").getArrayElement(1))
                    .execute(5),
            null,
            "arg('a'): expected an array, given 5"),
        Misuse.of(
            "element that is not there",
            "cu.Map(cu.getdevice, cu.Map.arg('a')[7])([1, 2])",
            h ->
                map(h)
                    .execute(h.cu.getMember("getdevice"), argument(h, "a").getArrayElement(7))
                    .execute(List.of(1, 2)),
            null,
            "arg('a'): a list has no element 7"),
        Misuse.of(
            "size of a number",
            "cu.Map(cu.getdevice, cu.Map.size(cu.Map.arg('a')))(5)",
            h ->
                map(h)
                    .execute(
                        h.cu.getMember("getdevice"), map(h).invokeMember("size", argument(h, "a")))
                    .execute(5),
            null,
            "size of arg('a'): expected an array, given 5"),
        Misuse.of(
            "sizes that differ",
            "cu.Map(cu.getdevice, cu.Map.size(cu.Map.arg('a'), cu.Map.arg('b')))(x, i)",
            h ->
                map(h)
                    .execute(
                        h.cu.getMember("getdevice"),
                        map(h).invokeMember("size", argument(h, "a"), argument(h, "b")))
                    .execute(h.x, h.i),
            null,
            "size(arg('a'), arg('b')): the sizes differ: arg('a') has 5 elements, arg('b') has 4"));
  }

  private static Stream<Misuse> computing() {
    return Stream.of(
        Misuse.of(
            "value before it is there",
            "cu.Map(cu.getdevice, cu.Map.value('v'))()",
            h -> map(h).execute(h.cu.getMember("getdevice"), value(h, "v")).execute(),
            null,
            "value('v') is read before it is computed"),
        Misuse.of(
            "error of the function",
            "cu.Map(cu.getdevice, cu.Map.arg('a'))(7)",
            h -> map(h).execute(h.cu.getMember("getdevice"), argument(h, "a")).execute(7),
            null,
            "getdevice, argument 1 'device': expected 0 to 0, given 7"),
        Misuse.of(
            "error of the kernel",
            "cu.Map(scale(1, 32), cu.Map.arg('a'))(x)",
            h -> map(h).execute(h.scale.execute(1, 32), argument(h, "a")).execute(h.x),
            null,
            "kernel 'scale' takes 3 arguments (x, factor, n), given 1"),
        Misuse.of(
            "no index to bind",
            "cu.Map.arg('a').bind(x, x, x)",
            h -> argument(h, "a").invokeMember("bind", h.x, h.x, h.x),
            null,
            "bind, 'arguments': there is no index of 'a'"));
  }
}
