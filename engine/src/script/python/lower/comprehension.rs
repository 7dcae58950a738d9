//! Comprehensions and generators: loops of Rhai.

use super::Lowering;
use crate::script::python::syntax::{Clause, Comprehension, Expr, Target};
use crate::text::Span;

impl Lowering<'_> {
    /// Code that gives the list of a comprehension's elements; of a dict, keys and values by turns.
    pub(super) fn collected(&mut self, comprehension: &Comprehension, span: Span) {
        let list = self.fresh('t');
        self.out.put(&format!("({{ let {list} = __collector(); "));
        self.looped(comprehension, "", |lowering| {
            for element in [Some(&comprehension.element), comprehension.value.as_ref()].into_iter().flatten() {
                lowering.out.put_at(span, &format!("__push({list}"));
                lowering.out.comma();
                lowering.value(element);
                lowering.out.put("); ");
            }
        });
        self.out.put_at(span, &format!("__collected({list}) }})"));
    }

    /// The same, handed to one of our functions.
    pub(super) fn made_of(&mut self, function: &str, comprehension: &Comprehension, span: Span) {
        self.out.put_at(span, function);
        self.out.put("(");
        self.collected(comprehension, span);
        self.out.put(")");
    }

    /// `any(…)` or `all(…)` of a generator: goes through its elements up to the one whose truth is `decides`.
    pub(super) fn decided(&mut self, comprehension: &Comprehension, decides: bool) {
        let found = self.fresh('t');
        let test = if decides { found.clone() } else { format!("!{found}") };
        self.out.put(&format!("({{ let {found} = {}; ", !decides));
        self.looped(comprehension, &format!("if {test} {{ break; }} "), |lowering| {
            lowering.out.put(if decides { "if " } else { "if !" });
            lowering.truth(&comprehension.element);
            lowering.out.put(&format!(" {{ {found} = {decides}; break; }} "));
        });
        self.out.put(&format!("{found} }})"));
    }

    /// The loops of a comprehension around what `body` writes, with `between` behind each loop that is inside another.
    fn looped(&mut self, comprehension: &Comprehension, between: &str, body: impl FnOnce(&mut Self)) {
        let known = self.known_variables();
        for clause in &comprehension.clauses {
            match clause {
                Clause::For(target, iterable) => self.turn(target, iterable),
                Clause::If(condition) => {
                    self.out.put("if ");
                    self.truth(condition);
                    self.out.put(" { ");
                }
            }
        }
        body(self);
        for (at, clause) in comprehension.clauses.iter().enumerate().rev() {
            self.out.put("} ");
            if at > 0 && matches!(clause, Clause::For(..)) {
                self.out.put(between);
            }
        }
        self.forget(known);
    }

    /// `for target in iterable`, up to the brace.
    fn turn(&mut self, target: &Target, iterable: &Expr) {
        let element = self.fresh('e');
        self.out.put(&format!("for {element} in "));
        self.out.put_at(iterable.span, "__iter(");
        self.elements(iterable);
        self.out.put(") { ");
        self.bind(target, &element);
    }

    /// Gives the names of a target their values.
    fn bind(&mut self, target: &Target, value: &str) {
        match target {
            Target::Name(word) => {
                let variable = self.declare(&word.text);
                self.out.put(&format!("let {variable} = {value}; "));
            }
            Target::Several(targets, span) => {
                let parts = self.fresh('e');
                self.out.put(&format!("let {parts} = "));
                self.out.put_at(*span, &format!("__unpack({value}, {}); ", targets.len()));
                for (at, target) in targets.iter().enumerate() {
                    let part = self.fresh('e');
                    self.out.put(&format!("let {part} = {parts}[{at}]; "));
                    self.bind(target, &part);
                }
            }
        }
    }
}
