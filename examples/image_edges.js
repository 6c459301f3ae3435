// Sharpens a photograph where it has edges and softens it elsewhere, on the device:
//
//          blur a little -> sobel -> extrema -> stretch
//         /                                            \
//   photo                                               blend -> result
//         \                                            /
//          blur a lot ---------------------> unsharpen
//
// The program names no stream and no event: the scheduler sees from the kernels' code what each
// reads and writes, and runs the two branches on two streams. To draw what it did, run with
// --grcuda.ExportDAG=edges.dot.
//
//     scripts/grcuda run examples/image_edges.js [OUTPUT.png [PHOTO]]

const File = Java.type('java.io.File');
const Files = Java.type('java.nio.file.Files');
const ImageIO = Java.type('javax.imageio.ImageIO');
const Path = Java.type('java.nio.file.Path');
Java.type('java.lang.System').setProperty('java.awt.headless', 'true');

const beside = (name) => Path.of(process.argv[1]).resolveSibling(name).normalize();
const [output = 'image_edges.png', photo = beside('data/camera.png').toString()] =
  process.argv.slice(2);

const AMOUNT = 0.8; // of sharpening
const GAIN = 4; // of edges
const TOLERANCE = 1e-4; // of a range from 0 to 1; the device computes in single precision

// Weights of a blur along one dimension: a bell curve with sum 1.
function gaussian(diameter, deviation) {
  const bell = Array.from({ length: diameter }, (_, i) =>
    Math.exp(-((i - (diameter - 1) / 2) ** 2) / (2 * deviation ** 2)));
  const sum = bell.reduce((a, b) => a + b);
  return bell.map((weight) => weight / sum);
}

const LITTLE = gaussian(5, 1);
const MUCH = gaussian(13, 3);

// ---- on the device ----

const cu = Polyglot.eval('grcuda', 'CU');

function onDevice({ rows, columns, pixels }) {
  const source = Files.readString(beside('../kernels/image.cu'));
  const [blur, sobel, extrema, stretch, unsharpen, blend] =
    ['gaussian_blur', 'sobel', 'extrema', 'stretch', 'unsharpen', 'blend']
      .map((name) => cu.buildkernel(source, name));

  const n = rows * columns;
  const floats = (values) => {
    const array = cu.DeviceArray('float', values.length);
    array.copyFrom(values);
    return array;
  };
  const mask = (weights) => floats(weights.flatMap((a) => weights.map((b) => a * b)));

  const image = floats(pixels);
  const [soft, edges, blurred, sharp, result] =
    Array.from({ length: 5 }, () => cu.DeviceArray('float', n));
  const bounds = floats([Infinity, 0]);
  const [littleMask, muchMask] = [mask(LITTLE), mask(MUCH)];

  const start = performance.now();
  const grid = [Math.ceil(columns / 16), Math.ceil(rows / 16)];
  const block = [16, 16];
  const sharedBytes = (weights) => 4 * weights.length ** 2;

  blur(grid, block, sharedBytes(LITTLE))(soft, image, rows, columns, littleMask, LITTLE.length);
  sobel(grid, block)(edges, soft, rows, columns);
  extrema(64, 256)(bounds, edges, n);
  stretch(64, 256)(edges, bounds, GAIN, n);

  blur(grid, block, sharedBytes(MUCH))(blurred, image, rows, columns, muchMask, MUCH.length);
  unsharpen(64, 256)(sharp, image, blurred, AMOUNT, n);

  blend(64, 256)(result, sharp, blurred, edges, n);

  const pictures = [edges, sharp, result].map((array) => new Float32Array(array)); // waits
  return { pictures, millis: performance.now() - start };
}

// ---- the same in plain JavaScript ----

function onHost({ rows, columns, pixels }) {
  const start = performance.now();
  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
  const at = (image, row, column) =>
    image[clamp(row, 0, rows - 1) * columns + clamp(column, 0, columns - 1)];
  const each = (f) => {
    const picture = new Float32Array(rows * columns);
    for (let i = 0; i < picture.length; i++) {
      picture[i] = f(Math.floor(i / columns), i % columns);
    }
    return picture;
  };
  const convolve = (image, weights, down, right) => each((row, column) => {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      const step = i - (weights.length - 1) / 2;
      sum += weights[i] * at(image, row + step * down, column + step * right);
    }
    return sum;
  });
  // A bell curve in two dimensions is a product of two in one.
  const blur = (image, weights) => convolve(convolve(image, weights, 0, 1), weights, 1, 0);

  const soft = blur(pixels, LITTLE);
  const gradient = each((row, column) => {
    const p = (down, right) => at(soft, row + down, column + right);
    return Math.hypot(
      p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1),
      p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1));
  });
  const low = gradient.reduce((a, b) => Math.min(a, b));
  const high = gradient.reduce((a, b) => Math.max(a, b));
  const edges = gradient.map((g) => Math.min((GAIN * (g - low)) / (high - low), 1));

  const blurred = blur(pixels, MUCH);
  const sharp = pixels.map((p, i) => clamp(p + AMOUNT * (p - blurred[i]), 0, 1));
  const result = sharp.map((s, i) => s * edges[i] + blurred[i] * (1 - edges[i]));
  return { pictures: [edges, sharp, result], millis: performance.now() - start };
}

// ---- pictures: rows x columns floats from 0 to 1 ----

function readPhoto(path) {
  const raster = ImageIO.read(new File(path)).getRaster();
  const [rows, columns] = [raster.getHeight(), raster.getWidth()];
  const band = raster.getNumBands() < 3 ? 0 : 1; // the green of a coloured one
  const samples = new (Java.type('float[]'))(rows * columns);
  raster.getSamples(0, 0, columns, rows, band, samples);
  return { rows, columns, pixels: Float32Array.from(samples, (sample) => sample / 255) };
}

// Four pictures in one: two above, two below.
function writeSheet(path, { rows, columns }, pictures) {
  const BufferedImage = Java.type('java.awt.image.BufferedImage');
  const sheet = new BufferedImage(2 * columns, 2 * rows, BufferedImage.TYPE_BYTE_GRAY);
  pictures.forEach((picture, i) => {
    const samples = Java.to(picture.map((value) => 255 * value + 0.5), 'float[]');
    const [x, y] = [columns * (i % 2), rows * Math.floor(i / 2)];
    sheet.getRaster().setSamples(x, y, columns, rows, 0, samples);
  });
  ImageIO.write(sheet, 'png', new File(path));
}

function largestError(pictures, expected) {
  let error = 0;
  pictures.forEach((picture, i) => picture.forEach((value, j) => {
    error = Math.max(error, Math.abs(value - expected[i][j])); // NaN stays NaN
  }));
  return error;
}

const image = readPhoto(photo);
const device = onDevice(image);
const host = onHost(image);
const error = largestError(device.pictures, host.pictures);

console.log([...cu.getdevices()].join('\n'));
console.log(`${photo}, ${image.columns} x ${image.rows} pixels, 7 launches of 6 kernels: ` +
  `${device.millis.toFixed(0)} ms; the check in plain JavaScript: ${host.millis.toFixed(0)} ms`);
writeSheet(output, image, [image.pixels, ...device.pictures]);
console.log(`wrote ${output}: the photograph, its edges; sharpened, the result`);
if (!(error <= TOLERANCE)) {
  throw new Error(`largest error ${error.toExponential(1)}: validation failed`);
}
console.log(`largest error ${error.toExponential(1)}: validated`);
