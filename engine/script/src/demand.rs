//! Finds the collections that code may use, from the words in the code. A word in a comment counts, too: reading too
//! much is better than reading too little.

use assay_store::{CollectionId, Demand, collections};
use assay_system::{Collection, SYSTEMS, System};

use super::words::{ScriptToken, tokens};

/// The functions of the library that look at the paths of all files.
const LOOKERS: [&str; 3] = ["files", "first_file", "twin"];

/// Returns the project data that code needs, judging by its words. A collection without a namespace counts only if it
/// `is_used`: a parameter may have the same name.
pub(super) fn of_code(code: &str, is_used: impl Fn(CollectionId) -> bool) -> Demand {
    let words: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut demand = Demand { paths: LOOKERS.iter().any(|function| words.contains(function)), ..Demand::default() };
    for (id, known) in collections() {
        let CollectionId::System { system, .. } = id else { continue };
        let system = usize::from(system);
        let is_named = match known.parts() {
            None => words.contains(&known.name) && is_used(id),
            Some((_, name)) => is_inside(SYSTEMS[system], code, &words, name),
        };
        if is_named {
            demand = demand.and(Demand::of_system(system, known.needs_of_scripts));
        }
    }
    for (at, system) in SYSTEMS.iter().enumerate() {
        for function in system.functions() {
            if words.contains(&function.name) {
                demand = demand.and(Demand::of_system(at, function.needs));
            }
        }
        // Last, because it depends on what the collections and functions above need.
        demand = demand.and(Demand::of_system(at, system.needs_of_code(demand.needs(at), &words)));
    }
    demand
}

/// Returns true if code uses the collection `name` in a namespace of a system. If the code does not name a collection
/// directly, it may use any of them.
fn is_inside(system: &dyn System, code: &str, words: &[&str], name: &str) -> bool {
    let mut namespaces = Vec::new();
    let mut names_any = false;
    for (namespace, name) in system.collections().iter().filter_map(Collection::parts) {
        namespaces.push(namespace);
        names_any |= words.contains(&name);
    }
    let is_used = namespaces.iter().any(|namespace| words.contains(namespace));
    is_used && (words.contains(&name) || !names_any || is_used_as_value(&namespaces, code))
}

/// Returns true if one of the namespaces is followed by anything but a dot and a word.
fn is_used_as_value(namespaces: &[&str], code: &str) -> bool {
    let tokens = tokens(code);
    let is_namespace =
        |token: &ScriptToken<'_>| matches!(token, ScriptToken::Word(word, _) if namespaces.contains(word));
    tokens.iter().enumerate().any(|(at, token)| {
        is_namespace(token)
            && !matches!(
                (tokens.get(at + 1), tokens.get(at + 2)),
                (Some(ScriptToken::Mark('.', _)), Some(ScriptToken::Word(..)))
            )
    })
}

#[cfg(test)]
mod tests {
    use assay_store::{CollectionNames, Demand};

    use super::of_code;

    /// Returns the demand of functions that look up values in these collections.
    fn demand(names: &[&str]) -> Demand {
        let of = |name: &&str| Demand::of(CollectionNames::new().resolve(name).unwrap());
        names.iter().map(of).fold(Demand::default(), Demand::and)
    }

    #[test]
    fn the_demand_follows_from_the_words_of_a_script() {
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
            assert_eq!(of_code(code, |_| true), expected, "{code}");
        }
    }

    #[test]
    fn scripts_need_more_of_definitions_than_a_lookup_by_id() {
        let (of_script, of_id) = (of_code("d in definitions", |_| true), demand(&["definitions"]));
        assert!(of_script != of_id && of_script.and(of_id) == of_script);
    }

    #[test]
    fn a_function_needs_less_than_the_collections_of_its_system() {
        let (of_function, of_collection) =
            (of_code("pipeline(\"x\").root", |_| true), demand(&["asset_pipeline.roots"]));
        assert!(!of_function.is_nothing() && of_function != of_collection);
        assert_eq!(of_function.and(of_collection), of_collection);
    }
}
