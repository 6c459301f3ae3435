package org.grcuda.core.map;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.core.guest.Arity;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.LanguageObject;
import org.grcuda.core.guest.Values;

/**
 * The result of {@code bind(arguments, shredded, values)} of an argument object, for programs that
 * evaluate argument objects themselves. Each of the three is an object that maps names to indices.
 * The bound argument is a function of three arrays that hold the values at those indices.
 */
@ExportLibrary(InteropLibrary.class)
public final class BoundArgument extends LanguageObject {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private final Term term;
  private final Indices indices;

  private BoundArgument(Term term, Indices indices) {
    this.term = term;
    this.indices = indices;
  }

  static BoundArgument of(Term term, Object arguments, Object shredded, Object values) {
    var indices =
        new Indices(
            new NameSet("arguments", arguments, new HashMap<>()),
            new NameSet("shredded", shredded, new HashMap<>()),
            new NameSet("values", values, new HashMap<>()));
    term.declare(indices);
    return new BoundArgument(term, indices);
  }

  /** The indices that one of the three objects assigns to names. */
  private record NameSet(String what, Object object, Map<String, Integer> found) {

    void add(String name) {
      try {
        Object index = INTEROP.readMember(object, name);
        String place = "bind, '" + what + "', member '" + name + "'";
        found.put(name, Values.integer(place, index, 0, Integer.MAX_VALUE));
      } catch (UnsupportedMessageException | UnknownIdentifierException e) {
        throw Foreign.error("bind, '" + what + "': there is no index of '" + name + "'");
      }
    }
  }

  private record Indices(NameSet arguments, NameSet shreds, NameSet values) implements Names {

    @Override
    public void argument(String name) {
      arguments.add(name);
    }

    @Override
    public void shredded(String name) {
      shreds.add(name);
    }

    @Override
    public void value(String name) {
      values.add(name);
    }
  }

  private record Invocation(Indices indices, Object arguments, Object shreds, Object values)
      implements Call {

    @Override
    public Object argument(String name) {
      return Foreign.element("arguments", arguments, indices.arguments().found().get(name));
    }

    @Override
    public Object shredded(String name) {
      return Foreign.element("shredded", shreds, indices.shreds().found().get(name));
    }

    @Override
    public Object kept(String name) {
      Object value = Foreign.element("values", values, indices.values().found().get(name));
      return INTEROP.isNull(value) ? null : value;
    }

    @Override
    public void keep(String name, Object value) {
      try {
        INTEROP.writeArrayElement(values, indices.values().found().get(name), value);
      } catch (UnsupportedMessageException
          | UnsupportedTypeException
          | InvalidArrayIndexException e) {
        throw Foreign.error("values: '" + name + "' cannot be written: " + e.getMessage());
      }
    }
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "bound " + term.text();
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(Object[] arguments, @Bind Node node) {
    return Guest.guarded(
        node,
        () -> {
          Arity.check("a bound argument", 3, 3, arguments.length);
          return term.evaluate(new Invocation(indices, arguments[0], arguments[1], arguments[2]));
        });
  }
}
