package org.grcuda.tests.library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.types.ElementType;

/**
 * Arrays of one element type, and its arithmetic in plain Java. Integers are {@link Long}s with the
 * bits of the element, the others {@link Float}s and {@link Double}s.
 */
final class NumberRig {

  final ElementType type;
  final Comparator<Number> order;
  private final Context context;
  private final Random random;

  NumberRig(Context context, ElementType type) {
    this.context = context;
    this.type = type;
    this.random = new Random(type.ordinal());
    this.order =
        switch (type) {
          case FLOAT -> (a, b) -> Float.compare(a.floatValue(), b.floatValue());
          case DOUBLE -> (a, b) -> Double.compare(a.doubleValue(), b.doubleValue());
          case ULONG -> (a, b) -> Long.compareUnsigned(a.longValue(), b.longValue());
          default -> (a, b) -> Long.compare(a.longValue(), b.longValue());
        };
  }

  /** The bits of an integer, as an element of the type has them; or a rounded number. */
  Number of(long value) {
    return switch (type) {
      case FLOAT -> (float) value;
      case DOUBLE -> (double) value;
      case CHAR, BYTE -> (long) (byte) value;
      case UCHAR -> value & 0xff;
      case SHORT -> (long) (short) value;
      case USHORT -> value & 0xffff;
      case INT -> (long) (int) value;
      case UINT -> value & 0xffffffffL;
      default -> value;
    };
  }

  /** Random elements of the whole range; floating ones are small multiples of a quarter. */
  List<Number> randoms(int count) {
    List<Number> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(
          switch (type) {
            case FLOAT -> (random.nextInt(2001) - 1000) / 4f;
            case DOUBLE -> (random.nextInt(2001) - 1000) / 4d;
            // The low bits are 0, so that the number passes as a double.
            case LONG, ULONG -> random.nextLong() & -2048;
            default -> of(random.nextInt());
          });
    }
    return numbers;
  }

  /** Random elements from 0 to {@code most}, in runs of one to four. */
  List<Number> runs(int count, int most) {
    List<Number> numbers = new ArrayList<>();
    while (numbers.size() < count) {
      int length = Math.min(count - numbers.size(), 1 + random.nextInt(4));
      numbers.addAll(Collections.nCopies(length, of(random.nextInt(most + 1))));
    }
    return numbers;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  Number add(Number a, Number b) {
    return switch (type) {
      case FLOAT -> a.floatValue() + b.floatValue();
      case DOUBLE -> a.doubleValue() + b.doubleValue();
      default -> of(a.longValue() + b.longValue());
    };
  }

  /** As the operator of that name. */
  Number combine(String operator, Number a, Number b) {
    return switch (operator) {
      case "sum" -> add(a, b);
      case "min" -> order.compare(a, b) <= 0 ? a : b;
      default -> order.compare(a, b) >= 0 ? a : b;
    };
  }

  /** A device array of these; of one element if there are none. */
  Value array(List<Number> numbers) {
    Value array = empty(numbers.size());
    double[] values = new double[numbers.size()];
    for (int i = 0; i < values.length; i++) {
      Number number = numbers.get(i);
      values[i] = isHuge(number) ? number.doubleValue() + 0x1p64 : number.doubleValue();
    }
    if (values.length > 0) {
      array.invokeMember("copyFrom", (Object) values);
    }
    return array;
  }

  private boolean isHuge(Number number) {
    return type == ElementType.ULONG && number.longValue() < 0;
  }

  Value empty(int count) {
    return context.eval("grcuda", type + "[" + Math.max(1, count) + "]");
  }

  List<Number> read(Value array, int count) {
    List<Number> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Value element = array.getArrayElement(i);
      numbers.add(
          switch (type) {
            case FLOAT -> (float) element.asDouble();
            case DOUBLE -> element.asDouble();
            default -> element.asBigInteger().longValue();
          });
    }
    return numbers;
  }
}
