// Reads the files of the folder kernels.

const Files = Java.type('java.nio.file.Files');
const Path = Java.type('java.nio.file.Path');
const URI = Java.type('java.net.URI');

const KERNELS = Path.of(URI.create(import.meta.url)).resolveSibling('../kernels');

/** The text of a file, by its path in that folder. */
export function readKernelFile(path) {
  return Files.readString(KERNELS.resolve(path));
}
