package org.grcuda.cpu.x86;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * AVX-512 instructions with EVEX encoding (Intel SDM volume 2): opcode map (1: 0F, 2: 0F38, 3:
 * 0F3A), mandatory prefix (0: none, 1: 66, 2: F3, 3: F2), W bit, opcode. Names are the mnemonics;
 * if an instruction has a load and a store form, the name of the store form ends in {@code _STORE}.
 */
public enum VectorOp {
  VADDPS(1, 0, 0, 0x58),
  VADDPD(1, 1, 1, 0x58),
  VMULPS(1, 0, 0, 0x59),
  VMULPD(1, 1, 1, 0x59),
  VSUBPS(1, 0, 0, 0x5c),
  VSUBPD(1, 1, 1, 0x5c),
  VDIVPS(1, 0, 0, 0x5e),
  VDIVPD(1, 1, 1, 0x5e),
  VMINPS(1, 0, 0, 0x5d),
  VMINPD(1, 1, 1, 0x5d),
  VMAXPS(1, 0, 0, 0x5f),
  VMAXPD(1, 1, 1, 0x5f),
  VSQRTPS(1, 0, 0, 0x51),
  VSQRTPD(1, 1, 1, 0x51),
  VRANGEPS(3, 1, 0, 0x50),
  VRANGEPD(3, 1, 1, 0x50),
  VCMPPS(1, 0, 0, 0xc2),
  VCMPPD(1, 1, 1, 0xc2),
  VFMADD213PS(2, 1, 0, 0xa8),
  VFMADD213PD(2, 1, 1, 0xa8),
  VFMADD231PS(2, 1, 0, 0xb8),
  VFMADD231PD(2, 1, 1, 0xb8),
  VFNMADD231PS(2, 1, 0, 0xbc),
  VFNMADD231PD(2, 1, 1, 0xbc),
  VRNDSCALEPS(3, 1, 0, 0x08),
  VRNDSCALEPD(3, 1, 1, 0x09),
  VSCALEFPS(2, 1, 0, 0x2c),
  VFPCLASSPS(3, 1, 0, 0x66),
  VFPCLASSPD(3, 1, 1, 0x66),
  VPANDD(1, 1, 0, 0xdb),
  VPANDQ(1, 1, 1, 0xdb),
  VPANDND(1, 1, 0, 0xdf),
  VPANDNQ(1, 1, 1, 0xdf),
  VPORD(1, 1, 0, 0xeb),
  VPORQ(1, 1, 1, 0xeb),
  VPXORD(1, 1, 0, 0xef),
  VPXORQ(1, 1, 1, 0xef),
  VPTERNLOGD(3, 1, 0, 0x25),
  VPTERNLOGQ(3, 1, 1, 0x25),
  VPADDD(1, 1, 0, 0xfe),
  VPADDQ(1, 1, 1, 0xd4),
  VPSUBD(1, 1, 0, 0xfa),
  VPSUBQ(1, 1, 1, 0xfb),
  VPMULLD(2, 1, 0, 0x40),
  VPMULLQ(2, 1, 1, 0x40),
  VPMULDQ(2, 1, 1, 0x28),
  VPMULUDQ(1, 1, 1, 0xf4),
  VPMINSD(2, 1, 0, 0x39),
  VPMINSQ(2, 1, 1, 0x39),
  VPMINUD(2, 1, 0, 0x3b),
  VPMINUQ(2, 1, 1, 0x3b),
  VPMAXSD(2, 1, 0, 0x3d),
  VPMAXSQ(2, 1, 1, 0x3d),
  VPMAXUD(2, 1, 0, 0x3f),
  VPMAXUQ(2, 1, 1, 0x3f),
  VPABSD(2, 1, 0, 0x1e),
  VPABSQ(2, 1, 1, 0x1f),
  VPSLLVD(2, 1, 0, 0x47),
  VPSLLVQ(2, 1, 1, 0x47),
  VPSRLVD(2, 1, 0, 0x45),
  VPSRLVQ(2, 1, 1, 0x45),
  VPSRAVD(2, 1, 0, 0x46),
  VPSRAVQ(2, 1, 1, 0x46),
  VPCMPD(3, 1, 0, 0x1f),
  VPCMPQ(3, 1, 1, 0x1f),
  VPCMPUD(3, 1, 0, 0x1e),
  VPCMPUQ(3, 1, 1, 0x1e),
  VPTESTMD(2, 1, 0, 0x27),
  VPBLENDMD(2, 1, 0, 0x64),
  VPBLENDMQ(2, 1, 1, 0x64),
  VPBROADCASTD(2, 1, 0, 0x58),
  VPBROADCASTQ(2, 1, 1, 0x59),
  VPBROADCASTB(2, 1, 0, 0x78),
  VPBROADCASTW(2, 1, 0, 0x79),
  /** From a general register. */
  VPBROADCASTD_GPR(2, 1, 0, 0x7c),
  VPBROADCASTQ_GPR(2, 1, 1, 0x7c),
  VMOVDQU32(1, 2, 0, 0x6f),
  VMOVDQU32_STORE(1, 2, 0, 0x7f),
  VMOVDQU64(1, 2, 1, 0x6f),
  VMOVDQU64_STORE(1, 2, 1, 0x7f),
  VPMOVSXDQ(2, 1, 0, 0x25),
  VPMOVZXDQ(2, 1, 0, 0x35),
  VPMOVSXBD(2, 1, 0, 0x21),
  VPMOVZXBD(2, 1, 0, 0x31),
  VPMOVSXWD(2, 1, 0, 0x23),
  VPMOVZXWD(2, 1, 0, 0x33),
  VPMOVDB_STORE(2, 2, 0, 0x31),
  VPMOVDW_STORE(2, 2, 0, 0x33),
  VCVTDQ2PS(1, 0, 0, 0x5b),
  VCVTUDQ2PS(1, 3, 0, 0x7a),
  VCVTTPS2DQ(1, 2, 0, 0x5b),
  VCVTTPS2UDQ(1, 0, 0, 0x78),
  VCVTPS2PD(1, 0, 0, 0x5a),
  VCVTPD2PS(1, 1, 1, 0x5a),
  VCVTDQ2PD(1, 2, 0, 0xe6),
  VCVTUDQ2PD(1, 2, 0, 0x7a),
  VCVTTPD2DQ(1, 1, 1, 0xe6),
  VCVTTPD2UDQ(1, 0, 1, 0x78),
  VCVTQQ2PS(1, 0, 1, 0x5b),
  VCVTUQQ2PS(1, 3, 1, 0x7a),
  VCVTQQ2PD(1, 2, 1, 0xe6),
  VCVTUQQ2PD(1, 2, 1, 0x7a),
  VCVTTPD2QQ(1, 1, 1, 0x7a),
  VCVTTPD2UQQ(1, 1, 1, 0x78),
  VCVTPH2PS(2, 1, 0, 0x13),
  VCVTPS2PH_STORE(3, 1, 0, 0x1d),
  VPSHUFB(2, 1, 0, 0x00),
  VPSHUFD(1, 1, 0, 0x70),
  VPADDB(1, 1, 0, 0xfc),
  VPSADBW(1, 1, 0, 0xf6),
  VPMADDWD(1, 1, 0, 0xf5),
  VPTESTMB(2, 1, 0, 0x26),
  VPCMPB(3, 1, 0, 0x3f),
  VMOVDQU8(1, 3, 0, 0x6f),
  VPMOVM2B(2, 2, 0, 0x28),
  VPUNPCKLDQ(1, 1, 0, 0x62),
  VPUNPCKHDQ(1, 1, 0, 0x6a),
  VPUNPCKLQDQ(1, 1, 1, 0x6c),
  VPUNPCKHQDQ(1, 1, 1, 0x6d),
  VBROADCASTI32X4(2, 1, 0, 0x5a),
  VINSERTI32X4(3, 1, 0, 0x38),
  VINSERTI64X4(3, 1, 1, 0x3a),
  VEXTRACTI64X4_STORE(3, 1, 1, 0x3b),
  VPERMI2D(2, 1, 0, 0x76),
  VPERMT2D(2, 1, 0, 0x7e),
  VPERMD(2, 1, 0, 0x36),
  VPGATHERDD(2, 1, 0, 0x90),
  VPGATHERDQ(2, 1, 1, 0x90),
  VPGATHERQD(2, 1, 0, 0x91),
  VPGATHERQQ(2, 1, 1, 0x91),
  VPSCATTERQD(2, 1, 0, 0xa1),
  VPSCATTERQQ(2, 1, 1, 0xa1),
  VPLZCNTD(2, 1, 0, 0x44),
  VPLZCNTQ(2, 1, 1, 0x44),
  VPMOVM2D(2, 2, 0, 0x38),
  /** Shifts by an immediate: the register field is part of the opcode. */
  VPSRLD_IMM(1, 1, 0, 0x72, 2),
  VPSRAD_IMM(1, 1, 0, 0x72, 4),
  VPSLLD_IMM(1, 1, 0, 0x72, 6),
  VPRORD_IMM(1, 1, 0, 0x72, 0),
  VPSRLW_IMM(1, 1, 0, 0x71, 2),
  VPSRAW_IMM(1, 1, 0, 0x71, 4),
  VPSLLW_IMM(1, 1, 0, 0x71, 6),
  VPSRLQ_IMM(1, 1, 1, 0x73, 2),
  VPSRAQ_IMM(1, 1, 1, 0x72, 4),
  VPSLLQ_IMM(1, 1, 1, 0x73, 6),
  VPRORQ_IMM(1, 1, 1, 0x72, 0);

  private static final List<Optional<VexOp>> VEX =
      Arrays.stream(values()).map(op -> Optional.ofNullable(op.findVex())).toList();

  final int map;
  final int prefix;
  final int w;
  final int opcode;
  final int extension;

  VectorOp(int map, int prefix, int w, int opcode) {
    this(map, prefix, w, opcode, -1);
  }

  VectorOp(int map, int prefix, int w, int opcode, int extension) {
    this.map = map;
    this.prefix = prefix;
    this.w = w;
    this.opcode = opcode;
    this.extension = extension;
  }

  /**
   * The same instruction on 32 bytes with VEX encoding, which has the same map, prefix and opcode;
   * null if there is none. Where VEX ignores the W bit it is 0, as that makes shorter code.
   */
  VexOp vex() {
    return VEX.get(ordinal()).orElse(null);
  }

  private VexOp findVex() {
    return switch (this) {
      case VFMADD213PD, VFMADD231PD, VFNMADD231PD, VPSLLVQ, VPSRLVQ -> vex(1);
      case VADDPS, VADDPD, VMULPS, VMULPD, VSUBPS, VSUBPD, VDIVPS, VDIVPD -> vex(0);
      case VMINPS, VMINPD, VMAXPS, VMAXPD, VSQRTPS, VSQRTPD, VCMPPS, VCMPPD -> vex(0);
      case VFMADD213PS, VFMADD231PS, VFNMADD231PS, VRNDSCALEPS, VRNDSCALEPD -> vex(0);
      case VPANDD, VPANDQ, VPANDND, VPANDNQ, VPORD, VPORQ, VPXORD, VPXORQ -> vex(0);
      case VPADDD, VPADDQ, VPSUBD, VPSUBQ, VPMULLD, VPMULDQ, VPMULUDQ -> vex(0);
      case VPMINSD, VPMINUD, VPMAXSD, VPMAXUD, VPABSD, VPSLLVD, VPSRLVD, VPSRAVD -> vex(0);
      case VPBROADCASTB, VPBROADCASTW, VPBROADCASTD, VPBROADCASTQ -> vex(0);
      case VPMOVSXDQ, VPMOVZXDQ, VPMOVSXBD, VPMOVZXBD, VPMOVSXWD, VPMOVZXWD -> vex(0);
      case VCVTDQ2PS, VCVTTPS2DQ, VCVTPS2PD, VCVTPD2PS, VCVTDQ2PD, VCVTTPD2DQ -> vex(0);
      case VCVTPH2PS, VCVTPS2PH_STORE, VPSHUFB, VPSHUFD, VPADDB, VPSADBW, VPMADDWD -> vex(0);
      case VPUNPCKLDQ, VPUNPCKHDQ, VPUNPCKLQDQ, VPUNPCKHQDQ, VPERMD -> vex(0);
      case VBROADCASTI32X4, VINSERTI32X4 -> vex(0);
      case VPSRLD_IMM, VPSRAD_IMM, VPSLLD_IMM, VPSRLW_IMM, VPSRAW_IMM, VPSLLW_IMM -> vex(0);
      case VPSRLQ_IMM, VPSLLQ_IMM -> vex(0);
      case VPGATHERDD, VPGATHERDQ, VPGATHERQD, VPGATHERQQ -> vex(w);
      default -> null;
    };
  }

  private VexOp vex(int bit) {
    return new VexOp(map, prefix, bit, opcode, extension, 1, -1);
  }

  /** Whether its destination is a mask. */
  boolean hasMaskTarget() {
    return switch (this) {
      case VCMPPS, VCMPPD, VPCMPD, VPCMPQ, VPCMPUD, VPCMPUQ, VPCMPB -> true;
      case VPTESTMD, VPTESTMB, VFPCLASSPS, VFPCLASSPD -> true;
      default -> false;
    };
  }

  /** Whether its last source is a mask or a general register. */
  boolean isFromOther() {
    return switch (this) {
      case VPBROADCASTD_GPR, VPBROADCASTQ_GPR, VPMOVM2D, VPMOVM2B -> true;
      default -> false;
    };
  }
}
