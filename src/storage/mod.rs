//! What readers and writers of files have in common.

mod bytes;
mod format;
mod write;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

pub use bytes::Bytes;
pub use format::{Format, FormatFlaw, seal, unseal};
pub use write::{beside, check, write};

/// Opens a file to read. Only a regular one: a pipe or a device may keep whoever reads it waiting for
/// ever, or never end.
///
/// # Errors
/// If there is none, it is of another kind, or it can't be opened.
pub fn open(path: &Path) -> io::Result<File> {
    // Before it is opened, which waits where a pipe has no writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// Reads a file that has at most `limit` bytes.
///
/// # Errors
/// As for [`open`], if it is longer, or if it can't be read.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let what = format!("longer than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_limited_length_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(read(&path, 4).unwrap_err().to_string().contains("longer than 4 bytes"));
        assert!(read(folder.path(), 9).unwrap_err().to_string().contains("not a regular file"));
        assert!(read(&folder.path().join("none"), 9).is_err());
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 9).is_err());
    }
}
