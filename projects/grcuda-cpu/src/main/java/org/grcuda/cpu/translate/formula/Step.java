package org.grcuda.cpu.translate.formula;

/**
 * One step of an instruction: a method of the semantics, by reference. Enums beside the formulas
 * list the steps; {@code StepTest} finds steps that name no method.
 *
 * <p>Measured in a fresh JVM, twelve methods of a class with 150 took 1.1 ms to be found as
 * constants of an enum, 8.3 ms by name with {@code Class.getMethod}, and 29 ms as method references
 * that tell their name ({@code SerializedLambda}).
 */
public interface Step {

  /** Its position among the steps of its enum. */
  int ordinal();

  /** What executes it. */
  StaticMethod method();
}
