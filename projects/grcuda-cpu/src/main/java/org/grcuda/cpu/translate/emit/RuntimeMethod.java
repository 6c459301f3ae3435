package org.grcuda.cpu.translate.emit;

import java.lang.invoke.VarHandle;
import org.grcuda.cpu.translate.formula.StaticMethod;
import org.grcuda.cpu.translate.formula.Step;
import org.grcuda.cpu.translate.runtime.Instrumented;
import org.grcuda.cpu.translate.semantics.AddressSemantics;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.MemorySemantics;
import org.grcuda.cpu.translate.semantics.SpecialRegisterSemantics;
import org.grcuda.cpu.translate.semantics.SystemCalls;

/** Methods that generated code calls besides the steps of formulas. */
enum RuntimeMethod implements Step {
  COMPARE_UNSIGNED_32(Integer.class, "compareUnsigned", "(II)I"),
  COMPARE_UNSIGNED_64(Long.class, "compareUnsigned", "(JJ)I"),
  CHECK_1(AddressSemantics.class, "check1", "(JJJ)J"),
  CHECK_2(AddressSemantics.class, "check2", "(JJJ)J"),
  CHECK_4(AddressSemantics.class, "check4", "(JJJ)J"),
  CHECK_8(AddressSemantics.class, "check8", "(JJJ)J"),
  CHECK_16(AddressSemantics.class, "check16", "(JJJ)J"),
  CHECK_32(AddressSemantics.class, "check32", "(JJJ)J"),
  CHECK_STACK(SystemCalls.class, "checkStack", "(JJ)V"),
  INSIDE(CompareSemantics.class, "inside", "(JJJ)Z"),
  LEAST(IntegerSemantics.class, "minU32", "(II)I"),
  COPY(MemorySemantics.class, "copy", "(JJII)V"),
  FULL_FENCE(VarHandle.class, "fullFence", "()V"),
  ACQUIRE_FENCE(VarHandle.class, "acquireFence", "()V"),
  RELEASE_FENCE(VarHandle.class, "releaseFence", "()V"),
  TRAP(SystemCalls.class, "trap", "()" + Types.FAULT),
  VPRINTF(SystemCalls.class, "vprintf", "(" + Types.LAUNCH + "JJ)I"),
  ASSERT(SystemCalls.class, "assertFail", "(" + Types.LAUNCH + "JJIJ)V"),
  IMAGE(SystemCalls.class, "image", "(" + Types.LAUNCH + "JJIIIIJ)J"),
  FURTHER_RESULTS(SystemCalls.class, "furtherResults", "(J)J"),
  MALLOC(SystemCalls.class, "malloc", "(" + Types.LAUNCH + "J)J"),
  FREE(SystemCalls.class, "free", "(" + Types.LAUNCH + "J)V"),
  INVALID_CALLEE(SystemCalls.class, "invalidCallee", "(" + Types.LAUNCH + "J)V"),
  TID_X(SpecialRegisterSemantics.class, "tidX", "(" + Types.CONTEXT + "I)I"),
  TID_Y(SpecialRegisterSemantics.class, "tidY", "(" + Types.CONTEXT + "I)I"),
  TID_Z(SpecialRegisterSemantics.class, "tidZ", "(" + Types.CONTEXT + "I)I"),
  LANEMASK_EQ(SpecialRegisterSemantics.class, "lanemaskeq", "(I)I"),
  LANEMASK_LT(SpecialRegisterSemantics.class, "lanemasklt", "(I)I"),
  LANEMASK_LE(SpecialRegisterSemantics.class, "lanemaskle", "(I)I"),
  LANEMASK_GT(SpecialRegisterSemantics.class, "lanemaskgt", "(I)I"),
  LANEMASK_GE(SpecialRegisterSemantics.class, "lanemaskge", "(I)I"),
  CLOCK(SpecialRegisterSemantics.class, "clock", "()I"),
  CLOCK_HIGH(SpecialRegisterSemantics.class, "clockHigh", "()I"),
  CLOCK_64(SpecialRegisterSemantics.class, "clock64", "()J"),
  TIMER(SpecialRegisterSemantics.class, "globaltimer", "()J"),
  TIMER_LOW(SpecialRegisterSemantics.class, "globaltimerLow", "()I"),
  TIMER_HIGH(SpecialRegisterSemantics.class, "globaltimerHigh", "()I"),
  TELL_ACCESS(Instrumented.class, "access", "(J" + Types.CONTEXT + "II)J"),
  TELL_STEP(Instrumented.class, "step", "(Z" + Types.CONTEXT + "II)V"),
  TELL_READ(Instrumented.class, "read", "(J" + Types.CONTEXT + "II)V"),
  TELL_WRITTEN(Instrumented.class, "written", "(J" + Types.CONTEXT + "II)V");

  /** Classes as descriptors name them. */
  private static final class Types {
    private static final String CONTEXT = "Lorg/grcuda/cpu/exec/BlockContext;";
    private static final String LAUNCH = "Lorg/grcuda/cpu/exec/Launch;";
    private static final String FAULT = "Lorg/grcuda/cpu/exec/KernelFault;";
  }

  private final StaticMethod method;

  RuntimeMethod(Class<?> owner, String name, String descriptor) {
    this.method = new StaticMethod(owner, name, descriptor);
  }

  @Override
  public StaticMethod method() {
    return method;
  }
}
