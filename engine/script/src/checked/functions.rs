//! A macro that registers functions for scripts.

/// The values of `pure`: a function that only reads its first argument can be called on a constant.
#[expect(non_upper_case_globals, reason = "words of the tables of functions")]
pub(crate) mod purity {
    /// The first argument does not change.
    pub const reads: bool = true;
    /// The first argument may change.
    pub const changes: bool = false;
}

/// Registers functions with an engine: `"name" reads (state, argument: Type, …) { body }`, or `changes` if the first
/// argument may change. A body returns an [`Outcome`](crate::complaint::Outcome). A function may have several names:
/// `"name" | "alias" reads …`.
macro_rules! functions {
    ($engine:expr, $state:expr, $(
        $($name:literal)|+ $purity:ident ($owner:ident $(, $argument:ident: $kind:ty)* $(,)?) $body:block
    )*) => {
        $(for name in [$($name),+] {
            let $owner = std::rc::Rc::clone($state);
            rhai::FuncRegistration::new(name)
                .with_purity($crate::checked::purity::$purity)
                .register_into_engine(
                    $engine,
                    move |$($argument: $kind),*| -> $crate::complaint::Outcome<_> { $body },
                );
        })*
    };
}
