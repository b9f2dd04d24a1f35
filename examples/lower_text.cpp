// Lowers a file with the C API, and prints its diagnostics:
//
//   c++ -std=c++17 lower_text.cpp $(pkg-config --cflags --libs bcast_lower) -Wl,-rpath,PREFIX/lib -o lower_text
//   ./lower_text model.mlir 'builtin.module(target-xla)'

#include "bcast_lower.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

static void tell(const BcastLowerDiagnostic *diagnostic, void *) {
  static const char *const severities[] = {"error", "warning", "remark", "note"};
  if (diagnostic->file)
    std::cerr << diagnostic->file << ":" << diagnostic->line << ":"
              << diagnostic->column << ": ";
  std::cerr << severities[diagnostic->severity] << ": " << diagnostic->message
            << "\n";
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::cerr << "usage: lower_text FILE [PIPELINE]\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << "cannot read " << argv[1] << "\n";
    return 2;
  }
  std::string source(std::istreambuf_iterator<char>(file), {});

  BcastLowerOptions options = {};
  options.pipeline = argc > 2 ? argv[2] : nullptr;
  size_t length = 0;
  char *lowered = bcastLowerRun(argv[1], source.data(), source.size(), &options,
                                tell, nullptr, &length);
  if (!lowered)
    return 1;
  std::cout.write(lowered, static_cast<std::streamsize>(length));
  bcastLowerFree(lowered);
  return 0;
}
