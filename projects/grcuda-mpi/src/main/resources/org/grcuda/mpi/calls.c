/*
 * What MpiTransport.java does with MPI: frames and payloads, without ever waiting. The caller locks.
 *
 * Frames are messages with tag 0. Their receives are posted in the order of the slots, again and again, so messages
 * fill the slots in that order: to read slot after slot keeps the order of each sender. A payload is a row of messages
 * with a tag of its own. All but the last have CHUNK bytes, and the last one has fewer, if need be none: so two sides
 * that disagree about the size find out.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

enum {
  FRAME_TAG = 0,
  RECEIVES = 16,     /* receives of frames that are posted */
  SENDS = 64,        /* frames that may be on their way out */
  CHUNK = 4 << 20,   /* bytes of a message of a payload */
  AT_ONCE = 4,       /* messages of one payload that are posted */
  TESTED = 64,       /* requests that one poll tests, at most */
  TEXT = MPI_MAX_LIBRARY_VERSION_STRING
};

/* As in MpiTransport.java. */
enum { FRAME = 1, SENT = 2, RECEIVED = 3, LARGER = 4, SMALLER = 5, FAILED = 6 };

/* Something to tell. number: a payload's id, a frame's bytes, an error code. value: a frame's address, or bytes. */
struct event {
  long long kind, rank, number, value, expected;
};

/* What MpiTransport.java reads without a call. */
static struct {
  long long room;     /* the address of a buffer for the next frame; 0 if there is none */
  long long busy;     /* requests and payloads that are under way, without the receives of frames */
  struct event events[RECEIVES + TESTED];
} shared;

struct payload {
  int kind; /* SENT or RECEIVED, when it has ended */
  int rank, tag;
  long long id;
  char *memory;
  long long bytes, posted; /* bytes that messages were posted for */
  int messages;            /* that are under way */
  int complete;            /* whether all messages were posted */
};

/* What a request is for: a message of a payload, or a frame from a buffer. */
struct use {
  struct payload *payload;
  char *buffer;
  long long offset;
  int bytes;
};

static MPI_Comm comm = MPI_COMM_NULL;
static int tags; /* of payloads */
static int frame_bytes;

static char *slots;
static MPI_Request receives[RECEIVES];
static int next_slot;   /* the slot that is filled next */
static int told_slots;  /* slots before it that were told and are to be posted again */

static char *free_buffers[SENDS];
static int free_count;

static MPI_Request *requests;
static struct use *uses;
static int request_count, request_room, first_tested;

static int check(int code, const char *what, char *problem, long room) {
  if (code != MPI_SUCCESS) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    snprintf(problem, (size_t)room, "%s: %s", what, text);
  }
  return code;
}

/* Starts MPI. Returns 0, or another number after it has said why not. */
EXPORTED int grcuda_mpi_init(char *problem, long room) {
  int started = 0, provided = MPI_THREAD_SINGLE;
  int code = MPI_Initialized(&started);
  if (code == MPI_SUCCESS && started) {
    snprintf(problem, (size_t)room, "MPI was started in this process before");
    return 1;
  }
  code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  if (check(code, "MPI_Init_thread", problem, room) != MPI_SUCCESS) {
    return 1;
  }
  if (provided < MPI_THREAD_SERIALIZED) {
    snprintf(problem, (size_t)room, "this MPI allows calls from one thread only: it lacks MPI_THREAD_SERIALIZED");
    MPI_Finalize();
    return 1;
  }
  return 0;
}

/* Rank and size, and the name and version that the library gives itself. */
EXPORTED void grcuda_mpi_describe(int *rank, int *size, char *text, long room) {
  char version[TEXT] = "";
  int length = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  MPI_Get_library_version(version, &length);
  snprintf(text, (size_t)room, "%s", version);
}

static int post_slot(int slot) {
  return MPI_Irecv(slots + (size_t)slot * (size_t)frame_bytes, frame_bytes, MPI_BYTE, MPI_ANY_SOURCE, FRAME_TAG, comm,
                   &receives[slot]);
}

static void take_buffer(void) {
  shared.room = free_count == 0 ? 0 : (long long)(size_t)free_buffers[free_count - 1];
}

/* Prepares for frames of at most that many bytes. Returns the address of what is shared, or 0 and says why. */
EXPORTED void *grcuda_mpi_open(int most_frame_bytes, char *problem, long room) {
  int code, found = 0, *most_tag = NULL;
  frame_bytes = most_frame_bytes;
  if (check(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "MPI_Comm_dup", problem, room) != MPI_SUCCESS) {
    return NULL;
  }
  /* Errors of requests are those of no communicator of ours: MPICH takes them for one of these. */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most_tag, &found);
  tags = found ? *most_tag : 32767;
  slots = malloc((size_t)(RECEIVES + SENDS) * (size_t)frame_bytes);
  if (slots == NULL) {
    snprintf(problem, (size_t)room, "no memory for frames");
    return NULL;
  }
  for (int i = 0; i < RECEIVES; i++) {
    code = post_slot(i);
    if (check(code, "MPI_Irecv", problem, room) != MPI_SUCCESS) {
      return NULL;
    }
  }
  for (int i = 0; i < SENDS; i++) {
    free_buffers[i] = slots + (size_t)(RECEIVES + i) * (size_t)frame_bytes;
  }
  free_count = SENDS;
  take_buffer();
  return &shared;
}

/* Room for another request; its use is to be filled in. NULL if there is no memory. */
static struct use *add_request(void) {
  if (request_count == request_room) {
    int larger = request_room == 0 ? 256 : 2 * request_room;
    MPI_Request *more_requests = realloc(requests, (size_t)larger * sizeof *requests);
    if (more_requests != NULL) {
      requests = more_requests;
    }
    struct use *more_uses = realloc(uses, (size_t)larger * sizeof *uses);
    if (more_uses != NULL) {
      uses = more_uses;
    }
    if (more_requests == NULL || more_uses == NULL) {
      return NULL;
    }
    request_room = larger;
  }
  requests[request_count] = MPI_REQUEST_NULL;
  return &uses[request_count++];
}

/* Sends the frame that lies at shared.room. Returns 0 or an error code. */
EXPORTED int grcuda_mpi_send(int rank, int bytes) {
  char *buffer = free_buffers[free_count - 1];
  MPI_Request request;
  int done = 0;
  int code = MPI_Isend(buffer, bytes, MPI_BYTE, rank, FRAME_TAG, comm, &request);
  if (code == MPI_SUCCESS) {
    /* A small one has left its buffer already. */
    code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  if (code != MPI_SUCCESS || done) {
    return code;
  }
  struct use *use = add_request();
  if (use == NULL) {
    return MPI_ERR_NO_MEM;
  }
  requests[request_count - 1] = request;
  *use = (struct use){NULL, buffer, 0, bytes};
  shared.busy++;
  free_count--;
  take_buffer();
  return MPI_SUCCESS;
}

static int post_messages(struct payload *payload) {
  while (!payload->complete && payload->messages < AT_ONCE) {
    long long left = payload->bytes - payload->posted;
    int bytes = left < CHUNK ? (int)left : CHUNK;
    char *memory = payload->memory + payload->posted;
    struct use *use = add_request();
    if (use == NULL) {
      return MPI_ERR_NO_MEM;
    }
    *use = (struct use){payload, NULL, payload->posted, bytes};
    MPI_Request *request = &requests[request_count - 1];
    int code = payload->kind == SENT
                   ? MPI_Isend(memory, bytes, MPI_BYTE, payload->rank, payload->tag, comm, request)
                   : MPI_Irecv(memory, bytes, MPI_BYTE, payload->rank, payload->tag, comm, request);
    if (code != MPI_SUCCESS) {
      return code;
    }
    payload->messages++;
    payload->posted += bytes;
    payload->complete = bytes < CHUNK;
  }
  return MPI_SUCCESS;
}

/* Begins to send a payload, or to receive one. Returns 0 or an error code. */
EXPORTED int grcuda_mpi_payload(int sends, int rank, long long id, void *memory, long long bytes) {
  struct payload *payload = malloc(sizeof *payload);
  if (payload == NULL) {
    return MPI_ERR_NO_MEM;
  }
  *payload = (struct payload){
      .kind = sends ? SENT : RECEIVED,
      .rank = rank,
      .tag = 1 + (int)(id % (tags - 1)),
      .id = id,
      .memory = memory,
      .bytes = bytes,
  };
  shared.busy++;
  return post_messages(payload);
}

static void tell(int *told, long long kind, long long rank, long long number, long long value, long long expected) {
  shared.events[(*told)++] = (struct event){kind, rank, number, value, expected};
}

/* Posts the slots again whose frames were told by the last poll, in their order, and tells new frames. */
static int poll_frames(int *told) {
  for (; told_slots > 0; told_slots--) {
    int code = post_slot((next_slot + RECEIVES - told_slots) % RECEIVES);
    if (code != MPI_SUCCESS) {
      return code;
    }
  }
  while (told_slots < RECEIVES) {
    MPI_Status status;
    int done = 0, bytes = 0;
    int code = MPI_Test(&receives[next_slot], &done, &status);
    if (code != MPI_SUCCESS || !done) {
      return code;
    }
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    tell(told, FRAME, status.MPI_SOURCE, bytes, (long long)(size_t)(slots + (size_t)next_slot * (size_t)frame_bytes), 0);
    next_slot = (next_slot + 1) % RECEIVES;
    told_slots++;
  }
  return MPI_SUCCESS;
}

/* A message of a payload has ended. */
static int end_message(struct use use, const MPI_Status *status, int code, int *told) {
  struct payload *payload = use.payload;
  payload->messages--;
  if (code != MPI_SUCCESS) {
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    if (class != MPI_ERR_TRUNCATE) {
      return code;
    }
    tell(told, LARGER, payload->rank, payload->id, use.offset + use.bytes, payload->bytes);
    return MPI_SUCCESS;
  }
  if (payload->kind == RECEIVED) {
    int bytes = 0;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    if (bytes < use.bytes) {
      tell(told, SMALLER, payload->rank, payload->id, use.offset + bytes, payload->bytes);
      return MPI_SUCCESS;
    }
  }
  code = post_messages(payload);
  if (code == MPI_SUCCESS && payload->complete && payload->messages == 0) {
    tell(told, payload->kind, payload->rank, payload->id, 0, 0);
    free(payload);
    shared.busy--;
  }
  return code;
}

/* Forgets the requests that have ended, and keeps the order of the others. */
static void compact(void) {
  int kept = 0;
  for (int i = 0; i < request_count; i++) {
    if (requests[i] != MPI_REQUEST_NULL) {
      requests[kept] = requests[i];
      uses[kept++] = uses[i];
    }
  }
  request_count = kept;
}

/* Tests some of the requests, and others the next time. */
static int poll_requests(int *told) {
  static int ended[TESTED];
  static MPI_Status statuses[TESTED];
  if (request_count == 0) {
    return MPI_SUCCESS;
  }
  if (first_tested >= request_count) {
    first_tested = 0;
  }
  int first = first_tested, count = request_count - first, done = 0;
  if (count > TESTED) {
    count = TESTED;
  }
  first_tested += count;
  int code = MPI_Testsome(count, requests + first, &done, ended, statuses);
  int each_has_one = code == MPI_ERR_IN_STATUS;
  if (!each_has_one && code != MPI_SUCCESS) {
    return code;
  }
  if (done == MPI_UNDEFINED || done == 0) {
    return MPI_SUCCESS;
  }
  code = MPI_SUCCESS;
  for (int i = 0; i < done && code == MPI_SUCCESS; i++) {
    struct use use = uses[first + ended[i]];
    int its_code = each_has_one ? statuses[i].MPI_ERROR : MPI_SUCCESS;
    if (use.payload != NULL) {
      code = end_message(use, &statuses[i], its_code, told);
    } else {
      code = its_code;
      free_buffers[free_count++] = use.buffer;
      shared.busy--;
    }
  }
  compact();
  take_buffer();
  return code;
}

/* Makes progress, and returns how many events there are to tell. */
EXPORTED int grcuda_mpi_poll(void) {
  int told = 0;
  int code = poll_frames(&told);
  if (code == MPI_SUCCESS) {
    code = poll_requests(&told);
  }
  if (code != MPI_SUCCESS) {
    told = 0;
    tell(&told, FAILED, 0, code, 0, 0);
  }
  return told;
}

/* The library's text on an error code. */
EXPORTED void grcuda_mpi_error(int code, char *text, long room) { check(code, "MPI", text, room); }

/* Ends all ranks. */
EXPORTED void grcuda_mpi_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

/* Ends MPI, on the thread that has started it. */
EXPORTED void grcuda_mpi_close(void) {
  if (comm != MPI_COMM_NULL) {
    for (int i = 0; i < RECEIVES; i++) {
      if (receives[i] != MPI_REQUEST_NULL) {
        MPI_Cancel(&receives[i]);
        MPI_Wait(&receives[i], MPI_STATUS_IGNORE);
      }
    }
    MPI_Comm_free(&comm);
  }
  MPI_Finalize();
  free(slots);
  free(requests);
  free(uses);
  slots = NULL;
  requests = NULL;
  uses = NULL;
}
