// Runs a program for all sizes up to bounds without Python: a plugin of PJRT compiles it once, and calls pad their
// arguments. The header pjrt_c_api.h is among XLA's sources, and in TensorFlow's wheel, whose directory is TENSORFLOW.
//
//   bcast-lower --target=xla --bounds=8x512,512 any_size.mlir -o lowered.mlir
//   c++ -std=c++17 pjrt_bounds.cpp -ITENSORFLOW/include $(pkg-config --cflags --libs bcast_lower)
//       -Wl,-rpath,PREFIX/lib -ldl -o pjrt_bounds
//   ./pjrt_bounds pjrt_c_api_cpu_plugin.so lowered.mlir

#include "bcast_lower.h"
#include "xla/pjrt/c/pjrt_c_api.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// The bounds, as in the signature of the lowered program:
//   (tensor<8x512xf32>, tensor<512xf32>, rows, columns, size of the bias)
//     -> (tensor<8x512xf32>, tensor<2xi32>, status)
constexpr int64_t maxRows = 8, maxColumns = 512;

using Sizes = std::array<int32_t, 3>;

struct Results {
  std::vector<float> sum = std::vector<float>(maxRows * maxColumns);
  std::array<int32_t, 2> sizes{};
  int32_t status = 0;
};

[[noreturn]] static void fail(std::string_view message) {
  std::cerr << "pjrt_bounds: " << message << "\n";
  std::exit(1);
}

// The plugin, with the program that it has compiled. Each struct has its size, by which the plugin knows which fields the
// header has; it rejects a header that is too old for it.
class Program {
public:
  Program(const char *plugin, std::string text) {
    void *library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      fail(dlerror());
    auto getApi = reinterpret_cast<const PJRT_Api *(*)()>(dlsym(library, "GetPjrtApi"));
    if (!getApi)
      fail("the library is no plugin of PJRT");
    api = getApi();
    if (api->pjrt_api_version.major_version != PJRT_API_MAJOR)
      fail("the plugin has another major version of the C API than the header");

    PJRT_Plugin_Initialize_Args initialize{PJRT_Plugin_Initialize_Args_STRUCT_SIZE};
    check(api->PJRT_Plugin_Initialize(&initialize));
    PJRT_Client_Create_Args create{PJRT_Client_Create_Args_STRUCT_SIZE};
    check(api->PJRT_Client_Create(&create));
    client = create.client;
    PJRT_Client_AddressableDevices_Args devices{PJRT_Client_AddressableDevices_Args_STRUCT_SIZE};
    devices.client = client;
    check(api->PJRT_Client_AddressableDevices(&devices));
    if (devices.num_addressable_devices == 0)
      fail("the plugin has no device");
    device = devices.addressable_devices[0];

    // A CompileOptionsProto with one replica (field 4) and one partition (field 5) in its build options (field 3).
    const std::string options = {3 << 3 | 2, 4, 4 << 3, 1, 5 << 3, 1};
    const std::string format = "mlir";
    PJRT_Program program{PJRT_Program_STRUCT_SIZE};
    program.code = text.data();
    program.code_size = text.size();
    program.format = format.data();
    program.format_size = format.size();
    PJRT_Client_Compile_Args compile{PJRT_Client_Compile_Args_STRUCT_SIZE};
    compile.client = client;
    compile.program = &program;
    compile.compile_options = options.data();
    compile.compile_options_size = options.size();
    check(api->PJRT_Client_Compile(&compile));
    executable = compile.executable;
  }

  Program(const Program &) = delete;

  ~Program() {
    PJRT_LoadedExecutable_Destroy_Args destroyProgram{PJRT_LoadedExecutable_Destroy_Args_STRUCT_SIZE};
    destroyProgram.executable = executable;
    check(api->PJRT_LoadedExecutable_Destroy(&destroyProgram));
    PJRT_Client_Destroy_Args destroyClient{PJRT_Client_Destroy_Args_STRUCT_SIZE};
    destroyClient.client = client;
    check(api->PJRT_Client_Destroy(&destroyClient));
  }

  // Calls the program with arguments at their bounds, and the sizes.
  Results call(const std::vector<float> &x, const std::vector<float> &bias, const Sizes &sizes) const {
    std::array<PJRT_Buffer *, 5> arguments = {
        copyIn(x.data(), PJRT_Buffer_Type_F32, {maxRows, maxColumns}),
        copyIn(bias.data(), PJRT_Buffer_Type_F32, {maxColumns}),
        copyIn(&sizes[0], PJRT_Buffer_Type_S32, {}),
        copyIn(&sizes[1], PJRT_Buffer_Type_S32, {}),
        copyIn(&sizes[2], PJRT_Buffer_Type_S32, {}),
    };
    std::array<PJRT_Buffer *, 3> outputs{};
    // One list for each device.
    PJRT_Buffer *const *argumentLists[] = {arguments.data()};
    PJRT_Buffer **outputLists[] = {outputs.data()};
    PJRT_ExecuteOptions options{PJRT_ExecuteOptions_STRUCT_SIZE};
    PJRT_LoadedExecutable_Execute_Args execute{PJRT_LoadedExecutable_Execute_Args_STRUCT_SIZE};
    execute.executable = executable;
    execute.options = &options;
    execute.argument_lists = argumentLists;
    execute.num_devices = 1;
    execute.num_args = arguments.size();
    execute.output_lists = outputLists;
    check(api->PJRT_LoadedExecutable_Execute(&execute));

    Results results;
    copyOut(outputs[0], results.sum.data(), results.sum.size() * sizeof(float));
    copyOut(outputs[1], results.sizes.data(), sizeof(results.sizes));
    copyOut(outputs[2], &results.status, sizeof(results.status));
    for (PJRT_Buffer *argument : arguments)
      destroy(argument);
    return results;
  }

private:
  const PJRT_Api *api;
  PJRT_Client *client;
  PJRT_Device *device;
  PJRT_LoadedExecutable *executable;

  void check(PJRT_Error *error) const {
    if (!error)
      return;
    PJRT_Error_Message_Args message{PJRT_Error_Message_Args_STRUCT_SIZE};
    message.error = error;
    api->PJRT_Error_Message(&message);
    fail({message.message, message.message_size});
  }

  PJRT_Buffer *copyIn(const void *data, PJRT_Buffer_Type type, const std::vector<int64_t> &shape) const {
    PJRT_Client_BufferFromHostBuffer_Args copy{PJRT_Client_BufferFromHostBuffer_Args_STRUCT_SIZE};
    copy.client = client;
    copy.data = data;
    copy.type = type;
    copy.dims = shape.data();
    copy.num_dims = shape.size();
    copy.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
    copy.device = device;
    check(api->PJRT_Client_BufferFromHostBuffer(&copy));
    await(copy.done_with_host_buffer);
    return copy.buffer;
  }

  void copyOut(PJRT_Buffer *buffer, void *data, size_t size) const {
    PJRT_Buffer_ToHostBuffer_Args copy{PJRT_Buffer_ToHostBuffer_Args_STRUCT_SIZE};
    copy.src = buffer;
    copy.dst = data;
    copy.dst_size = size;
    check(api->PJRT_Buffer_ToHostBuffer(&copy));
    await(copy.event);
    destroy(buffer);
  }

  void await(PJRT_Event *event) const {
    PJRT_Event_Await_Args await{PJRT_Event_Await_Args_STRUCT_SIZE};
    await.event = event;
    check(api->PJRT_Event_Await(&await));
    PJRT_Event_Destroy_Args destroy{PJRT_Event_Destroy_Args_STRUCT_SIZE};
    destroy.event = event;
    check(api->PJRT_Event_Destroy(&destroy));
  }

  void destroy(PJRT_Buffer *buffer) const {
    PJRT_Buffer_Destroy_Args destroy{PJRT_Buffer_Destroy_Args_STRUCT_SIZE};
    destroy.buffer = buffer;
    check(api->PJRT_Buffer_Destroy(&destroy));
  }
};

static float element(int64_t row, int64_t column) { return static_cast<float>(row * maxColumns + column); }

// Calls the program with arrays of these sizes, and compares the sum with the expected one.
static Results run(const Program &program, const Sizes &sizes) {
  // Whatever is outside of the sizes must not matter.
  std::vector<float> x(maxRows * maxColumns, NAN), bias(maxColumns, NAN);
  auto [rows, columns, biases] = sizes;
  for (int64_t row = 0; row < rows && row < maxRows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      x[row * maxColumns + column] = element(row, column);
  for (int64_t column = 0; column < biases; ++column)
    bias[column] = 0.5f;

  Results results = program.call(x, bias, sizes);
  if (results.status != 0)
    return results;
  if (results.sizes[0] != rows || results.sizes[1] != columns)
    fail("the result has wrong sizes");
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      if (results.sum[row * maxColumns + column] != element(row, column) + 0.5f)
        fail("the result has a wrong element");
  return results;
}

static void report(const BcastLowerDiagnostic *diagnostic, void *) {
  std::cerr << "pjrt_bounds: " << diagnostic->message << "\n";
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: pjrt_bounds PLUGIN LOWERED\n";
    return 2;
  }
  std::ifstream file(argv[2], std::ios::binary);
  if (!file) {
    std::cerr << "cannot read " << argv[2] << "\n";
    return 2;
  }
  std::string text(std::istreambuf_iterator<char>(file), {});
  Program program(argv[1], text);

  // The last two do not fit: a bias of another size, and a bound that is exceeded.
  for (const Sizes &sizes : {Sizes{0, 0, 0}, Sizes{1, 1, 1}, Sizes{3, 200, 200}, Sizes{7, 511, 511},
                             Sizes{8, 512, 512}, Sizes{3, 200, 199}, Sizes{9, 200, 200}}) {
    auto [rows, columns, biases] = sizes;
    std::cout << rows << "x" << columns << " and " << biases << ": ";
    int32_t status = run(program, sizes).status;
    if (status == 0) {
      std::cout << "as expected\n";
      continue;
    }
    BcastLowerFailedCall call = {nullptr, sizes.data(), sizes.size(), status};
    char *message = bcastLowerCheckMessage(argv[2], text.data(), text.size(), &call, report, nullptr);
    if (!message)
      return 1;
    std::cout << message << "\n";
    bcastLowerFree(message);
  }
  return 0;
}
