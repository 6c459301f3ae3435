package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** VEX encodings; GNU objdump reads each of these bytes as the text beside them. */
final class VexTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource({"arithmetic", "moves", "others"})
  void encodes(String text, Consumer<Avx2> code, String bytes) {
    Avx2 assembler = Avx2Machine.assembler();
    code.accept(assembler);
    assertEquals(bytes, HexFormat.ofDelimiter(" ").formatHex(assembler.finish()), text);
  }

  private static Arguments row(String text, Consumer<Avx2> code, String bytes) {
    return Arguments.of(text, code, bytes);
  }

  private static Stream<Arguments> arithmetic() {
    return Stream.of(
        row(
            "vaddps ymm1,ymm2,ymm3",
            a -> a.vector(VectorOp.VADDPS, 1, 2, 3, Form.ALL),
            "c5 ec 58 cb"),
        row(
            "vaddpd ymm9,ymm2,ymm11",
            a -> a.vector(VectorOp.VADDPD, 9, 2, 11, Form.ALL),
            "c4 41 6d 58 cb"),
        row(
            "vdivps ymm3,ymm12,ymm5",
            a -> a.vector(VectorOp.VDIVPS, 3, 12, 5, Form.ALL),
            "c5 9c 5e dd"),
        row("vsqrtpd ymm3,ymm5", a -> a.vector(VectorOp.VSQRTPD, 3, 0, 5, Form.ALL), "c5 fd 51 dd"),
        row(
            "vfmadd231ps ymm8,ymm9,YMMWORD PTR [rbx+0x12345]",
            a -> a.vector(VectorOp.VFMADD231PS, 8, 9, Mem.at(3, 0x12345), Form.ALL),
            "c4 62 35 b8 83 45 23 01 00"),
        row(
            "vfmadd213pd ymm1,ymm2,ymm3",
            a -> a.vector(VectorOp.VFMADD213PD, 1, 2, 3, Form.ALL),
            "c4 e2 ed a8 cb"),
        row(
            "vroundps ymm3,ymm4,0x9",
            a -> a.vector(VectorOp.VRNDSCALEPS, 3, 0, 4, Form.ALL.with(9)),
            "c4 e3 7d 08 dc 09"),
        row(
            "vpaddd ymm4,ymm5,YMMWORD PTR [rdi-0x8]",
            a -> a.vector(VectorOp.VPADDD, 4, 5, Mem.at(7, -8), Form.ALL),
            "c5 d5 fe 67 f8"),
        row(
            "vpmulld ymm3,ymm1,ymm2",
            a -> a.vector(VectorOp.VPMULLD, 3, 1, 2, Form.ALL),
            "c4 e2 75 40 da"),
        row(
            "vpsravd ymm3,ymm1,ymm2",
            a -> a.vector(VectorOp.VPSRAVD, 3, 1, 2, Form.ALL),
            "c4 e2 75 46 da"),
        row(
            "vpsllvq ymm3,ymm1,ymm2",
            a -> a.vector(VectorOp.VPSLLVQ, 3, 1, 2, Form.ALL),
            "c4 e2 f5 47 da"),
        row(
            "vpsrld ymm12,ymm10,0x10",
            a -> a.vector(VectorOp.VPSRLD_IMM, 12, 0, 10, Form.ALL.with(16)),
            "c4 c1 1d 72 d2 10"),
        row(
            "vpsllq ymm1,ymm2,0x3",
            a -> a.vector(VectorOp.VPSLLQ_IMM, 1, 0, 2, Form.ALL.with(3)),
            "c5 f5 73 f2 03"),
        row(
            "vpsraw ymm1,ymm1,0x8",
            a -> a.vector(VectorOp.VPSRAW_IMM, 1, 0, 1, Form.ALL.with(8)),
            "c5 f5 71 e1 08"),
        row(
            "vpmaddwd ymm1,ymm1,ymm3",
            a -> a.vector(VectorOp.VPMADDWD, 1, 1, 3, Form.ALL),
            "c5 f5 f5 cb"),
        row(
            "vcvtps2ph xmm4,ymm3,0x0",
            a -> a.vector(VectorOp.VCVTPS2PH_STORE, 3, 0, 4, Form.ALL.with(0)),
            "c4 e3 7d 1d dc 00"),
        row(
            "vcvttpd2dq xmm3,ymm4",
            a -> a.vector(VectorOp.VCVTTPD2DQ, 3, 0, 4, Form.ALL),
            "c5 fd e6 dc"),
        row(
            "vcvtps2pd ymm3,xmm4",
            a -> a.vector(VectorOp.VCVTPS2PD, 3, 0, 4, Form.ALL),
            "c5 fc 5a dc"));
  }

  private static Stream<Arguments> moves() {
    return Stream.of(
        row(
            "vmovdqu ymm1,YMMWORD PTR [rax+r9*4+0x40]",
            a -> a.vector(VectorOp.VMOVDQU32, 1, 0, Mem.indexed(0, 9, 4, 0x40), Form.ALL),
            "c4 a1 7e 6f 4c 88 40"),
        row(
            "vmovdqa ymm1,ymm10",
            a -> a.vector(VectorOp.VMOVDQU64, 1, 0, 10, Form.ALL),
            "c4 c1 7d 6f ca"),
        row(
            "vmovdqa xmm1,xmm2",
            a -> a.vector(VectorOp.VMOVDQU32, 1, 0, 2, Form.HALF),
            "c5 f9 6f ca"),
        row(
            "vmovdqu YMMWORD PTR [r13+0x0],ymm11",
            a -> a.vector(VectorOp.VMOVDQU32_STORE, 11, 0, Mem.at(13, 0), Form.ALL),
            "c4 41 7e 7f 5d 00"),
        row(
            "vpbroadcastq ymm1,QWORD PTR [rsp+0x10]",
            a -> a.vector(VectorOp.VPBROADCASTQ, 1, 0, Mem.at(4, 16), Form.ALL),
            "c4 e2 7d 59 4c 24 10"),
        row(
            "vinserti128 ymm3,ymm3,xmm6,0x1",
            a -> a.vector(VectorOp.VINSERTI64X4, 3, 3, 6, Form.ALL.with(1)),
            "c4 e3 65 38 de 01"),
        row(
            "vextracti128 xmm4,ymm10,0x1",
            a -> a.vector(VectorOp.VEXTRACTI64X4_STORE, 10, 0, 4, Form.ALL.with(1)),
            "c4 63 7d 39 d4 01"),
        row(
            "vpermd ymm3,ymm4,ymm5",
            a -> a.vector(VectorOp.VPERMD, 3, 4, 5, Form.ALL),
            "c4 e2 5d 36 dd"),
        row(
            "vpmovsxwd ymm3,XMMWORD PTR [rcx]",
            a -> a.vector(VectorOp.VPMOVSXWD, 3, 0, Mem.at(1, 0), Form.ALL),
            "c4 e2 7d 23 19"),
        row("vmovd eax,xmm7", a -> a.lowest(4, 0, 7), "c5 f9 7e f8"),
        row("vmovq r9,xmm9", a -> a.lowest(8, 9, 9), "c4 41 f9 7e c9"),
        row(
            "vmovdqu XMMWORD PTR [r12+0x80],xmm9",
            a -> a.emit(VexOp.VMOVDQU_STORE.xmm(), 9, 0, Mem.at(12, 0x80)),
            "c4 41 7a 7f 8c 24 80 00 00 00"),
        row(
            "vmovq QWORD PTR [rax],xmm15",
            a -> a.emit(VexOp.VMOVQ_STORE, 15, 0, Mem.at(0, 0)),
            "c5 79 d6 38"),
        row(
            "vpmaskmovq ymm1,ymm14,YMMWORD PTR [rax]",
            a -> a.emit(VexOp.VPMASKMOVQ, 1, 14, Mem.at(0, 0)),
            "c4 e2 8d 8c 08"),
        row(
            "vpmaskmovd YMMWORD PTR [rax+0x4],ymm14,ymm1",
            a -> a.emit(VexOp.VPMASKMOVD_STORE, 1, 14, Mem.at(0, 4)),
            "c4 e2 0d 8e 48 04"),
        row(
            "vpgatherqd xmm3,DWORD PTR [ymm9*1+0x40],xmm15",
            a -> a.emit(VectorOp.VPGATHERQD.vex(), 3, 15, Mem.lanes(-1, 9, 1, 0x40)),
            "c4 a2 05 91 1c 0d 40 00 00 00"),
        row(
            "vpgatherdq ymm3,QWORD PTR [rax+xmm1*8],ymm15",
            a -> a.emit(VectorOp.VPGATHERDQ.vex(), 3, 15, Mem.lanes(0, 1, 8, 0)),
            "c4 e2 85 90 1c c8"));
  }

  private static Stream<Arguments> others() {
    return Stream.of(
        row(
            "vblendvps ymm1,ymm2,ymm3,ymm14",
            a -> a.emit(VexOp.VBLENDVPS.with(14 << 4), 1, 2, 3),
            "c4 e3 6d 4a cb e0"),
        row(
            "vblendvpd ymm1,ymm2,YMMWORD PTR [rbx+0x8],ymm14",
            a -> a.emit(VexOp.VBLENDVPD.with(14 << 4), 1, 2, Mem.at(3, 8)),
            "c4 e3 6d 4b 4b 08 e0"),
        row(
            "vpblendd ymm1,ymm14,ymm15,0xaa",
            a -> a.emit(VexOp.VPBLENDD.with(0xaa), 1, 14, 15),
            "c4 c3 0d 02 cf aa"),
        row(
            "vpshufd ymm14,ymm3,0xb1",
            a -> a.emit(VexOp.VPSHUFD.with(0xb1), 14, 0, 3),
            "c5 7d 70 f3 b1"),
        row(
            "vpermq ymm4,ymm15,0xd8",
            a -> a.emit(VexOp.VPERMQ.with(0xd8), 4, 0, 15),
            "c4 c3 fd 00 e7 d8"),
        row("vpcmpgtq ymm15,ymm14,ymm3", a -> a.emit(VexOp.VPCMPGTQ, 15, 14, 3), "c4 62 0d 37 fb"),
        row("vpcmpeqd ymm15,ymm5,ymm3", a -> a.emit(VexOp.VPCMPEQD, 15, 5, 3), "c5 55 76 fb"),
        row("vmovmskps r12d,ymm15", a -> a.emit(VexOp.VMOVMSKPS, 12, 0, 15), "c4 41 7c 50 e7"),
        row("vpmovmskb r13d,ymm15", a -> a.emit(VexOp.VPMOVMSKB, 13, 0, 15), "c4 41 7d d7 ef"),
        row(
            "vpinsrd xmm1,xmm1,DWORD PTR [r14+0x10],0x3",
            a -> a.emit(VexOp.VPINSRD.with(3), 1, 1, Mem.at(14, 0x10)),
            "c4 c3 71 22 4e 10 03"),
        row(
            "vpinsrw xmm15,xmm15,WORD PTR [rax+0xe],0x7",
            a -> a.emit(VexOp.VPINSRW.with(7), 15, 15, Mem.at(0, 14)),
            "c5 01 c4 78 0e 07"),
        row(
            "vpinsrq xmm14,xmm14,r14,0x1",
            a -> a.emit(VexOp.VPINSRQ.with(1), 14, 14, 14),
            "c4 43 89 22 f6 01"),
        row(
            "vpextrb BYTE PTR [rax+0x7],xmm15,0x7",
            a -> a.emit(VexOp.VPEXTRB_STORE.with(7), 15, 0, Mem.at(0, 7)),
            "c4 63 79 14 78 07 07"),
        row(
            "vpextrw WORD PTR [rax+0x4],xmm15,0x2",
            a -> a.emit(VexOp.VPEXTRW_STORE.with(2), 15, 0, Mem.at(0, 4)),
            "c4 63 79 15 78 04 02"),
        row(
            "vcvtsi2ss xmm14,xmm15,QWORD PTR [rbx+0x8]",
            a -> a.emit(VexOp.VCVTSI2SS_64, 14, 15, Mem.at(3, 8)),
            "c4 61 82 2a 73 08"),
        row(
            "vcvttsd2si r14,QWORD PTR [rbx+0x8]",
            a -> a.emit(VexOp.VCVTTSD2SI_64, 14, 0, Mem.at(3, 8)),
            "c4 61 fb 2c 73 08"),
        row("andn r12d,r14d,r15d", a -> a.emit(VexOp.ANDN, 12, 14, 15), "c4 42 08 f2 e7"),
        row(
            "vldmxcsr DWORD PTR [rbx]",
            a -> a.emit(VexOp.VLDMXCSR, 2, 0, Mem.at(3, 0)),
            "c5 f8 ae 13"),
        row(
            "vpmovsxbq ymm14,DWORD PTR [rbx+r15*8+0x80]",
            a -> a.emit(VexOp.VPMOVSXBQ, 14, 0, Mem.indexed(3, 15, 8, 0x80)),
            "c4 22 7d 22 b4 fb 80 00 00 00"),
        row("cmp r15b,0xff", a -> a.compareByte(15, 0xff), "41 80 ff ff"),
        row("cmp BYTE PTR [rbx+0x10],0xff", a -> a.compareByte(Mem.at(3, 16), 0xff), "80 7b 10 ff"),
        row("test r14b,0xf", a -> a.testByte(14, 15), "41 f6 c6 0f"),
        row("test BYTE PTR [rbx+0x10],0x4", a -> a.testByte(Mem.at(3, 16), 4), "f6 43 10 04"),
        row("movsxd r14,DWORD PTR [rbx+0x20]", a -> a.movsxd(14, Mem.at(3, 0x20)), "4c 63 73 20"));
  }
}
