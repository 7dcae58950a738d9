//! Finds the collections that code may look into by its words. A word in a comment counts, too: reading too much is
//! better than reading too little.

use super::words::{Token, tokens};
use crate::store::{CollectionId, Demand, collections};
use crate::system::{Collection, Needs, SYSTEMS, System};

/// The functions of the library that look at the paths of all files.
const LOOKERS: [&str; 3] = ["files", "first_file", "twin"];

/// Returns the project data that an expression needs, judging by its words.
pub(super) fn of(code: &str) -> Demand {
    of_code(code, |_| true)
}

/// Returns the project data that code needs, judging by its words. A collection without a namespace counts only if it
/// `is_used`: a parameter may have the same name.
pub(super) fn of_code(code: &str, is_used: impl Fn(CollectionId) -> bool) -> Demand {
    let words: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let paths = LOOKERS.iter().any(|function| words.contains(function));
    let alone = collections().into_iter().filter(|(id, known)| words.contains(&known.name) && is_used(*id));
    let alone: Vec<&str> = alone.map(|(_, known)| known.name).collect();
    let demand = Demand { paths, ..Demand::default() };
    SYSTEMS.iter().enumerate().fold(demand, |demand, (at, system)| {
        let of_functions = system.functions().iter().filter(|it| words.contains(&it.name)).map(|it| it.needs);
        let known = system.collections().iter().filter(|it| alone.contains(&it.name)).map(|it| it.needs_of_scripts);
        let inside = in_namespaces(*system, code, &words).map(|it| it.needs_of_scripts);
        let needs = of_functions.chain(known).chain(inside).fold(Needs::NONE, Needs::and);
        demand.and(Demand::of_system(at, system.needs_of_code(needs, &words)))
    })
}

/// Returns the collections in the namespaces of a system that code names. If it does not name them plainly, all of them
/// count.
fn in_namespaces<'w>(
    system: &'static dyn System,
    code: &str,
    words: &'w [&str],
) -> impl Iterator<Item = &'static Collection> + use<'w> {
    let all = system.collections().iter().filter_map(|known| Some((known, known.parts()?)));
    let namespaces: Vec<&str> = all.clone().map(|(_, (namespace, _))| namespace).collect();
    let is_used = namespaces.iter().any(|namespace| words.contains(namespace));
    let is_named = |name: &str| words.contains(&name);
    // A collection that is named by a text put together could be any.
    let is_open = !all.clone().any(|(_, (_, name))| is_named(name)) || goes_on_otherwise(&namespaces, code);
    all.filter(move |(_, (_, name))| is_used && (is_open || words.contains(name))).map(|(known, _)| known)
}

/// Returns true if one of the namespaces is followed by anything but a dot and a word.
fn goes_on_otherwise(namespaces: &[&str], code: &str) -> bool {
    let tokens = tokens(code);
    let is_namespace = |token: &Token<'_>| matches!(token, Token::Word(word, _) if namespaces.contains(word));
    tokens.iter().enumerate().any(|(at, token)| {
        is_namespace(token)
            && !matches!((tokens.get(at + 1), tokens.get(at + 2)), (Some(Token::Mark('.', _)), Some(Token::Word(..))))
    })
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::store::{CollectionNames, Demand};

    /// Returns the demand of looking values up in these collections.
    fn demand(names: &[&str]) -> Demand {
        let of = |name: &&str| Demand::of(CollectionNames::new().resolve(name).unwrap());
        names.iter().map(of).fold(Demand::default(), Demand::and)
    }

    #[test]
    fn words_tell_what_is_needed() {
        let all = demand(&["res_store.res_in_repo", "res_store.res_in_disk", "res_store.ilevels"]);
        for (code, expected) in [
            ("fn f(data, p) { data }", demand(&[])),
            ("d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1", demand(&["res_store.res_in_repo"])),
            ("res_store.res_virt_info", demand(&["res_store.res_in_repo"])),
            ("res_store . res_in_disk[g][0].Resource", demand(&["res_store.res_in_disk"])),
            ("res_store.res_in_disk[g][0].Type", demand(&["res_store.res_in_disk", "res_store.res_in_repo"])),
            ("res_filter.ALL_USED_FILTER", demand(&["res_store.ilevels"])),
            ("res_store.ilevels // res_store.res_in_disk", demand(&["res_store.ilevels", "res_store.res_in_disk"])),
            ("let s = res_store; s.ilevels", all),
            ("res_store[\"ilevels\"]", all),
            ("res_store.ilevel", all),
            ("my_res_store.ilevels", demand(&[])),
            ("files(\"x\")", Demand { paths: true, ..demand(&[]) }),
            ("first_file(\"x\")", Demand { paths: true, ..demand(&[]) }),
            ("twin(\"x\")", Demand { paths: true, ..demand(&[]) }),
            ("profiles(1)", demand(&[])),
            ("d in asset_pipeline.roots", demand(&["asset_pipeline.roots"])),
            ("asset_pipeline[\"ro\" + \"ots\"]", demand(&["asset_pipeline.roots"])),
            ("asset_pipeline.roots res_store[x]", demand(&["asset_pipeline.roots"]).and(all)),
            ("d in asset_packages", demand(&["asset_packages"])),
        ] {
            assert_eq!(of(code), expected, "{code}");
        }
    }

    #[test]
    fn scripts_need_more_of_definitions_than_a_look_for_an_id() {
        let (of_script, of_id) = (of("d in definitions"), demand(&["definitions"]));
        assert!(of_script != of_id && of_script.and(of_id) == of_script);
    }

    #[test]
    fn a_function_needs_less_than_the_collections_of_its_system() {
        let (of_function, of_collection) = (of("pipeline(\"x\").root"), demand(&["asset_pipeline.roots"]));
        assert!(!of_function.is_nothing() && of_function != of_collection);
        assert_eq!(of_function.and(of_collection), of_collection);
    }
}
