// The raw_ostream that carries MLIR's text to a Rust writer.

#ifndef BCAST_DIAGNOSTIC_SOURCE_H
#define BCAST_DIAGNOSTIC_SOURCE_H

#include "llvm/Support/raw_ostream.h"

#include <cstddef>

extern "C" {
typedef void (*BcastWrite)(const char *bytes, size_t size, void *data);
}

// Buffered; whoever finishes a message flushes, so that messages arrive whole
// and before whatever happens next.
class BcastStream : public llvm::raw_ostream {
public:
  BcastStream(BcastWrite write, void *data) : write(write), data(data) {
    SetBufferSize(16 * 1024);
  }
  ~BcastStream() override { flush(); }

  // Drops what is written from now on, or no longer.
  void mute(bool isMuted) {
    flush();
    muted = isMuted;
  }

private:
  void write_impl(const char *bytes, size_t size) override {
    if (!muted)
      write(bytes, size, data);
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  BcastWrite write;
  void *data;
  uint64_t position = 0;
  bool muted = false;
};

#endif
