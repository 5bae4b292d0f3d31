//! A conversation with the real engine, in which nothing waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before it counts as never. No test may measure time by the wall, as
/// test machines are busy: see [`Engine::processor_time`].
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The engine as a child process.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
}

impl Engine {
    /// Starts the engine without a word.
    pub fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mekong"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("piped");
        let mut errors = child.stderr.take().expect("piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Engine { child, input, lines, errors: Some(errors) }
    }

    /// Starts the engine and speaks UCI with it.
    pub fn uci() -> Engine {
        let mut engine = Engine::start();
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    /// Starts the engine and speaks XBoard's protocol with it.
    pub fn xboard() -> Engine {
        let mut engine = Engine::start();
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        engine
    }

    /// Megabytes of memory that the engine's process occupies.
    #[cfg(target_os = "linux")]
    pub fn resident_megabytes(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the engine runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a number");
        line.split_whitespace().nth(1).expect("a number").parse::<usize>().expect("a number") >> 10
    }

    /// Processor time that the engine has used, in all its threads. Unlike time by the wall it does
    /// not grow because other programs run. Known in steps of 10 ms, and only on Linux; elsewhere it
    /// stands still, so that bounds on it hold.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let Ok(stat) = stat else { return Duration::ZERO };
        // The name in parentheses may hold blanks; user and system time are the 12th and 13th
        // field behind it.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: Vec<u64> =
            fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
        Duration::from_millis(10 * ticks.iter().sum::<u64>())
    }

    /// Does something with the engine, and checks that it takes the engine no more processor time
    /// than `most`.
    #[track_caller]
    pub fn costs_at_most<T>(
        &mut self,
        most: Duration,
        what: &str,
        act: impl FnOnce(&mut Engine) -> T,
    ) -> T {
        let before = self.processor_time();
        let outcome = act(self);
        let cost = self.processor_time().saturating_sub(before);
        assert!(cost <= most, "{what}: {cost:?} of processor time, at most {most:?}");
        outcome
    }

    /// Sends a line, or several.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line within `time`.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// All lines up to the first that begins with `start`.
    #[track_caller]
    pub fn until(&self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.line_within(deadline.saturating_duration_since(Instant::now())) {
                Some(line) => {
                    let found = line.starts_with(start);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                None => panic!("no '{start}' after {lines:#?}"),
            }
        }
    }

    /// The first line that begins with `start`; those before it are dropped.
    #[track_caller]
    pub fn find(&self, start: &str) -> String {
        self.until(start).pop().expect("until ends with a line")
    }

    /// Sends a command and returns everything up to the line that begins with `start`.
    #[track_caller]
    pub fn ask(&mut self, command: &str, start: &str) -> Vec<String> {
        self.send(command);
        self.until(start)
    }

    /// Everything that comes before the answer to `isready`.
    #[track_caller]
    pub fn sync(&mut self) -> Vec<String> {
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
    }

    /// Everything that comes before the answer to a ping.
    #[track_caller]
    pub fn pong(&mut self) -> Vec<String> {
        let mut lines = self.ask("ping 77", "pong 77");
        lines.pop();
        lines
    }

    /// The FEN on the board (UCI).
    #[track_caller]
    pub fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.sync();
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| panic!("no FEN in {lines:#?}")).to_owned()
    }

    /// Lines that come within `time`.
    pub fn lines_within(&self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line_within(deadline.saturating_duration_since(Instant::now()))
        {
            lines.push(line);
        }
        lines
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end; how it ended and what it said on standard error.
    #[track_caller]
    pub fn wait(&mut self) -> (ExitStatus, String) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                let errors = self.errors.take().map(|thread| thread.join().unwrap());
                return (status, errors.unwrap_or_default());
            }
            assert!(Instant::now() < deadline, "the engine does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends `quit` and checks that the engine leaves in peace.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        self.check_end();
    }

    /// Checks that the engine ends by itself, successfully and without complaints.
    #[track_caller]
    pub fn check_end(&mut self) {
        let (status, errors) = self.wait();
        assert!(status.success(), "{status}: {errors}");
        assert_eq!(errors, "");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
