// `%a`, `%b` and `%r` are separate bases: a shared one would require equal types.
irdl.dialect @mydialect {
  irdl.operation @add {
    %a = irdl.base "!builtin.tensor"
    %b = irdl.base "!builtin.tensor"
    %r = irdl.base "!builtin.tensor"
    irdl.operands(lhs: %a, rhs: %b)
    irdl.results(result: %r)
  }

  // Its operands and its result have the same type.
  irdl.operation @add_same {
    %type = irdl.base "!builtin.tensor"
    irdl.operands(lhs: %type, rhs: %type)
    irdl.results(result: %type)
  }

  irdl.operation @multiply {
    %a = irdl.base "!builtin.tensor"
    %b = irdl.base "!builtin.tensor"
    %r = irdl.base "!builtin.tensor"
    irdl.operands(lhs: %a, rhs: %b)
    irdl.results(result: %r)
  }
}
