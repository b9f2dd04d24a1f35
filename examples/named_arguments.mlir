func.func @add(%x: tensor<?xf32> loc("x"), %y: tensor<?xf32> loc("y")) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
