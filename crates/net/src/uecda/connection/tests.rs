//! Tests of `connection`.

use super::*;
use std::net::TcpListener;

fn ends() -> (Connection, TcpStream, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let far = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    let stop = Arc::new(AtomicBool::new(false));
    let (near, _) = listener.accept().expect("somebody connects");
    (Connection::new(near, Arc::clone(&stop)).expect("a stream"), far, stop)
}

#[test]
fn pieces_make_a_message() {
    let (mut line, mut far, _) = ends();
    far.write_all(&[1, 2]).expect("it is open");
    far.write_all(&[3, 4]).expect("it is open");
    let mut got = [0; 4];
    line.receive(&mut got, Duration::from_secs(5)).expect("four bytes");
    assert_eq!(got, [1, 2, 3, 4]);
}

#[test]
fn silence_closing_and_interruption_are_told_apart() {
    let (mut line, mut far, stop) = ends();
    far.write_all(&[1]).expect("it is open");
    let mut got = [0; 4];
    let error = line.receive(&mut got, Duration::from_millis(1)).expect_err("a piece");
    assert_eq!(error.to_string(), "1 of 4 bytes within 0.001 s");
    stop.store(true, Ordering::Relaxed);
    let error = line.receive(&mut got, Duration::from_secs(60)).expect_err("interrupted");
    assert!(matches!(error, ConnectionError::Stopped), "{error}");
    stop.store(false, Ordering::Relaxed);
    drop(far);
    let error = line.receive(&mut got, Duration::from_secs(60)).expect_err("closed");
    assert!(matches!(error, ConnectionError::Closed), "{error}");
}

#[test]
fn a_reader_who_never_reads_is_given_up() {
    let (mut line, _far, _) = ends();
    let much = vec![0; 1 << 26];
    let error = line.send(&much, Duration::from_millis(1)).expect_err("nobody reads");
    assert!(matches!(error, ConnectionError::Silent { .. }), "{error}");
}

#[test]
fn what_comes_unasked_is_thrown_away() {
    let (mut line, mut far, _) = ends();
    assert_eq!(line.clear(), 0);
    far.write_all(&[7; 3000]).expect("it is open");
    let mut got = [0; 1];
    line.receive(&mut got, Duration::from_secs(5)).expect("it has come");
    assert_eq!(line.clear(), 2999);
    far.write_all(&[8]).expect("it is open");
    line.receive(&mut got, Duration::from_secs(5)).expect("waiting works again");
    assert_eq!(got, [8]);
}
