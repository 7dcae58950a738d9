//! Collections in Rhai functions.

use crate::fixture::Fixture;

const WALL: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";

#[test]
fn collections_are_accessed() {
    let fixture = Fixture::new();
    let mut wrong = Vec::new();
    for (expression, expected) in [
        ("\"WALL\" in res_store.res_in_repo", "true"),
        ("\"{WALL}\".to_upper() in res_store.res_in_repo", "true"),
        ("\"x\" in res_store.res_in_repo", "false"),
        ("5 in res_store.res_in_repo", "false"),
        ("!(\"x\" in res_store.res_in_repo)", "true"),
        ("\"x\" !in res_store.res_in_repo", "true"),
        ("res_store.res_in_repo.contains(\"WALL\")", "true"),
        ("res_store.res_in_repo.len()", "2"),
        ("res_store.res_in_repo.len", "2"),
        ("res_store.res_in_repo.is_empty()", "false"),
        ("res_store.res_in_repo.keys()", "[\"WALL\", \"{E081BF41-a561-4750-83af-78c80468bc6c}\"]"),
        ("res_store.res_in_repo.values().len()", "2"),
        ("res_store.res_in_repo[\"WALL\"].len()", "1"),
        ("res_store.res_in_repo[\"WALL\"][0].Name", "wall"),
        ("res_store.res_in_repo[\"WALL\"].map(|r| r.Type)", "[\"Model\"]"),
        ("res_store.res_in_repo.get(\"WALL\")[0].GUID", "WALL"),
        ("res_store.res_in_repo.get(\"x\") == ()", "true"),
        ("res_store.res_in_repo[\"e081bf41-a561-4750-83af-78c80468bc6c\"].map(|r| r.Name)", "[\"w\", \"v\"]"),
        ("res_store.res_in_repo[\"WALL\"][0].Package", "A/B"),
        ("res_store.res_in_repo[\"WALL\"][0].Deps", "[\"e081bf41-a561-4750-83af-78c80468bc6c\"]"),
        ("res_store.res_in_repo[\"WALL\"][0].Repository", "P"),
        ("res_store.res_in_repo[\"WALL\"][0].VirtualPath", "A/B/wall"),
        ("res_store.res_in_repo[\"WALL\"][0].RepositoryFullPath", "P"),
        ("res_store.res_in_repo[\"WALL\"][0]", "Model WALL"),
        ("res_store.res_in_repo[\"WALL\"][0] == res_store.res_virt_info[\"A/B/wall\"][0]", "true"),
        ("res_store.res_virt_info.keys()", "[\"A/B/wall\", \"A/w\", \"A/v\"]"),
        ("res_store.res_in_disk[\"WALL\"][0].Resource", "P/WALL/resource.xml"),
        ("res_store.res_in_disk[\"WALL\"][0].Source", "P/WALL/source.tga"),
        ("res_store.res_in_disk[\"WALL\"][0].HDR == ()", "true"),
        ("res_store.res_in_disk[\"WALL\"][0].Data == ()", "true"),
        ("res_store.res_in_disk[\"WALL\"][0].Type", "Model"),
        ("res_store.res_in_disk[\"WALL\"][0].Repository", "P"),
        ("res_store.res_in_disk[\"WALL\"]", "[files of WALL]"),
        ("res_store.ilevels.len()", "2"),
        ("res_store.ilevels[0]", "l/a.ilevel"),
        ("\"l/a.ilevel\" in res_store.ilevels", "true"),
        ("res_store.ilevels", "res_store.ilevels"),
        ("res_filter.ALL_RES[\"WALL\"].len()", "1"),
        ("res_filter.ALL_RES[\"WALL\"][0][1]", "wall"),
        ("res_filter.ALL_RES[\"WALL\"][0][-1]", "P"),
        ("res_filter.ALL_RES[\"WALL\"][0].len()", "5"),
        ("res_filter.ALL_RES[\"WALL\"][0][3]", "[\"e081bf41-a561-4750-83af-78c80468bc6c\"]"),
        ("\"Model\" in res_filter.ALL_RES[\"WALL\"][0]", "true"),
        ("res_filter.ALL_RES_GUID[\"WALL\"][0].Resource", "P/WALL/resource.xml"),
        ("res_filter.ALL_RES_GUID[\"WALL\"][0][\"Source\"]", "P/WALL/source.tga"),
        ("res_filter.ALL_RES_GUID[\"WALL\"][0].keys()", "[\"Resource\", \"Data\", \"HDR\", \"Source\"]"),
        ("\"l/b.ilevel\" in res_filter.ALL_USED_ILEVEL", "true"),
        ("res_filter.ALL_USED_FILTER.keys()", "[\"l/a.ilevel\", \"l/b.ilevel\"]"),
        ("\"apple\" in fruit", "true"),
        ("fruit[1]", "pear"),
        ("fruit.len()", "2"),
        ("fruit.keys().map(|v| v.to_upper())", "[\"APPLE\", \"PEAR\"]"),
        ("res_store", "res_store"),
        ("[data[0]].filter(|g| g in fruit).len()", "0"),
        ("[\"WALL\"].filter(|g| g in res_store.res_in_repo).len()", "1"),
        ("[\"x\"].map(|g| fruit.len())", "[2]"),
        ("{ let s = res_store; s.ilevels.len() }", "2"),
        ("{ let s = res_store; s[\"ilevels\"].len() }", "2"),
        ("{ let n = 0; for k in res_store.res_in_repo { n += k.len(); } n }", "74"),
        ("{ let n = \"\"; for k in fruit { n += k; } n }", "applepear"),
        ("look(fruit)", "2"),
        ("fruit.paths(\"apple\")", "[\"fruit.txt\"]"),
        ("fruit.paths(\"nut\")", "[]"),
        ("fruit.paths([\"apple\"])", "[]"),
    ] {
        let code =
            format!("fn f(data, filepath) {{ [`${{{expression}}}`] }} fn look(c) {{ c.len() }}").replace("WALL", WALL);
        let found = fixture.filter(&code, &["a"]).map_or_else(|error| error, |made| made.concat());
        if found != expected.replace("WALL", WALL) {
            wrong.push(format!("{expression}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn missing_entries_are_errors() {
    let fixture = Fixture::new();
    for (expression, expected) in [
        ("res_store.res_in_repo[\"x\"]", "`res_store.res_in_repo` has no entry `x`"),
        ("fruit[2]", "`fruit` has no entry `2`"),
        ("fruit[\"apple\"]", "`fruit` has no entry `apple`"),
        ("res_filter.ALL_RES_GUID[\"WALL\"][0].Recource", "`the files of version 1` has no entry `Recource`"),
        ("res_store.res_in_repo[\"WALL\"][0].Nam", "a resource has no property `Nam`"),
        ("res_store.ilevels.paths(\"a\")", "`res_store.ilevels` does not record the files of its elements"),
        ("res_store.res_in_repos", "there is no collection `res_store.res_in_repos`"),
    ] {
        let error = fixture.value(&expression.replace("WALL", WALL)).expect_err(expression);
        assert!(error.ends_with(expected), "{expression}: {error}");
    }
}
