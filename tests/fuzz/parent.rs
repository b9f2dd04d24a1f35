//! The process that starts children and reports their faults.

use crate::{
    child::{KEEP, Message, SHARE, Share},
    target::Target,
};
use std::{
    env,
    io::{BufRead, BufReader, Read},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// The number of inputs in a run of the test suite, for all targets together.
const RUNS: u64 = 3_000;
/// The number of inputs that a child runs.
const BATCH: u64 = 4_000;
/// The time that an input may take before its processor time is checked.
const TIMEOUT: Duration = Duration::from_secs(100);
/// The processor time that it may use from then on, and the interval of checks: on a busy
/// machine, it may take long with little processor time.
const PROCESSOR_TIME: Duration = Duration::from_secs(30);
const MAXIMUM_WAITS: u32 = 20;
/// The maximum growth of a child's memory after its first inputs, in KiB.
const MAXIMUM_GROWTH: u64 = 96 << 10;
/// The number of inputs after which its memory is the reference.
const WARM_UP: u64 = 1_000;
/// The number of faults after which the run stops.
const MAXIMUM_FAULTS: usize = 10;

/// Runs a target's inputs; the environment sets their number.
pub fn check(target: Target) {
    let seed = number_from("BCAST_LOWER_FUZZ_SEED").unwrap_or(1);
    let (first, end) = match number_from("BCAST_LOWER_FUZZ_ONLY") {
        Some(number) => (number, number + 1),
        None => {
            let runs = number_from("BCAST_LOWER_FUZZ_RUNS").unwrap_or(RUNS);
            (0, (runs * target.share() / 1_000).max(1))
        }
    };
    let mut report = Report::default();
    let start = Instant::now();
    let mut share = Share {
        target,
        seed,
        first,
        end,
    };
    while share.first < end && report.faults.len() < MAXIMUM_FAULTS {
        share.end = end.min(share.first + BATCH);
        share.first = run_child(share, &mut report);
    }
    let text = format!(
        "{}: {} inputs of seed {seed} in {:.0} s; a process grew by {} KiB at most\n{}",
        target.name(),
        share.first - first,
        start.elapsed().as_secs_f64(),
        report.growth,
        report.faults.concat()
    );
    assert!(report.faults.is_empty(), "{text}");
    println!("{text}");
}

fn number_from(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().expect("the variable is a number"))
}

#[derive(Default)]
struct Report {
    faults: Vec<String>,
    growth: u64,
}

impl Report {
    fn add(&mut self, share: Share, number: u64, fault: &str) {
        let (name, seed) = (share.target.name(), share.seed);
        let mut text = format!(
            "input {number}: {fault}\n  again: scripts/fuzz {name} --seed {seed} --only {number}\n"
        );
        if let Some(path) = keep(share, number) {
            text += &format!("  input: {}\n", path.display());
        }
        eprintln!("{text}");
        self.faults.push(text);
    }
}

/// Runs inputs in a child; returns the first one that it has not reached.
fn run_child(share: Share, report: &mut Report) -> u64 {
    let mut child = command(share)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this program can start itself");
    let stderr = last_words(&mut child);
    let messages = listen(&mut child);
    let mut current = None;
    let mut usual = None;
    let mut start = Instant::now();
    let mut waits = Waits::default();
    let is_hanging = loop {
        match messages.recv_timeout(TIMEOUT) {
            Ok(Message::Begin(number)) => {
                current = Some(number);
                start = Instant::now();
                waits = Waits::default();
            }
            Ok(Message::Fault(fault)) => report.add(share, current.unwrap_or(share.first), &fault),
            Ok(Message::Memory(size)) => {
                let number = current.unwrap_or(share.first);
                if number >= share.first + WARM_UP {
                    let growth = size.saturating_sub(*usual.get_or_insert(size));
                    report.growth = report.growth.max(growth);
                }
            }
            Ok(Message::End) => {
                child.wait().expect("the child can be waited for");
                if report.growth > MAXIMUM_GROWTH {
                    let fault = format!("memory leaks: {} KiB more than before", report.growth);
                    report.add(share, share.first, &fault);
                }
                return share.end;
            }
            Err(RecvTimeoutError::Timeout) if !waits.is_over(child.id()) => {}
            Err(RecvTimeoutError::Timeout) => break true,
            Err(RecvTimeoutError::Disconnected) => break false,
        }
    };
    if is_hanging {
        child.kill().expect("the child can be killed");
    }
    let status = child.wait().expect("the child can be waited for");
    let words = stderr.join().expect("reading does not panic");
    let number = current.unwrap_or_else(|| panic!("the child does not start: {status}\n{words}"));
    let fault = match status.signal() {
        _ if is_hanging => format!("no end after {} s", start.elapsed().as_secs()),
        Some(signal) => format!("signal {signal}\n{words}"),
        None => format!("{status}\n{words}"),
    };
    report.add(share, number, &fault);
    number + 1
}

/// The processor time of an input while the parent waits.
#[derive(Default)]
struct Waits {
    count: u32,
    processor_time: Option<Duration>,
}

impl Waits {
    fn is_over(&mut self, group: u32) -> bool {
        self.count += 1;
        let now = processor_time(group);
        let first = *self.processor_time.get_or_insert(now);
        self.count == MAXIMUM_WAITS || now.saturating_sub(first) >= PROCESSOR_TIME
    }
}

/// Returns the processor time of the processes of a group, including their finished children.
fn processor_time(group: u32) -> Duration {
    let mut ticks = 0;
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The fields from the third one on, which follow the name; the name may contain spaces.
        let Some((_, fields)) = stat.rsplit_once(") ") else {
            continue;
        };
        let fields = fields.split(' ').collect::<Vec<_>>();
        if fields.get(2) == Some(&group.to_string().as_str()) {
            let times = fields.iter().skip(11).take(4);
            ticks += times
                .filter_map(|time| time.parse::<u64>().ok())
                .sum::<u64>();
        }
    }
    // Linux counts hundredths of a second here on every machine.
    Duration::from_millis(ticks * 10)
}

fn command(share: Share) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command
        .args(["--exact", "child_process", "--ignored", "--nocapture"])
        .env(SHARE, share.format())
        .stdin(Stdio::null())
        // Processes that it starts are counted too.
        .process_group(0);
    command
}

fn listen(child: &mut Child) -> Receiver<Message> {
    let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in stdout.split(b'\n').map_while(Result::ok) {
            let message = Message::receive(&String::from_utf8_lossy(&line));
            if message.is_some_and(|message| sender.send(message).is_err()) {
                return;
            }
        }
    });
    receiver
}

/// Reads a child's standard error; keeps the end.
fn last_words(child: &mut Child) -> thread::JoinHandle<String> {
    let mut stderr = child.stderr.take().expect("it is piped");
    thread::spawn(move || {
        let mut kept = vec![];
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = stderr.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..length]);
            if kept.len() > 16 << 10 {
                kept.drain(..8 << 10);
            }
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// Saves an input in a file, because a child can die before it reports it.
fn keep(share: Share, number: u64) -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    std::fs::create_dir_all(&directory).ok()?;
    let name = format!("{}-{}-{number}", share.target.name(), share.seed);
    let path = directory.join(name);
    let one = Share {
        first: number,
        end: number + 1,
        ..share
    };
    let mut child = command(one)
        .env(KEEP, &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // After saving the input, the child may hang on it.
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() && start.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().ok()?;
    child.wait().ok()?;
    path.exists().then_some(path)
}
