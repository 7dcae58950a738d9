//! Progress of long work: the host is notified regularly while a script is running, and about each test of a test run.

use std::cell::{Cell, RefCell};

use assay_engine::check::AtTest;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::panics;

/// The interval, in milliseconds, at which a running script is reported.
const EVERY: f64 = 100.0;

#[wasm_bindgen]
extern "C" {
    /// A listener from JavaScript. It must not throw.
    #[wasm_bindgen(typescript_type = "{ working(): void; testing(done: number, total: number): void }")]
    pub type HostListener;

    #[wasm_bindgen(method)]
    fn working(this: &HostListener);

    #[wasm_bindgen(method)]
    fn testing(this: &HostListener, done: usize, total: usize);

    /// Returns the number of milliseconds since the page was opened or the process began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static HOST: RefCell<Option<HostListener>> = const { RefCell::new(None) };
    static LAST_CALL: Cell<f64> = const { Cell::new(0.0) };
}

/// Sets the JavaScript listener for running scripts and tests.
#[wasm_bindgen(js_name = setListener)]
pub fn set_listener(listener: HostListener) {
    HOST.set(Some(listener));
}

/// Returns the time, by which running scripts check their time limit.
pub fn clock() -> f64 {
    let now = now();
    // Scripts read the clock often, and each call of the listener takes time.
    if now - LAST_CALL.get() > EVERY {
        LAST_CALL.set(now);
        notify(HostListener::working);
    }
    now
}

/// Reports the test that is run next, and stores it for JavaScript in case the instance ends in it.
pub fn report_test(at: &AtTest<'_>) {
    panics::keep_test(at.path, at.name);
    notify(|host| host.testing(at.done, at.total));
}

fn notify(what: impl FnOnce(&HostListener)) {
    HOST.with_borrow(|host| host.as_ref().map(what));
}
