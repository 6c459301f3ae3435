package org.grcuda.world.collective;

import org.grcuda.transport.TransportException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Progress;

/**
 * The first record between ranks that are neighbours in the tree: all ranks must speak one
 * protocol, be of one version and byte order, and run one program. Otherwise the program ends with
 * an error that names both.
 */
public final class Handshake {

  /** Changes whenever records do. */
  private static final int PROTOCOL = 3;

  private final Progress progress;
  private final Identity mine;

  /**
   * @param mine what this rank is
   */
  public Handshake(Progress progress, Identity mine) {
    this.progress = progress;
    this.mine = mine;
    progress.on(Kind.HELLO, this::receive);
  }

  /** Greets the neighbours. */
  public void greet() {
    Tree tree = Tree.of(progress.rank(), progress.size());
    byte[] hello =
        new RecordWriter(Kind.HELLO)
            .addInt(PROTOCOL)
            .addText(mine.version())
            .addByte(mine.isLittleEndian() ? 1 : 0)
            .addText(mine.program())
            .finish();
    tree.children().forEach(child -> progress.post(child, hello));
    if (!tree.isRoot()) {
      progress.post(tree.parent(), hello);
    }
  }

  private void receive(int source, RecordReader record) {
    int protocol = record.readInt();
    boolean isKnown = protocol == PROTOCOL;
    String version = isKnown ? record.readText() : "of protocol " + protocol;
    if (!version.equals(mine.version())) {
      throw differ(
          source,
          "runs grcuda " + version,
          "grcuda " + mine.version() + (isKnown ? "" : " of protocol " + PROTOCOL),
          "install one version on all machines");
    }
    boolean isLittleEndian = record.readByte() != 0;
    if (isLittleEndian != mine.isLittleEndian()) {
      throw differ(
          source,
          "has " + endian(isLittleEndian) + " numbers",
          endian(mine.isLittleEndian()) + " ones",
          "start all ranks on machines of one kind");
    }
    String program = record.readText();
    if (!program.isEmpty() && !mine.program().isEmpty() && !program.equals(mine.program())) {
      throw differ(
          source,
          "runs " + program,
          mine.program(),
          "give all machines the same text, or allow other programs by the option"
              + " grcuda.ProgramCheck=off");
    }
  }

  private static String endian(boolean isLittle) {
    return isLittle ? "little-endian" : "big-endian";
  }

  private TransportException differ(int source, String theirs, String ours, String remedy) {
    return new TransportException(
        "rank "
            + source
            + " "
            + theirs
            + ", and rank "
            + progress.rank()
            + " "
            + ours
            + ": "
            + remedy);
  }
}
