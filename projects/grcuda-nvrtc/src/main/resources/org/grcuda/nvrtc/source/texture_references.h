// Texture references, which CUDA has had until version 11, as variables that hold a texture object.
template <class T, int Kind = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture {
  cudaTextureObject_t object;
};

template <class T, cudaTextureReadMode Mode>
struct __grcuda_texel {
  typedef T type;
};
#define __GRCUDA_NORMALIZED(T, F)                                 \
  template <>                                                     \
  struct __grcuda_texel<T, cudaReadModeNormalizedFloat> {         \
    typedef F type;                                               \
  };
#define __GRCUDA_NORMALIZED_VECTORS(T)  \
  __GRCUDA_NORMALIZED(T##1, float1)     \
  __GRCUDA_NORMALIZED(T##2, float2)     \
  __GRCUDA_NORMALIZED(T##4, float4)
__GRCUDA_NORMALIZED(char, float)
__GRCUDA_NORMALIZED(signed char, float)
__GRCUDA_NORMALIZED(unsigned char, float)
__GRCUDA_NORMALIZED(short, float)
__GRCUDA_NORMALIZED(unsigned short, float)
__GRCUDA_NORMALIZED_VECTORS(char)
__GRCUDA_NORMALIZED_VECTORS(uchar)
__GRCUDA_NORMALIZED_VECTORS(short)
__GRCUDA_NORMALIZED_VECTORS(ushort)

#define __GRCUDA_FETCH(name, kind, parameters, ...)                                                            \
  template <class T, cudaTextureReadMode M>                                                                    \
  __device__ inline typename __grcuda_texel<T, M>::type name(const texture<T, kind, M> &t, parameters) {       \
    return name<typename __grcuda_texel<T, M>::type>(t.object, __VA_ARGS__);                                   \
  }
#define __GRCUDA_COMMA ,
__GRCUDA_FETCH(tex1Dfetch, cudaTextureType1D, int x, x)
__GRCUDA_FETCH(tex1D, cudaTextureType1D, float x, x)
__GRCUDA_FETCH(tex2D, cudaTextureType2D, float x __GRCUDA_COMMA float y, x, y)
__GRCUDA_FETCH(tex3D, cudaTextureType3D, float x __GRCUDA_COMMA float y __GRCUDA_COMMA float z, x, y, z)
__GRCUDA_FETCH(texCubemap, cudaTextureTypeCubemap, float x __GRCUDA_COMMA float y __GRCUDA_COMMA float z, x, y, z)
__GRCUDA_FETCH(tex1DLayered, cudaTextureType1DLayered, float x __GRCUDA_COMMA int layer, x, layer)
__GRCUDA_FETCH(tex2DLayered, cudaTextureType2DLayered, float x __GRCUDA_COMMA float y __GRCUDA_COMMA int layer, x, y, layer)
__GRCUDA_FETCH(tex1DLod, cudaTextureType1D, float x __GRCUDA_COMMA float level, x, level)
__GRCUDA_FETCH(tex2DLod, cudaTextureType2D, float x __GRCUDA_COMMA float y __GRCUDA_COMMA float level, x, y, level)
#undef __GRCUDA_FETCH
#undef __GRCUDA_COMMA
#undef __GRCUDA_NORMALIZED_VECTORS
#undef __GRCUDA_NORMALIZED
