//! karuta as a child process: how to start it, talk to it, stop it, and what it said in the end. Also
//! a folder of its own for every test.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Nothing here takes long, but the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(600);

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ended {
    /// The output of a run that must have gone well.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// The one line of a run that must have been refused.
    #[track_caller]
    pub fn refusal(self) -> String {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.out, "", "a refusal prints nothing else");
        assert_eq!(self.err.lines().count(), 1, "a refusal is one line: {}", self.err);
        assert!(self.err.starts_with("karuta: ") && self.err.ends_with('\n'), "{}", self.err);
        self.err
    }
}

impl Ended {
    /// The one line of a run that found its input to be wrong on the way, when something may have been printed.
    #[track_caller]
    pub fn damage(self) -> String {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.err.lines().count(), 1, "an error is one line: {}", self.err);
        self.err
    }
}

/// karuta with these arguments, not started yet.
pub fn command<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_karuta"));
    command.args(args);
    command
}

/// Runs karuta to its end, without any input.
pub fn karuta<S: AsRef<OsStr>>(args: &[S]) -> Ended {
    Running::start(command(args), "").ended()
}

/// Runs karuta to its end with the lines of `input`.
pub fn karuta_told<S: AsRef<OsStr>>(args: &[S], input: impl AsRef<[u8]>) -> Ended {
    Running::start(command(args), input).ended()
}

/// Runs karuta to its end as in a terminal of so many columns.
pub fn karuta_in<S: AsRef<OsStr>>(width: usize, args: &[S]) -> Ended {
    let mut command = command(args);
    command.env("COLUMNS", width.to_string());
    Running::start(command, "").ended()
}

/// A child that is running.
pub struct Running {
    child: Child,
    out: Listener,
    err: Listener,
}

/// A thread that collects what a child says.
struct Listener {
    heard: Arc<Mutex<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts `command`, writes `input` to it and collects what it says.
    pub fn start(mut command: Command, input: impl AsRef<[u8]>) -> Running {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("karuta starts");
        let mut stdin = child.stdin.take().expect("it was piped");
        let input = input.as_ref().to_vec();
        // A child that ends early does not read everything, and need not.
        thread::spawn(move || stdin.write_all(&input));
        let out = Listener::to(child.stdout.take().expect("it was piped"));
        let err = Listener::to(child.stderr.take().expect("it was piped"));
        Running { child, out, err }
    }

    /// Waits until `holds`, as long as the child runs; `false` if it ended first.
    pub fn until(&mut self, mut holds: impl FnMut(&Running) -> bool) -> bool {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if holds(self) {
                return true;
            }
            if self.child.try_wait().expect("it is ours").is_some() {
                return holds(self);
            }
            assert!(Instant::now() < deadline, "patience is over");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Its standard output so far.
    pub fn out(&self) -> String {
        self.out.text()
    }

    /// Standard error so far.
    pub fn err(&self) -> String {
        self.err.text()
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the child at once, without asking.
    pub fn kill(mut self) {
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it is ours");
    }

    /// Sends what Ctrl-C sends.
    pub fn interrupt(&self) {
        let pid = self.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("there is kill");
        assert!(sent.success(), "the child has ended already");
    }

    /// Waits for the end.
    pub fn ended(self) -> Ended {
        self.ended_after(|_| {})
    }

    /// Sends what Ctrl-C sends again and again until the end.
    pub fn interrupt_until_ended(self) -> Ended {
        self.ended_after(Running::interrupt)
    }

    /// Waits for the end, doing something over and over meanwhile.
    fn ended_after(mut self, meanwhile: impl Fn(&Running)) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                break status;
            }
            // Until it is waited for again its number is its own, even if it has ended meanwhile.
            meanwhile(&self);
            assert!(Instant::now() < deadline, "patience is over");
            thread::sleep(Duration::from_millis(2));
        };
        Ended { code: status.code(), out: self.out.all(), err: self.err.all() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves nothing running behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Listener {
    fn to(mut from: impl Read + Send + 'static) -> Listener {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let note = Arc::clone(&heard);
        let thread = thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = from.read(&mut piece) {
                note.lock().expect("nobody panics with it").extend_from_slice(&piece[..length]);
            }
        });
        Listener { heard, thread: Some(thread) }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().expect("nobody panics with it")).into_owned()
    }

    /// Everything, once the child has ended.
    fn all(&mut self) -> String {
        let thread = self.thread.take().expect("it is asked once");
        thread.join().expect("listening does not panic");
        self.text()
    }
}

/// A folder that is there as long as its test.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("cli-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("the build folder is writable");
        Folder(path)
    }

    /// A path in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the build folder has a plain name").to_string()
    }

    /// Every file with what it holds.
    pub fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).expect("it is ours");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it is ours").path()).collect();
        paths.sort();
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap_or_default())).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is build output, and goes with it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
