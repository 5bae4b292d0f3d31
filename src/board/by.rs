//! Arrays that hold one element for each colour, kind, piece or square, and are indexed by it.

use std::ops::{Index, IndexMut};

use super::{Colour, Kind, Piece, Square};

macro_rules! array_by {
    ($name:ident, $key:ident, $length:expr, $what:literal) => {
        #[doc = concat!("One `T` for each ", $what, ", indexed by it.")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub struct $name<T>(pub [T; $length]);

        impl<T: Copy> $name<T> {
            #[doc = concat!("The same for each ", $what, ".")]
            #[inline]
            pub const fn all(value: T) -> $name<T> {
                $name([value; $length])
            }
        }

        impl<T: Copy + Default> Default for $name<T> {
            #[inline]
            fn default() -> $name<T> {
                $name::all(T::default())
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;
            #[inline(always)]
            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            #[inline(always)]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

array_by!(ByColour, Colour, 2, "colour");
array_by!(ByKind, Kind, Kind::COUNT, "kind of piece");
array_by!(ByPiece, Piece, Piece::CODES, "piece");
array_by!(BySquare, Square, 64, "square");

impl<T> ByColour<T> {
    /// What `value` says for White and for Black.
    #[inline]
    pub fn from_fn(value: impl FnMut(Colour) -> T) -> ByColour<T> {
        ByColour(Colour::BOTH.map(value))
    }
}
