//! The kernel of a convolution.

use crate::{build::*, forms::convolution::Convolution, ops::*, prelude::*};

impl<'a> Convolution<'a> {
    /// Emits the kernel's matrix at one position in the window, and returns its dim of input
    /// features.
    pub fn emit_kernel_at(
        &self,
        emitter: &mut OpEmitter<'a>,
        place: &[i64],
    ) -> Option<(Value<'a>, i64)> {
        let kernel_sizes = type_sizes(self.kernel_type);
        let mut starts = vec![0; kernel_sizes.len()];
        let mut lengths = kernel_sizes.clone();
        for (window, &index) in self.window.iter().zip(place) {
            starts[window.kernel_dim] = match window.is_reversed {
                true => window.size - 1 - index,
                false => index,
            };
            lengths[window.kernel_dim] = Some(1);
        }
        let limits = starts.iter().zip(&lengths);
        let limits = limits.map(|(start, length)| Some(start + (*length)?));
        let limits = limits.collect::<Vec<_>>();
        let slice = emit_slice_to(emitter, self.kernel, &starts, &limits, &lengths)?;
        let is_feature = |&dim: &usize| self.window.iter().all(|window| window.kernel_dim != dim);
        let features = (0..starts.len()).filter(is_feature).collect::<Vec<_>>();
        let all = emit_sizes(emitter, self.kernel);
        let sizes = features.iter().map(|&dim| all[dim]).collect::<Vec<_>>();
        let matrix = emit_reshape_to(emitter, slice, &sizes)?;
        let is_input = |&&dim: &&usize| dim as i64 != self.dims.kernel_output_feature_dimension;
        let input = features.iter().find(is_input);
        let place = features.iter().position(|dim| Some(dim) == input);
        Some((matrix, place.unwrap_or_default() as i64))
    }
}
