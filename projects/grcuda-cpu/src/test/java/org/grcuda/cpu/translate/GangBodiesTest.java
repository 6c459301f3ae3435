package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;

/** Bodies of kernels as machine code, against bytecode. */
abstract class GangBodiesTest extends MachineCodeTest {

  private static final int WORDS = 256;
  private static final int[] BLOCKS = {64, 16, 41};

  /** Bodies have the thread in r0, 3 values in r1 to r3, in and out in rd0 and rd1. */
  private static String module(List<String> bodies) {
    StringBuilder text = new StringBuilder(".version 8.0 .target sm_80 .address_size 64\n");
    for (int k = 0; k < bodies.size(); k++) {
      text.append(".visible .entry k" + k);
      text.append(
          """
          (.param .u64 in, .param .u64 out, .param .u32 n)
          {
          .reg .b32 %r<29>; .reg .b64 %rd<19>; .reg .pred %p<9>;
          .shared .align 4 .b8 tile[260];
          ld.param.u64 %rd0, [in];
          ld.param.u64 %rd1, [out];
          ld.param.u32 %r9, [n];
          mov.u32 %r0, %tid.x;
          shl.b32 %r1, %r0, 1;
          mul.lo.u32 %r2, %r0, 77;
          xor.b32 %r2, %r2, %r9;
          and.b32 %r3, %r2, 5;
          setp.lt.u32 %p0, %r3, 4;
          """);
      text.append(bodies.get(k)).append("\nret;\n}\n");
    }
    return text.toString();
  }

  /** What an engine leaves in out, for each body and some sizes of a block. */
  static List<int[]> run(Engine engine, List<String> bodies) {
    TreeSet<String> inMachineCode = new TreeSet<>();
    TranslationOptions options = options(engine, inMachineCode);
    List<int[]> results = new ArrayList<>();
    try (TestDevice device = new TestDevice(module(bodies), options)) {
      assertEquals(engine == Engine.NATIVE ? bodies.size() : 0, inMachineCode.size());
      for (int k = 0; k < bodies.size(); k++) {
        for (int threads : BLOCKS) {
          long in = device.put(IntStream.range(0, WORDS).map(i -> i * i + 3).toArray());
          long out = device.put(IntStream.range(0, WORDS).map(i -> -i).toArray());
          device.launch("k" + k, 1, threads, in, out, 9);
          results.add(device.ints(out, WORDS));
        }
      }
    }
    return results;
  }

  static void same(String... bodies) {
    List<int[]> scalar = run(Engine.BYTECODE, List.of(bodies));
    List<int[]> gangs = run(Engine.NATIVE, List.of(bodies));
    for (int k = 0; k < scalar.size(); k++) {
      String body = bodies[k / BLOCKS.length];
      assertArrayEquals(scalar.get(k), gangs.get(k), () -> body);
    }
  }

  static String faultOf(Engine engine, String body) {
    KernelFault fault = assertThrows(KernelFault.class, () -> run(engine, List.of(body)), body);
    assertTrue(fault.getMessage().contains("out-of-bounds"), fault.getMessage());
    assertTrue(fault.getMessage().contains("PTX line"), fault.getMessage());
    return fault.getMessage().replaceAll("0x[0-9a-f]+", "an address");
  }
}
