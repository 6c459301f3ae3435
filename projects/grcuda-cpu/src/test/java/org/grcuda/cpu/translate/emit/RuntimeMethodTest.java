package org.grcuda.cpu.translate.emit;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.grcuda.cpu.translate.formula.StaticMethod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RuntimeMethodTest {

  @ParameterizedTest
  @EnumSource
  void namesAMethod(RuntimeMethod constant) throws ReflectiveOperationException {
    StaticMethod method = constant.method();
    MethodType type =
        MethodType.fromMethodDescriptorString(
            method.descriptor(), RuntimeMethodTest.class.getClassLoader());
    assertNotNull(MethodHandles.publicLookup().findStatic(method.owner(), method.name(), type));
  }
}
