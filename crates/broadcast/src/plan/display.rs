//! Plans as text, one line per result dim and operand.

use super::{Broadcast, Participant, Plan};
use std::fmt::{self, Display, Formatter};

impl Display for Participant {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "operand #{} dim {}", self.operand, self.dim)
    }
}

impl Display for Broadcast {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => formatter.write_str("unchanged"),
            Self::Static => formatter.write_str("static broadcast"),
            Self::Padded(dims) if dims.is_empty() => formatter.write_str("bounded broadcast"),
            Self::Padded(dims) => write!(formatter, "padded broadcast, sizes of {dims:?} set"),
            Self::Dynamic {
                expanding,
                nonexpanding,
                open,
            } => {
                formatter.write_str("dynamic broadcast")?;
                if !expanding.is_empty() {
                    write!(formatter, ", expanding {expanding:?}")?;
                }
                if !nonexpanding.is_empty() {
                    write!(formatter, ", not expanding {nonexpanding:?}")?;
                }
                if !open.is_empty() {
                    write!(formatter, ", type open in {open:?}")?;
                }
                Ok(())
            }
        }
    }
}

impl Display for Plan {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (index, dim) in self.dims.iter().enumerate() {
            write!(formatter, "dim {index}: {}", dim.extent)?;
            for guard in &dim.guards {
                write!(formatter, "; guard: {guard}")?;
            }
            writeln!(formatter)?;
        }
        for (index, broadcast) in self.broadcasts.iter().enumerate() {
            writeln!(formatter, "operand #{index}: {broadcast}")?;
        }
        Ok(())
    }
}
