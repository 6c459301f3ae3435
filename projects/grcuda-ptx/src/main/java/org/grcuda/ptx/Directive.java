package org.grcuda.ptx;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A performance-tuning or attribute directive of a function (PTX ISA 11.4): {@code .maxntid 256, 1,
 * 1}.
 *
 * @param name without its dot: {@code maxntid}, {@code reqntid}, {@code minnctapersm}, {@code
 *     maxnreg}, {@code noreturn}
 * @param values as written
 */
public record Directive(String name, List<Long> values) {
  public Directive {
    values = List.copyOf(values);
  }

  /** The directive as PTX spells it. */
  public String text() {
    String list = values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return "." + name + (list.isEmpty() ? "" : " " + list);
  }
}
