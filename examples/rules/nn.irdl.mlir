// Each operand has its own constraint: a shared one would require equal types.
irdl.dialect @nn {
  irdl.operation @add {
    %x = irdl.base "!builtin.tensor"
    %y = irdl.base "!builtin.tensor"
    %sum = irdl.base "!builtin.tensor"
    irdl.operands(x: %x, y: %y)
    irdl.results(sum: %sum)
  }
  irdl.operation @cut {
    %x = irdl.base "!builtin.tensor"
    %limit = irdl.base "!builtin.tensor"
    %result = irdl.base "!builtin.tensor"
    %side = irdl.base "#builtin.string"
    irdl.operands(x: %x, limit: %limit)
    irdl.results(result: %result)
    irdl.attributes {"side" = %side}
  }
}
