//! Sharing work between threads.

use std::sync::Mutex;
use std::thread;

use crate::resources;

/// Tasks that several threads take from the front.
#[derive(Debug)]
pub struct Tasks<I>(Mutex<I>);

impl<I: Iterator> Tasks<I> {
    /// To be taken in this order.
    pub fn new(tasks: impl IntoIterator<IntoIter = I>) -> Tasks<I> {
        Tasks(Mutex::new(tasks.into_iter()))
    }

    /// Takes the next task; `None` when there are no more, or a thread has failed while it took one.
    pub fn take(&self) -> Option<I::Item> {
        self.0.lock().ok()?.next()
    }
}

/// Lets up to `threads` threads, this one among them, do all tasks. A thread that the system refuses
/// is made up for by the others.
pub fn share<I: Iterator<Item: Send> + Send>(
    threads: usize,
    tasks: impl IntoIterator<IntoIter = I>,
    work: impl Fn(I::Item) + Sync,
) {
    let tasks = Tasks::new(tasks);
    let work_on = || std::iter::from_fn(|| tasks.take()).for_each(&work);
    thread::scope(|scope| {
        // Without helpers this thread does it all.
        let _ = resources::start(scope, threads.saturating_sub(1), || work_on);
        work_on();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for threads in [0, 1, 3] {
            let sum = AtomicU64::new(0);
            share(threads, 0..1_000u64, |task| {
                sum.fetch_add(task * task, Ordering::Relaxed);
            });
            let expected: u64 = (0..1_000).map(|task| task * task).sum();
            assert_eq!(sum.into_inner(), expected);
        }
        let tasks = Tasks::new([7]);
        assert_eq!((tasks.take(), tasks.take()), (Some(7), None));
    }
}
