//! Writing files whole or not at all.

use std::fs::Permissions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name in the same folder and renames it when it is complete, so
/// that an interruption leaves the old file or the new one.
///
/// # Errors
/// If the folder cannot be written to.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder(path);
    let mut builder = tempfile::Builder::new();
    let mut file = match readable() {
        Some(permissions) => builder.permissions(permissions).tempfile_in(folder)?,
        None => builder.tempfile_in(folder)?,
    };
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes sure that a file can be written there, before hours of work.
///
/// # Errors
/// If the folder cannot be written to.
pub fn check(path: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder(path)).map(drop)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// What new files usually may, before the process's mask; temporary files are private otherwise.
fn readable() -> Option<Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    None
}

/// The name of a file that belongs to `path`: the same with `.extension` behind it.
pub fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.network");
        for contents in ["one", "another"] {
            write(&path, contents.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(check(&path).is_ok() && check(&folder.path().join("no/such")).is_err());
        assert!(write(&folder.path().join("no/such"), b"x").is_err());
        assert_eq!(beside(&path, "svg"), folder.path().join("a.network.svg"));
    }
}
