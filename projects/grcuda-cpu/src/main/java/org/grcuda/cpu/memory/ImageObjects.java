package org.grcuda.cpu.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.Image;

/** The texture and surface objects that show memory of a driver, by the address of their texels. */
final class ImageObjects {

  private record Shown(Image image, long handle) {}

  private final TreeMap<Long, List<Shown>> byAddress = new TreeMap<>();

  /** The object for an image at an address, the same each time; 0 if there are too many. */
  synchronized long of(Image image, long address) {
    List<Shown> there = byAddress.computeIfAbsent(address, a -> new ArrayList<>(1));
    for (Shown shown : there) {
      if (shown.image == image || shown.image.equals(image)) {
        return shown.handle;
      }
    }
    long handle = ImageTable.add(image, address);
    if (handle != 0) {
      there.add(new Shown(image, handle));
    }
    return handle;
  }

  /** Destroys the objects that show a range. */
  synchronized void free(long address, long bytes) {
    var range = byAddress.subMap(address, address + bytes);
    range.values().forEach(all -> all.forEach(shown -> ImageTable.remove(shown.handle)));
    range.clear();
  }
}
