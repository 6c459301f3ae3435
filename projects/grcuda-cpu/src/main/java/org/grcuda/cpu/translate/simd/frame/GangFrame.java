package org.grcuda.cpu.translate.simd.frame;

import java.util.Map;
import org.grcuda.cpu.x86.Assembler;

/**
 * The native memory of a running block's machine code: byte offsets from its start, which {@link
 * #FRAME} holds. Values of the launch and block, masks of waiting lanes, spilled registers.
 */
public final class GangFrame {

  /** The general register with the frame's address: {@code rbx}. */
  public static final int FRAME = Assembler.RBX;

  /** Bytes of the table of coordinates of one axis: for 1024 threads. */
  public static final int TABLE = 4096;

  /**
   * Index in the block of the current gang: the one to begin with, and later the one that stopped.
   */
  public static final int GANG = 0;

  /** How often lanes of the gang let others go on since its turn began. */
  public static final int TURNS = 4;

  /** Threads of the block. */
  public static final int THREADS = 8;

  /** Blocks to run, neighbours along x, the current one among them. */
  public static final int BLOCKS = 12;

  /** Index of the {@link FaultSite}. */
  public static final int FAULT_SITE = 16;

  /** The lanes that did it. */
  public static final int FAULT_MASK = 20;

  public static final int PARAMETERS = 24;
  public static final int ARENA_BASE = 32;
  public static final int SHARED_BASE = 40;
  public static final int LOCAL_BASE = 48;

  /** Address of an int that is not 0 once the launch is cancelled. */
  public static final int CANCEL = 56;

  /** Address of the addresses of the module's variables. */
  public static final int GLOBALS = 64;

  /** By log2 of an access's size, 0 to 4: size of the arena in such units. */
  public static final int ARENA_LIMIT = 72;

  /**
   * By log2 of the element size, 0 to 3: as before, less one vector, where its elements may begin.
   */
  public static final int ARENA_ROW_LIMIT = 112;

  public static final int SHARED_LIMIT = 144;
  public static final int SHARED_ROW_LIMIT = 184;

  /** Coordinates and positions of the gang's first thread. */
  public static final int TID_X = 216;

  public static final int TID_Y = 220;
  public static final int TID_Z = 224;
  public static final int LANE = 228;
  public static final int WARP = 232;

  /** How often lanes stayed at meetings since any other code ran. */
  public static final int STAYS = 236;

  public static final int NTID_X = 240;
  public static final int NTID_Y = 244;
  public static final int NTID_Z = 248;
  public static final int NCTAID_X = 252;
  public static final int NCTAID_Y = 256;
  public static final int NCTAID_Z = 260;
  public static final int CTAID_X = 264;
  public static final int CTAID_Y = 268;
  public static final int CTAID_Z = 272;
  public static final int NSMID = 276;
  public static final int SMID = 280;
  public static final int DYNAMIC_SHARED = 284;
  public static final int TOTAL_SHARED = 288;
  public static final int WARPS = 292;
  public static final int GRID_ID = 296;

  /** Address of the areas of the gangs, where threads wait at barriers. */
  public static final int AREAS = 304;

  /** Not 0 if a gang stopped at a barrier in this round. */
  public static final int STOPPED = 312;

  /** The lanes that a warp operation has yet to serve. */
  public static final int REST = 316;

  /**
   * Address of the threads' coordinates, for gangs that may lie in several rows: a table of {@link
   * #TABLE} bytes for each axis, 4 for each thread.
   */
  public static final int COORDINATES = 320;

  /** Which of {@link #REDUCTIONS} this round adds to: 0 or 8. */
  public static final int ROUND = 328;

  /** Not 0 if a gang let the others go on in this round. */
  public static final int YIELDED = 332;

  /**
   * At bar.red, the number of threads whose predicate is 1 and the number of threads; twice, for
   * this round and the last.
   */
  public static final int REDUCTIONS = 336;

  /**
   * By log2 of the element size, 2 and 3: number of elements of the arena that 32-bit indices may
   * reach, at most 2^31.
   */
  public static final int ARENA_INDEX_LIMIT = 352;

  /** By log2 of an access's size, 0 to 4: size of a thread's local memory in such units. */
  public static final int LOCAL_LIMIT = 368;

  /**
   * By log2 of the element size, 0 to 3: where a row of the elements of all lanes of the gang may
   * begin.
   */
  public static final int ARENA_GANG_LIMIT = 408;

  public static final int SHARED_GANG_LIMIT = 440;

  /** Size of the arena in words, less 1, where two words may begin. */
  public static final int ARENA_PAIR_LIMIT = 472;

  /** Where a window of words, twice as many as a vector has, may begin: index of its first word. */
  public static final int ARENA_WINDOW_LIMIT = 480;

  public static final int SHARED_WINDOW_LIMIT = 488;

  /** Size of the arena in words, less 3, where four words may begin. */
  public static final int ARENA_QUAD_LIMIT = 496;

  /** The number, from 1, of the current call of a provided function; 0 if there is none. */
  public static final int CALL = 504;

  /** Not 0 if a gang did so in the last round: those at barriers still wait. */
  public static final int HOLD = 508;

  /** Addresses of the lanes at a fault, 8 bytes each. */
  public static final int ADDRESSES = 512;

  /** Scratch memory of single instructions: 128 bytes each. */
  public static final int SCRATCH_A = 640;

  public static final int SCRATCH_B = 768;
  public static final int SCRATCH_C = 896;

  /** Words by which warp operations group the lanes: up to three times 32. */
  public static final int KEYS = 1024;

  /** Their results for each lane: twice 32 words. */
  public static final int RESULTS = 1408;

  /** Where the local memory of each lane begins: 32 addresses. */
  public static final int LOCAL_LANES = 1664;

  /**
   * For each block of the kernel, the lanes that wait there: a bit for each lane, those of the
   * first part lowest.
   */
  public static final int WAITING = 1920;

  public static final int WAITING_BYTES = 4;

  /** Special registers of 4 bytes that have a place here. */
  public static final Map<String, Integer> SPECIAL =
      Map.ofEntries(
          Map.entry("%tid.x", TID_X),
          Map.entry("%tid.y", TID_Y),
          Map.entry("%tid.z", TID_Z),
          Map.entry("%laneid", LANE),
          Map.entry("%warpid", WARP),
          Map.entry("%ntid.x", NTID_X),
          Map.entry("%ntid.y", NTID_Y),
          Map.entry("%ntid.z", NTID_Z),
          Map.entry("%nctaid.x", NCTAID_X),
          Map.entry("%nctaid.y", NCTAID_Y),
          Map.entry("%nctaid.z", NCTAID_Z),
          Map.entry("%ctaid.x", CTAID_X),
          Map.entry("%ctaid.y", CTAID_Y),
          Map.entry("%ctaid.z", CTAID_Z),
          Map.entry("%nsmid", NSMID),
          Map.entry("%smid", SMID),
          Map.entry("%dynamic_smem_size", DYNAMIC_SHARED),
          Map.entry("%total_smem_size", TOTAL_SHARED),
          Map.entry("%nwarpid", WARPS));

  private GangFrame() {}
}
