package org.grcuda.world.collective;

import org.grcuda.transport.TransportException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Progress;

/**
 * The first record between ranks that are neighbours in the tree: all ranks must speak one protocol
 * and be of one version. Otherwise the program ends with an error that names both.
 */
public final class Handshake {

  /** Changes whenever records do. */
  private static final int PROTOCOL = 2;

  private final Progress progress;
  private final String version;

  /**
   * @param version of this software
   */
  public Handshake(Progress progress, String version) {
    this.progress = progress;
    this.version = version;
    progress.on(Kind.HELLO, this::receive);
  }

  /** Greets the neighbours. */
  public void greet() {
    Tree tree = Tree.of(progress.rank(), progress.size());
    byte[] hello = new RecordWriter(Kind.HELLO).addInt(PROTOCOL).addText(version).finish();
    tree.children().forEach(child -> progress.post(child, hello));
    if (!tree.isRoot()) {
      progress.post(tree.parent(), hello);
    }
  }

  private void receive(int source, RecordReader record) {
    int protocol = record.readInt();
    String other = protocol == PROTOCOL ? record.readText() : "of protocol " + protocol;
    if (!other.equals(version)) {
      throw new TransportException(
          "rank "
              + source
              + " runs grcuda "
              + other
              + ", and rank "
              + progress.rank()
              + " grcuda "
              + version
              + (protocol == PROTOCOL ? "" : " of protocol " + PROTOCOL)
              + ": install one version on all machines");
    }
  }
}
