// Declarations of the module grcuda and of the objects behind it: the one place that describes them. This folder is
// a package of npm too, for editors and for tsc; the command brings the module itself.

/** Names of element types; NumPy's and NIDL's names (float32, sint32...) mean the same types. */
export type ElementType =
  | 'boolean' | 'char' | 'byte' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'long' | 'ulong'
  | 'half' | 'float' | 'double' | 'complex64' | 'complex128'
  | 'float16' | 'float32' | 'float64' | 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32'
  | 'int64' | 'uint64' | (string & {});

/** How the dimensions of an array lie in memory: row-major or column-major. */
export type Order = 'C' | 'F';

/** An index, which removes the dimension, or a range [from, to, step] of it. */
export type ViewIndex = number | [] | [number] | [number, number] | [number, number, number];

export type TypedArray =
  | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array
  | BigInt64Array | BigUint64Array | Float32Array | Float64Array;

/** Where messages of a router are sent or received. */
export interface Endpoint {
  /** Its number among its like; -1 for the host. */
  readonly index: number;
  /** The number of its device; null for the host. */
  readonly device: number | null;
}

/** An endpoint of endpoints(n), host, or a device. */
export type Place = Endpoint | Device;

/** The targets of a message, by position in the router's list. */
export type RoutingFunction = (source: number, tag: number) => number | number[];

/** How messages are routed. */
export type RoutingPolicy =
  'broadcast' | 'scatter' | 'priority' | 'gather' | 'direct' | 'ring' | 'tree' | RoutingFunction;

/** Moves rows of arrays from endpoints to endpoints, in packets, while computations go on. */
export interface Router {
  readonly sources: ForeignList<Place>;
  readonly targets: ForeignList<Place>;
  /** For the policy ring, the endpoints in the order in which packets are passed on. */
  readonly ring: ForeignList<Place>;
  /** Most rows of a packet. */
  readonly packet: number;
  /** Closes itself when all that `until` receives was received and released. */
  sender(endpoint?: Place, options?: { buffers?: number; until?: Receiver | Receiver[] }): Sender;
  receiver(endpoint?: Place, options?: { buffers?: number; landed?: boolean }): Receiver;
  /**
   * For the policy tree: combines arrays, one of each endpoint, element by element, in pairs of endpoints, always in
   * the same order. A kernel (x: inout pointer T, y: in pointer T, n: sint64) combines n elements of y into those of x.
   */
  reduce(
    arrays: DeviceArray<any>[],
    operation?: 'sum' | 'prod' | 'min' | 'max' | Kernel,
    options?: { out?: DeviceArray<any> },
  ): DeviceArray<any>;
}

export interface Sender {
  readonly isClosed: boolean;
  /** Sends the rows of an array, or the first `count` of them: a number, or an array of one integer. */
  send(
    array: DeviceArray<any>,
    count?: number | DeviceArray | null,
    options?: { tag?: number; last?: boolean },
  ): Delivery;
  send(array: DeviceArray<any>, options: { count?: number | DeviceArray; tag?: number; last?: boolean }): Delivery;
  /** A buffer in which a computation makes a packet; the sender's buffers take turns. */
  buffer(): OutputSegment;
  close(): null;
  /** Drops the packets that have not left, and closes. */
  abort(): null;
}

export interface Receiver {
  /** Waits for the next segment; null if there will be none. */
  receive(): Segment | null;
}

/** The rows of a packet that was received, until it is released. */
export interface Segment extends DeviceArray<any> {
  readonly source: Place;
  readonly target: Place;
  readonly tag: number;
  /** Rows of the message before it, and in all. */
  readonly offset: number;
  readonly total: number;
  readonly isReleased: boolean;
  /** Gives the buffer back, once the computations that use it have ended. */
  release(): null;
  /** A loop over arrivals does not release it. */
  keep(): null;
}

/** Room for the rows of a packet, and a counter of one element that holds 0. */
export interface OutputSegment extends DeviceArray<any> {
  readonly counter: DeviceArray;
}

export interface Delivery {
  /** Whether every target has it. */
  readonly isDone: boolean;
  /** Waits until it is done. */
  wait(): null;
}

/** Names a mobile object, wherever it is. */
export interface MobilePointer {
  /** The rank that has made it. */
  readonly home: number;
  readonly serial: number;
  equals(other: MobilePointer): boolean;
}

/** A mobile object on the rank where it is. */
export interface MobileObject {
  readonly pointer: MobilePointer;
  state: any;
}

/** The ranks of a program, seen from one of them: docs/guide/several-machines.md. */
export interface World {
  readonly rank: number;
  readonly size: number;
  DistributedArray: typeof DistributedArray;
  /** Makes a mobile object on this rank. */
  create(state: any): MobilePointer;
  /** The object if it is on this rank, else null. */
  find(pointer: MobilePointer): MobileObject | null;
  free(pointer: MobilePointer): null;
  migrate(pointer: MobilePointer, rank: number): null;
  handler(handler: (object: MobileObject, ...args: any[]) => void): null;
  handler(name: string, handler: (object: MobileObject, ...args: any[]) => void): null;
  /** Calls a handler of an object, wherever it is; returns at once. */
  send(pointer: MobilePointer, name: string, ...args: any[]): null;
  /** Overwrites the array that is an object's state. */
  put(pointer: MobilePointer, array: DeviceArray<any>, name?: string): null;
  /** Overwrites an array with the one that is an object's state. */
  get(pointer: MobilePointer, array: DeviceArray<any>, name?: string): null;
  /** Sends an array to a rank that receives it; returns at once. */
  sendTo(rank: number, array: DeviceArray<any>, tag?: number): null;
  receiveFrom(rank: number, array: DeviceArray<any>, tag?: number): null;
  /** Serves calls until no rank has any left; all ranks call it. */
  run(): null;
  /** Serves the calls that are here. */
  poll(): null;
  barrier(): null;
  /** The values of all ranks, on every rank; all ranks call it. */
  gather(value: any): ForeignList<any>;
  sum(value: number): number;
  /** Ends all ranks. */
  abort(code?: number, reason?: string): null;
}

/** A part of a distributed array. Its arrays are those of its rank. */
export interface Part {
  readonly index: number;
  /** The rank that has its arrays. */
  readonly owner: number;
  readonly isLocal: boolean;
  /** Its first index along each axis of the whole array. */
  readonly begin: ForeignList<number>;
  /** The index behind its last along each axis. */
  readonly end: ForeignList<number>;
  readonly shape: ForeignList<number>;
  readonly rows: number;
  readonly columns: number;
  /** Its elements and the halo around them. */
  readonly padded: DeviceArray<any>;
  /** Its elements: a view of the padded array. */
  readonly inner: DeviceArray<any>;
  /** Stores a value in every element and in the halo. */
  fill(value: number | boolean): null;
}

/** An array in parts, over the devices of all ranks of the program. */
export interface DistributedArray {
  readonly dtype: string;
  readonly shape: ForeignList<number>;
  /** Parts along each axis that is cut. */
  readonly grid: ForeignList<number>;
  readonly halo: number;
  /** The parts of this rank. */
  readonly parts: ForeignList<Part>;
  /** The parts of all ranks. */
  readonly allParts: ForeignList<Part>;
  /** Fills the halo of each part from its neighbors; returns at once. */
  exchange(): null;
  /** Stores a value in every element of the parts of this rank, and in their halos. */
  fill(value: number | boolean): null;
  /** Copies the elements of the parts of this rank from a device array of all elements. */
  copyFrom(whole: DeviceArray<any>): null;
  /** The sum of all elements, on every rank; all ranks call it. */
  sum(): number;
  /** An element, on every rank; all ranks call it. */
  get(...indices: number[]): number;
  /** A device array of all elements, on every rank or on one; all ranks call it. */
  gather(rank?: number): DeviceArray<any>;
  free(): null;
}

/** What elements can be copied from. */
export type Source = DeviceArray<any> | TypedArray | Iterable<any>;

/**
 * An array, or a view of one, in the memory of the devices. Reading an element waits for what writes it, and
 * for nothing else. E is the type of [i]: number, boolean, bigint-like number, or a view of one dimension less.
 */
export interface DeviceArray<E = number> extends Iterable<E> {
  [index: number]: E;
  readonly length: number;
  readonly shape: ForeignList<number>;
  readonly dtype: string;
  readonly nbytes: number;
  /** Number of dimensions, number of elements, and bytes of one element. */
  readonly ndim: number;
  readonly size: number;
  readonly itemsize: number;
  readonly order: Order;
  /** The address of the first element. */
  readonly pointer: number | bigint;
  /** Where an up-to-date copy is: 'cpu', and numbers of devices. */
  readonly location: ForeignList<'cpu' | number>;
  /** Whether the elements lie without gaps: only then is it a kernel argument and copied in bulk. */
  readonly isContiguous: boolean;
  readonly isMemoryFreed: boolean;
  /** The view of a range along the first dimension; negative positions count from the end. */
  slice(from: number, to?: number, step?: number): DeviceArray<E>;
  /** A view by an index or a range for each of the first dimensions; an element if all are indices. */
  view(...indices: ViewIndex[]): any;
  /** The view with the dimensions in reverse order. */
  readonly T: DeviceArray<any>;
  /** The real and the imaginary parts of a complex array, as strided views. */
  readonly real: DeviceArray;
  readonly imag: DeviceArray;
  /** The view with the dimensions in this order; in reverse order by default. */
  transpose(...axes: number[]): DeviceArray<any>;
  /** The same elements under another shape, one extent of which may be -1: a view where that is possible. */
  reshape(...shape: (number | Order)[]): DeviceArray<any>;
  reshape(shape: number[], order?: Order): DeviceArray<any>;
  /** A new array with the elements converted to another type, by a kernel. */
  astype(dtype: ElementType, order?: Order): DeviceArray<any>;
  /** A new array with the same elements and shape. */
  copy(order?: Order): DeviceArray<E>;
  /** Copies the first n elements, all by default, in bulk where the element types agree. */
  copyFrom(source: Source, n?: number): null;
  copyTo(target: DeviceArray<any> | TypedArray | any[], n?: number): null;
  /** Stores value everywhere, asynchronously. */
  fill(value: number | bigint | boolean | [number, number]): null;
  /**
   * Resolves to the array when the computations that write it have ended, without blocking; rejects with their
   * error.
   */
  ready(): Promise<this>;
  /** Asks for the array on the host, without waiting. */
  request(mode: 'read' | 'write'): HostRequest;
  /** Leaves the devices; the contents stay on the host. */
  evict(): null;
  /** Releases the memory, after the computations that use it. */
  free(): null;
  toString(): string;
  // JavaScript's own array methods that do not change the length.
  at(index: number): E | undefined;
  every(predicate: (element: E, index: number) => unknown): boolean;
  find(predicate: (element: E, index: number) => unknown): E | undefined;
  forEach(action: (element: E, index: number) => void): void;
  includes(element: E): boolean;
  indexOf(element: E): number;
  join(separator?: string): string;
  map<R>(f: (element: E, index: number) => R): R[];
  reduce<R>(f: (accumulated: R, element: E, index: number) => R, initial: R): R;
  some(predicate: (element: E, index: number) => unknown): boolean;
}

/** An immutable list. */
export interface ForeignList<E> extends Iterable<E> {
  readonly [index: number]: E;
  readonly length: number;
}

/** Makes arrays, with new or without; `x instanceof DeviceArray` holds of arrays. */
export declare const DeviceArray: {
  new (type: ElementType, ...shapeAndOrder: (number | Order)[]): DeviceArray<any>;
  (type: ElementType, size: number, ...shapeAndOrder: (number | Order)[]): DeviceArray<any>;
  (type: ElementType): (size: number, ...shapeAndOrder: (number | Order)[]) => DeviceArray<any>;
  [Symbol.hasInstance](value: unknown): boolean;
};

/** A number of blocks or threads, in one to three dimensions. */
export type Extents = number | [number] | [number, number] | [number, number, number];

export type KernelArgument = number | bigint | boolean | DeviceArray<any> | Texture | Surface | null | readonly [];

/** A kernel: kernel(grid, block) gives what can be launched. */
export interface Kernel {
  (grid: Extents, block: Extents, sharedBytes?: number, stream?: Stream): ConfiguredKernel;
  (grid: Extents, block: Extents, stream: Stream): ConfiguredKernel;
  readonly name: string;
  readonly ptx: string;
  readonly signature: string;
  readonly launchCount: number;
  /** Durations of launches, in milliseconds, where EnableComputationTimers is set. */
  readonly times: ForeignList<number>;
  readonly attributes: {
    readonly registers: number;
    readonly sharedBytes: number;
    readonly localBytes: number;
    readonly maxThreadsPerBlock: number;
  };
  /** A launch over n threads; grid and block are chosen. */
  forall(n: number): ConfiguredKernel;
  /** This kernel, whose launches use more than their arguments. */
  using(uses: Uses): Kernel;
  /** This kernel, whose launches run on devices of one kind only. */
  on(kind: DeviceKind): Kernel;
  /** A variable of the kernel's module as an array. */
  global(name: string): DeviceArray<any>;
}

/** A kernel with grid and block: each call is a launch, and returns at once. */
export interface ConfiguredKernel {
  (...args: KernelArgument[]): null;
  readonly name: string;
  using(uses: Uses): ConfiguredKernel;
  on(kind: DeviceKind): ConfiguredKernel;
}

/** Work that kernels and functions can do alike; configured and called like its kernel. */
export interface Task {
  (grid: Extents, block: Extents, sharedBytes?: number): ConfiguredTask;
  readonly name: string;
  readonly signature: string;
  forall(n: number): ConfiguredTask;
}

/** A task with grid and block. */
export interface ConfiguredTask {
  (...args: KernelArgument[]): null;
  readonly name: string;
  using(uses: Uses): ConfiguredTask;
}

/** What can do the work of a task, by kind of device. At least one is a kernel. */
export interface Implementations {
  gpu?: Kernel;
  cpu?: Kernel | ((...args: any[]) => any);
}

/** A request for an array on the host: computations that conflict wait until its release. */
export interface HostRequest {
  readonly isReady: boolean;
  await(): null;
  /** Resolves to the array when its elements can be used, without blocking. */
  ready(): Promise<DeviceArray<any>>;
  release(): null;
}

/** What launches use besides their arguments: it orders them as arguments do. */
export interface Uses {
  reads?: Usable | Usable[];
  writes?: Usable | Usable[];
}

export type Usable = DeviceArray<any> | Resource;

/** A name without memory that orders the launches that use it. */
export interface Resource {
  readonly name: string;
}

/** How the elements of an array are texels. */
export interface ImageLayout {
  /** What the first dimension is: one like the others, an index of layers, or the faces of cubes. */
  kind?: 'plain' | 'layered' | 'cube';
  /** Elements of a texel, the last dimension of the array. */
  channels?: 1 | 2 | 4;
  /** Texels along each dimension, if not those of the array. */
  shape?: number[];
  /** Levels of a mipmap, one after another in the array. */
  levels?: number;
}

export type AddressMode = 'clamp' | 'wrap' | 'mirror' | 'border';

export interface TextureOptions extends ImageLayout {
  /** One for all axes, or one each for x, y and z. */
  address?: AddressMode | AddressMode[];
  filter?: 'point' | 'linear';
  /** Whether integers are read as they are, or as floats of [0, 1] or [-1, 1]. */
  read?: 'element' | 'normalized';
  /** Whether coordinates are from 0 to 1. */
  normalized?: boolean;
  border?: number | number[];
  srgb?: boolean;
  /** Between levels. */
  mip?: 'point' | 'linear';
  bias?: number;
  minLevel?: number;
  maxLevel?: number;
}

/** A texture, or a surface. */
export interface Texture {
  readonly array: DeviceArray<any>;
  readonly kind: string;
  readonly shape: ForeignList<number>;
  readonly channels: number;
  /** The number of the object, to be stored where kernels load it from; valid until the array is freed. */
  readonly handle: number | bigint;
}

export interface Surface extends Texture {}

export type DeviceKind = 'gpu' | 'cpu';

export interface Device {
  readonly id: number;
  readonly kind: DeviceKind;
  /** Every CUDA device attribute by its camelCase name, with deviceName and the sizes of memory. */
  readonly properties: {
    readonly deviceName: string;
    readonly totalDeviceMemory: number;
    readonly freeDeviceMemory: number;
    readonly [attribute: string]: any;
  };
}

/** Durations in milliseconds. */
export interface KernelDurations {
  readonly kernel: string;
  readonly device: number;
  readonly threads: number;
  readonly bytes: number;
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly last: number;
  readonly expected: number;
}

export interface Stream {
  readonly device: number;
}

/** GB/s, by the place that data comes from and the one it goes to; the host is -1. */
export interface Bandwidth extends ReadonlyMap<number, ReadonlyMap<number, number>> {
  readonly devices: number;
  readonly origin: string;
  readonly csv: string;
  between(from: number, to: number): number;
}

/** How a worklist runs: docs/guide/graphs.md. */
export interface WorklistSettings {
  schedule?: 'auto' | 'asynchronous' | 'bulk-synchronous';
  delta?: number;
  strict?: boolean;
  fusedLimit?: number;
  fusedRounds?: number;
  packet?: number;
}

/** What a run of a worklist has done. */
export interface WorklistStatistics {
  steps: number;
  rounds: number;
  edges: number;
  packets: number;
  pairs: number;
  raises: number;
  nanos: number;
}

/** Algorithms over all devices; results have an element for each vertex. */
export interface GraphAlgorithms {
  bfs(root: number, settings?: WorklistSettings): DeviceArray;
  sssp(root: number, settings?: WorklistSettings): DeviceArray;
  pagerank(
    settings?: Pick<WorklistSettings, 'schedule' | 'packet'> & { damping?: number; epsilon?: number },
  ): DeviceArray;
  components(): DeviceArray;
  /** Of the latest run; null if none has run that counts. */
  readonly statistics: WorklistStatistics | null;
}

/** A directed graph in host memory. */
export interface Graph extends GraphAlgorithms {
  readonly vertices: number;
  readonly edges: number;
  readonly weights: 'int' | 'float' | null;
  degree(vertex: number): number;
  neighbors(vertex: number): ForeignList<number>;
  symmetric(): Graph;
  withRandomWeights(largest: number, seed?: number): Graph;
  partition(parts?: number, owners?: number[] | DeviceArray): Partition;
  partition(options: { parts?: number; owners?: number[] | DeviceArray }): Partition;
  write(path: string, format?: string): null;
  equals(other: Graph): boolean;
}

/** A graph in parts, each at an endpoint of its own. */
export interface Partition extends GraphAlgorithms {
  readonly parts: number;
  readonly cut: number;
  readonly graph: Graph;
  worklist(
    options: WorklistSettings & {
      operator: string;
      source: string;
      state: { [name: string]: [ElementType, number] };
      value: string;
      combine?: 'min' | 'add';
    },
  ): Worklist;
}

/** Takes vertices whose value was improved, follows their edges, and goes on with those that improve. */
export interface Worklist {
  push(vertex: number, value: number): null;
  pushAll(value: number): null;
  run(): null;
  reset(): null;
  gather(name: string): DeviceArray;
  readonly statistics: WorklistStatistics;
}

/** The namespace `cu.graph`. */
export interface Graphs {
  read(path: string, format?: string): Graph;
  rmat(scale: number, edges?: number, seed?: number): Graph;
  rmat(options: { scale: number; edges?: number; seed?: number }): Graph;
  road(rows: number, columns: number, seed?: number): Graph;
  uniform(vertices: number, edges: number, seed?: number): Graph;
  chain(n: number): Graph;
  star(n: number): Graph;
  clique(n: number): Graph;
  fromEdges(
    vertices: number,
    sources: number[] | DeviceArray,
    targets: number[] | DeviceArray,
    weights?: number[] | DeviceArray,
  ): Graph;
  readonly reference: {
    bfs(graph: Graph, root: number): DeviceArray;
    sssp(graph: Graph, root: number): DeviceArray;
    pagerank(graph: Graph, damping?: number, tolerance?: number): DeviceArray;
    components(graph: Graph): DeviceArray;
  };
  readonly Graph: Type;
  readonly Partition: Type;
  readonly Worklist: Type;
}

/** A whole CUDA file. */
export interface CudaModule {
  instance(signature: string): Kernel;
  global(name: string, type?: string): DeviceArray;
  readonly kernels: ForeignList<string>;
  readonly setAside: ForeignList<{
    readonly file: string;
    readonly first: number;
    readonly last: number;
    readonly what: string;
    readonly why: string;
  }>;
  readonly deviceSource: string;
  readonly ptx: string;
  /** A kernel, or the namespace of C++ that has kernels. */
  readonly [name: string]: any;
}

/** Functions, and namespaces of vendor libraries and of the program. */
export interface Root {
  readonly graph: Graphs;
  world(): World;
  DeviceArray: typeof DeviceArray;
  buildkernel: typeof buildkernel;
  /** All kernels of a CUDA file, its text or its path, by name; instances as "scale<float>". */
  buildkernels(textOrPath: string, options?: CompileOptions | string[]): { readonly [name: string]: any };
  /** A whole CUDA file: its text, or its path. What is code of the host is set aside. */
  module(textOrPath: string, options?: CompileOptions | string[]): CudaModule;
  getdevice(ordinal: number): Device;
  getdevices(): ForeignList<Device>;
  hostEndpoint: Endpoint;
  endpoints(n: number): ForeignList<Endpoint>;
  Router: typeof Router;
  Texture: typeof Texture;
  Surface: typeof Surface;
  DistributedArray: typeof DistributedArray;
  Resource(name?: string): Resource;
  Task(implementations: Implementations): Task;
  arrivals: typeof arrivals;
  bandwidth(): Bandwidth;
  /** Measures the bandwidths, and uses them from then on. */
  profilebandwidth(): Bandwidth;
  getoptions(): { readonly [name: string]: any };
  /** Writes the computations so far; the format is that of the extension: .dot .json .svg .html */
  exportdag(path: string): null;
  /** Writes the computations so far as a trace for Perfetto. */
  exporttrace(path: string): null;
  /** How long kernels took, by kernel, device and size. */
  nanotime(): number;
  history(): ForeignList<KernelDurations>;
  cudaDeviceSynchronize(): any;
  synchronizeAsync(): Promise<null>;
  cudaGetDeviceCount(): number;
  readonly types: typeof types;
  readonly [name: string]: any;
}

/** The root namespace. */
export declare const cu: Root;
export default cu;

/** A class of objects or errors of the language. */
export interface Type {
  [Symbol.hasInstance](value: unknown): boolean;
}

/** A class of errors; new makes an error that can be thrown. */
export interface ErrorType extends Type {
  new (message: string): Error;
}

export declare const types: {
  readonly DeviceArray: Type;
  readonly Kernel: Type;
  readonly ConfiguredKernel: Type;
  readonly Device: Type;
  readonly Stream: Type;
  readonly Resource: Type;
  readonly Texture: Type;
  readonly Surface: Type;
  readonly Task: Type;
  readonly ConfiguredTask: Type;
  readonly Request: Type;
  readonly GrCudaError: ErrorType;
  readonly TypeError: ErrorType;
  readonly ValueError: ErrorType;
  readonly IndexError: ErrorType;
  readonly ArityError: ErrorType;
  readonly NotFoundError: ErrorType;
  readonly StateError: ErrorType;
  readonly CompilationError: ErrorType;
  readonly DeviceError: ErrorType;
  readonly UnsupportedError: ErrorType;
  readonly ExpressionError: ErrorType;
  /** The display string of any value. */
  display(value: unknown): string;
  /** The name that arrays show of an element type, which may have others: 'float' of 'f4'. */
  elementType(name: ElementType): string;
  /** The one of names that was meant by name, if one is near. */
  nearest(name: string, names: string[]): string | null;
  readonly [name: string]: any;
};

/** The class of every error of grcuda. */
export declare const GrCudaError: ErrorType;

/**
 * A new array with the elements of data: numbers in nested arrays, an iterable, a typed array, a device array.
 * Without dtype, typed data keeps its type; numbers are double, bigints long.
 */
export declare function array(data: Source, dtype?: ElementType, order?: Order): DeviceArray<any>;

/** A new array; it holds what the memory held. */
export declare function empty(shape: number | number[], dtype?: ElementType, order?: Order): DeviceArray<any>;
export declare function zeros(shape: number | number[], dtype?: ElementType, order?: Order): DeviceArray<any>;
export declare function ones(shape: number | number[], dtype?: ElementType, order?: Order): DeviceArray<any>;
export declare function full(
  shape: number | number[], value: number | bigint | boolean, dtype?: ElementType, order?: Order,
): DeviceArray<any>;

/** A new array of the shape, element type and order of another. */
export declare function emptyLike(other: DeviceArray<any>): DeviceArray<any>;
export declare function zerosLike(other: DeviceArray<any>): DeviceArray<any>;

/** Evenly spaced numbers, without stop. */
export declare function arange(stop: number): DeviceArray;
export declare function arange(start: number, stop: number, step?: number, dtype?: ElementType): DeviceArray;

/** num evenly spaced numbers from start to stop, both included. */
export declare function linspace(start: number, stop: number, num?: number, dtype?: ElementType): DeviceArray;

/** How numbers in columns are read. */
export interface TextFormat {
  dtype?: ElementType;
  /** One character between the fields; white space by default. */
  delimiter?: string;
  /** What begins a comment; '#' by default, '' for none. */
  comments?: string;
  skiprows?: number;
  /** The columns to take, from 0. */
  usecols?: number | number[];
  maxrows?: number;
  /** 2 for a matrix even if it has one row or one column. */
  ndmin?: number;
  order?: Order;
}

/** How numbers are written in columns. */
export interface TextStyle {
  /** A format of C's printf, or one for each column. */
  fmt?: string | string[];
  delimiter?: string;
  header?: string;
  footer?: string;
  comments?: string;
}

/** The numbers of a text file in columns. */
export declare function loadtxt(path: string, options?: TextFormat): DeviceArray<any>;
export declare function savetxt(path: string, data: DeviceArray<any>, options?: TextStyle): void;

/** The array in a .npy file, NumPy's format. */
export declare function load(path: string): DeviceArray<any>;
export declare function save(path: string, data: DeviceArray<any>): void;

/** The elements of a file that holds nothing else. */
export declare function fromfile(path: string, dtype?: ElementType, count?: number, offset?: number): DeviceArray;
export declare function tofile(path: string, data: DeviceArray<any>): void;

/** The elements as a JavaScript array, of arrays where there are several dimensions. */
export declare function toArray(deviceArray: DeviceArray<any>): any[];

/** A typed array over the memory of a contiguous array, without a copy. */
export declare function typedView(deviceArray: DeviceArray<any>): TypedArray;

/** Options of a compilation: NVRTC's options, and headers by name. */
export interface CompileOptions {
  options?: string[];
  includes?: { [name: string]: string };
  /** Whether int64_t is long, as for nvcc on Linux, and not long long. */
  lp64?: boolean;
}

/**
 * Compiles CUDA C++ and gives a kernel. signature: "square(x: inout pointer float, n: sint32)", or a name alone:
 * then the compiled code tells the types, or types does: "pointer, sint32".
 */
export declare function kernel(source: string, signature: string, options?: CompileOptions | string[]): Kernel;
export declare function kernel(source: string, name: string, types: string, options?: CompileOptions | string[]): Kernel;
export declare const buildkernel: typeof kernel;

/** Waits for everything submitted so far, on every device; throws the first failure that nobody read. */
export declare function synchronize(): void;

/**
 * An array as kernels read it by coordinates, with tex1D, tex2D and so on: an argument for a cudaTextureObject_t. x is
 * row-major, the slowest dimension first.
 */
export declare function Texture(x: DeviceArray<any>, options?: TextureOptions): Texture;

/** An array as kernels read and write it by coordinates: an argument for a cudaSurfaceObject_t. */
export declare function Surface(x: DeviceArray<any>, options?: ImageLayout): Surface;

/** The host, as an endpoint. */
export declare const host: Endpoint;

/** n endpoints, on the devices in turn. */
export declare function endpoints(n: number): Endpoint[];

/** A router; packet: most rows of a packet, as many as make a megabyte by default. */
export declare function Router(
  type: ElementType,
  policy: RoutingPolicy,
  sources: Place | Place[],
  targets: Place | Place[],
  options?: { packet?: number; columns?: number },
): Router;

/**
 * An array of zeros in parts, over the devices of all ranks of the program; all ranks make the same ones. After the
 * extents, options: parts in all, or along each of the first axes; how many axes are cut; how many cells around each
 * part exchange() fills; whether also those diagonal to a part; whether the last part is a neighbor of the first.
 */
export declare function DistributedArray(
  type: ElementType,
  ...rest: (
    | number
    | { parts?: number | number[]; axes?: number; halo?: number; corners?: boolean; periodic?: boolean }
  )[]
): DistributedArray;

/** A router from one endpoint to another, as its two ends. */
export declare function Link(
  type: ElementType,
  source: Place,
  target: Place,
  options?: { packet?: number; columns?: number; buffers?: number },
): { sender: Sender; receiver: Receiver };

/** The segments that arrive, until all senders are closed; each is released when the next is asked for. */
export declare function arrivals(...receivers: Receiver[]): Iterable<Segment>;

/** As synchronize, without blocking: timers and other promises of the program run meanwhile. */
export declare function synchronizeAsync(): Promise<void>;

/** The devices in use. */
export declare function devices(): Device[];

/** Runs action with another current device; gives what it returns. */
export declare function withDevice<R>(ordinal: number, action: () => R): R;
