// A solver of flows on a grid of no structure: inline functions for both sides by reference, templates of the host, constants as structs.
#include <iostream>
#include <fstream>
#include <math.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_timer.h>
#define GAMMA 1.4
#define iterations 2000
#ifndef block_length
	#define block_length 192
#endif
#if block_length > 1024
	#warning "too many threads"
#endif
#define NNB 4
#define VAR_DENSITY 0
#define VAR_MOMENTUM  1
#define VAR_ENERGY (VAR_MOMENTUM+2)
#define NVAR (VAR_ENERGY+1)

template <typename T>
T* alloc(int N)
{
	T* t;
	checkCudaErrors(cudaMalloc((void**)&t, sizeof(T)*N));
	return t;
}
template <typename T> void upload(T* dst, T* src, int N) { checkCudaErrors(cudaMemcpy((void*)dst, (void*)src, N*sizeof(T), cudaMemcpyHostToDevice)); }
void dump(float* variables, int nel)
{
	float* h_variables = new float[nel*NVAR];
	std::ofstream file("density");
	for(int i = 0; i < nel; i++) file << h_variables[i + VAR_DENSITY*nel] << std::endl;
	delete[] h_variables;
}

typedef struct { float2 momentum; float density, energy; } state;
__constant__ float far_field[NVAR];
__constant__ float2 far_flux[1];

__device__ __host__ inline void velocity_of(float& density, float2& momentum, float2& velocity)
{
	velocity.x = momentum.x / density;
	velocity.y = momentum.y / density;
}
__host__ __device__ inline float speed2(float2 &velocity) { return velocity.x*velocity.x + velocity.y*velocity.y; }
__device__ __host__ inline float pressure_of(float& density, float& energy, float& v2)
{
	return (float(GAMMA)-float(1.0f))*(energy - float(0.5f)*density*v2);
}
inline __host__ __device__ float operator*(const float2 &a, const float2 &b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

__global__ void initialize(int nel, float* variables)
{
	const int i = (blockDim.x*blockIdx.x + threadIdx.x);
	for(int j = 0; j < NVAR; j++) variables[i + j*nel] = far_field[j];
}
void start(int nel, float* variables)
{
	dim3 Dg(nel / block_length), Db(block_length);
	initialize<<<Dg, Db>>>(nel, variables);
	getLastCudaError("initialize failed");
}

__global__ void step_factor(int nel, float* variables, float* areas, float* factors)
{
	const int i = (blockDim.x*blockIdx.x + threadIdx.x);
	float density = variables[i + VAR_DENSITY*nel];
	float2 momentum = make_float2(variables[i + (VAR_MOMENTUM+0)*nel], variables[i + (VAR_MOMENTUM+1)*nel]), velocity;
	float energy = variables[i + VAR_ENERGY*nel];
	velocity_of(density, momentum, velocity);
	float v2 = speed2(velocity);
	float pressure = pressure_of(density, energy, v2), sound = sqrtf(float(GAMMA)*pressure/density);
	factors[i] = float(0.5f) / (sqrtf(areas[i]) * (sqrtf(v2) + sound));
}

__global__ void flux(int nel, int* neighbours, float2* normals, float* variables, float* fluxes)
{
	const int i = (blockDim.x*blockIdx.x + threadIdx.x);
	float sum = 0;
	for (int j = 0; j < NNB; j++) {
		int nb = neighbours[i + j*nel];
		float2 m = nb >= 0 ? make_float2(variables[nb + VAR_MOMENTUM*nel], variables[nb + (VAR_MOMENTUM+1)*nel]) : nb == -1 ? make_float2(0, 0) : far_flux[0];
		sum += m * normals[i + j*nel] * 2.f;
	}
	fluxes[i] = sum;
}

int main(int argc, char** argv)
{
	state h_far = {{1.2f, 0}, 1.4f, 3.f};
	int nel = 960;
	float *variables = alloc<float>(nel*NVAR), *areas = alloc<float>(nel);
	int *neighbours = alloc<int>(nel*NNB);
	float2 *normals = alloc<float2>(nel*NNB);
	checkCudaErrors( cudaMemcpyToSymbol(far_field, &h_far, NVAR*sizeof(float)) );
	StopWatchInterface *timer = 0;
	sdkCreateTimer( &timer);
	start(nel, variables);
	for(int i = 0; i < iterations; i++)
	{
		step_factor<<<nel/block_length, block_length>>>(nel, variables, areas, areas);
		flux<<< nel/block_length,
		        block_length >>>(nel, neighbours, normals, variables, areas);
		float2 v; velocity_of(h_far.density, h_far.momentum, v);
	}
	dump(variables, nel);
	std::cout  << sdkGetAverageTimerValue(&timer)/1000.0  / iterations << " seconds per iteration" << std::endl;
}
