//! Parsed Rust files: their types, their methods, the modules that they use, and their tests.

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, Item, ItemUse, Lit, Meta, Pat, UseTree, Visibility};

use super::files::File;

/// A Rust file of product code. Items for tests are left out, but their lines are counted.
pub(super) struct RustFile<'f> {
    pub path: &'f str,
    pub lines: usize,
    /// The number of lines of tests.
    pub test_lines: usize,
    /// The number of lines that are a comment, without doc comments.
    pub comments: usize,
    pub types: Vec<Type>,
    /// The names of types that have an `impl` block here, without those of traits.
    pub impls: Vec<String>,
    /// The lines of decisions by the text of a code or a message.
    pub decisions: Vec<usize>,
    /// The paths in the file, each as a list of names.
    pub paths: Vec<Vec<String>>,
    /// The names by which the file exports items of other files, each with the path of the item.
    pub exports: Vec<(String, Vec<String>)>,
}

/// A type that a file declares.
pub(super) struct Type {
    pub name: String,
    /// The number of fields; 0 if the type is not a struct.
    pub fields: usize,
    /// True for a type that is `pub` without restriction.
    pub is_public: bool,
}

impl<'f> RustFile<'f> {
    /// Parses a file.
    ///
    /// # Errors
    /// Fails if it is not valid Rust.
    pub fn parse(file: &'f File) -> Result<Self> {
        let syntax = syn::parse_file(&file.text).with_context(|| format!("cannot parse `{}`", file.path))?;
        let is_comment = |line: &&str| line.starts_with("// ");
        let mut parsed = Self {
            path: &file.path,
            lines: file.lines,
            test_lines: 0,
            comments: file.text.lines().map(str::trim_start).filter(is_comment).count(),
            types: Vec::new(),
            impls: Vec::new(),
            decisions: Vec::new(),
            paths: Vec::new(),
            exports: Vec::new(),
        };
        let mut tests = Vec::new();
        let mut reader = Reader { file: &mut parsed, tests: &mut tests };
        reader.visit_file(&syntax);
        let lines: Vec<&str> = file.text.lines().collect();
        let filled = |&(first, last): &(usize, usize)| {
            lines.get(first - 1..last).map_or(0, |part| part.iter().filter(|line| !line.trim().is_empty()).count())
        };
        parsed.test_lines = tests.iter().map(filled).sum();
        Ok(parsed)
    }

    /// Returns the folder of the file's crate.
    pub fn krate(&self) -> &'f str {
        self.path.split_once("/src/").map_or(self.path, |(folder, _)| folder)
    }

    /// Returns the path of the module in its crate.
    pub fn module(&self) -> Vec<&'f str> {
        let inside = self.path.split_once("/src/").map_or(self.path, |(_, inside)| inside);
        let mut names: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
        if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(last)) {
            names.pop();
        }
        names
    }
}

struct Reader<'r, 'f> {
    file: &'r mut RustFile<'f>,
    /// The first and the last line of each item that is compiled only for tests.
    tests: &'r mut Vec<(usize, usize)>,
}

impl Reader<'_, '_> {
    fn add_type(&mut self, name: &syn::Ident, fields: usize, visibility: &Visibility) {
        let is_public = matches!(visibility, Visibility::Public(_));
        self.file.types.push(Type { name: name.to_string(), fields, is_public });
    }

    fn decides(&mut self, at: &impl Spanned) {
        self.file.decisions.push(at.span().start().line);
    }
}

impl<'ast> Visit<'ast> for Reader<'_, '_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if attributes(item).iter().any(is_of_tests) {
            self.tests.push((item.span().start().line, item.span().end().line));
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add_type(&item.ident, item.fields.len(), &item.vis);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add_type(&item.ident, 0, &item.vis);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.add_type(&item.ident, 0, &item.vis);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (None, syn::Type::Path(path)) = (&item.trait_, &*item.self_ty) {
            self.file.impls.extend(path.path.segments.last().map(|last| last.ident.to_string()));
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut found = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut found);
        if !matches!(item.vis, Visibility::Inherited) {
            self.file.exports.extend(found.iter().cloned());
        }
        self.file.paths.extend(found.into_iter().map(|(_, path)| path));
    }

    /// The path in `pub(in …)` is not a use of that module.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.file.paths.push(path.segments.iter().map(|name| name.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let is_comparison = matches!(expr.op, BinOp::Eq(_) | BinOp::Ne(_));
        let sides = [(&*expr.left, &*expr.right), (&*expr.right, &*expr.left)];
        if is_comparison && sides.iter().any(|(left, text)| is_code_or_message(left) && is_text(text)) {
            self.decides(expr);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let methods = ["starts_with", "ends_with", "contains", "strip_prefix", "find"];
        if methods.iter().any(|name| call.method == name) && is_code_or_message(&call.receiver) {
            self.decides(call);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let is_text = |pat: &Pat| matches!(pat, Pat::Lit(lit) if matches!(lit.lit, Lit::Str(_)));
        if is_code_or_message(&expr.expr) && expr.arms.iter().any(|arm| is_text(&arm.pat)) {
            self.decides(expr);
        }
        visit::visit_expr_match(self, expr);
    }
}

/// Returns true for a code or a message of a problem, borrowed or not.
fn is_code_or_message(expr: &Expr) -> bool {
    match expr {
        Expr::Field(field) => matches!(&field.member, syn::Member::Named(name) if name == "code" || name == "message"),
        Expr::MethodCall(call) => {
            ["as_str", "as_deref", "code"].iter().any(|name| call.method == name) && is_code_or_message(&call.receiver)
        }
        Expr::Reference(reference) => is_code_or_message(&reference.expr),
        Expr::Path(path) => path.path.is_ident("code") || path.path.is_ident("message"),
        _ => false,
    }
}

/// Returns true for a string, or a constant with a string.
fn is_text(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Str(_)),
        Expr::Path(path) => path.path.segments.last().is_some_and(|name| {
            let name = name.ident.to_string();
            name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        }),
        _ => false,
    }
}

/// Adds the names that a `use` declares, each with its path.
fn flatten(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    let path_of = |before: &[String], name: String| before.iter().cloned().chain([name]).collect::<Vec<_>>();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, found);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            found.extend(before.last().map(|last| (last.clone(), before.clone())));
        }
        UseTree::Name(name) => found.push((name.ident.to_string(), path_of(before, name.ident.to_string()))),
        UseTree::Rename(name) => found.push((name.rename.to_string(), path_of(before, name.ident.to_string()))),
        UseTree::Glob(_) => found.push(("*".to_owned(), before.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, found)),
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns true for `#[cfg(test)]`, and for other conditions that include tests.
fn is_of_tests(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let text = list.tokens.to_string();
    attribute.path().is_ident("cfg")
        && (text == "test" || ["all (test", "all(test", "any (test", "any(test"].iter().any(|it| text.starts_with(it)))
}

#[cfg(test)]
mod tests {
    use super::{File, RustFile};
    use crate::measure::files::Language;

    #[test]
    fn facts_about_a_rust_file() -> anyhow::Result<()> {
        let text = "\
pub use self::inner::{Deep, Other as Renamed};
use crate::report;
struct Run { a: u8, b: u8 }
impl Run {
    // Why.
    fn is(&self, fault: &Fault) -> bool { fault.code == \"x\" || fault.message.contains(\"y\") }
}
impl Clone for Run {}
#[cfg(test)]
mod tests {

    struct Sample;
}
";
        let lines = text.lines().filter(|line| !line.is_empty()).count();
        let file =
            File { path: "engine/check/src/run.rs".to_owned(), language: Language::Rust, text: text.to_owned(), lines };
        let parsed = RustFile::parse(&file)?;
        assert_eq!((parsed.krate(), parsed.module()), ("engine/check", vec!["run"]));
        assert_eq!(parsed.types.iter().map(|ty| (ty.name.as_str(), ty.fields)).collect::<Vec<_>>(), [("Run", 2)]);
        assert_eq!(
            (parsed.impls, parsed.decisions, parsed.test_lines, parsed.comments),
            (vec!["Run".to_owned()], vec![6, 6], 4, 1)
        );
        let exports: Vec<_> = parsed.exports.iter().map(|(name, path)| format!("{name} {}", path.join("::"))).collect();
        assert_eq!(exports, ["Deep self::inner::Deep", "Renamed self::inner::Other"]);
        assert!(parsed.paths.contains(&vec!["crate".to_owned(), "report".to_owned()]));
        Ok(())
    }
}
