const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const show = values => console.log([...values].map(v => v.toFixed(3)).join(' '));

const width = 4;
const height = 3;
const image = cu.DeviceArray('float', height, width);
for (let y = 0; y < height; y++) {
  for (let x = 0; x < width; x++) {
    image[y][x] = 10 * y + x;
  }
}
const out = cu.DeviceArray('float', height, width);
const rotate = cu.buildkernel(source, 'rotate');
const smooth = cu.Texture(image, {filter: 'linear', address: 'border', border: -1});
console.log(smooth.toString(), smooth.kind, `[${[...smooth.shape].join(', ')}]`, smooth.channels);
rotate([1, 1], [8, 8])(smooth, out, width, height, 0, 1);
for (const row of out) {
  show(row);
}

const raising = cu.buildkernel(source, 'raise');
raising(1, 32)(image, 100, 12);
rotate([1, 1], [8, 8])(smooth, out, width, height, 1, 0);
raising(1, 32)(image, -100, 12);
show(out[1]);
show(image[1]);

const points = cu.DeviceArray('float', 4);
points.copyFrom([1, 2, 4, 8]);
const samples = cu.DeviceArray('float', 8);
const line = cu.buildkernel(source, 'line');
for (const address of ['clamp', 'wrap', 'mirror']) {
  line(1, 32)(cu.Texture(points, {normalized: true, filter: 'linear', address}), samples, -0.5, 0.25, 8);
  show(samples);
}

const colours = cu.DeviceArray('uchar', 1, 2, 4);
colours.copyFrom([[[255, 0, 255, 0], [51, 102, 153, 255]]]);
const shades = cu.DeviceArray('float', 2);
const grey = cu.buildkernel(source, 'grey');
grey(1, [8, 8])(cu.Texture(colours, {channels: 4, read: 'normalized'}), shades, 2, 1);
show(shades);

const cells = cu.DeviceArray('int', 2, 3);
cells.copyFrom([[1, 2, 3], [4, 5, 6]]);
const add = cu.buildkernel(source, 'addRight');
const surface = cu.Surface(cells);
add(1, [8, 8])(surface, 3, 2);
add(1, [8, 8])(surface, 3, 2);
console.log(surface.toString(), `[${[...cells].map(row => `[${[...row].join(', ')}]`).join(', ')}]`);

const layers = cu.DeviceArray('float', 2, 3);
layers.copyFrom([[1, 2, 3], [5, 6, 7]]);
const blend = cu.buildkernel(
    source, 'blend(scene: struct {layers: cudaTextureObject_t, weight: float}, out: out pointer float, n: sint32)');
const mixed = cu.DeviceArray('float', 3);
blend(1, 32)({layers: cu.Texture(layers, {kind: 'layered'}), weight: 0.25}, mixed, 3);
show(mixed);
