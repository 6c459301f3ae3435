package org.grcuda.cpu.image;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.driver.image.Image;

/**
 * The texture and surface objects of the process. An object is a number that is no address of
 * anything, so that one that is stale or made up is found out.
 */
public final class ImageTable {

  /** Most objects at a time. */
  public static final int MOST = 1 << 20;

  /** The first object; the next one is {@code 1 << }{@link #SHIFT} further on. */
  public static final long FIRST = 0x7e00_0000_0000_0000L;

  public static final int SHIFT = 8;

  /** Numbers that are given again only when as many are free: a stale object is found out. */
  private static final int KEPT = 1024;

  private static final ImageTable ALL = new ImageTable();

  private final ImageDescriptors descriptors = new ImageDescriptors();
  private final Deque<Integer> free = new ArrayDeque<>();
  private volatile BoundImage[] images = new BoundImage[16];
  private int used;

  private ImageTable() {}

  /**
   * Makes an object.
   *
   * @param address of its texels
   * @return the object; 0 if there are too many
   */
  public static long add(Image image, long address) {
    return ALL.put(image, address);
  }

  private synchronized long put(Image image, long address) {
    if (free.isEmpty() && used == MOST) {
      return 0;
    }
    boolean fresh = free.size() < KEPT && used < MOST;
    int index = fresh ? used++ : free.removeFirst();
    BoundImage[] table = images;
    if (index >= table.length) {
      table = Arrays.copyOf(table, 2 * table.length);
    }
    table[index] = new BoundImage(image, address);
    descriptors.put(index, table[index]);
    images = table;
    return FIRST + ((long) index << SHIFT);
  }

  /** Destroys an object; work that uses it has completed. */
  public static void remove(long handle) {
    ALL.clear((int) (handle - FIRST >> SHIFT));
  }

  private synchronized void clear(int index) {
    BoundImage[] table = images;
    table[index] = null;
    descriptors.clear(index);
    images = table;
    free.add(index);
  }

  /** The address of the directory of {@link ImageDescriptors}, for machine code. */
  public static long directory() {
    return ALL.descriptors.directory();
  }

  /**
   * The image of an object that shows memory which a launch may access: not that of another driver.
   *
   * @throws ImageFault if it is none, or was destroyed
   */
  static BoundImage get(Launch launch, long handle) {
    BoundImage image = find(launch, handle);
    if (image == null) {
      throw new ImageFault(
          handle, "0x%x is no texture or surface, or its array was freed".formatted(handle));
    }
    return image;
  }

  /** As {@link #get}, but null if there is none. */
  static BoundImage find(Launch launch, long handle) {
    long offset = handle - FIRST;
    BoundImage[] table = ALL.images;
    long index = offset >>> SHIFT;
    BoundImage image =
        (offset & (1 << SHIFT) - 1) == 0 && index < table.length ? table[(int) index] : null;
    boolean isThere = image != null && image.isWithin(launch.arenaBase, launch.arenaBytes);
    return isThere ? image : null;
  }
}
