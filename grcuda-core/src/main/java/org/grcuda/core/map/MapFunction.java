package org.grcuda.core.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.Values;

/**
 * {@code Map(function, terms... [, "description"])}: a function that calls {@code function} with
 * values that the terms compute from its own arguments. A term is an argument object, or a value
 * that is passed unchanged.
 *
 * <p>Members: {@code arg(name)}, {@code size(array...)}, {@code value(name [, function,
 * terms...])}, {@code ret(term)}, which gives a {@code Map} whose functions return that term
 * instead of the function's result.
 */
public final class MapFunction extends FunctionObject {

  private static final int MOST = 64;

  private static final Members<FunctionObject> MEMBERS =
      new Members<FunctionObject>("Map")
          .method("ret", 1, 1, (map, arguments) -> new MapFunction(Term.of(arguments[0])))
          .method("arg", 1, 1, (map, arguments) -> argument(arguments))
          .method("size", 1, MOST, (map, arguments) -> size(arguments))
          .method("value", 1, MOST, (map, arguments) -> value(arguments));

  private final Term returned;

  /** The function as the root namespace holds it: its functions return the function's result. */
  public MapFunction() {
    this(new Term.Kept(Term.RESULT));
  }

  private MapFunction(Term returned) {
    super("Map", 1, MOST, null, MEMBERS);
    this.returned = returned;
  }

  private static Object argument(Object[] arguments) {
    String name = Values.string("arg, argument 1 'name'", arguments[0]);
    return new ArgumentObject(new Term.Argument(name));
  }

  private static Object size(Object[] arguments) {
    List<Term> arrays = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      if (!(arguments[i] instanceof ArgumentObject object)) {
        throw Values.expected("size, argument " + (i + 1), "an argument object", arguments[i]);
      }
      arrays.add(object.term());
    }
    return new ArgumentObject(new Term.Size(List.copyOf(arrays)));
  }

  private static Object value(Object[] arguments) {
    String name = Values.string("value, argument 1 'name'", arguments[0]);
    if (arguments.length == 1) {
      return new ArgumentObject(new Term.Kept(name));
    }
    Object function = Foreign.function("value, argument 2 'function'", arguments[1]);
    return new ArgumentObject(
        new Term.Computed(name, function, terms(arguments, 2, arguments.length)));
  }

  @Override
  protected Object call(Object[] arguments) {
    Object function = Foreign.function("Map, argument 1 'function'", arguments[0]);
    int last = arguments.length;
    String description = null;
    if (last > 1 && Values.isString(arguments[last - 1])) {
      description = Values.string("Map, description", arguments[--last]);
    }
    return new MappedFunction(function, terms(arguments, 1, last), returned, description);
  }

  private static List<Term> terms(Object[] values, int from, int to) {
    return Arrays.stream(values, from, to).map(Term::of).toList();
  }
}
