package org.grcuda.sim.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.sim.SimDriver;
import org.grcuda.sim.SimDriverProvider;
import org.grcuda.sim.engine.Turns;
import org.grcuda.transport.Transport;

/**
 * A simulated cluster. Each rank is a program with devices of its own; the ranks of a node share
 * its port to the network, and nothing else: not the links between host and devices. One rank runs
 * at a time, the one that is furthest behind in simulated time, so a program takes the same times
 * whenever it runs.
 */
public final class Cluster {

  private static final String TOPOLOGY = "rank.json";

  private final Interconnect interconnect;
  private final Ports ports;
  private final Turns turns = new Turns();
  private final List<ClusterTransport> transports = new ArrayList<>();
  private long arrivals;

  private Cluster(int ranks, int ranksOfNode, Interconnect interconnect) {
    this.interconnect = interconnect;
    ports = new Ports(interconnect, ranks, ranksOfNode);
    for (int rank = 0; rank < ranks; rank++) {
      transports.add(new ClusterTransport(this, rank));
    }
  }

  /**
   * Opens the devices of all ranks.
   *
   * @param ranksOfNode neighbouring ranks that share a node
   * @param topology the devices of each rank and its host: the text of a topology file
   * @param computes whether kernels, copies and messages really move and compute data
   * @throws org.grcuda.driver.DriverException for a wrong topology, or where devices cannot be
   *     simulated
   */
  public static Cluster open(
      int ranks, int ranksOfNode, String topology, boolean computes, Interconnect interconnect) {
    Cluster cluster = new Cluster(ranks, ranksOfNode, interconnect);
    Map<String, String> options =
        Map.of("Topology", TOPOLOGY, "SimCompute", Boolean.toString(computes));
    DriverSettings settings = new DriverSettings(0, 0, options, new Host(topology));
    for (ClusterTransport transport : cluster.transports) {
      SimDriver driver = new SimDriverProvider().open(settings, cluster.turns::process);
      transport.drive(driver);
    }
    return cluster;
  }

  /** The number of ranks. */
  public int size() {
    return transports.size();
  }

  /** How many messages the ranks have sent to each other so far: frames and payloads. */
  public long messages() {
    return ports.messages();
  }

  /** The devices of a rank. Only its program may use them, and closes them. */
  public Driver driver(int rank) {
    return transports.get(rank).driver();
  }

  /** The connection of a rank to the others. */
  public Transport connection(int rank) {
    return transports.get(rank);
  }

  /**
   * Runs the program of each rank, until all have ended. Once only.
   *
   * @param program takes the number of the rank
   * @throws InterruptedException if this thread is interrupted while it waits
   * @throws IllegalStateException if a program has thrown something: that is its cause, and what
   *     the others have thrown then is suppressed
   */
  public void run(IntConsumer program) throws InterruptedException {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    List<Runnable> programs = new ArrayList<>();
    for (ClusterTransport transport : transports) {
      programs.add(() -> run(program, transport.rank(), failures));
    }
    turns.run(programs);
    if (!failures.isEmpty()) {
      Throwable first = failures.getFirst();
      IllegalStateException error = new IllegalStateException(first.getMessage(), first);
      failures.stream().skip(1).forEach(error::addSuppressed);
      throw error;
    }
  }

  private static void run(IntConsumer program, int rank, List<Throwable> failures) {
    try {
      program.accept(rank);
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }

  Interconnect interconnect() {
    return interconnect;
  }

  Ports ports() {
    return ports;
  }

  ClusterTransport transport(int rank) {
    return transports.get(rank);
  }

  /** The place of an arrival in the order of sending. */
  long nextNumber() {
    return arrivals++;
  }

  /** Gives the topology where a file is read. */
  private record Host(String topology) implements DriverHost {

    @Override
    public void kernelOutput(String text) {}

    @Override
    public void message(String lines) {}

    @Override
    public String read(String path) throws IOException {
      if (!path.equals(TOPOLOGY)) {
        throw new IOException("no files can be read here");
      }
      return topology;
    }

    @Override
    public BiConsumer<String, String> folder(String path) {
      throw new UnsupportedOperationException("no files can be written here: " + path);
    }
  }
}
