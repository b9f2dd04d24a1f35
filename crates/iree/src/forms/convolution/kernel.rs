//! The kernel of a convolution.

use crate::{build::*, forms::convolution::Convolution, ops::*, prelude::*};

impl<'a> Convolution<'a> {
    /// Returns the index along each dim of the kernel at a position in the window; feature dims have index 0.
    pub fn place_in_kernel(&self, place: &[i64]) -> Vec<i64> {
        let mut indices = vec![0; self.kernel_type.rank()];
        for (window, &index) in self.window.iter().zip(place) {
            indices[window.kernel_dim] = match window.is_reversed {
                true => window.size - 1 - index,
                false => index,
            };
        }
        indices
    }

    /// Returns the dims of the kernel's input and output features, in order.
    pub fn kernel_features(&self) -> Vec<usize> {
        let is_feature = |&dim: &usize| self.window.iter().all(|window| window.kernel_dim != dim);
        (0..self.kernel_type.rank()).filter(is_feature).collect()
    }

    /// Emits the kernel's matrix at one position in the window, and returns its dim of input
    /// features.
    pub fn emit_kernel_at(
        &self,
        emitter: &mut OpEmitter<'a>,
        place: &[i64],
    ) -> Option<(Value<'a>, i64)> {
        let starts = self.place_in_kernel(place);
        let mut lengths = type_sizes(self.kernel_type);
        for window in &self.window {
            lengths[window.kernel_dim] = Some(1);
        }
        let limits = starts.iter().zip(&lengths);
        let limits = limits.map(|(start, length)| Some(start + (*length)?));
        let limits = limits.collect::<Vec<_>>();
        let slice = emit_slice_to(emitter, self.kernel, &starts, &limits, &lengths)?;
        let features = self.kernel_features();
        let all = emit_sizes(emitter, self.kernel);
        let sizes = features.iter().map(|&dim| all[dim]).collect::<Vec<_>>();
        let matrix = emit_reshape_to(emitter, slice, &sizes)?;
        let is_input = |&&dim: &&usize| dim as i64 != self.dims.kernel_output_feature_dimension;
        let input = features.iter().find(is_input);
        let place = features.iter().position(|dim| Some(dim) == input);
        Some((matrix, place.unwrap_or_default() as i64))
    }
}
