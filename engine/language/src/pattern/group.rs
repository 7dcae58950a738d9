//! Translates groups: capturing groups, look-around, conditions, flags, comments, and references to groups.

use super::cursor::fault;
use super::role::GroupRole;
use super::translate::{Flags, GroupFrame, Kind, Last, MAX_COUNT, Translator};
use crate::{Fault, IssueCode, Span};

/// The maximum nesting of groups. It limits the depth of recursion.
const MAX_NESTING: usize = 50;

impl<'p> Translator<'p> {
    pub(super) fn open(&mut self, start: usize) -> Result<(), Fault> {
        if self.frames.len() > MAX_NESTING {
            let message = format!("groups nest more than {MAX_NESTING} deep");
            return Err(fault(IssueCode::PatternTooDeep, message, start, start + 1));
        }
        if !self.cursor.take("?") {
            self.capture(start);
            return Ok(());
        }
        if self.cursor.take("#") {
            let closed = self.cursor.until(')').map(drop);
            let end = self.cursor.offset();
            return closed.ok_or_else(|| fault(IssueCode::PatternGroup, "the comment is not closed", start, end));
        }
        if self.cursor.take("P<") {
            return self.open_named(start);
        }
        if self.cursor.take("P=") {
            let name = self.name(start, ')')?;
            let number = self.number_of(name, start)?;
            return self.reference(number, start);
        }
        if self.cursor.take(":") {
            self.group(start, Kind::Plain, "(?:", self.flags());
            return Ok(());
        }
        for (prefix, kind, role) in [
            (">", Kind::Atomic, GroupRole::Atomic),
            ("=", Kind::Around, GroupRole::Ahead { negated: false }),
            ("!", Kind::Around, GroupRole::Ahead { negated: true }),
            ("<=", Kind::Around, GroupRole::Behind { negated: false }),
            ("<!", Kind::Around, GroupRole::Behind { negated: true }),
        ] {
            if self.cursor.take(prefix) {
                self.backtracks = true;
                self.group_with(start, kind, role);
                return Ok(());
            }
        }
        // `(?<` without `=` or `!` begins a name in the syntax of the crate.
        if self.cursor.take("<") {
            return self.open_named(start);
        }
        if self.cursor.take("(") {
            return self.condition(start);
        }
        self.flag_group(start)
    }

    /// Opens a group, and writes `text` for its beginning.
    fn group(&mut self, start: usize, kind: Kind, text: &str, flags: Flags) {
        self.item(Last::Nothing);
        self.out.push_str(text);
        self.frames.push(GroupFrame::new(start, kind, flags));
    }

    /// Opens a group whose meaning is in the table of roles.
    fn group_with(&mut self, start: usize, kind: Kind, role: GroupRole) {
        self.group(start, kind, "(", self.flags());
        self.roles.push(role);
    }

    fn capture(&mut self, start: usize) {
        self.groups.push(false);
        let number = self.groups.len();
        // The role is also recorded for patterns that do not backtrack, because a later construct may need
        // backtracking.
        self.group_with(start, Kind::Capturing(number), GroupRole::Group(number));
    }

    /// Opens a group with a name. Only references need the name: the crates count groups.
    fn open_named(&mut self, start: usize) -> Result<(), Fault> {
        let name = self.name(start, '>')?;
        if self.names.iter().any(|(known, _)| *known == name) {
            let message = format!("there is a group `{name}` already");
            return Err(fault(IssueCode::PatternGroup, message, start, self.cursor.offset()));
        }
        self.names.push((name, self.groups.len() + 1));
        self.capture(start);
        Ok(())
    }

    fn name(&mut self, start: usize, end: char) -> Result<&'p str, Fault> {
        let name = self.cursor.until(end).unwrap_or("");
        let mut chars = name.chars();
        let begins = chars.next().is_some_and(|c| c == '_' || c.is_alphabetic());
        if begins && chars.all(|c| c == '_' || c.is_alphanumeric()) {
            return Ok(name);
        }
        Err(fault(IssueCode::PatternGroup, "expected the name of a group here", start, self.cursor.offset())
            .help(format!("a name consists of letters, digits and `_`, and ends with `{end}`")))
    }

    fn number_of(&self, name: &str, start: usize) -> Result<usize, Fault> {
        let known = self.names.iter().find(|(known, _)| *known == name);
        known.map(|&(_, number)| number).ok_or_else(|| {
            let message = format!("there is no group `{name}` before this");
            fault(IssueCode::PatternReference, message, start, self.cursor.offset())
        })
    }

    /// Translates `(?(1)yes|no)`: the first branch applies if the group has matched, otherwise the second.
    fn condition(&mut self, start: usize) -> Result<(), Fault> {
        let at = self.cursor.offset();
        let written = self.cursor.until(')').unwrap_or("");
        let number = match written.parse::<usize>() {
            Ok(number) if (1..=MAX_COUNT as usize).contains(&number) => number,
            Ok(_) => {
                return Err(fault(IssueCode::PatternReference, "there is no such group", start, self.cursor.offset()));
            }
            Err(_) => {
                self.cursor.back_to(at);
                let name = self.name(start, ')')?;
                self.number_of(name, start)?
            }
        };
        if self.groups.get(number - 1) == Some(&false) {
            let message = format!("group {number} is still open here, so it has not matched yet");
            return Err(fault(IssueCode::PatternReference, message, start, self.cursor.offset()));
        }
        // As in Python, the group may follow later. This is checked at the end.
        self.conditions.push((number, Span::of(start, self.cursor.offset())));
        self.backtracks = true;
        self.group_with(start, Kind::Conditional(1), GroupRole::Condition(number));
        self.open_branch();
        Ok(())
    }

    /// Opens a branch of a condition. Each branch is a group, which keeps it separate from the other one.
    fn open_branch(&mut self) {
        self.out.push('(');
        self.roles.push(GroupRole::Branch);
    }

    /// Translates `(?i)` at the beginning, `(?i:…)` and `(?-i:…)`.
    fn flag_group(&mut self, start: usize) -> Result<(), Fault> {
        let mut flags = self.flags();
        // Flags are written out again for the crate, except those that only change the translation.
        let (mut on, mut off) = (String::new(), String::new());
        let mut negative = false;
        loop {
            let Some(next) = self.cursor.next() else { return Err(self.unknown_group(start)) };
            match next {
                '-' if !negative => negative = true,
                ':' | ')' => {
                    let end = self.cursor.offset();
                    if flags.ascii && flags.ignore_case {
                        let message = "the flags `a` (ASCII classes) and `i` (ignore case) cannot be combined here";
                        return Err(fault(IssueCode::PatternFlag, message, start, end).help("remove the `a`"));
                    }
                    let sign = if off.is_empty() { "" } else { "-" };
                    let written = format!("(?{on}{sign}{off}");
                    if next == ':' {
                        self.group(start, Kind::Plain, &format!("{written}:"), flags);
                        return Ok(());
                    }
                    return self.global_flags(start, negative, flags, &written);
                }
                'i' => flags.ignore_case = !negative,
                'm' => flags.multi_line = !negative,
                'x' => flags.verbose = !negative,
                // Only the crate needs this flag. It does not change the translation.
                's' => {}
                // These flags are not passed to the crate, because Python's classes are written out.
                'a' | 'u' if !negative => flags.ascii = next == 'a',
                _ => return Err(self.unknown_group(start)),
            }
            if matches!(next, 'i' | 'm' | 's') {
                if negative { off.push(next) } else { on.push(next) }
            }
        }
    }

    /// Sets flags for the whole pattern. Python allows them only at the beginning.
    fn global_flags(&mut self, start: usize, negative: bool, flags: Flags, written: &str) -> Result<(), Fault> {
        let end = self.cursor.offset();
        if negative {
            return Err(fault(IssueCode::PatternFlag, "flags can only be switched off for a group", start, end)
                .help("write `(?-i:…)` around the part that they do not apply to"));
        }
        // Leading flags in a row are allowed, because they write no item.
        let first = self.frames.len() == 1 && self.frame().last == Last::Nothing && !self.out.contains('|');
        if !first {
            return Err(fault(IssueCode::PatternFlag, "flags must be at the beginning of a pattern", start, end)
                .help("move them there, or write `(?i:…)` around the part that they apply to"));
        }
        self.frame().flags = flags;
        // If nothing was written, only the translation needs these flags.
        if written.len() > 2 {
            self.out.push_str(written);
            self.out.push(')');
        }
        Ok(())
    }

    fn unknown_group(&self, start: usize) -> Fault {
        let written = self.cursor.since(start);
        fault(IssueCode::PatternGroup, format!("no group begins with `{written}`"), start, self.cursor.offset())
    }

    pub(super) fn close(&mut self, start: usize) -> Result<(), Fault> {
        if self.frames.len() == 1 {
            return Err(fault(IssueCode::PatternGroup, "this `)` does not close a group", start, start + 1)
                .help("write `\\)` for a parenthesis"));
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        if let Kind::Conditional(branches) = frame.kind {
            self.out.push(')');
            // Without a second branch, an empty match suffices if the group has not matched.
            if branches == 1 {
                self.out.push('|');
                self.open_branch();
                self.out.push(')');
            }
        }
        self.out.push(')');
        self.frame().last = if frame.kind == Kind::Around { Last::Around } else { Last::Item };
        // References are allowed only to groups that are closed, as in Python.
        if let Kind::Capturing(number) = frame.kind {
            self.groups[number - 1] = true;
        }
        // A `$` at the end of a branch is also at the end of the group.
        let mut tails = frame.earlier_tails;
        tails.extend(frame.tails);
        self.frame().tails = tails;
        Ok(())
    }

    pub(super) fn branch(&mut self, start: usize) -> Result<(), Fault> {
        let frame = self.frame();
        let mut is_conditional = false;
        if let Kind::Conditional(branches) = &mut frame.kind {
            is_conditional = true;
            *branches += 1;
            if *branches > 2 {
                return Err(fault(IssueCode::PatternGroup, "a condition has at most two branches", start, start + 1));
            }
        }
        frame.last = Last::Nothing;
        let tails = std::mem::take(&mut frame.tails);
        frame.earlier_tails.extend(tails);
        if is_conditional {
            self.out.push_str(")|");
            self.open_branch();
        } else {
            self.out.push('|');
        }
        Ok(())
    }

    /// Writes a reference to the match of the group `number`.
    pub(super) fn reference(&mut self, number: usize, start: usize) -> Result<(), Fault> {
        let end = self.cursor.offset();
        // 0 is never a reference: it begins an octal number. It would wrap to a number that no group has.
        match self.groups.get(number.wrapping_sub(1)) {
            None => {
                Err(fault(IssueCode::PatternReference, format!("there is no group {number} before this"), start, end))
            }
            Some(false) => {
                let message = format!("group {number} is still open here, so it has not matched yet");
                Err(fault(IssueCode::PatternReference, message, start, end))
            }
            Some(true) => {
                // The placeholder has a width, because the crate simplifies repetitions of an empty expression.
                self.write("(.)");
                self.roles.push(GroupRole::Reference { group: number, ignore_case: self.flags().ignore_case });
                self.backtracks = true;
                Ok(())
            }
        }
    }
}
