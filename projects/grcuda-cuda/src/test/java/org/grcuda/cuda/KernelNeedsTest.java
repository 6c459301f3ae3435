package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.grcuda.driver.ModuleSource;
import org.junit.jupiter.api.Test;

/** Which kernels have a stack of unknown size, and which wait for other blocks. */
class KernelNeedsTest {

  private static final String FUNCTIONS =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .func leaf()
      {
        ret;
      }
      .func twice()
      {
        call leaf;
        call leaf;
        ret;
      }
      .func odd();
      .func even()
      {
        call odd;
        ret;
      }
      .func odd()
      {
        call even;
        ret;
      }
      .func through(.reg .u64 f)
      {
        prototype: .callprototype _ ();
        call f, prototype;
        ret;
      }
      .func grows()
      {
        .reg .u64 p;
        alloca.u64 p, 64;
        ret;
      }
      .func meets()
      {
        .reg .b32 r;
        mov.u32 r, %envreg2;
        ret;
      }
      """;

  private static KernelNeeds needs(String... callees) {
    StringBuilder ptx = new StringBuilder(FUNCTIONS);
    for (String callee : callees) {
      String call = callee.equals("through") ? "call through, (f)" : "call " + callee;
      ptx.append(
          ".visible .entry k_%s()%n{%n  .reg .u64 f;%n  %s;%n  ret;%n}%n".formatted(callee, call));
    }
    return KernelNeeds.of(new ModuleSource(ptx.toString(), null));
  }

  @Test
  void chainsThatComeBackOrCannotBeFollowedHaveNoKnownStack() {
    KernelNeeds needs = needs("leaf", "twice", "even", "odd", "through", "grows", "meets");
    assertEquals(Set.of("k_even", "k_odd", "k_through", "k_grows"), needs.stack());
    assertEquals(Set.of("k_meets"), needs.cooperative());
  }

  @Test
  void whatTheDriverWillRefuseNeedsNothing() {
    KernelNeeds needs = KernelNeeds.of(new ModuleSource("call vprintf %envreg2", null));
    assertEquals(new KernelNeeds(Set.of(), Set.of(), true, null), needs);
  }

  @Test
  void texturesAreReadByIndexOrNotAndGathered() {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .func inner(.reg .b64 t)
        {
          .reg .f32 v<5>;
          tex.1d.v4.f32.f32 {v0, v1, v2, v3}, [t, {v4}];
          ret;
        }
        .visible .entry fetches(.param .u64 p)
        {
          .reg .b64 t;
          .reg .b32 i;
          .reg .f32 v<4>;
          tex.1d.v4.f32.s32 {v0, v1, v2, v3}, [t, {i}];
          ret;
        }
        .visible .entry samples(.param .u64 p)
        {
          .reg .b64 t;
          call inner, (t);
          ret;
        }
        .visible .entry gathers(.param .u64 p)
        {
          .reg .b64 t;
          .reg .f32 v<6>;
          tld4.r.2d.v4.f32.f32 {v0, v1, v2, v3}, [t, {v4, v5}];
          ret;
        }
        """;
    KernelNeeds.ImageUse images = KernelNeeds.of(new ModuleSource(ptx, null)).images();
    assertEquals(Set.of("samples"), images.samplesLines());
    assertEquals(Set.of("gathers"), images.gathers());
    assertEquals(Set.of(), needs("leaf").images().gathers());
  }
}
