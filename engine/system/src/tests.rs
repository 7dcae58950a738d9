use super::SYSTEMS;

#[test]
fn names_of_collections_and_functions_are_unique_and_documented() {
    let collections = SYSTEMS.iter().flat_map(|system| system.collections()).map(|it| (it.name, it.doc));
    let functions = SYSTEMS.iter().flat_map(|system| system.functions()).map(|it| (it.name, it.doc));
    let rows: Vec<(&str, &str)> = collections.chain(functions).collect();
    for (at, (name, doc)) in rows.iter().enumerate() {
        assert!(rows[..at].iter().all(|(other, _)| other != name), "{name}");
        assert!(doc.len() > 10 && !doc.ends_with('.'), "{name}");
    }
}

#[test]
fn a_name_of_version_1_has_a_current_name() {
    for system in SYSTEMS {
        for old in system.collections() {
            let Some(today) = old.today else { continue };
            let new = system.collections().iter().find(|known| known.name == today);
            assert!(new.is_some_and(|new| new.today.is_none() && new.shape == old.shape), "{}", old.name);
        }
    }
}
