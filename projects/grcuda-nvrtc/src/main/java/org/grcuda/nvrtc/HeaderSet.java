package org.grcuda.nvrtc;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers that a compilation may include, besides those in the folders of its options.
 *
 * @param texts by the name in the include
 * @param folders of further headers, searched after those of the options
 * @param identity differs if the compiler or what is in the folders may differ
 * @param kept folder in which precompiled headers are kept; empty: the program must not use any
 */
record HeaderSet(Map<String, String> texts, List<String> folders, String identity, String kept) {

  /** Headers for a program that must not use precompiled ones. */
  static HeaderSet of(BundledHeaders bundled, HeaderFolders searched) {
    List<String> folders = searched.folders().stream().map(Path::toString).toList();
    return new HeaderSet(bundled.texts(), folders, "", "");
  }

  /**
   * The same headers, of that identity, for a program that may use those kept in {@code folder}.
   */
  HeaderSet kept(String folder, String as) {
    return new HeaderSet(texts, folders, as, folder);
  }

  /** These headers and those of a program, which come first. */
  HeaderSet with(Map<String, String> own) {
    Map<String, String> all = new TreeMap<>(texts);
    all.putAll(own);
    return new HeaderSet(all, folders, identity, kept);
  }
}
