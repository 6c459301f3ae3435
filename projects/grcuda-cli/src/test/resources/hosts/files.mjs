// Shapes, element types and files; the first argument is a folder.
import { arange, array, fromfile, linspace, load, loadtxt, save, savetxt, toArray, tofile } from 'grcuda';

const folder = process.argv[2];
const m = arange(6).reshape(2, 3);
console.log(toArray(m.T).join('|'), toArray(m.reshape([3, -1], 'F')).join('|'), m.ndim, m.size, m.itemsize);
console.log(toArray(m.transpose(1, 0)).join('|'), m.astype('i4').dtype, toArray(m.T.copy()[2]).join(' '), linspace(0, 1, 3)[1]);

save(`${folder}/m.npy`, m.T);
console.log(load(`${folder}/m.npy`).toString(), load(`${folder}/m.npy`).order);
savetxt(`${folder}/m.csv`, m, { delimiter: ',', fmt: '%.1f', header: 'a,b,c' });
console.log(loadtxt(`${folder}/m.csv`, { delimiter: ',', usecols: [2, 0], dtype: 'int' }).toString());
tofile(`${folder}/m.bin`, m);
console.log(fromfile(`${folder}/m.bin`, 'f8', 2, 8).toString(), toArray(array([[1, 2]], 'c8').imag).join(' '));
for (const wrong of [() => m.reshape(4), () => loadtxt(`${folder}/m.csv`), () => loadtxt(`${folder}/m.csv`, { sep: ',' })]) {
  try {
    wrong();
  } catch (e) {
    console.log(e.message.replace(folder, ''));
  }
}
