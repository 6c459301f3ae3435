package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.api.Test;

/** What a translation says of a module, and what it refuses. */
final class TranslationTest {

  private static String kernel(String body) {
    return """
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 k_param_0)
    {
    .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
    """
        + body
        + "\nret;\n}\n";
  }

  private static String refusal(String body) {
    CompiledModule module = PtxTranslator.translate(kernel(body));
    assertEquals(0, module.kernels().size());
    return module.refused().get("k").getMessage();
  }

  @Test
  void refusesByInstructionAndLine() {
    assertEquals(
        "the cpu backend does not support 'wgmma.fence.sync.aligned': tensor cores of warp groups"
            + " (PTX line 8, column 1)",
        refusal("mov.u32 %r1, 0;\nwgmma.fence.sync.aligned;"));
    assertTrue(refusal("min.f64 %rd1, %rd1, %rd2, %rd3;").contains("'min.f64'"));
    assertTrue(refusal("red.global.min.v2.f32 [%rd1], {%f1, %f2};").contains("min.v2.f32"));
    assertTrue(refusal("vmad.s32.s32.s32 %r1, %r1.b5, %r1, %r1;").contains("vmad"));
  }

  /** Kernels that use, or reach through functions, what is refused; and one that does not. */
  @Test
  void refusesKernelByKernel() {
    String use = "wgmma.fence.sync.aligned;";
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .func deep()
        {
        .reg .f64 %fd<2>;
        USE
        ret;
        }
        .func shallow()
        {
        call.uni deep, ();
        ret;
        }
        .visible .entry caller()
        {
        call.uni shallow, ();
        ret;
        }
        .visible .entry bytes(.param .u32 n)
        {
        .reg .b32 %r<2>;
        wgmma.fence.sync.aligned;
        ret;
        }
        .visible .entry mistyped(.param .u32 n)
        {
        .reg .b32 %r<2>;
        shl.f32 %r1, %r1, 1;
        ret;
        }
        .visible .entry fine(.param .u64 out)
        {
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [out];
        st.global.u32 [%rd1], 7;
        ret;
        }
        """
            .replace("USE", use);
    for (TranslationOptions.Engine engine : TranslationOptions.Engine.values()) {
      TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
      CompiledModule module = PtxTranslator.translate(ptx, options);
      Map<String, String> refused = new HashMap<>();
      module.refused().forEach((name, reason) -> refused.put(name, reason.getMessage()));
      String begin = "the cpu backend does not support '";
      assertEquals(
          Map.of(
              "caller",
                  begin
                      + "wgmma.fence.sync.aligned': tensor cores of warp groups (PTX line"
                      + " 7, column 1)",
              "bytes",
                  begin
                      + "wgmma.fence.sync.aligned': tensor cores of warp groups (PTX line 23,"
                      + " column 1)",
              "mistyped",
                  "malformed PTX: 'shl.f32 %r1, %r1, 1;': 'shl' has .f32; it takes .b16, .b32, .b64"
                      + " (PTX line 29, column 1)"),
          refused);
      assertEquals(List.of("fine"), module.kernels().stream().map(k -> k.name()).toList());
      try (TestDevice device = new TestDevice(ptx, options)) {
        long out = device.put(0);
        device.launch("fine", 1, 1, out);
        assertEquals(7, device.ints(out, 1)[0]);
      }
    }
  }

  @Test
  void everyMethodIsShortEnoughForHotSpot() {
    Map<String, String> sizes = new HashMap<>();
    for (String resource : new String[] {"kernels.ptx", "math.ptx"}) {
      PtxTranslator.translate(
          TestDevice.text(resource),
          TranslationOptions.defaults()
              .withEngine(TranslationOptions.Engine.BYTECODE)
              .withListener(
                  (kernel, pass, result) -> {
                    if (pass.equals("KernelAssembler")) {
                      sizes.put(kernel, result);
                    }
                  }));
    }
    sizes.forEach(
        (kernel, methods) ->
            methods
                .lines()
                .filter(line -> !line.startsWith(" "))
                .forEach(
                    line -> {
                      int bytes = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
                      assertTrue(bytes <= TranslationOptions.HUGE_METHOD, kernel + ": " + line);
                    }));
    assertTrue(sizes.get("doubleFunctions").contains("segment1"), "a long kernel is cut");
    assertTrue(!sizes.get("vadd").contains("segment"), "a short one is not");
  }

  @Test
  void describesResources() {
    CompiledModule module = PtxTranslator.translate(TestDevice.text("kernels.ptx"));
    var matmul = module.kernels().stream().filter(k -> k.name().equals("matmul")).findFirst();
    var resources = matmul.orElseThrow().resources();
    assertEquals(2048, resources.staticSharedBytes());
    assertEquals(28, resources.parameterBytes());
    assertEquals(new KernelParameter("matmul_param_3", 24, 4, 4), resources.parameters().get(3));
    assertEquals(1024, resources.maxThreadsPerBlock());
    var pointer = module.variables().stream().filter(v -> v.name().equals("pointer")).findFirst();
    int target = pointer.orElseThrow().relocations().get(0).variable();
    assertEquals("counter", module.variables().get(target).name());
  }

  @Test
  void honoursLaunchBounds() {
    String ptx = kernel("").replace("(.param .u64 k_param_0)", "() .maxntid 64, 4, 1");
    assertEquals(
        256, PtxTranslator.translate(ptx).kernels().get(0).resources().maxThreadsPerBlock());
  }
}
