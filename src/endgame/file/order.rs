//! The order of a block's entries: in memory row by row, in files column by column.
//!
//! From one row to the next a piece takes a step, which changes a distance less often than a step of
//! the weak king does. So files are a quarter smaller than with entries row by row.

use super::super::layout::ROW;

/// Columns and rows that are exchanged at a time, which the first cache holds.
const TILE: usize = 64;

/// The entries column by column, from those row by row.
pub(super) fn by_columns(entries: &[u8]) -> Vec<u8> {
    transposed(entries, ROW)
}

/// The entries row by row, from those column by column.
pub(super) fn by_rows(entries: &[u8]) -> Vec<u8> {
    transposed(entries, entries.len() / ROW)
}

/// A matrix with rows of this length, its rows and columns exchanged.
fn transposed(matrix: &[u8], width: usize) -> Vec<u8> {
    let height = matrix.len() / width.max(1);
    let mut out = vec![0; matrix.len()];
    for top in (0..height).step_by(TILE) {
        for left in (0..width).step_by(TILE) {
            for row in top..height.min(top + TILE) {
                for column in left..width.min(left + TILE) {
                    out[column * height + row] = matrix[row * width + column];
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for rows in [0, 1, 63, 64, 100, 256] {
            let entries: Vec<u8> = (0..rows * ROW).map(|i| (i * i / 7) as u8).collect();
            let columns = by_columns(&entries);
            assert_eq!(by_rows(&columns), entries);
            for i in 0..entries.len() {
                assert_eq!(columns[i % ROW * rows + i / ROW], entries[i]);
            }
        }
    }
}
