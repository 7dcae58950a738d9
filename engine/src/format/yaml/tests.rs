
use super::read;
use crate::format::events;

#[test]
fn try_out() {
    for text in [
        "a: 1\nb:\n  - x\n  - y: 2\n    z: [1, {k: v}, m: n]\nc:\n- 1\n- 2\n",
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &100 stripped\nGameObject:\n  m_X: {fileID: 0, guid: abc,\n    type: 3}\n--- !u!4 &5\nT:\n  a: 'x'' y'\n  b: \"q\\n\"\n",
        "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\nc: *x\n",
        "a: |\n  x\n   y\n\n  z\n\nb: >-\n  p\n  q\n\n  r\n",
        "plain\n  text\n\n  more\n",
        "? a\n: b\n? c\n",
        "- - a\n  - b\n-\n- c\n",
        "",
        "---\n---\n",
        "a: *b",
        "a:\n  b: 1\n c: 2\n",
    ] {
        eprintln!("{text:?}\n   {}", events::outline(text, |sink| read(text, sink)));
    }
}
