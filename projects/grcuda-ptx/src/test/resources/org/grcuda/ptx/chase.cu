struct Node { Node* next; int value; };
extern "C" __global__ void sum(const Node* head, int* out) {
  int total = 0;
  for (const Node* n = head; n; n = n->next) total += n->value;
  *out = total;
}
extern "C" __global__ void mark(const Node* head) {
  for (const Node* n = head; n; n = n->next) const_cast<Node*>(n)->value = 0;
}
extern "C" __global__ void link(Node* node, Node* next) { node->next = next; }
extern "C" __global__ void rows(float** table, int n) { table[threadIdx.x][n] = 0; }
extern "C" __global__ void rowsum(const float* const* table, float* out, int n) { *out = table[threadIdx.x][n]; }
extern "C" __global__ void either(float* a, float* b, const float* c, int n) { *(n > 3 ? a : b) = *c; }
extern "C" __global__ void swap(float* a, float* b, int n) {
  for (int i = 0; i < n; i++) { float t = a[i]; a[i] = b[i] * 2; float* s = a; a = b; b = s; b[i] += t; }
}
extern "C" __global__ void compare(const char* p, const char* q, bool* out) { *out = p < q; }
extern "C" __global__ void nothing(float* unused) {}
