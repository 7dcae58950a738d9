use super::text_length;

#[test]
fn text_ends_at_markup_and_references() {
    for (text, length) in [
        ("", 0),
        ("<", 0),
        ("abc<", 3),
        ("abcdefgh&", 8),
        ("abcdefghijklmno", 15),
        ("abcdefghijklmnopqrstuvwxyz<", 26),
        ("\u{bc}\u{a6}=;'%abcdefg<", 15),
    ] {
        assert_eq!(text_length(text.as_bytes()), length, "{text}");
    }
}
