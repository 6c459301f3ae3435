package org.grcuda.cpu.translate.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.AtomicSemantics;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every step names a method that is there, and every method of the semantics is one's. */
final class StepTest {

  private static final List<Step[]> FAMILIES =
      List.of(
          Plain.values(),
          BitFormulas.Bits.values(),
          IntegerFormulas.Integers.values(),
          FloatFormulas.Floats.values(),
          ConvertFormulas.Conversions.values(),
          CompareFormulas.Comparisons.values(),
          VideoFormulas.Videos.values(),
          AtomicFormulas.Atomics.values());

  private static final List<Class<?>> SEMANTICS =
      List.of(
          ApproximateMath.class,
          AtomicSemantics.class,
          BitSemantics.class,
          CompareSemantics.class,
          ConvertSemantics.class,
          FloatSemantics.class,
          IntegerSemantics.class,
          PlainSemantics.class,
          Rounding.class,
          VideoSemantics.class);

  /** For machine code, for other semantics, or for moves. */
  private static final Set<String> NO_STEPS =
      Set.of(
          "ApproximateMath.coefficients",
          "CompareSemantics.inside",
          "Rounding.toDouble",
          "Rounding.toFloat",
          "VideoSemantics.bits",
          "VideoSemantics.shift");

  static Stream<Step> steps() {
    return FAMILIES.stream().flatMap(Arrays::stream);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void namesAMethod(Step step) throws ReflectiveOperationException {
    StaticMethod method = step.method();
    MethodType type =
        MethodType.fromMethodDescriptorString(method.descriptor(), StepTest.class.getClassLoader());
    MethodHandles.publicLookup().findStatic(method.owner(), method.name(), type);
    assertEquals(type.parameterCount(), method.arity());
    assertTrue(type.parameterList().stream().allMatch(Class::isPrimitive));
  }

  @Test
  void noTwoAreTheSame() {
    List<String> methods = steps().map(step -> step.method().toString()).toList();
    assertEquals(methods.size(), new HashSet<>(methods).size());
  }

  @Test
  void everyMethodOfTheSemanticsIsAStep() {
    Set<String> named = new HashSet<>(steps().map(step -> step.method().toString()).toList());
    Set<String> unnamed = new TreeSet<>();
    for (Class<?> owner : SEMANTICS) {
      for (Method method : owner.getDeclaredMethods()) {
        String descriptor =
            MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        String name = owner.getSimpleName() + "." + method.getName();
        if (Modifier.isPublic(method.getModifiers())
            && !method.isSynthetic()
            && !NO_STEPS.contains(name)
            && !named.contains(name + descriptor)) {
          unnamed.add(name + descriptor);
        }
      }
    }
    assertEquals(Set.of(), unnamed);
  }

  @Test
  void argumentsOfOtherTypesAreRefused() {
    Formula wide = Formula.number(1L);
    assertThrows(IllegalStateException.class, () -> Formula.call(BitFormulas.Bits.FIND_S32, wide));
    assertThrows(
        IllegalStateException.class, () -> Formula.call(BitFormulas.Bits.FIND_S64, wide, wide));
  }
}
