//! Loops over whole documents in WebAssembly, which compiles a function twice.

/// Returns `function` as a pointer, which the compiler cannot inline.
///
/// WebAssembly engines first compile a function quickly to slow code, and switch to better code only at a later call. A
/// loop over a whole document should therefore be in a function that runs some thousand steps and is called repeatedly.
/// The compiler and the optimiser must not inline this function.
pub fn without_inlining<F>(function: F) -> F {
    std::hint::black_box(function)
}
