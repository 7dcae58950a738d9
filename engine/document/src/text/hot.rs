//! Loops over whole documents, and how they get the better of two translations.

/// Returns `function`, called through a pointer that the compiler cannot see through.
///
/// Engines of WebAssembly begin with code that is made quickly and runs slowly, and change to better code only when a
/// function is called again. A loop over a whole document therefore belongs into a function that does some thousand
/// steps, called again and again, and not merged into its caller by the compiler or the optimiser behind it.
pub fn called_again<F>(function: F) -> F {
    std::hint::black_box(function)
}
