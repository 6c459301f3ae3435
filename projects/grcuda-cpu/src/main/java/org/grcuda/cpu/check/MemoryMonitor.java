package org.grcuda.cpu.check;

import java.util.BitSet;
import org.grcuda.cpu.exec.AccessMonitor;
import org.grcuda.cpu.exec.AccessSite;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelFault.Kind;
import org.grcuda.cpu.exec.MonitoredKernel;
import org.grcuda.cpu.memory.AllocationMap;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.ptx.StateSpace;

/**
 * Checks each access: that it stays in one live allocation, variable, or the block's own memory;
 * that it writes nothing constant; that shared memory was written before it is read. Misaligned
 * accesses are left to the checks that every access has.
 */
public final class MemoryMonitor implements AccessMonitor {

  private final Memory memory;
  private final SharedRaces races;
  private final BitSet written = new BitSet();
  private boolean watches;
  private BlockContext context;
  private MonitoredKernel kernel;
  private BlockMemory block;
  private AllocationMap allocations;
  private AllocationMap.Entry[] lastHit = {};
  private KernelFault early;

  /**
   * @param findsRaces whether to look for races on shared memory, too
   */
  public MemoryMonitor(Memory memory, boolean findsRaces) {
    this.memory = memory;
    this.races = findsRaces ? new SharedRaces() : null;
  }

  /** Until the next block begins, accesses come from code that is not watched. */
  void rest() {
    watches = false;
  }

  @Override
  public void begin(BlockContext running, MonitoredKernel description) {
    watches = true;
    context = running;
    kernel = description;
    block = BlockMemory.of(running, description);
    AllocationMap now = memory.allocations();
    if (now != allocations || lastHit.length != kernel.sites().size()) {
      allocations = now;
      lastHit = new AllocationMap.Entry[kernel.sites().size()];
    }
    written.clear();
    early = null;
    if (races != null) {
      races.begin(running, description, block);
    }
  }

  @Override
  public void end() {
    if (races != null) {
      races.end();
      throwEarly();
    }
  }

  @Override
  public void orderAll() {
    if (watches && races != null) {
      races.orderAll();
      throwEarly();
    }
  }

  @Override
  public void order(int[] threads) {
    if (watches && races != null) {
      races.order(threads);
      throwEarly();
    }
  }

  @Override
  public void access(int thread, int number, long address) {
    AccessSite site = kernel.sites().get(number);
    int bytes = site.bytes();
    if ((address & bytes - 1) != 0) {
      return;
    }
    AllocationMap.Entry last = lastHit[number];
    if (last != null && last.holds(address, bytes)) {
      return;
    }
    if (site.space() == StateSpace.SHARED || block.isShared(address)) {
      shared(thread, site, number, address);
    } else if (site.space() == StateSpace.LOCAL || block.isLocal(address)) {
      local(thread, site, address);
    } else if (block.isParameter(address)) {
      if (site.writes()) {
        throw fault(thread, site, address, "a parameter of the kernel, which it may only read");
      }
    } else {
      global(thread, site, number, address);
    }
  }

  private void shared(int thread, AccessSite site, int number, long address) {
    int bytes = site.bytes();
    if (!block.holdsShared(address, bytes)) {
      throw fault(thread, site, address, Places.shared(kernel, block, address, bytes));
    }
    int offset = (int) (address - block.shared());
    if (site.reads()) {
      int first = written.nextSetBit(offset);
      if (first < 0 || first >= offset + bytes) {
        uninitialised(thread, site, address, offset);
      }
    }
    if (races != null) {
      races.access(thread, number, address);
    }
    if (site.writes()) {
      written.set(offset, offset + bytes);
    }
  }

  /**
   * When looking for races, another thread may still write the byte without an order; then that is
   * the error.
   */
  private void uninitialised(int thread, AccessSite site, long address, int offset) {
    KernelFault fault =
        new KernelFault(
            Kind.UNINITIALIZED,
            address,
            site.instruction().line(),
            thread,
            "read of %d bytes of shared memory that nothing in the block has written before: %s"
                .formatted(site.bytes(), Places.inShared(kernel, offset)));
    if (races == null) {
      throw fault;
    }
    early = early == null ? fault : early;
  }

  private void throwEarly() {
    KernelFault fault = early;
    early = null;
    if (fault != null) {
      throw fault;
    }
  }

  private void local(int thread, AccessSite site, long address) {
    if (!block.holdsLocal(thread, address, site.bytes())) {
      throw fault(
          thread, site, address, Places.local(context.launch, block, thread, address, site));
    }
  }

  private void global(int thread, AccessSite site, int number, long address) {
    AllocationMap.Entry entry = live(address, site.bytes());
    if (entry == null) {
      // The kernel itself may have allocated it.
      allocations = memory.allocations();
      entry = live(address, site.bytes());
    }
    if (entry == null) {
      throw fault(
          thread,
          site,
          address,
          Places.global(kernel, context.launch, block, allocations, address, site.bytes()));
    }
    if (entry.isConstant() && site.writes()) {
      throw fault(
          thread,
          site,
          address,
          "the constant '%s', which kernels may only read"
              .formatted(SymbolNames.simple(entry.name())));
    }
    lastHit[number] = entry;
  }

  private AllocationMap.Entry live(long address, int bytes) {
    AllocationMap.Entry entry = allocations.floor(address);
    return entry != null && entry.holds(address, bytes) && !entry.isFreed() ? entry : null;
  }

  private static KernelFault fault(int thread, AccessSite site, long address, String place) {
    String verb =
        switch (site.kind()) {
          case READ -> "read";
          case WRITE -> "write";
          case ATOMIC, VOLATILE ->
              !site.writes() ? "read" : site.reads() ? "atomic access" : "write";
        };
    return new KernelFault(
        Kind.ILLEGAL_ADDRESS,
        address,
        site.instruction().line(),
        thread,
        "%s of %d bytes at 0x%x: %s".formatted(verb, site.bytes(), address, place));
  }
}
