/* Compiles if nvtx.h agrees with NVIDIA's header of NVTX 3. */
#include <nvtx3/nvToolsExt.h>

#include "nvtx.h"

#define SAME(ours, theirs) _Static_assert((long long)(ours) == (long long)(theirs), #theirs)

SAME(NVTX_TABLE_CALLBACKS, NVTX_ETID_CALLBACKS);
SAME(NVTX_TABLE_VERSION, NVTX_ETID_VERSIONINFO);
SAME(NVTX_CORE, NVTX_CB_MODULE_CORE);
SAME(NVTX_CUDA, NVTX_CB_MODULE_CUDA);
SAME(NVTX_MODULES, NVTX_CB_MODULE_SIZE);
SAME(16, NVTX_CBID_CORE_SIZE);
SAME(9, NVTX_CBID_CUDA_SIZE);
SAME(15, NVTX_CBID_OPENCL_SIZE);
SAME(7, NVTX_CBID_CUDART_SIZE);
SAME(16, NVTX_CBID_CORE2_SIZE);
SAME(7, NVTX_CBID_SYNC_SIZE);
SAME(NVTX_RANGE_PUSH, NVTX_CBID_CORE_RangePushA);
SAME(NVTX_RANGE_POP, NVTX_CBID_CORE_RangePop);
SAME(NVTX_NAME_DEVICE, NVTX_CBID_CUDA_NameCuDeviceA);
SAME(NVTX_NAME_STREAM, NVTX_CBID_CUDA_NameCuStreamA);
SAME(sizeof(NvtxCallbacks), sizeof(NvtxExportTableCallbacks));
SAME(offsetof(NvtxCallbacks, module_table),
     offsetof(NvtxExportTableCallbacks, GetModuleFunctionTable));
SAME(sizeof(NvtxVersion), sizeof(NvtxExportTableVersionInfo));
SAME(offsetof(NvtxVersion, version), offsetof(NvtxExportTableVersionInfo, version));
SAME(offsetof(NvtxVersion, injected_version),
     offsetof(NvtxExportTableVersionInfo, SetInjectionNvtxVersion));

/* The compiler refuses another type. */
static __attribute__((unused)) nvtxRangePushA_impl_fntype check_push(NvtxPush f) { return f; }
static __attribute__((unused)) nvtxRangePop_impl_fntype check_pop(NvtxPop f) { return f; }
static __attribute__((unused)) NvtxGetExportTableFunc_t check_tables(NvtxExportTable f) { return f; }
