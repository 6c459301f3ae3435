package org.grcuda.core.task;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.core.host.SessionParts;
import org.grcuda.core.type.Parameter;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.history.SizeClass;
import org.grcuda.types.GrCudaException;

/**
 * Work that kernels and functions of the host can do alike. Each call is done by the one that is
 * predicted to finish first.
 */
public final class Alternatives {

  /** The code by which histories tell functions of the host from kernels. */
  private static final String HOST_CODE = "host";

  /** An implementation that can be used, and how long it takes. */
  private record Usable(Implementation implementation, long devices, KernelProfile profile) {}

  private final Computations session;
  private final GpuKernel first;
  private final List<Usable> usable = new ArrayList<>();
  private final HostWorkers workers;
  private final Turns turns;
  private final String what;

  private Alternatives(Computations session, GpuKernel first, SessionParts parts) {
    this.session = session;
    this.first = first;
    what = "task '" + first.name() + "'";
    workers = parts.get(HostWorkers.class, HostWorkers::new, (part, cancelled) -> {});
    turns = parts.get(Turns.class, () -> Turns.of(session), (part, cancelled) -> part.close());
  }

  /**
   * A task.
   *
   * @param implementations at least one of them a kernel, whose parameters those of the others are
   * @param parts of the context
   * @param history of the context
   * @param isOfGuest whether the current thread may execute functions of the guest program
   * @throws GrCudaException if parameters differ, or none can be used in this context
   */
  public static Alternatives of(
      List<Implementation> implementations,
      SessionParts parts,
      KernelHistory history,
      BooleanSupplier isOfGuest) {
    GpuKernel first =
        implementations.stream()
            .filter(Implementation.OnDevice.class::isInstance)
            .map(each -> ((Implementation.OnDevice) each).kernel())
            .findFirst()
            .orElseThrow(
                () ->
                    new GrCudaException(
                        GrCudaException.Kind.VALUE,
                        "Task: expected at least one kernel, whose signature it has"));
    Alternatives made = new Alternatives(first.session(), first, parts);
    made.turns.takenBy(isOfGuest);
    implementations.forEach(each -> made.add(each, history));
    if (made.usable.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          made.what
              + ": none of its kernels has a device; this context has "
              + Kinds.devices(made.session));
    }
    return made;
  }

  private void add(Implementation implementation, KernelHistory history) {
    switch (implementation) {
      case Implementation.OnDevice(var kind, GpuKernel kernel, Uses uses) -> {
        checkKernel(kernel);
        long devices = Kinds.candidates(session, kind);
        if (devices != 0) {
          kernel.profile().want();
          usable.add(new Usable(implementation, devices, kernel.profile()));
        }
      }
      case Implementation.InLibrary(NativeFunction function) -> {
        checkParameters(function.name(), function.parameters());
        addOnHost(implementation, history);
      }
      case Implementation.InProgram function -> addOnHost(implementation, history);
    }
  }

  private void addOnHost(Implementation implementation, KernelHistory history) {
    if (session.driver().hasVirtualTime()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          what
              + ": function '"
              + implementation.name()
              + "' runs on the host, whose time simulated devices do not know: use kernels only");
    }
    usable.add(new Usable(implementation, 0, history.profile(implementation.name(), HOST_CODE)));
  }

  private void checkKernel(GpuKernel kernel) {
    if (kernel.session() != session) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          what + ": kernel '" + kernel.name() + "' belongs to another context");
    }
    if (kernel.sideEffects().elsewhere() != null) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          what + ": kernel '" + kernel.name() + "' follows pointers in memory");
    }
    checkParameters(kernel.name(), kernel.signature().values());
  }

  /** Refuses an implementation that takes other arguments. */
  private void checkParameters(String name, List<Parameter> parameters) {
    List<Parameter> expected = first.signature().values();
    boolean alike = parameters.size() == expected.size();
    for (int i = 0; alike && i < expected.size(); i++) {
      alike = parameters.get(i).isPointer() == expected.get(i).isPointer();
    }
    if (!alike) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          what
              + ": '"
              + name
              + "' takes other arguments than '"
              + first.name()
              + "': expected as many, with pointers at the same places");
    }
  }

  /** The kernel whose signature it has. */
  public GpuKernel first() {
    return first;
  }

  /**
   * Calls it.
   *
   * @param shape for its kernels
   * @param place where its kernels may run
   * @param uses what it uses besides its arguments
   * @param values of the call, which {@code packer} packs
   * @throws GrCudaException if the values are wrong, or a kernel cannot be launched so
   */
  public void launch(
      LaunchShape shape, Placement place, Uses uses, Object[] values, ValuePacker packer) {
    if (!place.isOpen()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          what + ", stream: a task has no stream, as it may run on the host");
    }
    List<Packed> packed = new ArrayList<>();
    for (Usable each : usable) {
      packed.add(Packed.of(each.implementation, values, packer));
    }
    Access[] accesses = merged(packer.pack(first, values).accesses(), packed, uses.accesses());
    int sizeClass = sizeClass(shape, accesses);
    List<Operation.Way> ways = new ArrayList<>();
    for (int i = 0; i < packed.size(); i++) {
      add(usable.get(i), packed.get(i), shape, accesses, sizeClass, values, ways);
    }
    if (ways.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          what + ": an array stays on a device that none of its implementations can use");
    }
    session.submitChoice(first.name(), new Operation.Choice(ways), accesses);
    Reference.reachabilityFence(values);
  }

  private void add(
      Usable way,
      Packed packed,
      LaunchShape shape,
      Access[] accesses,
      int sizeClass,
      Object[] values,
      List<Operation.Way> ways) {
    long home = homes(accesses);
    if (way.devices != 0) {
      if ((way.devices & home) != 0) {
        Operation.Launch launch = packed.launch.operation(shape);
        ways.add(
            new Operation.Way(
                way.devices & home, launch, way.profile, launch.sizeClass(accesses), 0));
      }
      return;
    }
    if (home == -1) {
      HostWay.Body body = body(way.implementation, packed, values);
      boolean ofGuest =
          way.implementation instanceof Implementation.InProgram program && program.ofGuest();
      HostWay work =
          new HostWay(
              session, what, body, accesses, way.profile, sizeClass, workers, turns, ofGuest);
      ways.add(
          new Operation.Way(
              0, new Operation.HostTask(work), way.profile, sizeClass, workers.queuedNanos()));
    }
  }

  private static HostWay.Body body(Implementation implementation, Packed packed, Object[] values) {
    return switch (implementation) {
      case Implementation.InLibrary(NativeFunction function) ->
          addresses -> function.execute(packed.call, addresses);
      case Implementation.InProgram program -> addresses -> program.code().run(values);
      case Implementation.OnDevice kernel ->
          throw new IllegalStateException("a kernel on the host");
    };
  }

  private static int sizeClass(LaunchShape shape, Access[] accesses) {
    long bytes = 0;
    for (Access access : accesses) {
      bytes += access.region().length();
    }
    return SizeClass.of(shape.blocks() * shape.threadsPerBlock(), bytes);
  }

  /** The devices that can use all of {@code accesses}: -1 if the host can, too. */
  private static long homes(Access[] accesses) {
    long devices = -1;
    for (Access access : accesses) {
      int home = Math.max(access.allocation().home(), access.allocation().device());
      if (home != Places.HOST) {
        devices &= 1L << home;
      }
    }
    return devices;
  }

  /** The arguments of one call for one implementation. */
  private record Packed(LaunchArguments launch, HostCallArguments call, Access[] besides) {

    private static final Access[] NONE = {};

    static Packed of(Implementation implementation, Object[] values, ValuePacker packer) {
      return switch (implementation) {
        case Implementation.OnDevice(var kind, GpuKernel kernel, Uses uses) ->
            new Packed(
                packer.pack(kernel, values), null, kernel.sideEffects().named(uses.accesses()));
        case Implementation.InLibrary(NativeFunction function) ->
            new Packed(null, packer.pack(function, values), NONE);
        case Implementation.InProgram program -> new Packed(null, null, NONE);
      };
    }

    Access[] arguments() {
      return launch != null ? launch.accesses() : call != null ? call.accesses() : null;
    }
  }

  /** The accesses of the arguments, as all implementations together use them, and the others. */
  private Access[] merged(Access[] arguments, List<Packed> packed, Access[] uses) {
    Access[] merged = arguments.clone();
    List<Access> besides = new ArrayList<>(List.of(uses));
    for (Packed each : packed) {
      Access[] own = each.arguments();
      besides.addAll(List.of(each.besides));
      if (own != null) {
        join(merged, own);
      }
    }
    Access[] all = Arrays.copyOf(merged, merged.length + besides.size());
    for (int i = 0; i < besides.size(); i++) {
      all[merged.length + i] = besides.get(i);
    }
    return all;
  }

  private void join(Access[] merged, Access[] own) {
    boolean alike = merged.length == own.length;
    for (int i = 0; alike && i < own.length; i++) {
      alike = merged[i].region().equals(own[i].region());
      merged[i] = alike ? joined(merged[i], own[i]) : merged[i];
    }
    if (!alike) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          what + ": its implementations take the arguments as different memory");
    }
  }

  private static Access joined(Access one, Access other) {
    if (one.mode() == other.mode()) {
      return one;
    }
    boolean reads = one.mode().reads() || other.mode().reads();
    return new Access(one.region(), reads ? AccessMode.READ_WRITE : AccessMode.WRITE);
  }
}
