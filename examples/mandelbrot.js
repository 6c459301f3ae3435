// Draws the Mandelbrot set on the device, and checks every pixel against plain JavaScript.
//
//     scripts/grcuda run examples/mandelbrot.js [OUTPUT.png [WIDTH [HEIGHT [MAX_STEPS]]]]

const [output = 'mandelbrot.png', ...numbers] = process.argv.slice(2);
const [width = 960, height = 800, maxSteps = 300] = numbers.map(Number);

const pixel = 3 / width; // the real axis from -2.25 to 0.75
const left = -2.25;
const top = (pixel * height) / 2;

const cu = Polyglot.eval('grcuda', 'CU');

function onDevice() {
  const script = Java.type('java.nio.file.Path').of(process.argv[1]);
  const source = script.resolveSibling('../kernels/mandelbrot.cu').normalize();
  const kernel = cu.buildkernel(Java.type('java.nio.file.Files').readString(source),
    'mandelbrot(steps: out pointer sint32, width: sint32, height: sint32, left: double, ' +
    'top: double, pixel: double, max_steps: sint32)');

  const start = performance.now();
  const steps = cu.DeviceArray('int', height * width);
  const grid = [Math.ceil(width / 16), Math.ceil(height / 16)];
  kernel(grid, [16, 16])(steps, width, height, left, top, pixel, maxSteps);
  const counts = new Int32Array(steps); // waits for the kernel
  return { counts, millis: performance.now() - start };
}

function onHost() {
  const start = performance.now();
  const counts = new Int32Array(height * width);
  for (let i = 0; i < counts.length; i++) {
    counts[i] = stepsFrom(left + (i % width) * pixel, top - Math.floor(i / width) * pixel);
  }
  return { counts, millis: performance.now() - start };
}

// How many of the steps z = z^2 + c from z = 0 stay within |z| <= 2.
function stepsFrom(cRe, cIm) {
  let re = 0, im = 0, re2 = 0, im2 = 0, steps = 0;
  while (steps < maxSteps && re2 + im2 <= 4) {
    im = (re + re) * im + cIm;
    re = re2 - im2 + cRe;
    re2 = re * re;
    im2 = im * im;
    steps++;
  }
  return steps;
}

// The set black; around it, from afar, dark blue, white and orange, by the logarithm of the steps.
function colour(steps) {
  if (steps === maxSteps) {
    return 0;
  }
  const wave = (phase) => 127.5 - 127.5 * Math.cos(1.3 * Math.log(steps) + phase);
  return (wave(0) << 16) | (wave(0.4) << 8) | wave(0.9);
}

function writePng(path, rgb) {
  Java.type('java.lang.System').setProperty('java.awt.headless', 'true');
  const BufferedImage = Java.type('java.awt.image.BufferedImage');
  const image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
  image.setRGB(0, 0, width, height, Java.to(rgb, 'int[]'), 0, width);
  Java.type('javax.imageio.ImageIO').write(image, 'png', new (Java.type('java.io.File'))(path));
}

const device = onDevice();
const host = onHost();
const wrong = device.counts.filter((count, i) => count !== host.counts[i]).length;

console.log([...cu.getdevices()].join('\n'));
console.log(`mandelbrot of ${width} x ${height} pixels, at most ${maxSteps} steps: ` +
  `${device.millis.toFixed(0)} ms; the check in plain JavaScript: ${host.millis.toFixed(0)} ms`);
writePng(output, device.counts.map(colour));
console.log(`wrote ${output}`);
if (wrong > 0) {
  throw new Error(`${wrong} pixels differ: validation failed`);
}
console.log(`all ${width * height} pixels validated`);
