package org.grcuda.cpu.image;

/**
 * The face of a cube that a direction meets, and where (CUDA C++ Programming Guide, "Cubemap
 * Textures"). Of axes of equal magnitude z counts before y, and y before x.
 *
 * @param face 0 to 5: +x, -x, +y, -y, +z, -z
 * @param s along the rows of the face, from 0 to 1
 * @param t along its columns
 */
record CubeFace(int face, float s, float t) {

  static CubeFace of(float x, float y, float z) {
    float ax = Math.abs(x);
    float ay = Math.abs(y);
    float az = Math.abs(z);
    if (az >= ax && az >= ay) {
      return z >= 0 ? at(4, x, -y, az) : at(5, -x, -y, az);
    }
    if (ay >= ax) {
      return y >= 0 ? at(2, x, z, ay) : at(3, x, -z, ay);
    }
    return x >= 0 ? at(0, -z, -y, ax) : at(1, z, -y, ax);
  }

  private static CubeFace at(int face, float s, float t, float magnitude) {
    return magnitude == 0
        ? new CubeFace(face, 0.5f, 0.5f)
        : new CubeFace(face, (s / magnitude + 1) / 2, (t / magnitude + 1) / 2);
  }
}
