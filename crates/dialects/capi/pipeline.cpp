// Passes with options and statistics, and their registration, which MLIR's C
// API lacks.

#include "capi/pipeline.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <memory>
#include <string>
#include <vector>

using namespace mlir;

namespace {

class CallbackPass : public Pass {
public:
  CallbackPass(const BcastPassInfo &info, void *data)
      : Pass(unwrap(info.id)), info(info), argument(unwrap(info.argument)),
        description(unwrap(info.description)), data(data) {
    ArrayRef<BcastStatistic> rows(info.statistics, info.statisticCount);
    for (const BcastStatistic &row : rows)
      counters.push_back(
          std::make_unique<Statistic>(this, row.name, row.description));
  }
  ~CallbackPass() override { info.callbacks.destruct(data); }

  void addOption(StringRef name, StringRef value) {
    // The option refers to its name.
    names.push_back(std::make_unique<std::string>(name));
    options.push_back(
        std::make_unique<Option<std::string>>(*this, StringRef(*names.back())));
    *options.back() = value.str();
  }

  StringRef getName() const override { return argument; }
  StringRef getArgument() const override { return argument; }
  StringRef getDescription() const override { return description; }

  void getDependentDialects(DialectRegistry &registry) const override {
    for (MlirDialectHandle dialect :
         ArrayRef<MlirDialectHandle>(info.dialects, info.dialectCount))
      mlirDialectHandleInsertDialect(dialect, wrap(&registry));
  }

private:
  LogicalResult initialize(MLIRContext *context) override {
    info.callbacks.initialize(wrap(context), data);
    return success();
  }

  bool canScheduleOn(RegisteredOperationName) const override { return true; }
  bool canScheduleOn(Operation *) const override { return true; }

  void runOnOperation() override {
    SmallVector<uint64_t> counts(counters.size());
    if (failed(unwrap(info.callbacks.run(wrap(getOperation()), counts.data(),
                                         data))))
      signalPassFailure();
    for (auto [counter, count] : llvm::zip_equal(counters, counts))
      *counter += count;
  }

  std::unique_ptr<Pass> clonePass() const override {
    auto copy = std::make_unique<CallbackPass>(info, info.callbacks.clone(data));
    // MLIR copies the values.
    for (const auto &name : names)
      copy->addOption(*name, "");
    return copy;
  }

  BcastPassInfo info;
  std::string argument;
  std::string description;
  void *data;
  std::vector<std::unique_ptr<Statistic>> counters;
  std::vector<std::unique_ptr<std::string>> names;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};

} // namespace

extern "C" {

MlirPass bcastPassCreate(const BcastPassInfo *info, void *data) {
  return wrap(static_cast<Pass *>(new CallbackPass(*info, data)));
}

void bcastPassSetOptions(MlirPass pass, const BcastPassOption *options,
                         size_t count) {
  for (const BcastPassOption &option :
       ArrayRef<BcastPassOption>(options, count))
    static_cast<CallbackPass *>(unwrap(pass))
        ->addOption(unwrap(option.name), unwrap(option.value));
}

void bcastRegisterPassPipeline(MlirStringRef name, MlirStringRef description,
                               BcastBuildPipeline build, const void *userData) {
  registerPassPipeline(
      unwrap(name), unwrap(description),
      [build, userData](OpPassManager &manager, StringRef options,
                        function_ref<LogicalResult(const Twine &)> onError) {
        auto report = [](MlirStringRef message, void *data) {
          (void)(*static_cast<function_ref<LogicalResult(const Twine &)> *>(
              data))(unwrap(message));
        };
        return unwrap(
            build(wrap(&manager), wrap(options), report, &onError, userData));
      },
      // MLIR requests the options only to list them in its own `--help`.
      [](function_ref<void(const detail::PassOptions &)>) {});
}
}
