//! Libraries of functions, which scripts import by name.

use assay_document::text::{Fault, IssueCode, Span};

use super::words::{ScriptToken, tokens};

/// The libraries that come with the engine, by name.
const BUILTIN: &[(&str, &str)] = &[
    ("condfunc", include_str!("../../../rules/lib/condfunc.rhai")),
    ("g83_runner", include_str!("../../../rules/lib/g83_runner.rhai")),
    ("messiah_condfunc", include_str!("../../../rules/lib/messiah_condfunc.rhai")),
];

/// The available libraries by name, with their texts; built-in libraries are always included.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    libraries: Vec<Library>,
}

/// A library that is not compiled.
#[derive(Clone, Debug)]
pub(super) struct Library {
    pub name: String,
    pub path: String,
    pub text: String,
}

impl Libraries {
    /// Adds the library `name` from the file at `path`. It replaces an earlier library of that name.
    pub fn add(&mut self, name: &str, path: &str, text: String) {
        self.libraries.retain(|library| library.name != name);
        self.libraries.push(Library { name: name.to_owned(), path: path.to_owned(), text });
    }

    /// Returns the names of the libraries that a script imports, each with its place in the script, including the
    /// quotes. Imports with a computed name are not found.
    pub fn imports(text: &str) -> Vec<(String, Span)> {
        let tokens = tokens(text);
        let import = |pair: &[ScriptToken<'_>]| match pair {
            [ScriptToken::Word("import", _), ScriptToken::Quoted(name, span)] => Some(((*name).to_owned(), *span)),
            _ => None,
        };
        tokens.windows(2).filter_map(import).collect()
    }

    /// Returns the names under which a script imports libraries.
    pub(super) fn aliases(text: &str) -> Vec<&str> {
        let tokens = tokens(text);
        let alias = |four: &[ScriptToken<'_>]| match four {
            [
                ScriptToken::Word("import", _),
                ScriptToken::Quoted(..),
                ScriptToken::Word("as", _),
                ScriptToken::Word(_, span),
            ] => Some(*span),
            _ => None,
        };
        tokens.windows(4).filter_map(alias).map(|span| &text[span.range()]).collect()
    }

    /// Returns the text of the built-in library `name`.
    pub fn builtin(name: &str) -> Option<&'static str> {
        BUILTIN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Returns the library of that name: an added library, or else a built-in one.
    pub(super) fn find(&self, name: &str) -> Option<Library> {
        let builtin = || {
            let path = format!("rules/lib/{name}.rhai (built in)");
            Some(Library { name: name.to_owned(), path, text: Self::builtin(name)?.to_owned() })
        };
        self.libraries.iter().find(|library| library.name == name).cloned().or_else(builtin)
    }

    /// Returns the fault of the name of a library that does not exist.
    pub(super) fn missing_fault(&self, code: IssueCode, name: &str, span: Span) -> Fault {
        let fault = Fault::new(code, format!("there is no library `{name}`"), span);
        let help = format!("a library is a file `lib/{name}.rhai` beside the rule file");
        fault.help(help).suggest_nearest(name, self.names())
    }

    /// Returns the names of all libraries, added ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.libraries.iter().map(|library| library.name.as_str()).chain(BUILTIN.iter().map(|(name, _)| *name))
    }
}

#[cfg(test)]
mod tests {
    use super::{BUILTIN, Libraries};

    #[test]
    fn built_in_names_are_unique() {
        for (at, (name, text)) in BUILTIN.iter().enumerate() {
            assert!(BUILTIN[..at].iter().all(|(other, _)| other != name) && !text.is_empty(), "{name}");
        }
    }

    #[test]
    fn imports_are_found_in_code_only() {
        for (text, expected) in [
            ("import \"a\" as a; import \"b/c\" as c;", &["a", "b/c"][..]),
            ("// import \"a\" as a;\nimport `b` as b;", &["b"]),
            ("fn f() { import \"a\" as a; a::g() } /* import \"x\" */", &["a"]),
            ("print(\"import\"); import x as y; reimport \"z\"", &[]),
        ] {
            let found = Libraries::imports(text);
            let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, expected, "{text}");
            for (name, span) in &found {
                assert_eq!(text[span.range()].trim_matches(['"', '`']), name);
            }
        }
    }

    #[test]
    fn added_libraries_hide_built_in_ones() {
        let mut libraries = Libraries::default();
        assert!(libraries.find("condfunc").is_some_and(|library| library.path.ends_with("(built in)")));
        libraries.add("condfunc", "lib/condfunc.rhai", "fn old() {}".to_owned());
        libraries.add("condfunc", "lib/condfunc.rhai", "fn new() {}".to_owned());
        let found = libraries.find("condfunc").unwrap();
        assert_eq!((found.path.as_str(), found.text.as_str()), ("lib/condfunc.rhai", "fn new() {}"));
        assert!(libraries.find("other").is_none());
        assert_eq!(libraries.names().filter(|name| *name == "condfunc").count(), 2);
    }
}
