package org.grcuda.cpu.interpret;

import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelFault.Kind;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.translate.semantics.AddressSemantics;
import org.grcuda.cpu.translate.semantics.SystemCalls;
import org.grcuda.ptx.StateSpace;

/** One thread: its stack of activations, its program counter, its carry flag. */
final class ThreadState {

  /** Deeper nesting of calls is a stack overflow. */
  private static final int DEEPEST = 10_000;

  /** Branches backwards until other threads get a turn. */
  private static final int TURN = 4096;

  final BlockContext context;
  final Launch launch;

  /** Index in the block, x fastest. */
  final int thread;

  final long sharedBase;
  final long sharedBytes;
  final long localBase;
  final long localBytes;

  Activation frame;

  /** Of {@link #frame}. */
  long[] registers;

  int pc;

  /** 0 or 1; subtractions add the complement. */
  int carry;

  /** Bits of the scalar that the function returned from last. */
  long returned;

  private Operation atResume;
  private boolean leaving;
  private boolean stepping;
  private int turn;

  ThreadState(Program program, BlockContext context, int thread) {
    this.context = context;
    this.launch = context.launch;
    this.thread = thread;
    this.sharedBase = context.shared;
    this.sharedBytes = (long) program.layout().staticSharedBytes() + launch.dynamicSharedBytes;
    this.localBytes = program.layout().localBytes();
    this.localBase = context.local + thread * localBytes;
    this.frame = new Activation(program.kernel(), null, 0, 0, null);
    this.registers = frame.registers;
  }

  /** Runs until the thread ends, waits or has had its turn. */
  void run() {
    leaving = false;
    turn = TURN;
    int at = pc;
    try {
      if (atResume != null) {
        Operation operation = atResume;
        atResume = null;
        operation.execute(this);
      }
      while (!leaving) {
        at = pc++;
        frame.function.operation(at).execute(this);
      }
    } catch (KernelFault fault) {
      throw located(fault, frame.function.line(at));
    }
  }

  private static KernelFault located(KernelFault fault, int line) {
    return switch (fault.kind()) {
      case ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, TRAP, STACK_OVERFLOW ->
          new KernelFault(fault.kind(), fault.address(), line, fault.detail());
      default -> fault;
    };
  }

  // ---- control

  /** Goes on at a statement of the current function. */
  void jump(int target) {
    if (target < pc) {
      launch.poll();
      if (--turn <= 0) {
        leaving = true;
      }
    }
    pc = target;
  }

  /** Ends the thread. */
  void exit() {
    context.states.resume[thread] = ThreadStates.EXITED;
    leaving = true;
  }

  /** Enters a function with its parameters, which {@code onReturn} uses when it has returned. */
  Activation enter(DecodedFunction callee, Operation onReturn) {
    long stack = frame.stack + frame.function.frame().bytes();
    SystemCalls.checkStack(stack, localBytes - callee.frame().bytes());
    if (frame.depth == DEEPEST) {
      throw new KernelFault(Kind.STACK_OVERFLOW, "calls are nested too deeply");
    }
    return new Activation(callee, frame, stack, pc, onReturn);
  }

  /** Makes an activation the current one. */
  void start(Activation activation) {
    frame = activation;
    registers = activation.registers;
    pc = 0;
  }

  /**
   * Leaves the current function.
   *
   * @param result position of its scalar result among its parameters, -1 if it has none
   */
  void leave(int result) {
    if (frame.caller == null) {
      exit();
      return;
    }
    returned = result < 0 ? 0 : frame.parameters[result];
    Operation onReturn = frame.onReturn;
    pc = frame.returnTo;
    frame = frame.caller;
    registers = frame.registers;
    onReturn.execute(this);
  }

  /** Lets the thread wait; {@code then} is executed when it goes on. */
  void await(Operation then) {
    atResume = then;
    leaving = true;
  }

  /**
   * Lets the thread wait before the current statement, which is executed again when it goes on.
   *
   * @return whether it has waited
   */
  boolean step(int state) {
    if (!stepping) {
      context.states.resume[thread] = ~state;
      pc--;
      leaving = true;
    }
    stepping = !stepping;
    return !stepping;
  }

  // ---- addresses

  /** Start of the window of a state space; 0 where addresses are native. */
  long window(StateSpace space) {
    return switch (space) {
      case SHARED -> sharedBase;
      case LOCAL -> localBase;
      default -> 0;
    };
  }

  /** Checks an access of {@code width} bytes to a native address in a state space. */
  long check(long address, StateSpace space, int width) {
    long base =
        switch (space) {
          case SHARED -> sharedBase;
          case LOCAL -> localBase;
          default -> launch.arenaBase;
        };
    long bytes =
        switch (space) {
          case SHARED -> sharedBytes;
          case LOCAL -> localBytes;
          default -> launch.arenaBytes;
        };
    return switch (width) {
      case 1 -> AddressSemantics.check1(address, base, bytes);
      case 2 -> AddressSemantics.check2(address, base, bytes);
      case 4 -> AddressSemantics.check4(address, base, bytes);
      case 8 -> AddressSemantics.check8(address, base, bytes);
      case 16 -> AddressSemantics.check16(address, base, bytes);
      default -> AddressSemantics.check32(address, base, bytes);
    };
  }
}
