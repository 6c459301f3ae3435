package org.grcuda.core.map;

import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.core.guest.Values;

/** A computation over the arguments of a mapped function: what an argument object stands for. */
sealed interface Term {

  /** The name under which a mapped function keeps what the function itself returned. */
  String RESULT = "return";

  /** Tells {@code names} of every argument and value in this term, in the order of their use. */
  void declare(Names names);

  /** The value in one call of a mapped function. */
  Object evaluate(Call call);

  /** As a program would write it. */
  String text();

  /** The term of a guest value: an argument object's term; any other value is a constant. */
  static Term of(Object value) {
    return value instanceof ArgumentObject object ? object.term() : new Constant(value);
  }

  private static String texts(List<Term> terms) {
    return terms.stream().map(Term::text).collect(Collectors.joining(", "));
  }

  /** An argument of the call. */
  record Argument(String name) implements Term {

    @Override
    public void declare(Names names) {
      names.argument(name);
    }

    @Override
    public Object evaluate(Call call) {
      return call.argument(name);
    }

    @Override
    public String text() {
      return "arg('" + name + "')";
    }
  }

  /** A value that is the same in every call. */
  record Constant(Object value) implements Term {

    @Override
    public void declare(Names names) {}

    @Override
    public Object evaluate(Call call) {
      return value;
    }

    @Override
    public String text() {
      return Values.describe(value);
    }
  }

  /** The number of elements that all of {@code arrays} have. */
  record Size(List<Term> arrays) implements Term {

    @Override
    public void declare(Names names) {
      arrays.forEach(array -> array.declare(names));
    }

    @Override
    public Object evaluate(Call call) {
      Term first = arrays.getFirst();
      long size = Foreign.size(first, first.evaluate(call));
      for (Term other : arrays.subList(1, arrays.size())) {
        long otherSize = Foreign.size(other, other.evaluate(call));
        if (otherSize != size) {
          throw Foreign.error(
              text()
                  + ": the sizes differ: "
                  + first.text()
                  + " has "
                  + size
                  + " elements, "
                  + other.text()
                  + " has "
                  + otherSize);
        }
      }
      return size;
    }

    @Override
    public String text() {
      return "size(" + texts(arrays) + ")";
    }
  }

  /** A value that {@code function} computes; others refer to it by its name. */
  record Computed(String name, Object function, List<Term> arguments) implements Term {

    @Override
    public void declare(Names names) {
      arguments.forEach(argument -> argument.declare(names));
      names.value(name);
    }

    @Override
    public Object evaluate(Call call) {
      Object[] values = arguments.stream().map(argument -> argument.evaluate(call)).toArray();
      Object value = Foreign.execute(this, function, values);
      call.keep(name, value);
      return value;
    }

    @Override
    public String text() {
      String rest = arguments.isEmpty() ? "" : ", " + texts(arguments);
      return "value('" + name + "', " + Values.describe(function) + rest + ")";
    }
  }

  /** A value that a {@link Computed} of that name made earlier in the call. */
  record Kept(String name) implements Term {

    @Override
    public void declare(Names names) {
      names.value(name);
    }

    @Override
    public Object evaluate(Call call) {
      Object value = call.kept(name);
      if (value == null) {
        throw Foreign.error(text() + " is read before it is computed");
      }
      return value;
    }

    @Override
    public String text() {
      return "value('" + name + "')";
    }
  }

  /** A member of another term's value. */
  record Member(Term parent, String name) implements Term {

    @Override
    public void declare(Names names) {
      parent.declare(names);
    }

    @Override
    public Object evaluate(Call call) {
      return Foreign.member(parent.text(), parent.evaluate(call), name);
    }

    @Override
    public String text() {
      return parent.text() + "." + name;
    }
  }

  /** An element of another term's value. */
  record Element(Term parent, long index) implements Term {

    @Override
    public void declare(Names names) {
      parent.declare(names);
    }

    @Override
    public Object evaluate(Call call) {
      return Foreign.element(parent.text(), parent.evaluate(call), index);
    }

    @Override
    public String text() {
      return parent.text() + "[" + index + "]";
    }
  }

  /** Another term's value, passed through {@code function}. */
  record Applied(Term parent, Object function) implements Term {

    @Override
    public void declare(Names names) {
      parent.declare(names);
    }

    @Override
    public Object evaluate(Call call) {
      return Foreign.execute(this, function, parent.evaluate(call));
    }

    @Override
    public String text() {
      return parent.text() + ".map(" + Values.describe(function) + ")";
    }
  }

  /** Another term's value, shredded. */
  record Shredded(Term parent) implements Term {

    @Override
    public void declare(Names names) {
      parent.declare(names);
      if (parent instanceof Argument argument) {
        names.shredded(argument.name());
      }
    }

    @Override
    public Object evaluate(Call call) {
      return parent instanceof Argument argument
          ? call.shredded(argument.name())
          : new ShreddedObject(parent.evaluate(call));
    }

    @Override
    public String text() {
      return parent.text() + ".shred()";
    }
  }
}
