//! Translates paths of XPath and JSONPath into an `xpath` of Assay, if the translation is certain.

use crate::xpath::spell_text;

/// Translates an XPath or a JSONPath. Returns `None` if no extraction has certainly the same meaning.
pub(super) fn translate(text: &str) -> Option<String> {
    let text = text.trim();
    match text.strip_prefix('$') {
        Some("") => Some("*".to_owned()),
        Some(path) => PathDraft::default().json_path(path),
        None => PathDraft::default().xpath(text),
    }
}

/// The translated path under construction.
#[derive(Default)]
struct PathDraft {
    text: String,
    /// True if the path has a test. The steps after a test become names of nodes below.
    is_tested: bool,
    /// The names after a test.
    names: Vec<String>,
    /// True if the extracted value is an attribute.
    takes_attribute: bool,
}

impl PathDraft {
    /// Translates the part of a JSONPath that follows `$`; `None` if its meaning is not certain.
    fn json_path(mut self, mut rest: &str) -> Option<String> {
        self.text.push('*');
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('[') {
                let (inner, after) = until_closed(after)?;
                rest = after;
                // All elements of an array are nodes with the name of the array.
                if let Some(test) = inner.strip_prefix('?') {
                    let test = test.trim().strip_prefix('(').and_then(|test| test.strip_suffix(')')).unwrap_or(test);
                    self.test(test, &["@."], false)?;
                } else if let Some(name) = strip_quotes(inner) {
                    self.step(name)?;
                } else if inner != "*" {
                    return None;
                }
                continue;
            }
            rest = rest.strip_prefix('.')?;
            if let Some(after) = rest.strip_prefix('.') {
                self.step("**")?;
                rest = after;
            }
            let (name, after) = rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
            self.step(name)?;
            rest = after;
        }
        Some(self.end())
    }

    fn xpath(mut self, mut rest: &str) -> Option<String> {
        if let Some(after) = rest.strip_prefix('/') {
            self.text.push('/');
            rest = after;
        }
        loop {
            if let Some(after) = rest.strip_prefix('/') {
                self.step("**")?;
                rest = after;
            }
            let (name, after) = rest.split_at(rest.find(['/', '[']).unwrap_or(rest.len()));
            rest = after;
            let name = name.trim();
            let is_last = rest.is_empty();
            match name.split_once(['@', ':', ',']) {
                _ if is_last && name == "text()" => {}
                // XPath that ends with Assay's syntax for an attribute or a node below.
                Some((node, taken)) if is_last && (self.is_tested || name.contains('@')) => {
                    if !node.is_empty() {
                        self.step(node)?;
                    }
                    self.takes_attribute = !name.contains(',');
                    self.step(taken)?;
                }
                _ => self.step(name)?,
            }
            if let Some(after) = rest.strip_prefix('[') {
                let (inner, after) = until_closed(after)?;
                let of_attributes = inner.trim_start().starts_with('@');
                self.test(inner, if of_attributes { &["@"] } else { &["./", ""] }, of_attributes)?;
                rest = after;
                // Assay's syntax may follow the test. A dot would be part of a value.
                if rest.starts_with([',', ':']) || of_attributes && rest.starts_with('.') {
                    return Some(self.end() + rest);
                }
            }
            if rest.is_empty() {
                return Some(self.end());
            }
            rest = rest.strip_prefix('/')?;
        }
    }

    fn step(&mut self, name: &str) -> Option<()> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '*' | '$');
        if name.is_empty() || !name.chars().all(is_name) || (self.is_tested && name == "**") {
            return None;
        }
        if self.is_tested || self.takes_attribute {
            self.names.push(name.to_owned());
            return Some(());
        }
        if !self.text.is_empty() && !self.text.ends_with('/') {
            self.text.push('/');
        }
        self.text += name;
        Some(())
    }

    /// Translates a test. Each name in it must begin with one of `marks`.
    fn test(&mut self, test: &str, marks: &[&str], of_attributes: bool) -> Option<()> {
        // The tests of an `xpath` are at its last step, so a second test cannot be translated.
        if self.is_tested {
            return None;
        }
        self.is_tested = true;
        let test = test.replace(" and ", "&").replace("&&", "&").replace(" or ", "|").replace("||", "|");
        let mut written = String::new();
        for part in test.split_inclusive(['&', '|']) {
            let (part, connective) = part.split_at(part.trim_end_matches(['&', '|']).len());
            let part = part.trim();
            let part = marks.iter().find_map(|mark| part.strip_prefix(mark))?;
            let (name, value) = part.split_once('=')?;
            let (name, operator) = name.strip_suffix('!').map_or((name, "=="), |name| (name, "!="));
            let value = value.trim_start_matches('=').trim();
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
            let is_bare = |value: &&str| !value.is_empty() && value.chars().all(is_name);
            let value = strip_quotes(value).or_else(|| Some(value).filter(is_bare))?;
            let name = name.trim();
            is_bare(&name).then_some(())?;
            written.extend([name, operator, &spell_text(value), connective]);
        }
        let (open, close) = if of_attributes { ("[@", "]") } else { (".", "") };
        self.text.extend([open, &written, close]);
        Some(())
    }

    fn end(self) -> String {
        let sign = if self.takes_attribute { ":" } else { "," };
        let names = self.names.join(".");
        if names.is_empty() { self.text } else { format!("{}{sign}{names}", self.text) }
    }
}

/// Returns the text in front of the closing `]`, and the text after it. A `]` in quotes does not count.
fn until_closed(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let end = text.find(|c: char| {
        let is_open = quote.is_some();
        quote = if is_open { quote.filter(|open| *open != c) } else { Some(c).filter(|c| matches!(c, '\'' | '"')) };
        !is_open && c == ']'
    })?;
    Some((&text[..end], &text[end + 1..]))
}

/// Returns a string without its quotes; `None` if it is not quoted.
fn strip_quotes(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote))
}

#[cfg(test)]
mod tests {
    use crate::xpath::XPath;

    /// Each path with its expected replacement.
    #[test]
    fn paths_of_other_languages_are_translated_if_certain() {
        for (written, expected) in [
            ("$.items[*].name", Some("*/items/name")),
            ("$.items.*.name", Some("*/items/*/name")),
            ("$..name", Some("*/**/name")),
            ("$['items'][*]['name']", Some("*/items/name")),
            ("$.items[?(@.type=='axe')].id", Some("*/items.type==axe,id")),
            ("$.items[?(@.type=='a b' && @.size.x != 4)].at.id", Some("*/items.type==a b&size.x!=4,at.id")),
            ("$", Some("*")),
            ("$.items[0].name", None),
            ("$.items[?(@.cost<5)]", None),
            ("*[@id==axe]/Damage", Some("*[@id==axe],Damage")),
            ("*[@id==axe]/Damage/Max", Some("*[@id==axe],Damage.Max")),
            ("*[@id==axe]/Damage:max", Some("*[@id==axe]:Damage.max")),
            ("*[@id==axe]/Damage,Max", Some("*[@id==axe],Damage.Max")),
            ("/Items/Item[@id='axe']/@cost", Some("/Items/Item[@id==axe]:cost")),
            ("//Item[@id='axe' and @kind=\"a,b\"]", Some("/**/Item[@id==axe&kind==\"a,b\"]")),
            ("*/Item[Type='Mesh' or Type='Rig']/Name/text()", Some("*/Item.Type==Mesh|Type==Rig,Name")),
            ("*/Item[@a!='x']//Name", None),
            ("*/Tag/text()", Some("*/Tag")),
            ("*/Mesh@lods", Some("*/Mesh:lods")),
            ("*/Mesh[lods==1]", Some("*/Mesh.lods==1")),
            ("*/Tex[@slot=albedo]:file", Some("*/Tex[@slot==albedo]:file")),
            ("*/Tex[@slot=='albedo']:file,size", Some("*/Tex[@slot==albedo]:file,size")),
            ("*/Tex[@slot='a' and @kind!=b],A.B?", Some("*/Tex[@slot==a&kind!=b],A.B?")),
            ("*/Tex[slot==albedo]:file", Some("*/Tex.slot==albedo:file")),
            ("*/Tex[@slot='a'].Kind==b,C", Some("*/Tex[@slot==a].Kind==b,C")),
            ("*/Tex[slot='a'].Kind", None),
            ("*/Tex[@slot='a'].Kind='b'", None),
            ("*/Mesh/lods?", Some("*/Mesh,lods?")),
            ("*/Mesh?/lods", None),
            ("lods?", None),
            ("*/Tag[1]", None),
            ("*/Tag[last()]", None),
            ("*/Mesh[@lods>1]", None),
            ("count(*/Tag)", None),
            ("../Mesh", None),
            ("*/A[@b==1]/C[@d==1]", None),
            ("*/A[", None),
        ] {
            let parsed = XPath::parse(written);
            let found = parsed.faults.first().expect(written).suggestion.as_deref();
            assert_eq!(found, expected, "{written}");
        }
    }
}
