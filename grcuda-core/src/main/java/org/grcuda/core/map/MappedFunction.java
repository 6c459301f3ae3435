package org.grcuda.core.map;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.types.GrCudaException;

/**
 * The function that {@code Map} makes. Its parameters are the names of the argument objects, in the
 * order in which the terms first use them; further arguments are ignored.
 */
@ExportLibrary(InteropLibrary.class)
public final class MappedFunction extends GuestObject<MappedFunction> {

  private static final MetaObject META = new MetaObject("MappedFunction", MappedFunction.class);

  private static final Members<MappedFunction> MEMBERS =
      new Members<MappedFunction>("a mapped function")
          .property("description", MappedFunction::description)
          .method("toString", 0, 0, (mapped, arguments) -> mapped.display(true));

  private final Object function;
  private final List<Term> terms;
  private final Term returned;
  private final String description;
  private final Map<String, Integer> parameters = new LinkedHashMap<>();

  MappedFunction(Object function, List<Term> terms, Term returned, String description) {
    super(MEMBERS);
    this.function = function;
    this.terms = terms;
    this.returned = returned;
    this.description = description;
    Names names = new Parameters(parameters);
    terms.forEach(term -> term.declare(names));
    returned.declare(names);
  }

  /** Numbers the arguments; shredded ones and values are found by their names. */
  private record Parameters(Map<String, Integer> indices) implements Names {

    @Override
    public void argument(String name) {
      indices.putIfAbsent(name, indices.size());
    }

    @Override
    public void shredded(String name) {}

    @Override
    public void value(String name) {}
  }

  /** One call: the arguments, and the values kept so far. */
  private record Invocation(
      Map<String, Integer> parameters, Object[] arguments, Map<String, Object> values)
      implements Call {

    @Override
    public Object argument(String name) {
      return arguments[parameters.get(name)];
    }

    @Override
    public Object shredded(String name) {
      return new ShreddedObject(argument(name));
    }

    @Override
    public Object kept(String name) {
      return values.get(name);
    }

    @Override
    public void keep(String name, Object value) {
      values.put(name, value);
    }
  }

  private Object description() {
    return description == null ? GuestNull.INSTANCE : description;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    String name = description == null ? "" : " '" + description + "'";
    return "mapped function" + name + "(" + String.join(", ", parameters.keySet()) + ")";
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(
      Object[] arguments, @Bind Node node, @CachedLibrary(limit = "3") InteropLibrary functions) {
    Invocation call = invocation(arguments, node);
    Object[] values = evaluate(call, node);
    Object result;
    try {
      result = functions.execute(function, values);
    } catch (ArityException | UnsupportedTypeException | UnsupportedMessageException e) {
      throw refused(e);
    }
    return result(call, result, node);
  }

  @TruffleBoundary
  private Invocation invocation(Object[] arguments, Node node) {
    return Guest.guarded(
        node,
        () -> {
          if (arguments.length < parameters.size()) {
            throw GuestException.of(
                GrCudaException.Kind.ARITY,
                display(false)
                    + " takes "
                    + parameters.size()
                    + (parameters.size() == 1 ? " argument" : " arguments")
                    + ", given "
                    + arguments.length);
          }
          return new Invocation(parameters, arguments, new HashMap<>());
        });
  }

  @TruffleBoundary
  private Object[] evaluate(Invocation call, Node node) {
    return Guest.guarded(node, () -> terms.stream().map(term -> term.evaluate(call)).toArray());
  }

  @TruffleBoundary
  private GuestException refused(InteropException refusal) {
    return Foreign.refused(display(false), refusal);
  }

  @TruffleBoundary
  private Object result(Invocation call, Object result, Node node) {
    call.keep(Term.RESULT, result);
    return Guest.guarded(node, () -> returned.evaluate(call));
  }
}
