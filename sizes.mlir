module {
  func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> tensor<?x?x1xf32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<-0.0142647391> : tensor<f32>
    %cst_2 = stablehlo.constant dense<-0.00737332925> : tensor<f32>
    %cst_3 = stablehlo.constant dense<-0.00168282702> : tensor<f32>
    %cst_4 = stablehlo.constant dense<-2.13374049E-4> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-1.45660715E-5> : tensor<f32>
    %cst_6 = stablehlo.constant dense<-0.0160960332> : tensor<f32>
    %cst_7 = stablehlo.constant dense<-2.954600e-03> : tensor<f32>
    %cst_8 = stablehlo.constant dense<-7.34990637E-4> : tensor<f32>
    %cst_9 = stablehlo.constant dense<-5.69250624E-5> : tensor<f32>
    %cst_10 = stablehlo.constant dense<-2.10102394E-6> : tensor<f32>
    %cst_11 = stablehlo.constant dense<2.77068146E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<-2.72614237E-10> : tensor<f32>
    %cst_13 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
    %c1 = arith.constant 1 : index
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %0, %c_15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.or %2, %3 : tensor<i1>
    %5 = stablehlo.compare EQ, %1, %c_15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.or %4, %5 : tensor<i1>
    %extracted = tensor.extract %6[] : tensor<i1>
    cf.assert %extracted, "chlo.broadcast_add: the sizes of operand #0 dim 1 and operand #1 dim 0 do not fit; expected equal sizes, or one of them 1"
    %7 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.select %3, %1, %0 : tensor<i1>, tensor<i32>
    %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.concatenate %8, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %extracted_16 = tensor.extract %7[] : tensor<i32>
    %12 = arith.index_cast %extracted_16 : i32 to index
    %extracted_17 = tensor.extract %3[] : tensor<i1>
    %extracted_18 = tensor.extract %11[%c1] : tensor<2xi32>
    %13 = arith.index_cast %extracted_18 : i32 to index
    %14 = arith.index_cast %12 : index to i64
    %15 = arith.index_cast %13 : index to i64
    %from_elements = tensor.from_elements %14, %15 : tensor<2xi64>
    %16 = scf.if %extracted_17 -> (tensor<?x?xf32>) {
      %62 = stablehlo.dynamic_broadcast_in_dim %arg0, %from_elements, dims = [0, 1] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      scf.yield %62 : tensor<?x?xf32>
    } else {
      scf.yield %arg0 : tensor<?x?xf32>
    }
    %extracted_19 = tensor.extract %5[] : tensor<i1>
    %from_elements_20 = tensor.from_elements %15 : tensor<1xi64>
    %17 = scf.if %extracted_19 -> (tensor<?xf32>) {
      %62 = stablehlo.dynamic_broadcast_in_dim %arg1, %from_elements_20, dims = [0] {known_expanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
      scf.yield %62 : tensor<?xf32>
    } else {
      scf.yield %arg1 : tensor<?xf32>
    }
    %18 = stablehlo.dynamic_broadcast_in_dim %17, %11, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %19 = stablehlo.add %16, %18 : tensor<?x?xf32>
    %20 = stablehlo.dynamic_broadcast_in_dim %cst_14, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %21 = stablehlo.dynamic_broadcast_in_dim %cst_13, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %22 = stablehlo.clamp %20, %19, %21 : tensor<?x?xf32>
    %23 = stablehlo.multiply %22, %22 : tensor<?x?xf32>
    %24 = stablehlo.dynamic_broadcast_in_dim %cst_12, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<?x?xf32>
    %26 = stablehlo.dynamic_broadcast_in_dim %cst_11, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %27 = stablehlo.add %25, %26 : tensor<?x?xf32>
    %28 = stablehlo.multiply %27, %23 : tensor<?x?xf32>
    %29 = stablehlo.dynamic_broadcast_in_dim %cst_10, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %30 = stablehlo.add %28, %29 : tensor<?x?xf32>
    %31 = stablehlo.multiply %30, %23 : tensor<?x?xf32>
    %32 = stablehlo.dynamic_broadcast_in_dim %cst_9, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %33 = stablehlo.add %31, %32 : tensor<?x?xf32>
    %34 = stablehlo.multiply %33, %23 : tensor<?x?xf32>
    %35 = stablehlo.dynamic_broadcast_in_dim %cst_8, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %36 = stablehlo.add %34, %35 : tensor<?x?xf32>
    %37 = stablehlo.multiply %36, %23 : tensor<?x?xf32>
    %38 = stablehlo.dynamic_broadcast_in_dim %cst_7, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %39 = stablehlo.add %37, %38 : tensor<?x?xf32>
    %40 = stablehlo.multiply %39, %23 : tensor<?x?xf32>
    %41 = stablehlo.dynamic_broadcast_in_dim %cst_6, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %42 = stablehlo.add %40, %41 : tensor<?x?xf32>
    %43 = stablehlo.multiply %22, %42 : tensor<?x?xf32>
    %44 = stablehlo.dynamic_broadcast_in_dim %cst_5, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %45 = stablehlo.multiply %44, %23 : tensor<?x?xf32>
    %46 = stablehlo.dynamic_broadcast_in_dim %cst_4, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %47 = stablehlo.add %45, %46 : tensor<?x?xf32>
    %48 = stablehlo.multiply %47, %23 : tensor<?x?xf32>
    %49 = stablehlo.dynamic_broadcast_in_dim %cst_3, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %50 = stablehlo.add %48, %49 : tensor<?x?xf32>
    %51 = stablehlo.multiply %50, %23 : tensor<?x?xf32>
    %52 = stablehlo.dynamic_broadcast_in_dim %cst_2, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %53 = stablehlo.add %51, %52 : tensor<?x?xf32>
    %54 = stablehlo.multiply %53, %23 : tensor<?x?xf32>
    %55 = stablehlo.dynamic_broadcast_in_dim %cst_1, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %56 = stablehlo.add %54, %55 : tensor<?x?xf32>
    %57 = stablehlo.divide %43, %56 : tensor<?x?xf32>
    %58 = stablehlo.dynamic_broadcast_in_dim %cst_0, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %59 = stablehlo.dynamic_broadcast_in_dim %cst, %11, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %60 = stablehlo.clamp %58, %57, %59 : tensor<?x?xf32>
    %61 = stablehlo.concatenate %8, %10, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %reshape = tensor.reshape %60(%61) : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    return %reshape : tensor<?x?x1xf32>
  }
}
