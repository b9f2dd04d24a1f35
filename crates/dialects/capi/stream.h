// The raw_ostream that carries MLIR's text to a Rust writer.

#ifndef BCAST_CAPI_STREAM_H
#define BCAST_CAPI_STREAM_H

#include "capi/diagnostic.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

// A buffered stream. Callers flush after each message, so that messages arrive
// whole and before any later output.
//
// Colors are passed separately from the text, so that the writer can
// distinguish them from escape sequences in the text.
struct BcastStream : public llvm::raw_ostream {
  BcastStream(BcastWrite write, void *data, bool hasColors)
      : writeText(write), data(data), hasColors(hasColors) {
    SetBufferSize(16 * 1024);
  }
  ~BcastStream() override { flush(); }

  // Hides the base class's function, which writes nothing if there is no text.
  void flush() {
    raw_ostream::flush();
    if (!escapes.empty())
      write_impl("", 0);
  }

  bool has_colors() const override { return hasColors; }
  raw_ostream &changeColor(Colors color, bool bold, bool background) override {
    return escape(color == SAVEDCOLOR
                      ? llvm::sys::Process::OutputBold(background)
                      : llvm::sys::Process::OutputColor(
                            static_cast<char>(color), bold, background));
  }
  raw_ostream &resetColor() override {
    return escape(llvm::sys::Process::ResetColor());
  }
  raw_ostream &reverseColor() override {
    return escape(llvm::sys::Process::OutputReverse());
  }

  // Starts or stops discarding output.
  void mute(bool isMuted) {
    flush();
    muted = isMuted;
  }

private:
  void write_impl(const char *bytes, size_t size) override {
    if (!muted)
      writeText(bytes, size, escapes.data(), escapes.size(), data);
    escapes.clear();
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  raw_ostream &escape(const char *sequence) {
    if (hasColors)
      escapes.push_back({GetNumBytesInBuffer(), sequence});
    return *this;
  }

  BcastWrite writeText;
  void *data;
  bool hasColors;
  std::vector<BcastEscape> escapes;
  uint64_t position = 0;
  bool muted = false;
};

#endif
