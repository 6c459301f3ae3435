package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Damages statements and declarations of PTX texts, at random: their types, operands, places. */
final class PtxDamage {

  private static final Pattern STATEMENT =
      Pattern.compile("^(\\s*(?:@!?%\\w+\\s+)?)([a-z]\\w*(?:\\.[\\w:]+)*)(\\s+[^;]*)?;(.*)$");
  private static final Pattern TYPE =
      Pattern.compile("\\.(pred|[bus](8|16|32|64|128)|b?f(16|32|64)(x2)?)\\b");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w%$.])-?\\d+\\b");
  private static final Pattern ENTRY =
      Pattern.compile("(?ms)^\\s*(?:\\.visible\\s+|\\.weak\\s+)*\\.entry\\b.*?^\\}");

  private static final List<String> TYPES =
      List.of(
          "pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32",
          "s64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "f32x2", "u16x2");

  private static final List<String> PARTS =
      List.of(
          "7",
          "-1",
          "0",
          "0f3F800000",
          "0d3FF0000000000000",
          "_",
          "%tid.x",
          "%clock64",
          "[%rd1]",
          "[%r1+4]",
          "[%rd1+-2147483648]",
          "{%r1, %r2}",
          "{%f1, %f2, %f3, %f4}",
          "%r1|%p1",
          "!%p1",
          "%p1",
          "%rd1",
          "%r1",
          "%f1",
          "%fd1",
          "%rs1",
          "[0]",
          "WARP_SZ",
          "nothing",
          "%tid");

  private static final List<String> OPCODES =
      List.of(
          "add",
          "sub",
          "mul",
          "mul.lo",
          "mul.wide",
          "mad",
          "mad.lo",
          "fma.rn",
          "div",
          "rem",
          "abs",
          "neg",
          "min",
          "max",
          "and",
          "or",
          "xor",
          "not",
          "cnot",
          "shl",
          "shr",
          "shf.l.wrap",
          "lop3",
          "prmt",
          "bfe",
          "bfi",
          "bfind",
          "popc",
          "clz",
          "brev",
          "setp.lt",
          "set.eq.u32",
          "selp",
          "slct",
          "cvt",
          "cvt.rn",
          "cvt.rzi",
          "cvta.to.global",
          "mov",
          "ld",
          "ld.param",
          "ld.global",
          "ld.shared",
          "ld.local",
          "ld.const",
          "st",
          "st.param",
          "st.global",
          "st.shared",
          "atom.add",
          "atom.global.cas",
          "red.add",
          "ex2.approx",
          "ex2.approx.ftz",
          "lg2.approx",
          "sin.approx",
          "sqrt.rn",
          "rcp.rn",
          "rsqrt.approx",
          "tanh.approx",
          "bra",
          "ret",
          "exit",
          "call",
          "bar.sync",
          "shfl.sync.idx",
          "vote.sync.any",
          "match.any.sync",
          "redux.sync.add",
          "activemask",
          "isspacep.global",
          "copysign",
          "testp.finite",
          "dp4a",
          "sad",
          "mul24.lo",
          "addc",
          "add.cc",
          "madc.lo",
          "vadd",
          "membar.gl",
          "cp.async.ca.shared.global",
          "bmsk.clamp",
          "szext.clamp",
          "fns",
          "elect.sync",
          "nanosleep",
          "brx.idx",
          "mbarrier.init",
          "alloca",
          "stacksave",
          "prefetch");

  private static final List<String> MODIFIERS =
      List.of(
          "sat",
          "ftz",
          "wide",
          "hi",
          "lo",
          "cc",
          "v2",
          "v4",
          "v8",
          "global",
          "param",
          "shared",
          "local",
          "const",
          "sync",
          "rn",
          "rz",
          "approx",
          "full",
          "eq",
          "and",
          "noftz",
          "volatile",
          "to",
          "uni",
          "relaxed",
          "nc",
          "NaN",
          "xorsign",
          "abs",
          "relu");

  private static final List<String> SIZES =
      List.of("0", "1", "3", "8", "1024", "65536", "2147483647", "4294967296", "99999999999");

  private final Random random;

  PtxDamage(Random random) {
    this.random = random;
  }

  /** A module with one of its kernels only, one to three of whose lines are damaged. */
  String of(String module) {
    List<int[]> entries = new ArrayList<>();
    Matcher entry = ENTRY.matcher(module);
    while (entry.find()) {
      entries.add(new int[] {entry.start(), entry.end()});
    }
    int chosen = random.nextInt(entries.size());
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int k = 0; k < entries.size(); k++) {
      text.append(module, from, entries.get(k)[0]);
      if (k == chosen) {
        text.append(damaged(module.substring(entries.get(k)[0], entries.get(k)[1])));
      }
      from = entries.get(k)[1];
    }
    return text.append(module, from, module.length()).toString();
  }

  private String damaged(String entry) {
    List<String> lines = new ArrayList<>(List.of(entry.split("\n")));
    for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
      damageLine(lines);
    }
    return String.join("\n", lines);
  }

  private void damageLine(List<String> lines) {
    int at = random.nextInt(lines.size());
    String line = lines.get(at);
    Matcher statement = STATEMENT.matcher(line);
    if (statement.matches()) {
      String operands = statement.group(3) == null ? "" : statement.group(3);
      lines.set(at, statement(statement.group(1), statement.group(2), operands, lines));
    } else if (line.contains(")") && random.nextInt(4) == 0) {
      lines.set(at, line + "\n.maxntid " + pick(SIZES) + ", " + pick(SIZES) + ", " + pick(SIZES));
    } else {
      lines.set(at, declaration(line));
    }
  }

  private String statement(String guard, String name, String operands, List<String> lines) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> guard + retyped(name) + operands + ";";
      case 3 -> guard + reopened(name) + operands + ";";
      case 4 -> guard + name + "." + pick(MODIFIERS) + operands + ";";
      case 5, 6, 7 -> guard + name + " " + exchanged(operands, lines) + ";";
      case 8 -> guard + name + operands.replaceFirst(",[^,]*$", "") + ";";
      default -> lines.get(random.nextInt(lines.size()));
    };
  }

  private String retyped(String name) {
    List<int[]> places = new ArrayList<>();
    Matcher type = TYPE.matcher(name);
    while (type.find()) {
      places.add(new int[] {type.start(), type.end()});
    }
    if (places.isEmpty()) {
      return name + "." + pick(TYPES);
    }
    int[] place = places.get(random.nextInt(places.size()));
    return name.substring(0, place[0]) + "." + pick(TYPES) + name.substring(place[1]);
  }

  /** With another opcode, and the same type. */
  private String reopened(String name) {
    Matcher type = TYPE.matcher(name);
    return pick(OPCODES) + (type.find() ? type.group() : random.nextBoolean() ? ".u32" : "");
  }

  private String exchanged(String operands, List<String> lines) {
    List<String> list = new ArrayList<>(List.of(operands.strip().split(",\\s*")));
    int at = random.nextInt(list.size());
    Matcher other = STATEMENT.matcher(lines.get(random.nextInt(lines.size())));
    String part = pick(PARTS);
    if (random.nextBoolean() && other.matches() && other.group(3) != null) {
      List<String> theirs = List.of(other.group(3).strip().split(",\\s*"));
      part = theirs.get(random.nextInt(theirs.size()));
    }
    if (random.nextInt(4) == 0) {
      list.add(at, part);
    } else {
      list.set(at, part);
    }
    return String.join(", ", list);
  }

  private String declaration(String line) {
    Matcher number = NUMBER.matcher(line);
    if (random.nextBoolean() && number.find()) {
      return number.replaceFirst(pick(SIZES));
    }
    Matcher type = TYPE.matcher(line);
    return type.find() ? type.replaceFirst("." + pick(TYPES)) : line;
  }

  private String pick(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
