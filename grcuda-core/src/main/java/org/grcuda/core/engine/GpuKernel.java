package org.grcuda.core.engine;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.grcuda.core.kernel.KernelCost;
import org.grcuda.core.kernel.KernelModule;
import org.grcuda.core.kernel.SideEffects;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.LaunchCost;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** A kernel that can be launched: its code, its signature, and what it does to its arguments. */
public final class GpuKernel implements KernelLookup {

  private final Computations session;
  private final KernelModule module;
  private final ModuleVariables variables;
  private final String symbol;
  private final KernelSignature signature;

  /** Its name in messages. */
  private final String subject;

  private final AccessMode[] modes;
  private final int[] usualSlots;
  private final SideEffects sideEffects;
  private final KernelProfile profile;
  private volatile KernelCost cost;

  /** A list of arguments that no launch uses now, or null: most launches take the same one. */
  private final AtomicReference<LaunchArguments> unused = new AtomicReference<>();

  /** The function by device, for devices where it was asked for. */
  private final AtomicReferenceArray<Function> functions;

  GpuKernel(
      Computations session,
      KernelModule module,
      ModuleVariables variables,
      String symbol,
      KernelSignature signature,
      AccessMode[] modes,
      SideEffects sideEffects,
      KernelProfile profile) {
    this.session = session;
    this.module = module;
    this.variables = variables;
    this.symbol = symbol;
    this.signature = signature;
    this.subject = "kernel '" + signature.name() + "'";
    this.modes = modes;
    this.sideEffects = sideEffects;
    this.functions = new AtomicReferenceArray<>(session.driver().deviceCount());
    this.usualSlots =
        CallArguments.usualSlots(
            signature.values(), index -> LaunchArguments.slot(signature, index));
    this.profile = profile;
  }

  /** The session it belongs to. */
  public Computations session() {
    return session;
  }

  /** Its name in the source. */
  public String name() {
    return signature.name();
  }

  /** It with a shape: {@code "kernel square(...) grid (4, 1, 1) block (32, 1, 1)"}. */
  public String configuredText(LaunchShape shape, Placement placement) {
    return "kernel "
        + signature.text()
        + " grid "
        + extents(shape.gridX(), shape.gridY(), shape.gridZ())
        + " block "
        + extents(shape.blockX(), shape.blockY(), shape.blockZ())
        + (shape.cluster().isNone() ? "" : " clusters " + shape.cluster())
        + (placement.stream() == null ? "" : " on " + placement.stream());
  }

  private static String extents(int x, int y, int z) {
    return "(" + x + ", " + y + ", " + z + ")";
  }

  /** Its name in messages: {@code "kernel 'square'"}. */
  String subject() {
    return subject;
  }

  /** Its parameters. */
  public KernelSignature signature() {
    return signature;
  }

  /** What it does to the memory behind place {@code index} of its signature. */
  public AccessMode mode(int index) {
    return modes[index];
  }

  /**
   * The PTX of the module it is part of.
   *
   * @throws GrCudaException if it was bound to machine code
   */
  public String ptx() {
    return module.text();
  }

  /** How often it was launched. */
  public long launchCount() {
    return profile.launches();
  }

  /** What it does to memory besides its arguments. */
  public SideEffects sideEffects() {
    return sideEffects;
  }

  /** The durations of its launches. */
  public KernelProfile profile() {
    return profile;
  }

  /** The kernel on the first device, for its attributes. */
  public Function onFirstDevice() {
    session.checkOpen();
    return on(session.driver().device(0));
  }

  @Override
  public Function on(Device device) {
    Function known = functions.get(device.ordinal());
    if (known == null) {
      known = module.function(symbol, device);
      functions.set(device.ordinal(), known);
    }
    return known;
  }

  @Override
  public boolean isLoaded(Device device) {
    return functions.get(device.ordinal()) != null;
  }

  /** The kernel for launches that use this much dynamic shared memory, in bytes per block. */
  KernelLookup withShared(int dynamicSharedBytes) {
    return dynamicSharedBytes == 0 ? this : new WithShared(this, dynamicSharedBytes);
  }

  private record WithShared(GpuKernel kernel, int bytes) implements KernelLookup {

    @Override
    public Function on(Device device) {
      return kernel.on(device, bytes);
    }

    @Override
    public boolean isLoaded(Device device) {
      return kernel.isLoaded(device);
    }
  }

  /**
   * The kernel on {@code device}, which may from now on use this much dynamic shared memory.
   *
   * @throws org.grcuda.driver.DriverException if the device does not have as much for a block
   */
  private Function on(Device device, int dynamicSharedBytes) {
    Function function = on(device);
    int plain = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
    if (dynamicSharedBytes > plain - function.sharedBytes()
        && dynamicSharedBytes > function.maxDynamicSharedBytes()) {
      function.setMaxDynamicSharedBytes(dynamicSharedBytes);
    }
    return function;
  }

  /**
   * A {@code __device__} or {@code __constant__} variable of its module, as an array of one
   * dimension.
   *
   * @param name its symbol, or its name in C++ with its namespaces
   * @param type of the elements; null to take it from the compiled code
   * @throws GrCudaException if there is no such variable, or its type is not known
   */
  public NdArray global(String name, ElementType type) {
    session.checkOpen();
    return variables.array(name, type);
  }

  /**
   * The shape of a launch of at least {@code threads} threads in one dimension, with the block size
   * that fills the first device best.
   *
   * @param threads from 1
   * @param sharedBytes dynamic shared memory per block
   * @throws GrCudaException if {@code threads} are more than a grid can have
   */
  public LaunchShape shapeFor(long threads, int sharedBytes) {
    int block = onFirstDevice().suggestedBlockSize(sharedBytes);
    long most = (long) block * Integer.MAX_VALUE;
    if (threads < 1 || threads > most) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "kernel '" + name() + "', forall: expected 1 to " + most + " threads, given " + threads);
    }
    int grid = Math.toIntExact(Math.ceilDiv(threads, block));
    return new LaunchShape(grid, 1, 1, block, 1, 1, sharedBytes);
  }

  /**
   * Starts a list of {@code count} arguments.
   *
   * @throws GrCudaException unless that is the number of parameters
   */
  public LaunchArguments arguments(int count) {
    CallArguments.checkCount(subject, signature.parameters(), count);
    LaunchArguments known = unused.getAndSet(null);
    LaunchArguments list = known == null ? new LaunchArguments(this) : known;
    list.begin(usualSlots);
    return list;
  }

  /**
   * Launches it; returns when the launch is scheduled.
   *
   * @param arguments from {@link #arguments}; not to be used any more
   * @param placement where it shall run
   * @param uses what it uses besides its arguments
   * @throws GrCudaException if the device refuses the shape, or the kernel cannot run there
   */
  public void launch(
      LaunchShape shape, Placement placement, LaunchArguments arguments, Access... uses) {
    Access[] accesses = SideEffects.joined(arguments.accesses(), uses);
    Operation.Launch launch = arguments.operation(shape);
    Vertex vertex = session.launch(name(), sideEffects, launch, placement, accesses);
    arguments.end(vertex.isDispatched());
    unused.setRelease(arguments);
  }

  /**
   * Durations in nanoseconds of its launches that were timed and have completed, in the order in
   * which their completion was noticed.
   */
  public long[] times() {
    session.poll();
    return profile.times();
  }

  /** The declared cost of its launches; null if none was declared. */
  public KernelCost cost() {
    return cost;
  }

  /**
   * Declares the cost of later launches; it decides how long they take on simulated devices.
   *
   * @param expressions as {@link KernelCost} takes them
   * @throws GrCudaException if one is wrong
   */
  public void declareCost(Map<String, String> expressions) {
    cost = new KernelCost(signature, expressions);
  }

  /** The cost of the launch with these parameters; null if it is not known or not needed. */
  LaunchCost cost(long[] words, int[] slots, Access[] uses) {
    KernelCost declared = cost;
    return declared == null || !session.driver().hasVirtualTime()
        ? null
        : declared.of(words, slots, uses);
  }
}
