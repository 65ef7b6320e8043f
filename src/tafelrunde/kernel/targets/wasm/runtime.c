/* What compiled code asks of its surroundings: memory, in one thread, and a few functions of C.

   Sizes have 64 bits, as on the machine that wrote the IR, and pointers 32. A block has a size of a power of two and its
   class in front of it; blocks that were given back are kept by class. */
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define PAGE 65536u
#define HEAD 16u
#define CLASSES 32

typedef struct Block {
    uint32_t class;
    struct Block *next;
} Block;

extern unsigned char __heap_base;
static Block *spare[CLASSES];
static uintptr_t top;

static uintptr_t room(uint64_t size) {
    if (!top) top = ((uintptr_t)&__heap_base + HEAD - 1) & ~(uintptr_t)(HEAD - 1);
    uint64_t end = (uint64_t)top + size, have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end > UINT32_MAX) return 0;
    if (end > have && __builtin_wasm_memory_grow(0, (size_t)((end - have + PAGE - 1) / PAGE)) == (size_t)-1) return 0;
    uintptr_t begin = top;
    top = (uintptr_t)end;
    return begin;
}

static void *allocate(uint64_t size) {
    uint32_t class = 5;
    while (class < CLASSES && (1ull << class) < size + HEAD) class++;
    if (class == CLASSES) return NULL;
    Block *block = spare[class];
    if (block) {
        spare[class] = block->next;
    } else {
        block = (Block *)room(1ull << class);
        if (!block) return NULL;
        block->class = class;
    }
    return (unsigned char *)block + HEAD;
}

static void release(void *place) {
    if (!place) return;
    Block *block = (Block *)((unsigned char *)place - HEAD);
    block->next = spare[block->class];
    spare[block->class] = block;
}

EXPORT(alloc) void *alloc(uint32_t size) { return allocate(size); }
EXPORT(free) void free_place(void *place) { release(place); }

/* numba's arrays, whose users are counted. */
typedef struct {
    uint64_t users;
    void (*end)(void *, uint64_t, void *);
    void *end_info;
    void *data;
    uint64_t size;
} MemInfo;

void *NRT_Allocate(uint64_t size) { return allocate(size); }
void NRT_Free(void *place) { release(place); }

void *NRT_MemInfo_alloc_aligned(uint64_t size, uint32_t align) {
    if (align < HEAD) align = HEAD;
    MemInfo *info = allocate(sizeof(MemInfo) + size + align);
    if (!info) return NULL;
    uintptr_t data = ((uintptr_t)(info + 1) + align - 1) & ~(uintptr_t)(align - 1);
    *info = (MemInfo){1, NULL, NULL, (void *)data, size};
    return info;
}
void *NRT_MemInfo_alloc_safe_aligned(uint64_t size, uint32_t align) { return NRT_MemInfo_alloc_aligned(size, align); }
void *NRT_MemInfo_alloc(uint64_t size) { return NRT_MemInfo_alloc_aligned(size, HEAD); }
void *NRT_MemInfo_alloc_safe(uint64_t size) { return NRT_MemInfo_alloc_aligned(size, HEAD); }

void NRT_MemInfo_call_dtor(void *place) {
    MemInfo *info = place;
    if (info->end) info->end(info->data, info->size, info->end_info);
    release(info);
}

/* Nobody is there to whom an error could be told. */
void *PyExc_RuntimeError;
void PyErr_SetString(void *kind, const char *text) { __builtin_trap(); }

/* What the optimiser takes some loops for. */
size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}
int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *a = one, *b = other;
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}
int bcmp(const void *one, const void *other, size_t count) { return memcmp(one, other, count); }

/* How LLVM multiplies in 128 bits, which it does to see whether the size of an array overflows. */
__int128 __multi3(__int128 one, __int128 other) {
    uint64_t a = (uint64_t)one, b = (uint64_t)other;
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other_middle = a0 * b1 + (uint32_t)middle;
    uint64_t high = a1 * b1 + (middle >> 32) + (other_middle >> 32);
    high += (uint64_t)(one >> 64) * b + a * (uint64_t)(other >> 64);
    return (__int128)(((unsigned __int128)high << 64) | (other_middle << 32) | (uint32_t)low);
}
