//! Finds the collections that code may look into by its words. A word in a comment counts, too: reading too much is
//! better than reading too little.

use super::words::{Token, tokens};
use crate::store::{Builtin, COLLECTIONS, CollectionId, Demand};

/// The words that lead to built-in collections; a word together with those that lead to the same ones.
const ROOMS: [&[&str]; 2] = [&["res_store", "res_filter"], &["asset_pipeline"]];

/// The functions of the library that look at the paths of all files.
const LOOKERS: [&str; 3] = ["files", "first_file", "twin"];

/// Returns the project data that code needs, judging by its words.
pub(super) fn of(code: &str) -> Demand {
    let words: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let paths = LOOKERS.iter().any(|function| words.contains(function));
    let alone = COLLECTIONS.iter().filter(|known| words.contains(&known.name));
    let demand = Demand { paths, pipeline: words.contains(&"pipeline"), ..Demand::default() };
    let demand = alone.fold(demand, |demand, known| demand.and(needed(known.builtin, &words)));
    ROOMS.iter().fold(demand, |demand, rooms| demand.and(in_rooms(rooms, code, &words)))
}

/// Returns the project data that the collections in the namespaces `rooms` need. If the code does not name these
/// collections plainly, all of them count.
fn in_rooms(rooms: &[&str], code: &str, words: &[&str]) -> Demand {
    if !rooms.iter().any(|room| words.contains(room)) {
        return Demand::default();
    }
    let all = COLLECTIONS.iter().filter_map(|known| {
        let (_, name) = known.name.split_once('.').filter(|(room, _)| rooms.contains(room))?;
        Some((words.contains(&name), needed(known.builtin, words)))
    });
    // A collection that is named by a text put together could be any.
    let is_open = !all.clone().any(|(is_named, _)| is_named) || goes_on_otherwise(rooms, code);
    all.filter(|(is_named, _)| is_open || *is_named).fold(Demand::default(), |demand, (_, more)| demand.and(more))
}

/// Returns the project data that a collection needs. The `Type` of a resource's files is read from the repositories.
fn needed(collection: Builtin, words: &[&str]) -> Demand {
    let demand = Demand::of(CollectionId::Builtin(collection));
    let repositories = demand.disk && words.contains(&"Type");
    demand.and(Demand { repositories, definition_values: demand.definitions, ..Demand::default() })
}

/// Returns true if one of the namespaces is followed by anything but a dot and a word.
fn goes_on_otherwise(rooms: &[&str], code: &str) -> bool {
    let tokens = tokens(code);
    let is_room = |token: &Token<'_>| matches!(token, Token::Word(word, _) if rooms.contains(word));
    tokens.iter().enumerate().any(|(at, token)| {
        is_room(token)
            && !matches!((tokens.get(at + 1), tokens.get(at + 2)), (Some(Token::Mark('.', _)), Some(Token::Word(..))))
    })
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::store::Demand;

    #[test]
    fn words_tell_what_is_needed() {
        let nothing = Demand::default();
        let repositories = Demand { repositories: true, ..nothing };
        let disk = Demand { disk: true, ..nothing };
        let worlds = Demand { worlds: true, ..nothing };
        let all = repositories.and(disk).and(worlds);
        let pipeline = Demand { pipeline: true, ..nothing };
        let pipeline_files = Demand { pipeline_files: true, ..nothing };
        for (code, expected) in [
            ("fn f(data, p) { data }", nothing),
            ("d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1", repositories),
            ("res_store.res_virt_info", repositories),
            ("res_store . res_in_disk[g][0].Resource", disk),
            ("res_store.res_in_disk[g][0].Type", disk.and(repositories)),
            ("res_filter.ALL_USED_FILTER", worlds),
            ("res_store.ilevels // res_store.res_in_disk", worlds.and(disk)),
            ("let s = res_store; s.ilevels", all),
            ("res_store[\"ilevels\"]", all),
            ("res_store.ilevel", all),
            ("my_res_store.ilevels", nothing),
            ("files(\"x\")", Demand { paths: true, ..nothing }),
            ("first_file(\"x\")", Demand { paths: true, ..nothing }),
            ("twin(\"x\")", Demand { paths: true, ..nothing }),
            ("profiles(1)", nothing),
            ("pipeline(\"x\").root", pipeline),
            ("d in asset_pipeline.roots", pipeline.and(pipeline_files)),
            ("asset_pipeline[\"ro\" + \"ots\"]", pipeline.and(pipeline_files)),
            ("asset_pipeline.roots res_store[x]", pipeline.and(pipeline_files).and(all)),
            ("d in definitions", Demand { definitions: true, definition_values: true, ..nothing }),
        ] {
            assert_eq!(of(code), expected, "{code}");
        }
    }
}
