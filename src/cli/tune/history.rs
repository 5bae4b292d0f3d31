//! The file of a run: what it is, and the numbers after each iteration.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use mekong::storage;

use crate::cli::Failure;

/// Bytes that the file of a run may have.
const MAX_HISTORY: u64 = 1 << 30;

/// An iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Games won less games lost by the first player.
    pub result: f64,
    /// The numbers after it.
    pub values: Vec<f64>,
}

/// A run so far; the row of number 0 is what it began with.
pub struct History {
    file: File,
    /// The iterations.
    pub rows: Vec<Row>,
}

impl History {
    /// Begins a file, or goes on with one of the same heading after its last whole line.
    pub fn open(path: &Path, heading: &str, resume: bool) -> Result<History, Failure> {
        let fail =
            |what: &dyn std::fmt::Display| Failure::Input(format!("{}: {what}", path.display()));
        if !(resume && path.exists()) {
            let mut file = File::create(path).map_err(|error| fail(&error))?;
            file.write_all(heading.as_bytes())?;
            return Ok(History { file, rows: Vec::new() });
        }
        let bytes = storage::read(path, MAX_HISTORY).map_err(|error| fail(&error))?;
        let text = String::from_utf8(bytes).map_err(|error| fail(&error))?;
        // An interruption may have torn the last line.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let Some(body) = whole.strip_prefix(heading) else {
            return Err(fail(&"this is the file of another run"));
        };
        let numbers = heading.lines().last().map_or(0, |names| names.split('\t').count());
        let rows: Option<Vec<Row>> = body
            .lines()
            .enumerate()
            .map(|(number, line)| read_row(line, number, numbers))
            .collect();
        let rows = rows.ok_or_else(|| fail(&"a line is damaged"))?;
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().append(true).open(path)?;
            file.set_len(whole.len() as u64)?;
            file.flush()?;
            Ok(file)
        };
        Ok(History { file: open().map_err(|error| fail(&error))?, rows })
    }

    /// Number of iterations that are done.
    pub fn done(&self) -> u32 {
        self.rows.len().saturating_sub(1) as u32
    }

    /// The numbers now.
    pub fn values(&self) -> &[f64] {
        self.rows.last().map_or(&[], |row| &row.values)
    }

    /// Writes an iteration down.
    pub fn push(&mut self, row: Row) -> Result<(), Failure> {
        let mut line = format!("{}\t{}", self.rows.len(), row.result);
        for value in &row.values {
            line += &format!("\t{value}");
        }
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.rows.push(row);
        Ok(())
    }
}

/// The row of that number, if the line is it: so many numbers, of which the first is the row's.
fn read_row(line: &str, number: usize, numbers: usize) -> Option<Row> {
    let mut words = line.split('\t');
    let is_next = words.next()?.parse() == Ok(number);
    let result = words.next()?.parse().ok()?;
    let values: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    let is_whole = values.len() + 2 == numbers && values.iter().all(|value| value.is_finite());
    (is_next && is_whole).then_some(Row { result, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: &str = "# a run\niteration\tresult\ta\tb\n";

    #[test]
    fn runs_go_on_after_the_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let rows: Vec<Row> = (0..4)
            .map(|number| Row { result: -1.0, values: vec![0.1 + f64::from(number), 1.0 / 3.0] })
            .collect();
        let mut history = History::open(&path, HEADING, true).ok().unwrap();
        for row in &rows {
            history.push(row.clone()).ok().unwrap();
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        for cut in HEADING.len()..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut history = History::open(&path, HEADING, true).ok().unwrap();
            assert_eq!(history.rows, rows[..history.rows.len()]);
            for row in &rows[history.rows.len()..] {
                history.push(row.clone()).ok().unwrap();
            }
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        }
    }

    #[test]
    fn other_runs_and_damaged_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        for text in ["", "# another\n", "# a run\niteration\tresult\ta\tb\n1\t0\t1\t2\n"]
            .into_iter()
            .map(String::from)
            .chain(
                ["0\t0\t1\n", "0\t0\t1\tnan\n", "0\tx\t1\t2\n"]
                    .map(|row| HEADING.to_string() + row),
            )
        {
            std::fs::write(&path, &text).unwrap();
            assert!(History::open(&path, HEADING, true).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
