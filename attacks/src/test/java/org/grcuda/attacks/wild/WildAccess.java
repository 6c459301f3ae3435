package org.grcuda.attacks.wild;

import java.util.List;
import java.util.Random;

/** PTX that uses the address in {@code %a} as an instruction may. */
final class WildAccess {

  private static final List<String> SPACES =
      List.of("", "", ".global", ".global", ".shared", ".local");
  private static final List<String> LOADS =
      List.of(
          "ld$S.u8 %r1, [%a];",
          "ld$S.s16 %r1, [%a];",
          "ld$S.u32 %r1, [%a];",
          "ld$S.f32 %f1, [%a];",
          "ld$S.u64 %l1, [%a];",
          "ld$S.f64 %d1, [%a];",
          "ld$S.v2.u8 {%r1, %r2}, [%a];",
          "ld$S.v4.b32 {%r1, %r2, %r3, %r4}, [%a];",
          "ld$S.v2.b64 {%l1, %l2}, [%a];",
          "ld.volatile$S.u32 %r1, [%a];",
          "ld.global.nc.u32 %r1, [%a];",
          "ldu.global.u64 %l1, [%a];",
          "ld.const.u32 %r1, [%a];",
          "ld$S.u32 %r1, [%a+2147483640];",
          "ld$S.u32 %r1, [%a+-2147483640];");
  private static final List<String> STORES =
      List.of(
          "st$S.u8 [%a], %r1;",
          "st$S.u16 [%a], %h1;",
          "st$S.u32 [%a], %r1;",
          "st$S.f32 [%a], %f1;",
          "st$S.u64 [%a], %l1;",
          "st$S.v4.b32 [%a], {%r1, %r2, %r3, %r4};",
          "st$S.v2.b64 [%a], {%l1, %l2};",
          "st.volatile$S.u32 [%a], %r1;",
          "st$S.u32 [%a+2147483640], %r1;");
  private static final List<String> ATOMICS =
      List.of(
          "atom$G.add.u32 %r1, [%a], %r2;",
          "atom$G.add.u64 %l1, [%a], %l2;",
          "atom$G.add.f32 %f1, [%a], %f2;",
          "atom$G.exch.b32 %r1, [%a], %r2;",
          "atom$G.exch.b64 %l1, [%a], %l2;",
          "atom$G.cas.b32 %r1, [%a], %r2, %r3;",
          "atom$G.cas.b64 %l1, [%a], %l2, %l3;",
          "atom$G.min.s32 %r1, [%a], %r2;",
          "atom$G.or.b32 %r1, [%a], %r2;",
          "red$G.add.u32 [%a], %r1;",
          "red$G.xor.b64 [%a], %l1;",
          "red$G.max.u64 [%a], %l1;");
  private static final List<String> COPIES =
      List.of(
          "cp.async.ca.shared.global [%tile32], [%a], 16;",
          "cp.async.ca.shared.global [%a], [%own], 4;",
          "cp.async.bulk.global.shared::cta.bulk_group [%a], [%tile32], 64;",
          "cp.async.bulk.global.shared::cta.bulk_group [%own], [%tile32], 2147483632;",
          "cp.async.bulk.prefetch.L2.global [%a], 64;",
          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%a], [%tile32], 64;",
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
              + " [%tile32], [%a], 64, [%tile32+128];",
          "mbarrier.init.shared.b64 [%a], 1;",
          "mbarrier.arrive.shared.b64 _, [%a];",
          "prefetch.global.L2 [%a];",
          "discard.global.L2 [%a], 128;",
          "applypriority.global.L2::evict_normal [%a], 128;");
  private static final List<String> CALLS =
      List.of(
          "{ .param .b64 p; st.param.b64 [p], %a; call.uni free, (p); }",
          "{ .param .b64 p; .param .b64 q; .param .b32 r; st.param.b64 [p], %a; st.param.b64 [q],"
              + " %a; call.uni (r), vprintf, (p, q); }",
          "{ .param .b64 p; st.param.b64 [p], %a; .param .b64 q; call.uni (q), malloc, (p);"
              + " ld.param.b64 %l1, [q]; st.u32 [%l1], 1; st.param.b64 [p], %l1;"
              + " call.uni free, (p); call.uni free, (p); }",
          "{ .param .b64 p; st.param.b64 [p], 1000; .param .b64 q; call.uni (q), malloc, (p);"
              + " ld.param.b64 %l1, [q]; st.u32 [%l1+996], 1; st.u32 [%l1+1020], 1; add.s64 %l1,"
              + " %l1, 8; st.param.b64 [p], %l1; call.uni free, (p); }",
          "{ .param .b32 p; st.param.b32 [p], 0; .param .b32 q; call.uni (q), deep, (p); }",
          "{ .param .b32 p; st.param.b32 [p], 5; .param .b32 q;"
              + " UNKNOWN: .callprototype (.param .b32 _) _ (.param .b32 _);"
              + " call (q), %a, (p), UNKNOWN; }",
          "{ .param .b32 p; st.param.b32 [p], 2147483640; .param .b32 q;"
              + " KNOWN: .callprototype (.param .b32 _) _ (.param .b32 _);"
              + " call (q), %code, (p), KNOWN; }",
          "alloca.u64 %l1, %a; st.local.u32 [%l1], 1;",
          "alloca.u64 %l1, 100000; st.local.u32 [%l1+99996], 1;");
  private static final List<String> ENDS =
      List.of(
          "trap;",
          "exit;",
          "brkpt;",
          "bar.sync 1, 64;",
          "bar.sync 0;",
          "bar.warp.sync 0xffffffff;",
          "shfl.sync.idx.b32 %r1, %r2, 99, 0x1f, 0xffff0000;");

  private static final List<List<String>> KINDS =
      List.of(LOADS, LOADS, STORES, STORES, STORES, ATOMICS, COPIES, CALLS, ENDS);

  private final Random random;

  WildAccess(Random random) {
    this.random = random;
  }

  /** One instruction, or what belongs together. */
  String text() {
    String text = pick(pick(KINDS));
    String atomicSpace = pick(List.of("", ".global", ".shared"));
    return text.replace("$S", pick(SPACES)).replace("$G", atomicSpace);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
