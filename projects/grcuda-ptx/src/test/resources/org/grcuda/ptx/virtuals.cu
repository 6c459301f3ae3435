struct Shape {
  float side;
  __device__ Shape(float s) : side(s) {}
  __device__ virtual float area() const { return side * side; }
};
struct Cube : Shape {
  __device__ Cube(float s) : Shape(s) {}
  __device__ float area() const override { return 6 * side * side; }
};
extern "C" __global__ void areas(const float* sides, float* out, int which) {
  Shape square(sides[threadIdx.x]);
  Cube cube(sides[threadIdx.x]);
  const Shape* shape = which & 1 ? &square : (const Shape*)&cube;
  out[threadIdx.x] = shape->area();
}
