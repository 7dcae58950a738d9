//! Measures what a running script uses, and stops it at a limit.

use std::cell::Cell;

use rhai::{Dynamic, EvalAltResult, Position};

use super::limits::{Limit, Limits};

/// The number of operations between two reads of the clock.
const LOOK: u64 = 64;

/// The resources that the running script has used, and its limits.
#[derive(Default)]
pub(super) struct Meter {
    pub limits: Limits,
    clock: Cell<Option<fn() -> f64>>,
    gauge: Cell<Option<fn() -> usize>>,
    operations: Cell<u64>,
    /// Bytes of work that do not yet amount to an operation.
    bytes: Cell<u64>,
    /// The number of operations at which the clock is read next. The limit of operations is checked then, too.
    look: Cell<u64>,
    /// The clock, the gauge and the stack position at the beginning of the call.
    began: Cell<(Option<f64>, usize, usize)>,
    /// The limit that was hit. It stays set until the next call, even if a script catches the error.
    hit: Cell<Option<Limit>>,
}

impl Meter {
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Sets the clock, in milliseconds.
    pub fn set_clock(&self, clock: fn() -> f64) {
        self.clock.set(Some(clock));
    }

    /// Sets the gauge, which returns the number of bytes of memory in use.
    pub fn set_gauge(&self, gauge: fn() -> usize) {
        self.gauge.set(Some(gauge));
    }

    /// Resets the meter for a new call.
    pub fn begin(&self) {
        self.operations.set(0);
        self.bytes.set(0);
        // The clock is first read after some operations: most calls end before.
        self.look.set(LOOK.min(self.limits.operations.saturating_add(1)));
        self.hit.set(None);
        self.began.set((None, self.gauge.get().map_or(0, |gauge| gauge()), stack()));
    }

    /// Returns the limit that the call has hit, if any.
    pub fn hit(&self) -> Option<Limit> {
        self.hit.get()
    }

    /// Runs `load`, whose result is kept for other calls, too. Its time and memory are not charged, because the outcome
    /// of a call must not depend on whether it is the first one.
    pub fn without_charge<T>(&self, load: impl FnOnce() -> T) -> T {
        let now = || self.clock.get().map(|clock| clock());
        let used = || self.gauge.get().map_or(0, |gauge| gauge());
        let (clock, memory) = (now(), used());
        let loaded = load();
        let (began, at_first, base) = self.began.get();
        let began = began.zip(clock.zip(now())).map(|(began, (before, after))| began + (after - before)).or(began);
        self.began.set((began, at_first.wrapping_add(used()).wrapping_sub(memory), base));
        loaded
    }

    /// Counts an operation. Returns `Some` if the script must stop.
    pub fn count(&self) -> Option<Dynamic> {
        let operations = self.operations.get() + 1;
        self.operations.set(operations);
        self.check(operations).map(|limit| {
            self.hit.set(Some(limit));
            self.look.set(0);
            Dynamic::UNIT
        })
    }

    /// Like [`Meter::count`], for an operation of an expression.
    ///
    /// # Errors
    /// Returns an error if a limit is hit.
    pub fn step(&self) -> Result<(), Box<EvalAltResult>> {
        match self.count() {
            None => Ok(()),
            Some(_) => Err(self.stop(Limit::Operations)),
        }
    }

    /// Checks, without counting, whether a limit is hit.
    pub fn check_limits(&self) -> Option<Limit> {
        self.look.set(0);
        let limit = self.check(self.operations.get());
        self.hit.set(self.hit.get().or(limit));
        limit
    }

    fn check(&self, operations: u64) -> Option<Limit> {
        // One operation can take much stack or memory, so both are checked at each one.
        let (_, memory, base) = self.began.get();
        if base.abs_diff(stack()) > self.limits.stack {
            return Some(self.hit.get().unwrap_or(Limit::Stack));
        }
        // Memory may also shrink below its size at the beginning of the call.
        let grown = |gauge: fn() -> usize| gauge().wrapping_sub(memory).cast_signed();
        if self.gauge.get().is_some_and(|gauge| grown(gauge) > self.limits.memory.cast_signed()) {
            return Some(self.hit.get().unwrap_or(Limit::Memory));
        }
        if operations >= self.look.get() { self.check_rare_limits(operations) } else { None }
    }

    /// Checks the limits that need not be checked each time.
    fn check_rare_limits(&self, operations: u64) -> Option<Limit> {
        if self.hit.get().is_some() {
            return self.hit.get();
        }
        self.look.set((operations + LOOK).min(self.limits.operations.saturating_add(1)));
        if operations > self.limits.operations {
            return Some(Limit::Operations);
        }
        let now = self.clock.get()?();
        let (began, memory, base) = self.began.get();
        self.began.set((began.or(Some(now)), memory, base));
        (now - began.unwrap_or(now) > self.limits.milliseconds).then_some(Limit::Time)
    }

    /// Charges the work of a function that is about to process `length` bytes or elements, as operations.
    ///
    /// # Errors
    /// Returns an error if a limit is hit, before the work is done.
    pub fn charge(&self, length: usize) -> Result<(), Box<EvalAltResult>> {
        /// Bytes that a function processes in the time of one operation.
        const WORTH: u64 = 64;
        /// The number of operations of work before which the clock is read.
        const LONG: u64 = 1024;
        let bytes = self.bytes.get().saturating_add(length as u64);
        let worth = bytes / WORTH;
        self.bytes.set(bytes % WORTH);
        if worth == 0 {
            return Ok(());
        }
        self.operations.set(self.operations.get().saturating_add(worth));
        if worth >= LONG {
            self.look.set(0);
        }
        match self.check(self.operations.get()) {
            Some(limit) => Err(self.stop(limit)),
            None => Ok(()),
        }
    }

    /// Returns the error that stops the script because a limit is hit. A script cannot catch it.
    pub fn stop(&self, limit: Limit) -> Box<EvalAltResult> {
        let limit = self.hit.get().unwrap_or(limit);
        self.hit.set(Some(limit));
        self.look.set(0);
        EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into()
    }
}

/// Returns the approximate position of the stack.
#[inline(never)]
fn stack() -> usize {
    let marker = 0_u8;
    std::hint::black_box(std::ptr::from_ref(&marker)).addr()
}
