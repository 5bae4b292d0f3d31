//! What plays: this program's own engine with settings, or another program.

use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::eval::network::Network;
use crate::search::{ParamError, Params};

/// An engine of a match, as a text of words like `network=new.mknn hash=4`.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What was written, to tell the two engines apart.
    pub text: String,
    /// Nodes a move, if other than what the match says.
    pub nodes: Option<u64>,
    /// Hash table in megabytes.
    pub hash: usize,
    /// Whether endgame tables are asked.
    pub tables: bool,
    /// The network to evaluate with, if not the built-in one.
    pub network: Option<Arc<Network>>,
    /// By how many centipawns a draw is worse than an even position.
    pub contempt: i32,
    /// The numbers of the search.
    pub params: Arc<Params>,
    /// Another program to play instead of this one's engine.
    pub program: Option<Program>,
}

/// A UCI engine in a process of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options to set, by name and value.
    pub options: Vec<(String, String)>,
}

/// Why a text describes no engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A word is none of those that are known.
    #[error("'{0}': expected {KEYS}")]
    Word(String),
    /// A value is not one that the key takes.
    #[error("'{word}': expected {expected}")]
    Value {
        /// The word.
        word: String,
        /// What the key takes.
        expected: &'static str,
    },
    /// A network can't be loaded.
    #[error("'{word}': {error}")]
    Network {
        /// The word.
        word: String,
        /// Why not.
        error: String,
    },
    /// A number of the search can't be so large or small.
    #[error("'{word}': {error}")]
    Param {
        /// The word.
        word: String,
        /// Why not.
        error: ParamError,
    },
    /// Numbers of the search are for this program's own.
    #[error("'{0}': not with cmd=PROGRAM")]
    ParamOfProgram(String),
    /// Options are for other programs.
    #[error("'{0}': only with cmd=PROGRAM")]
    OptionWithoutProgram(String),
}

/// What words may be.
const KEYS: &str = "network=FILE, tables=on|off, hash=MB, nodes=N, contempt=CP, a search parameter, \
                    cmd=PROGRAM, arg=WORD or option.NAME=VALUE";

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            text: "default".into(),
            nodes: None,
            hash: 16,
            tables: true,
            network: None,
            contempt: 0,
            params: Arc::default(),
            program: None,
        }
    }
}

impl Setup {
    /// The engine that these words describe; none is this program's engine as it is.
    ///
    /// # Errors
    /// Names the word that is wrong and what was expected.
    pub fn new(words: &[String]) -> Result<Setup, SetupError> {
        let mut setup = Setup::default();
        for word in words {
            setup.set(word)?;
        }
        if setup.program.is_some()
            && let Some(word) = words.iter().find(|word| is_param(word))
        {
            return Err(SetupError::ParamOfProgram(word.clone()));
        }
        if !words.is_empty() {
            setup.text = words.join(" ");
        }
        Ok(setup)
    }

    fn set(&mut self, word: &str) -> Result<(), SetupError> {
        let (key, value) = word.split_once('=').ok_or_else(|| SetupError::Word(word.into()))?;
        match key {
            "nodes" => self.nodes = Some(number(word, value, "a number from 1 on")?),
            "hash" => self.hash = number(word, value, "megabytes, from 1 on")?,
            "contempt" => {
                let wrong = || SetupError::Value { word: word.into(), expected: "centipawns" };
                self.contempt = value.parse().map_err(|_| wrong())?;
            }
            "tables" => {
                self.tables = match value {
                    "on" => true,
                    "off" => false,
                    _ => {
                        return Err(SetupError::Value { word: word.into(), expected: "on or off" });
                    }
                };
            }
            "network" => {
                let network = Network::load(value).map_err(|error| SetupError::Network {
                    word: word.into(),
                    error: error.to_string(),
                })?;
                self.network = Some(Arc::from(network));
            }
            "cmd" => self.program.get_or_insert_default().command.insert(0, value.into()),
            _ if Params::default().get(key).is_some() => self.set_param(word, key, value)?,
            _ => return self.set_of_program(word, key, value),
        }
        Ok(())
    }

    fn set_param(&mut self, word: &str, name: &str, value: &str) -> Result<(), SetupError> {
        let wrong = || SetupError::Value { word: word.into(), expected: "a whole number" };
        let value = value.parse().map_err(|_| wrong())?;
        let refused = |error| SetupError::Param { word: word.into(), error };
        Arc::make_mut(&mut self.params).set(name, value).map_err(refused)
    }

    fn set_of_program(&mut self, word: &str, key: &str, value: &str) -> Result<(), SetupError> {
        let option = key.strip_prefix("option.");
        if option.is_none() && key != "arg" {
            return Err(SetupError::Word(word.into()));
        }
        let Some(program) = &mut self.program else {
            return Err(SetupError::OptionWithoutProgram(word.into()));
        };
        match option {
            Some(name) => program.options.push((name.into(), value.into())),
            None => program.command.push(value.into()),
        }
        Ok(())
    }
}

/// Whether a word sets a number of the search.
fn is_param(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| Params::default().get(key).is_some())
}

fn number<T: FromStr + PartialOrd + From<u8>>(
    word: &str,
    value: &str,
    expected: &'static str,
) -> Result<T, SetupError> {
    let number = value.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| SetupError::Value { word: word.into(), expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(text: &str) -> Result<Setup, SetupError> {
        Setup::new(&text.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn words_say_what_plays() {
        let own = setup("tables=off hash=4 nodes=700").unwrap();
        assert_eq!((own.tables, own.hash, own.nodes), (false, 4, Some(700)));
        assert!(own.program.is_none() && own.network.is_none());
        let other = setup("cmd=./other arg=uci option.Use=x=y").unwrap().program.unwrap();
        assert_eq!(other.command, ["./other", "uci"]);
        assert_eq!(other.options, [("Use".to_string(), "x=y".to_string())]);
        assert_eq!(setup("").unwrap().text, "default");
        let tuned = setup("lmr_base=90 hash=4").unwrap();
        assert_eq!(tuned.params.get("lmr_base"), Some(90));
        assert_eq!(setup("").unwrap().params, Arc::default());
    }

    #[test]
    fn wrong_words_are_named() {
        for (text, part) in [
            ("speed=9", "expected network=FILE"),
            ("fast", "expected network=FILE"),
            ("nodes=0", "a number from 1 on"),
            ("hash=much", "megabytes"),
            ("tables=maybe", "on or off"),
            ("network=/nowhere", "/nowhere"),
            ("lmr_base=much", "a whole number"),
            ("contempt=much", "centipawns"),
            ("lmr_base=9000", "lmr_base must be 0 to 200, not 9000"),
            ("lmr_bass=90", "a search parameter"),
            ("lmr_base=90 cmd=./other", "not with cmd=PROGRAM"),
            ("option.Hash=3", "only with cmd=PROGRAM"),
        ] {
            let error = setup(text).unwrap_err().to_string();
            assert!(error.contains(text.split(' ').next().unwrap()), "{error}");
            assert!(error.contains(part), "{error}");
        }
    }
}
