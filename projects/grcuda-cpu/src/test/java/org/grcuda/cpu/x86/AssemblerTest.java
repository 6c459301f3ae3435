package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Assembler.Unary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Encodings; a disassembler (GNU objdump) reads each of these bytes as the text beside them. */
final class AssemblerTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "arithmetic",
    "integersInLanes",
    "memory",
    "conversions",
    "masks",
    "moves",
    "generals"
  })
  void encodes(String text, Consumer<Avx512> code, String bytes) {
    Avx512 assembler = new Avx512();
    code.accept(assembler);
    assertEquals(bytes, HexFormat.ofDelimiter(" ").formatHex(assembler.finish()), text);
  }

  @Test
  void jumpsAndConstantsRun() {
    assumeTrue(Avx2Machine.isAvailable());
    Assembler a = new Avx512();
    Label loop = new Label();
    a.mov(Assembler.RAX, 0);
    a.bind(loop);
    a.alu(Alu.ADD, 4, Assembler.RAX, a.constant(5));
    a.aluImmediate(Alu.SUB, 8, Assembler.RDI, 1);
    a.jump(Condition.NE, loop);
    a.ret();
    CodeMemory code = CodeMemory.of(a.finish()).orElseThrow();
    assertEquals(35, code.call(7));
    assertEquals(5, code.call(1));
  }

  @Test
  void jumpsToAddressesRun() {
    assumeTrue(Avx2Machine.isAvailable());
    Assembler a = new Avx512();
    Label second = new Label();
    for (int register : new int[] {Assembler.RAX, 11}) {
      Label first = new Label();
      a.address(register, first);
      a.address(Assembler.RCX, second);
      a.test(8, Assembler.RDI, Assembler.RDI);
      a.cmov(Condition.NE, 8, register, Assembler.RCX);
      a.jumpTo(register);
      a.bind(first);
    }
    a.mov(Assembler.RAX, 3);
    a.ret();
    a.bind(second);
    a.mov(Assembler.RAX, 4);
    a.ret();
    CodeMemory code = CodeMemory.of(a.finish()).orElseThrow();
    assertEquals(3, code.call(0));
    assertEquals(4, code.call(1));
  }

  private static Arguments row(String text, Consumer<Avx512> code, String bytes) {
    return Arguments.of(text, code, bytes);
  }

  private static Stream<Arguments> arithmetic() {
    return Stream.of(
        row(
            "vaddps zmm1,zmm2,zmm3",
            a -> a.vector(VectorOp.VADDPS, 1, 2, 3, Form.ALL),
            "62 f1 6c 48 58 cb"),
        row(
            "vaddps zmm17{k3}{z},zmm18,zmm29",
            a -> a.vector(VectorOp.VADDPS, 17, 18, 29, Form.ALL.masked(3).zeroed()),
            "62 81 6c c3 58 cd"),
        row(
            "vaddpd zmm9,zmm26,zmm11,{rz-sae}",
            a -> a.vector(VectorOp.VADDPD, 9, 26, 11, Form.ALL.rounded(Form.ZERO)),
            "62 51 ad 70 58 cb"),
        row(
            "vdivps zmm31{k7},zmm0,zmm15,{rd-sae}",
            a -> a.vector(VectorOp.VDIVPS, 31, 0, 15, Form.ALL.masked(7).rounded(Form.DOWN)),
            "62 41 7c 3f 5e ff"),
        row(
            "vfmadd231ps zmm8,zmm9,DWORD PTR [rbx+0x12345]{1to16}",
            a -> a.vector(VectorOp.VFMADD231PS, 8, 9, Mem.at(3, 0x12345).toAll(), Form.ALL),
            "62 72 35 58 b8 83 45 23 01 00"),
        row(
            "vfmadd213pd zmm20{k1},zmm21,ZMMWORD PTR [r13]",
            a -> a.vector(VectorOp.VFMADD213PD, 20, 21, Mem.at(13, 0), Form.ALL.masked(1)),
            "62 c2 d5 41 a8 65 00"),
        row(
            "vmovdqu32 zmm5{k1}{z},ZMMWORD PTR [rax]",
            a -> a.vector(VectorOp.VMOVDQU32, 5, 0, Mem.at(0, 0), Form.ALL.masked(1).zeroed()),
            "62 f1 7e c9 6f 28"),
        row(
            "vmovdqu64 ZMMWORD PTR [r12+0x1000]{k6},zmm30",
            a -> a.vector(VectorOp.VMOVDQU64_STORE, 30, 0, Mem.at(12, 0x1000), Form.ALL.masked(6)),
            "62 41 fe 4e 7f b4 24 00 10 00 00"),
        row(
            "vpcmpud k2,zmm3,zmm4,5",
            a -> a.vector(VectorOp.VPCMPUD, 2, 3, 4, Form.ALL.with(5)),
            "62 f3 65 48 1e d4 05"),
        row(
            "vpcmpuq k6,zmm2,QWORD PTR [rbx+0x1048]{1to8},5",
            a -> a.vector(VectorOp.VPCMPUQ, 6, 2, Mem.at(3, 0x1048).toAll(), Form.ALL.with(5)),
            "62 f3 ed 58 1e b3 48 10 00 00 05"),
        row(
            "vcmpps k4{k1},zmm22,zmm7,0x11",
            a -> a.vector(VectorOp.VCMPPS, 4, 22, 7, Form.ALL.masked(1).with(0x11)),
            "62 f1 4c 41 c2 e7 11"),
        row(
            "vpsrld zmm12,zmm28,16",
            a -> a.vector(VectorOp.VPSRLD_IMM, 12, 0, 28, Form.ALL.with(16)),
            "62 91 1d 48 72 d4 10"),
        row(
            "vpsraq zmm19{k2},zmm3,63",
            a -> a.vector(VectorOp.VPSRAQ_IMM, 19, 0, 3, Form.ALL.masked(2).with(63)),
            "62 f1 e5 42 72 e3 3f"),
        row(
            "vprorq zmm2,zmm1,3",
            a -> a.vector(VectorOp.VPRORQ_IMM, 2, 0, 1, Form.ALL.with(3)),
            "62 f1 ed 48 72 c1 03"));
  }

  private static Stream<Arguments> integersInLanes() {
    return Stream.of(
        row(
            "vpshufb zmm1,zmm7,zmm22",
            a -> a.vector(VectorOp.VPSHUFB, 1, 7, 22, Form.ALL),
            "62 b2 45 48 00 ce"),
        row(
            "vpaddb zmm3,zmm1,zmm2",
            a -> a.vector(VectorOp.VPADDB, 3, 1, 2, Form.ALL),
            "62 f1 75 48 fc da"),
        row(
            "vpsadbw zmm6,zmm6,zmm1",
            a -> a.vector(VectorOp.VPSADBW, 6, 6, 1, Form.ALL),
            "62 f1 4d 48 f6 f1"),
        row(
            "vpmaddwd zmm1,zmm1,zmm3",
            a -> a.vector(VectorOp.VPMADDWD, 1, 1, 3, Form.ALL),
            "62 f1 75 48 f5 cb"),
        row(
            "vptestmb k6,zmm6,zmm3",
            a -> a.vector(VectorOp.VPTESTMB, 6, 6, 3, Form.ALL),
            "62 f2 4d 48 26 f3"),
        row(
            "vpcmpltb k0,zmm1,zmm3",
            a -> a.vector(VectorOp.VPCMPB, 0, 1, 3, Form.ALL.with(1)),
            "62 f3 75 48 3f c3 01"),
        row(
            "vmovdqu8 zmm1{k6},zmm3",
            a -> a.vector(VectorOp.VMOVDQU8, 1, 0, 3, Form.ALL.masked(6)),
            "62 f1 7f 4e 6f cb"),
        row(
            "vpmovm2b zmm3,k0",
            a -> a.vector(VectorOp.VPMOVM2B, 3, 0, 0, Form.ALL),
            "62 f2 7e 48 28 d8"),
        row(
            "vpsrlw zmm3,zmm20,0x8",
            a -> a.vector(VectorOp.VPSRLW_IMM, 3, 0, 20, Form.ALL.with(8)),
            "62 b1 65 48 71 d4 08"),
        row(
            "vpsraw zmm1,zmm1,0x8",
            a -> a.vector(VectorOp.VPSRAW_IMM, 1, 0, 1, Form.ALL.with(8)),
            "62 f1 75 48 71 e1 08"),
        row(
            "vpsllw zmm1,zmm0,0x8",
            a -> a.vector(VectorOp.VPSLLW_IMM, 1, 0, 0, Form.ALL.with(8)),
            "62 f1 75 48 71 f0 08"),
        row(
            "vpunpckldq zmm0,zmm2,zmm3",
            a -> a.vector(VectorOp.VPUNPCKLDQ, 0, 2, 3, Form.ALL),
            "62 f1 6d 48 62 c3"),
        row(
            "vpunpckhdq zmm17,zmm30,zmm3",
            a -> a.vector(VectorOp.VPUNPCKHDQ, 17, 30, 3, Form.ALL),
            "62 e1 0d 40 6a cb"),
        row(
            "vpunpcklqdq zmm2,zmm0,zmm6",
            a -> a.vector(VectorOp.VPUNPCKLQDQ, 2, 0, 6, Form.ALL),
            "62 f1 fd 48 6c d6"),
        row(
            "vpunpckhqdq zmm5,zmm1,zmm23",
            a -> a.vector(VectorOp.VPUNPCKHQDQ, 5, 1, 23, Form.ALL),
            "62 b1 f5 48 6d ef"));
  }

  private static Stream<Arguments> memory() {
    return Stream.of(
        row(
            "vbroadcasti32x4 zmm2,XMMWORD PTR [rax]",
            a -> a.vector(VectorOp.VBROADCASTI32X4, 2, 0, Mem.at(0, 0), Form.ALL),
            "62 f2 7d 48 5a 10"),
        row(
            "vinserti32x4 zmm21,zmm21,XMMWORD PTR [r9],0x3",
            a -> a.vector(VectorOp.VINSERTI32X4, 21, 21, Mem.at(9, 0), Form.ALL.with(3)),
            "62 c3 55 40 38 29 03"),
        row(
            "vpbroadcastd zmm25,r11d",
            a -> a.vector(VectorOp.VPBROADCASTD_GPR, 25, 0, 11, Form.ALL),
            "62 42 7d 48 7c cb"),
        row(
            "vpbroadcastq zmm1,rax",
            a -> a.vector(VectorOp.VPBROADCASTQ_GPR, 1, 0, 0, Form.ALL),
            "62 f2 fd 48 7c c8"),
        row(
            "vpgatherdd zmm3{k6},DWORD PTR [rax+zmm16*4+0x1000]",
            a ->
                a.vector(
                    VectorOp.VPGATHERDD, 3, 0, Mem.lanes(0, 16, 4, 0x1000), Form.ALL.masked(6)),
            "62 f2 7d 46 90 9c 80 00 10 00 00"),
        row(
            "vpgatherqd ymm3{k6},DWORD PTR [zmm25*1+0x40]",
            a ->
                a.vector(VectorOp.VPGATHERQD, 3, 0, Mem.lanes(-1, 25, 1, 0x40), Form.ALL.masked(6)),
            "62 b2 7d 46 91 1c 0d 40 00 00 00"),
        row(
            "vpscatterqq QWORD PTR [zmm1*1+0x0]{k7},zmm14",
            a -> a.vector(VectorOp.VPSCATTERQQ, 14, 0, Mem.lanes(-1, 1, 1, 0), Form.ALL.masked(7)),
            "62 72 fd 4f a1 34 0d 00 00 00 00"),
        row(
            "vextracti64x4 ymm4,zmm20,1",
            a -> a.vector(VectorOp.VEXTRACTI64X4_STORE, 20, 0, 4, Form.ALL.with(1)),
            "62 e3 fd 48 3b e4 01"),
        row(
            "vinserti64x4 zmm3,zmm3,ymm6,1",
            a -> a.vector(VectorOp.VINSERTI64X4, 3, 3, 6, Form.ALL.with(1)),
            "62 f3 e5 48 3a de 01"),
        row(
            "vpmovdb XMMWORD PTR [rdx]{k1},zmm9",
            a -> a.vector(VectorOp.VPMOVDB_STORE, 9, 0, Mem.at(2, 0), Form.ALL.masked(1)),
            "62 72 7e 49 31 0a"),
        row(
            "vpmovsxdq zmm3,ymm17",
            a -> a.vector(VectorOp.VPMOVSXDQ, 3, 0, 17, Form.ALL),
            "62 b2 7d 48 25 d9"),
        row(
            "vcvttpd2dq ymm0,zmm3",
            a -> a.vector(VectorOp.VCVTTPD2DQ, 0, 0, 3, Form.ALL),
            "62 f1 fd 48 e6 c3"),
        row(
            "vcvtqq2ps ymm3,zmm3,{ru-sae}",
            a -> a.vector(VectorOp.VCVTQQ2PS, 3, 0, 3, Form.ALL.rounded(Form.UP)),
            "62 f1 fc 58 5b db"),
        row(
            "vcvtudq2pd zmm6,ymm6",
            a -> a.vector(VectorOp.VCVTUDQ2PD, 6, 0, 6, Form.ALL),
            "62 f1 7e 48 7a f6"),
        row(
            "vcvtph2ps zmm3,ymm3",
            a -> a.vector(VectorOp.VCVTPH2PS, 3, 0, 3, Form.ALL),
            "62 f2 7d 48 13 db"),
        row(
            "vcvtps2ph ymm3,zmm3,0",
            a -> a.vector(VectorOp.VCVTPS2PH_STORE, 3, 0, 3, Form.ALL.with(0)),
            "62 f3 7d 48 1d db 00"));
  }

  private static Stream<Arguments> conversions() {
    return Stream.of(
        row(
            "vpmovdw ymm3,zmm3",
            a -> a.vector(VectorOp.VPMOVDW_STORE, 3, 0, 3, Form.ALL),
            "62 f2 7e 48 33 db"),
        row(
            "vpternlogd zmm6{k6},zmm6,zmm6,0xff",
            a -> a.vector(VectorOp.VPTERNLOGD, 6, 6, 6, Form.ALL.masked(6).with(0xff)),
            "62 f3 4d 4e 25 f6 ff"),
        row(
            "vpermt2d zmm3,zmm7,zmm19",
            a -> a.vector(VectorOp.VPERMT2D, 3, 7, 19, Form.ALL),
            "62 b2 45 48 7e db"),
        row(
            "vrangeps zmm3,zmm0,zmm2,4",
            a -> a.vector(VectorOp.VRANGEPS, 3, 0, 2, Form.ALL.with(4)),
            "62 f3 7d 48 50 da 04"),
        row(
            "vfpclassps k6,zmm3,0x20",
            a -> a.vector(VectorOp.VFPCLASSPS, 6, 0, 3, Form.ALL.with(0x20)),
            "62 f3 7d 48 66 f3 20"),
        row(
            "vrndscalepd zmm3,zmm3,11",
            a -> a.vector(VectorOp.VRNDSCALEPD, 3, 0, 3, Form.ALL.with(11)),
            "62 f3 fd 48 09 db 0b"),
        row(
            "vscalefps zmm3,zmm4,zmm5",
            a -> a.vector(VectorOp.VSCALEFPS, 3, 4, 5, Form.ALL),
            "62 f2 5d 48 2c dd"),
        row(
            "vpmuldq zmm3,zmm1,zmm3",
            a -> a.vector(VectorOp.VPMULDQ, 3, 1, 3, Form.ALL),
            "62 f2 f5 48 28 db"),
        row(
            "vplzcntq zmm3,zmm1",
            a -> a.vector(VectorOp.VPLZCNTQ, 3, 0, 1, Form.ALL),
            "62 f2 fd 48 44 d9"),
        row(
            "vpbroadcastd ymm0{k6},DWORD PTR [rcx]",
            a -> a.vector(VectorOp.VPBROADCASTD, 0, 0, Mem.at(1, 0), Form.HALF.masked(6)),
            "62 f2 7d 2e 58 01"));
  }

  private static Stream<Arguments> masks() {
    return Stream.of(
        row("kmovw k3,r9d", a -> a.kmovFromGpr(3, 9), "c4 c1 78 92 d9"),
        row(
            "prefetcht0 BYTE PTR [r9+0x800]",
            a -> a.prefetch(Mem.at(9, 0x800), Assembler.Prefetch.READ),
            "41 0f 18 89 00 08 00 00"),
        row(
            "prefetchnta BYTE PTR [r9+0x800]",
            a -> a.prefetch(Mem.at(9, 0x800), Assembler.Prefetch.ONCE),
            "41 0f 18 81 00 08 00 00"),
        row(
            "prefetchw BYTE PTR [rax+0x800]",
            a -> a.prefetch(Mem.at(0, 0x800), Assembler.Prefetch.WRITE),
            "0f 0d 88 00 08 00 00"),
        row("vmovd eax,xmm17", a -> a.lowest(4, 0, 17), "62 e1 7d 08 7e c8"),
        row("vmovq r9,xmm9", a -> a.lowest(8, 9, 9), "62 51 fd 08 7e c9"),
        row("kmovw eax,k7", a -> a.kmovToGpr(0, 7), "c4 e1 78 93 c7"),
        row("kmovw r8d,k1", a -> a.kmovToGpr(8, 1), "c4 61 78 93 c1"),
        row(
            "kmovw k1,WORD PTR [rbx+0x402]",
            a -> a.kload(1, Mem.at(3, 0x402)),
            "c4 e1 78 90 8b 02 04 00 00"),
        row(
            "kmovw WORD PTR [rbx+0x402],k5",
            a -> a.kstore(Mem.at(3, 0x402), 5),
            "c4 e1 78 91 ab 02 04 00 00"),
        row("kandw k1,k2,k3", a -> a.mask(MaskOp.KAND, 1, 2, 3), "c4 e1 6c 41 cb"),
        row("kandnw k7,k2,k1", a -> a.mask(MaskOp.KANDN, 7, 2, 1), "c4 e1 6c 42 f9"),
        row("knotw k0,k5", a -> a.knot(0, 5), "c4 e1 78 44 c5"),
        row("kortestw k6,k7", a -> a.kortest(6, 7), "c4 e1 78 98 f7"),
        row("kunpckbw k0,k6,k0", a -> a.join(0, 6, 0), "c4 e1 4d 4b c0"),
        row("kshiftrw k6,k1,8", a -> a.upperHalf(6, 1), "c4 e3 f9 30 f1 08"));
  }

  private static Stream<Arguments> moves() {
    return Stream.of(
        row("mov r9,r12", a -> a.mov(8, 9, 12), "4d 8b cc"),
        row("mov eax,ecx", a -> a.mov(4, 0, 1), "8b c1"),
        row("mov r10d,0xffff", a -> a.mov(10, 0xffff), "41 ba ff ff 00 00"),
        row("mov rdx,-5", a -> a.mov(2, -5), "48 c7 c2 fb ff ff ff"),
        row(
            "movabs r11,0x123456789abcdef",
            a -> a.mov(11, 0x123456789abcdefL),
            "49 bb ef cd ab 89 67 45 23 01"),
        row("mov r8,QWORD PTR [rbx+0x28]", a -> a.load(8, 8, Mem.at(3, 0x28)), "4c 8b 43 28"),
        row(
            "mov eax,DWORD PTR [rsp+rcx*4+0x10]",
            a -> a.load(4, 0, Mem.indexed(4, 1, 4, 0x10)),
            "8b 44 8c 10"),
        row("movsx ecx,WORD PTR [rax]", a -> a.loadNarrow(2, true, 1, Mem.at(0, 0)), "0f bf 08"),
        row(
            "movzx r9d,BYTE PTR [rax+0x1]",
            a -> a.loadNarrow(1, false, 9, Mem.at(0, 1)),
            "44 0f b6 48 01"),
        row("mov BYTE PTR [rdx],dil", a -> a.store(1, Mem.at(2, 0), 7), "40 88 3a"),
        row("mov WORD PTR [r13+0x0],r9w", a -> a.store(2, Mem.at(13, 0), 9), "66 45 89 4d 00"),
        row(
            "mov WORD PTR [rbx+0x402],0x0",
            a -> a.storeConstant(2, Mem.at(3, 0x402), 0),
            "66 c7 83 02 04 00 00 00 00"),
        row(
            "lea rax,[r8+r9*8-0x10]",
            a -> a.lea(8, 0, Mem.indexed(8, 9, 8, -16)),
            "4b 8d 44 c8 f0"),
        row(
            "sub rcx,QWORD PTR [rbx+0x20]",
            a -> a.alu(Alu.SUB, 8, 1, Mem.at(3, 0x20)),
            "48 2b 4b 20"),
        row("cmp eax,0x7f", a -> a.aluImmediate(Alu.CMP, 4, 0, 0x7f), "83 f8 7f"),
        row(
            "add r15,0x12345",
            a -> a.aluImmediate(Alu.ADD, 8, 15, 0x12345),
            "49 81 c7 45 23 01 00"),
        row(
            "cmp DWORD PTR [rcx],0x0",
            a -> a.aluImmediate(Alu.CMP, 4, Mem.at(1, 0), 0),
            "83 39 00"),
        row(
            "lock add DWORD PTR [rdx],edi",
            a -> a.aluStore(Alu.ADD, 4, Mem.at(2, 0), 7, true),
            "f0 01 3a"));
  }

  private static Stream<Arguments> generals() {
    return Stream.of(
        row("lock xadd QWORD PTR [rdx],r8", a -> a.lockXadd(8, Mem.at(2, 0), 8), "f0 4c 0f c1 02"),
        row(
            "lock cmpxchg DWORD PTR [rdx],edi",
            a -> a.lockCmpxchg(4, Mem.at(2, 0), 7),
            "f0 0f b1 3a"),
        row(
            "lock cmpxchg WORD PTR [rdx],di",
            a -> a.lockCmpxchg(2, Mem.at(2, 0), 7),
            "66 f0 0f b1 3a"),
        row("xchg WORD PTR [rdx],di", a -> a.xchg(2, Mem.at(2, 0), 7), "66 87 3a"),
        row("imul r9,r8", a -> a.imul(8, 9, 8), "4d 0f af c8"),
        row("imul eax,ecx,0x64", a -> a.imul(4, 0, 1, 100), "69 c1 64 00 00 00"),
        row("idiv ecx", a -> a.unary(Unary.IDIV, 4, 1), "f7 f9"),
        row("neg r9", a -> a.unary(Unary.NEG, 8, 9), "49 f7 d9"),
        row("cqo", a -> a.signToRdx(8), "48 99"),
        row("ror rcx,2", a -> a.shift(Shift.ROR, 8, 1, 2), "48 c1 c9 02"),
        row("sar eax,cl", a -> a.shiftByCl(Shift.SAR, 4, 0), "d3 f8"),
        row("movsxd rdx,eax", a -> a.movsxd(2, 0), "48 63 d0"),
        row("movzx edi,dil", a -> a.extend(1, false, 7, 7), "40 0f b6 ff"),
        row("movsx r9d,r10w", a -> a.extend(2, true, 9, 10), "45 0f bf ca"),
        row("tzcnt ecx,r9d", a -> a.tzcnt(1, 9), "f3 41 0f bc c9"),
        row("popcnt rax,rax", a -> a.popcnt(8, 0, 0), "f3 48 0f b8 c0"),
        row("lzcnt eax,r9d", a -> a.lzcnt(4, 0, 9), "f3 41 0f bd c1"),
        row("popcnt ecx,r9d", a -> a.popcnt(1, 9), "f3 41 0f b8 c9"),
        row("blsr eax,r10d", a -> a.blsr(0, 10), "c4 c2 78 f3 ca"),
        row("cmova rax,r9", a -> a.cmov(Condition.A, 8, 0, 9), "49 0f 47 c1"),
        row("push r12", a -> a.push(12), "41 54"),
        row("pop rbp", a -> a.pop(5), "5d"),
        row("vzeroupper", a -> a.vzeroupper(), "c5 f8 77"));
  }
}
