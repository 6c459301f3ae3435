// Bodies in classes: some members run on the host only.
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace nbody {

constexpr float SOFTENING = 1e-9f;
constexpr int square(int x) { return x * x; }

struct Body {
  float x, y, z, vx = 0, vy = 0, vz = 0;
  Body() = default;
  Body(float x, float y, float z) : x(x), y(y), z(z) {}
  __host__ __device__ float norm2() const { return x * x + y * y + z * z + SOFTENING; }
  std::string text() const {
    std::ostringstream out;
    out << x << ' ' << y << ' ' << z;
    return out.str();
  }
  friend std::ostream &operator<<(std::ostream &out, const Body &body) { return out << body.text(); }
  static int count;
};

int Body::count = 0;

class System {
 public:
  explicit System(int n) : bodies_(n) {
    if (n <= 0) throw std::invalid_argument("no bodies");
  }
  ~System() {}
  void step(float dt);
  Body *device() const { return device_; }

 private:
  std::vector<Body> bodies_;
  std::map<int, std::string> names_;
  Body *device_ = nullptr;
};

template <int TILE>
__global__ void forces(Body *bodies, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float3 tile[TILE];
  float fx = 0, fy = 0, fz = 0;
  Body me = i < n ? bodies[i] : Body();
  for (int start = 0; start < n; start += TILE) {
    int j = start + threadIdx.x;
    if (threadIdx.x < TILE && j < n) tile[threadIdx.x] = make_float3(bodies[j].x, bodies[j].y, bodies[j].z);
    __syncthreads();
    for (int k = 0; k < TILE && start + k < n; k++) {
      Body d = me;
      d.x = tile[k].x - me.x;
      d.y = tile[k].y - me.y;
      d.z = tile[k].z - me.z;
      float inv = rsqrtf(d.norm2());
      float inv3 = inv * inv * inv;
      fx += d.x * inv3;
      fy += d.y * inv3;
      fz += d.z * inv3;
    }
    __syncthreads();
  }
  if (i < n) {
    bodies[i].vx = me.vx + dt * fx;
    bodies[i].vy = me.vy + dt * fy;
    bodies[i].vz = me.vz + dt * fz;
  }
}

namespace {
const int BLOCK = 64;
__global__ void integrate(Body *p, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x += p[i].vx * dt;
    p[i].y += p[i].vy * dt;
    p[i].z += p[i].vz * dt * square(1);
  }
}
}  // namespace

void System::step(float dt) {
  int n = bodies_.size();
  forces<BLOCK><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(device_, dt, n);
  integrate<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(device_, dt, n);
}

}  // namespace nbody

int main() {
  try {
    auto system = std::make_unique<nbody::System>(1024);
    for (int i = 0; i < 10; i++) system->step(0.01f);
    std::ofstream("bodies.txt") << nbody::Body(1, 2, 3);
  } catch (const std::exception &e) {
    return 1;
  }
}
