package org.grcuda.attacks.bombs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that wants more of its compiler than it may have.
 *
 * @param name of the attack
 * @param source in CUDA C++
 * @param kernel the signature or name expression that is asked for
 * @param options of NVRTC
 * @param includes the texts of headers by name
 */
record Bomb(
    String name, String source, String kernel, List<String> options, Map<String, String> includes) {

  private static final String KERNEL = "k(x: inout pointer sint32)";

  /** Declares the kernel with {@code body}, behind {@code declarations}. */
  static Bomb kernel(String name, String declarations, String body) {
    return new Bomb(name, withKernel(declarations, body), KERNEL, List.of(), Map.of());
  }

  /** The text of one. */
  static String withKernel(String declarations, String body) {
    return declarations + "\nextern \"C\" __global__ void k(int *x) {\n" + body + "\n}\n";
  }

  /** A source whose kernel, or what is left of it, stands in {@code source}. */
  static Bomb source(String name, String source) {
    return new Bomb(name, source, KERNEL, List.of(), Map.of());
  }

  /** This with another kernel to ask for. */
  Bomb withName(String expression) {
    return new Bomb(name, source, expression, options, includes);
  }

  /** This with one more option. */
  Bomb withOption(String option) {
    List<String> all = new ArrayList<>(options);
    all.add(option);
    return new Bomb(name, source, kernel, all, includes);
  }

  /** This with one more header. */
  Bomb withInclude(String header, String text) {
    Map<String, String> all = new HashMap<>(includes);
    all.put(header, text);
    return new Bomb(name, source, kernel, options, all);
  }

  @Override
  public String toString() {
    return name;
  }
}
