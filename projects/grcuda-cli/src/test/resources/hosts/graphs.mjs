import { cu } from 'grcuda';

const { graph } = cu;
const g = graph.rmat({ scale: 8, edges: 4, seed: 3 }).symmetric();
console.log(`${g}`, g.vertices, g.edges, g.weights, g.degree(1), g instanceof graph.Graph);
const levels = [...g.bfs(0)];
console.log(levels.join() === [...graph.reference.bfs(g, 0)].join());
const p = g.partition(5);
console.log(`${p}`, [...p.bfs(0, { delta: 1, strict: true, fusedLimit: 0 })].join() === levels.join(), p.statistics.packets > 0);
const w = g.withRandomWeights(9, 2);
console.log([...w.partition({ parts: 3 }).sssp(0)].join() === [...graph.reference.sssp(w, 0)].join(), w.equals(g));

const own = p.worklist({
  operator: 'Least',
  source: `
    struct Least {
      static __device__ unsigned begin(State s, int v) { return s.least[v]; }
      static __device__ unsigned along(State s, unsigned least, int v, int e) { return least; }
      static __device__ bool improves(State s, int u, unsigned least) { return least < atomicMin(&s.least[u], least); }
    };`,
  state: { least: ['uint', 9] },
  value: 'least',
});
own.push(3, 2);
own.run();
console.log(`${own}`, [...new Set(own.gather('least'))].sort().join(), own.statistics.steps > 0, Object.keys(own.statistics).join(' '));

for (const action of [
  () => g.bfs(),
  () => g.bfs(0, { root: 1 }),
  () => g.bfs(0, 1, 2),
  () => g.bfs(0, 'asynchronous', 0, false, 1, 1, 1, 1),
  () => graph.chain(0),
  () => graph.rmta(3),
  () => g.bsf(0),
]) {
  try {
    action();
    console.log('not refused');
  } catch (e) {
    console.log(e.message);
  }
}
