// Hashes, ciphers, generators of random numbers, text and codes.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ u32 rotl(u32 x, int n) { return x << n | x >> (32 - n); }
__device__ u32 rotr(u32 x, int n) { return x >> n | x << (32 - n); }

extern "C" __global__ void crc32(const u8 *data, int length, u32 *out, int n) {
  __shared__ u32 table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    u32 c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  __syncthreads();
  int i = INDEX;
  if (i >= n) return;
  u32 c = ~0u;
  for (int k = 0; k < length; k++) c = table[(c ^ data[i * length + k]) & 255] ^ c >> 8;
  out[i] = ~c;
}

extern "C" __global__ void adler32(const u8 *data, int length, u32 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  u32 a = 1, b = 0;
  for (int k = 0; k < length; k++) { a = (a + data[i * length + k]) % 65521; b = (b + a) % 65521; }
  out[i] = b << 16 | a;
}

extern "C" __global__ void fnv1a(const u8 *data, int length, u64 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  u64 h = 14695981039346656037ull;
  for (int k = 0; k < length; k++) h = (h ^ data[i * length + k]) * 1099511628211ull;
  out[i] = h;
}

__constant__ u32 sha_k[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// Messages shorter than 56 bytes: one block of the hash each.
extern "C" __global__ void sha256(const u8 *data, int length, u32 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  u32 w[64] = {0}, h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int k = 0; k < length; k++) w[k / 4] |= (u32)data[i * length + k] << (24 - k % 4 * 8);
  w[length / 4] |= 0x80u << (24 - length % 4 * 8);
  w[15] = length * 8;
  for (int k = 16; k < 64; k++) {
    u32 a = w[k - 15], b = w[k - 2];
    w[k] = w[k - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[k - 7] + (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
  }
  u32 s[8];
  for (int k = 0; k < 8; k++) s[k] = h[k];
  for (int k = 0; k < 64; k++) {
    u32 t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_k[k] + w[k];
    u32 t2 = (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; j--) s[j] = s[j - 1];
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (int k = 0; k < 8; k++) out[8 * i + k] = h[k] + s[k];
}

extern "C" __global__ void md5(const u8 *data, int length, u32 *out, int n) {
  const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  int i = INDEX;
  if (i >= n) return;
  u32 m[16] = {0}, a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int k = 0; k < length; k++) ((u8 *)m)[k] = data[i * length + k];
  ((u8 *)m)[length] = 0x80;
  m[14] = length * 8;
  for (int k = 0; k < 64; k++) {
    u32 f; int g;
    switch (k / 16) {
      case 0: f = (b & c) | (~b & d); g = k; break;
      case 1: f = (d & b) | (~d & c); g = 5 * k + 1; break;
      case 2: f = b ^ c ^ d; g = 3 * k + 5; break;
      default: f = c ^ (b | ~d); g = 7 * k;
    }
    u32 constant = (u32)(long long)floor(fabs(sin((double)(k + 1))) * 4294967296.0);
    f += a + constant + m[g & 15];
    a = d; d = c; c = b;
    b += rotl(f, shifts[k / 16][k % 4]);
  }
  out[4 * i] = a + 0x67452301; out[4 * i + 1] = b + 0xefcdab89; out[4 * i + 2] = c + 0x98badcfe; out[4 * i + 3] = d + 0x10325476;
}

__device__ u8 times_two(u8 x) { return x << 1 ^ (x & 0x80 ? 0x1b : 0); }
__device__ u8 field_multiply(u8 a, u8 b) { u8 r = 0; for (; b; b >>= 1, a = times_two(a)) if (b & 1) r ^= a; return r; }

// AES-128 of 16-byte blocks; the S-box is computed.
extern "C" __global__ void aes128(const u8 *text, const u8 *key, u8 *out, int n) {
  __shared__ u8 box[256], keys[176];
  for (int x = threadIdx.x; x < 256; x += blockDim.x) {
    u8 v = 0;
    for (int y = 1; y < 256 && x; y++) if (field_multiply(x, y) == 1) { v = y; break; }
    u8 r = v;
    for (int k = 1; k < 5; k++) r ^= v << k | v >> (8 - k);
    box[x] = r ^ 0x63;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 0; k < 16; k++) keys[k] = key[k];
    u8 rcon = 1;
    for (int k = 16; k < 176; k += 4) {
      u8 t[4];
      for (int j = 0; j < 4; j++) t[j] = keys[k - 4 + j];
      if (k % 16 == 0) {
        u8 first = t[0];
        t[0] = box[t[1]] ^ rcon; t[1] = box[t[2]]; t[2] = box[t[3]]; t[3] = box[first];
        rcon = times_two(rcon);
      }
      for (int j = 0; j < 4; j++) keys[k + j] = keys[k - 16 + j] ^ t[j];
    }
  }
  __syncthreads();
  int i = INDEX;
  if (i >= n) return;
  u8 s[16], t[16];
  for (int k = 0; k < 16; k++) s[k] = text[16 * i + k] ^ keys[k];
  for (int round = 1; round <= 10; round++) {
    for (int k = 0; k < 16; k++) t[k] = box[s[(k + 4 * (k % 4)) % 16]];
    for (int c = 0; c < 16; c += 4)
      for (int r = 0; r < 4; r++)
        s[c + r] = round == 10 ? t[c + r] : times_two(t[c + r]) ^ times_two(t[c + (r + 1) % 4]) ^ t[c + (r + 1) % 4] ^ t[c + (r + 2) % 4] ^ t[c + (r + 3) % 4];
    for (int k = 0; k < 16; k++) s[k] ^= keys[16 * round + k];
  }
  for (int k = 0; k < 16; k++) out[16 * i + k] = s[k];
}

extern "C" __global__ void chacha20(const u32 *key, const u32 *nonce, u32 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  u32 s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
  for (int k = 0; k < 8; k++) s[4 + k] = key[k];
  s[12] = i;
  for (int k = 0; k < 3; k++) s[13 + k] = nonce[k];
  for (int k = 0; k < 16; k++) x[k] = s[k];
  auto quarter = [&x](int a, int b, int c, int d) {
    x[a] += x[b]; x[d] = rotl(x[d] ^ x[a], 16); x[c] += x[d]; x[b] = rotl(x[b] ^ x[c], 12);
    x[a] += x[b]; x[d] = rotl(x[d] ^ x[a], 8); x[c] += x[d]; x[b] = rotl(x[b] ^ x[c], 7);
  };
  for (int r = 0; r < 10; r++) {
    quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
  }
  for (int k = 0; k < 16; k++) out[16 * i + k] = x[k] + s[k];
}

extern "C" __global__ void xtea(u32 *blocks, const u32 *key, int n, int decrypt) {
  int i = INDEX;
  if (i >= n) return;
  u32 a = blocks[2 * i], b = blocks[2 * i + 1], delta = 0x9e3779b9, sum = decrypt ? delta * 32 : 0;
  for (int r = 0; r < 32; r++) {
    if (decrypt) {
      b -= ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
      sum -= delta;
      a -= ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
    } else {
      a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);
      sum += delta;
      b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);
    }
  }
  blocks[2 * i] = a; blocks[2 * i + 1] = b;
}

__device__ u32 lcg(u64 &s) { s = s * 6364136223846793005ull + 1442695040888963407ull; return s >> 32; }

extern "C" __global__ void random_generators(u32 *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  u64 s = i, w = 0x9e3779b97f4a7c15ull * (i + 1);
  u32 x = i + 1, r[4];
  for (int k = 0; k < 10; k++) r[0] = lcg(s);
  for (int k = 0; k < 10; k++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
  r[1] = x;
  w = (w ^ w >> 30) * 0xbf58476d1ce4e5b9ull; w = (w ^ w >> 27) * 0x94d049bb133111ebull; w ^= w >> 31;
  r[2] = (u32)(w >> 11); r[3] = (u32)w;
  for (int k = 0; k < 4; k++) out[4 * i + k] = r[k];
}

extern "C" __global__ void philox(u32 *out, u32 key0, u32 key1, int n) {
  int i = INDEX;
  if (i >= n) return;
  uint4 c = make_uint4(i, 0, 7, 0);
  for (int r = 0; r < 10; r++) {
    u32 h0 = __umulhi(0xD2511F53, c.x), l0 = 0xD2511F53 * c.x, h1 = __umulhi(0xCD9E8D57, c.z), l1 = 0xCD9E8D57 * c.z;
    c = make_uint4(h1 ^ c.y ^ key0, l1, h0 ^ c.w ^ key1, l0);
    key0 += 0x9E3779B9; key1 += 0xBB67AE85;
  }
  ((uint4 *)out)[i] = c;
}

// Twister with its state in local memory.
extern "C" __global__ void mersenne_twister(u32 *out, int n) {
  u32 state[624];
  int i = INDEX;
  if (i >= n) return;
  state[0] = 5489 + i;
  for (int k = 1; k < 624; k++) state[k] = 1812433253u * (state[k - 1] ^ state[k - 1] >> 30) + k;
  for (int k = 0; k < 624; k++) {
    u32 y = (state[k] & 0x80000000u) | (state[(k + 1) % 624] & 0x7fffffffu);
    state[k] = state[(k + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
  }
  for (int k = 0; k < 5; k++) {
    u32 y = state[k];
    y ^= y >> 11; y ^= y << 7 & 0x9d2c5680u; y ^= y << 15 & 0xefc60000u;
    out[5 * i + k] = y ^ y >> 18;
  }
}

extern "C" __global__ void string_search(const char *text, int n, const char *pattern, int m, int *count, int *first) {
  int i = INDEX;
  if (i + m > n) return;
  for (int k = 0; k < m; k++) if (text[i + k] != pattern[k] && pattern[k] != '?') return;
  atomicAdd(count, 1);
  atomicMin(first, i);
}

extern "C" __global__ void upper_and_count(char *text, int n, int *letters, int *words) {
  int i = INDEX;
  if (i >= n) return;
  char c = text[i];
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  char before = i ? text[i - 1] : ' ';
  if (letter) atomicAdd(&letters[(c | 32) - 'a'], 1);
  if (c != ' ' && before == ' ') atomicAdd(words, 1);
}

extern "C" __global__ void to_decimal(const int *x, char *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  char digits[12];
  u32 v = x[i] < 0 ? 0u - x[i] : x[i];
  int k = 0;
  do digits[k++] = '0' + v % 10; while (v /= 10);
  if (x[i] < 0) digits[k++] = '-';
  for (int j = 0; j < k; j++) out[12 * i + j] = digits[k - 1 - j];
  out[12 * i + k] = 0;
}

extern "C" __global__ void parse_numbers(const char *text, const int *starts, double *out, int n) {
  int i = INDEX;
  if (i >= n) return;
  const char *p = text + starts[i];
  bool negative = *p == '-';
  if (negative) p++;
  double v = 0, scale = 1;
  for (; *p >= '0' && *p <= '9'; p++) v = v * 10 + (*p - '0');
  if (*p == '.') for (p++; *p >= '0' && *p <= '9'; p++) { v = v * 10 + (*p - '0'); scale *= 10; }
  out[i] = (negative ? -v : v) / scale;
}

extern "C" __global__ void base64(const u8 *in, char *out, int groups) {
  const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  int i = INDEX;
  if (i >= groups) return;
  u32 v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  for (int k = 0; k < 4; k++) out[4 * i + k] = alphabet[v >> (18 - 6 * k) & 63];
}

// Deterministic finite automaton: comments in C, per line.
extern "C" __global__ void automaton(const char *lines, int length, int *inside, int n) {
  enum State { CODE, SLASH, COMMENT, STAR };
  int i = INDEX;
  if (i >= n) return;
  State s = CODE;
  int count = 0;
  for (int k = 0; k < length; k++) {
    char c = lines[i * length + k];
    switch (s) {
      case CODE: s = c == '/' ? SLASH : CODE; break;
      case SLASH: s = c == '*' ? COMMENT : c == '/' ? SLASH : CODE; break;
      case COMMENT: count++; s = c == '*' ? STAR : COMMENT; break;
      case STAR: count++; if (c == '/') { s = CODE; count -= 2; } else s = c == '*' ? STAR : COMMENT; break;
    }
  }
  inside[i] = count * 4 + s;
}

extern "C" __global__ void run_lengths(const u8 *in, int *starts, int *count, int n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    int edge = i < n && (i == 0 || in[i] != in[i - 1]);
    int before = 0;
    for (int k = base; k < i && k < n; k++) before += k == 0 || in[k] != in[k - 1];
    if (edge) starts[total + before] = i;
    int more = __syncthreads_count(edge);
    if (threadIdx.x == 0) total += more;
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = total;
}
