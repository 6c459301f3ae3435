package org.grcuda.tests.misuse;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Accesses and copies that arrays refuse. */
final class ArrayMisuse {

  private ArrayMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(elements(), freedArrays(), copies(), fills()).flatMap(Function.identity());
  }

  private static Stream<Misuse> elements() {
    return Stream.of(
        Misuse.of(
                "index past end",
                "x[5]",
                h -> h.x.getArrayElement(5),
                h -> h.x.get(5),
                "index 5 is out of range for float[5]: legal are 0 to 4")
            .python("IndexError: list index out of range"),
        Misuse.of(
                "store past end",
                "x[5] = 1",
                h -> h.x.setArrayElement(5, 1),
                h -> h.x.set(5, 1),
                "index 5 is out of range for float[5]: legal are 0 to 4")
            .python("IndexError: list assignment index out of range"),
        Misuse.of(
            "negative index",
            null,
            h -> h.x.getArrayElement(-1),
            h -> h.x.get(-1),
            "index -1 is out of range for float[5]: legal are 0 to 4"),
        Misuse.of(
                "row past end",
                "m[3]",
                h -> h.m.getArrayElement(3),
                h -> h.m.row(3),
                "index 3 is out of range for int[3][4]: legal are 0 to 2")
            .typed("row 3 is out of range for int[3][4]: legal are 0 to 2")
            .python("IndexError: list index out of range"),
        Misuse.of(
            "store string",
            "x[0] = 'a'",
            h -> h.x.setArrayElement(0, "a"),
            null,
            "float[5], index 0: expected a number, given the string 'a'"),
        Misuse.of(
            "store out of range",
            "i[0] = 3000000000",
            h -> h.i.setArrayElement(0, 3000000000L),
            null,
            "int[4], index 0: 3000000000 is out of range for int (-2147483648 to " + "2147483647)"),
        Misuse.of(
            "store fraction",
            "i[0] = 0.5",
            h -> h.i.setArrayElement(0, 0.5),
            null,
            "int[4], index 0: 0.5 is not an integer and cannot be stored as int"),
        Misuse.of(
            "store to row",
            "m[0] = 5",
            h -> h.m.setArrayElement(0, 5),
            null,
            "cannot assign 5 to [0] of int[3][4], which is a view: use its "
                + "copyFrom, or assign its elements"));
  }

  private static Stream<Misuse> freedArrays() {
    return Stream.of(
        Misuse.of(
            "read freed",
            "freed[0]",
            h -> h.freed.getArrayElement(0),
            h -> h.freed.get(0),
            "array float[5] was freed"),
        Misuse.of(
            "free twice",
            "freed.free()",
            h -> h.freed.invokeMember("free"),
            null,
            "array float[5] was freed"),
        Misuse.of(
            "free a view",
            "x.slice(0, 2).free()",
            h -> h.x.invokeMember("slice", 0, 2).invokeMember("free"),
            null,
            "free: float[2] is a view; free the array that it is a part of"),
        Misuse.of(
            "store freed",
            "freed[0] = 1",
            h -> h.freed.setArrayElement(0, 1),
            h -> h.freed.set(0, 1),
            "array float[5] was freed"),
        Misuse.of(
            "fill freed",
            "freed.fill(1)",
            h -> h.freed.invokeMember("fill", 1),
            h -> h.freed.fill(1),
            "array float[5] was freed"),
        Misuse.of(
            "pointer of freed",
            "freed.pointer",
            h -> h.freed.getMember("pointer"),
            h -> h.freed.pointer(),
            "array float[5] was freed"),
        Misuse.of(
            "copy from freed",
            "x.copyFrom(freed)",
            h -> h.x.invokeMember("copyFrom", h.freed),
            h -> h.x.copyFrom(h.freed),
            "array float[5] was freed"),
        Misuse.of(
            "copy to freed",
            "freed.copyFrom([1, 2, 3, 4, 5])",
            h -> h.freed.invokeMember("copyFrom", List.of(1, 2, 3, 4, 5)),
            h -> h.freed.copyFrom(new float[5]),
            "array float[5] was freed"),
        Misuse.of(
            "slice past end",
            "x.slice(2, 9)",
            h -> h.x.invokeMember("slice", 2, 9),
            h -> h.x.slice(2, 9),
            "float[5]: slice from 2 to 9 is not within 0 to 5 with at least one " + "element"),
        Misuse.of(
            "empty slice",
            "x.slice(2, 2)",
            h -> h.x.invokeMember("slice", 2, 2),
            h -> h.x.slice(2, 2),
            "float[5]: slice from 2 to 2 is not within 0 to 5 with at least one " + "element"));
  }

  private static Stream<Misuse> copies() {
    return Stream.of(
        Misuse.of(
            "copy from short list",
            "x.copyFrom([1, 2])",
            h -> h.x.invokeMember("copyFrom", List.of(1, 2)),
            h -> h.x.copyFrom(new float[2]),
            "copyFrom: expected at least 5 elements, given 2"),
        Misuse.of(
            "copy to short list",
            "x.copyTo([0])",
            h -> h.x.invokeMember("copyTo", (Object) new float[1]),
            h -> h.x.copyTo(new float[1]),
            "copyTo: expected at least 5 elements, given 1"),
        Misuse.of(
            "copy from number",
            "x.copyFrom(5)",
            h -> h.x.invokeMember("copyFrom", 5),
            null,
            "copyFrom, argument 1: expected an array, a list or a buffer, given 5"),
        Misuse.of(
            "copy from strings",
            "x.copyFrom(['1', '2', '3', '4', '5'])",
            h -> h.x.invokeMember("copyFrom", List.of("1", "2", "3", "4", "5")),
            null,
            "float[5], index 0: expected a number, given the string '1'"),
        Misuse.of(
            "copy from lists of different lengths",
            "m.copyFrom([[1, 2, 3, 4], [5, 6], [7, 8, 9, 10]])",
            h ->
                h.m.invokeMember(
                    "copyFrom", List.of(List.of(1, 2, 3, 4), List.of(5, 6), List.of(7, 8, 9, 10))),
            null,
            "copyFrom, argument 1[1]: expected a list of 4, given one of 2"),
        Misuse.of(
            "copy from lists with a string",
            "m.copyFrom([[1, 2, 3, 4], [5, 6, 'x', 8], [7, 8, 9, 10]])",
            h ->
                h.m.invokeMember(
                    "copyFrom",
                    List.of(List.of(1, 2, 3, 4), List.of(5, 6, "x", 8), List.of(7, 8, 9, 10))),
            null,
            "int[4], index 2: expected a number, given the string 'x'"),
        Misuse.of(
            "copy from other type",
            "x.copyFrom(i)",
            h -> h.x.invokeMember("copyFrom", h.i),
            null,
            "copyFrom: expected a device array of float, given int[4]"),
        Misuse.of(
            "copy from short array",
            "i.copyFrom(m[0].slice(1, 3))",
            h -> h.i.invokeMember("copyFrom", h.m.getArrayElement(0).invokeMember("slice", 1, 3)),
            h -> h.i.copyFrom(h.m.row(0).slice(1, 3)),
            "copyFrom: expected at least 4 elements, given 2"),
        Misuse.of(
            "copy too many",
            "x.copyFrom([1, 2, 3, 4, 5, 6, 7, 8, 9], 9)",
            h -> h.x.invokeMember("copyFrom", new float[9], 9),
            null,
            "copyFrom, argument 2 'n': expected 1 to 5, given 9"),
        Misuse.of(
            "copy strided",
            "f.slice(0, 1).copyTo([0, 0, 0])",
            h -> h.f.invokeMember("slice", 0, 1).invokeMember("copyTo", (Object) new float[3]),
            null,
            "copyTo: a strided view of shape float[1][3] cannot be copied in bulk"),
        Misuse.of(
            "fill strided",
            "f[1].fill(1)",
            h -> h.f.getArrayElement(1).invokeMember("fill", 1),
            null,
            "fill: a strided view of shape float[3] cannot be filled"),
        Misuse.of(
            "fill string",
            "x.fill('a')",
            h -> h.x.invokeMember("fill", "a"),
            null,
            "fill, argument 1 'value': expected a number, given the string 'a'"));
  }

  private static Stream<Misuse> fills() {
    return Stream.of(
        Misuse.of(
            "fill out of range",
            "i.fill(3000000000)",
            h -> h.i.invokeMember("fill", 3000000000L),
            null,
            "fill, argument 1 'value': 3000000000 is out of range for int "
                + "(-2147483648 to 2147483647)"),
        Misuse.of(
            "method arity",
            "x.fill()",
            h -> h.x.invokeMember("fill"),
            null,
            "fill takes 1 argument, given 0"));
  }
}
