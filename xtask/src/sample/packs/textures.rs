//! Pictures: sources and exports of a few surfaces, and some with faults.

use super::super::picture::Picture;
use super::super::{radiance, tga};
use super::{Draft, Expected, image};

/// Makes the bytes of a picture from its path, which determines its colours.
type Paint = fn(&str) -> Vec<u8>;

/// Pictures without faults.
const SOUND: &[(&str, Paint)] = &[
    ("art/crate/T_Crate_D.tga", |path| tga::encode_packed(&Picture::painted(path, 64, 64))),
    ("art/crate/T_Crate_N.png", |path| image::png(&Picture::normals(path, 64, 64))),
    ("art/crate/T_Crate_M.tga", |path| tga::encode_packed(&Picture::painted(path, 32, 32))),
    ("art/wall/T_Wall_D.dds", |_| image::dds(64, 32)),
    ("art/wall/T_Wall_D.psd", |_| image::psd(128, 64)),
    ("art/wall/T_Wall_N.tga", |path| tga::encode_packed(&Picture::normals(path, 128, 64))),
    ("art/wall/T_Poster_D.jpg", |_| image::jpeg(64, 128)),
    ("art/sky/T_Noon_H.hdr", |_| radiance::sky(64, 32, [90, 140, 220])),
    ("art/sky/T_Noon_PX.tga", |path| tga::encode_packed(&Picture::painted(path, 32, 32))),
    ("art/sky/T_Noon_NX.tga", |path| tga::encode_packed(&Picture::painted(path, 32, 32))),
    ("art/ramps/T_Heat_D.tga", |path| tga::encode_packed(&Picture::painted(path, 256, 1))),
    ("art/ui/panel.png", |path| image::png(&Picture::painted(path, 60, 24))),
    ("art/ui/dot.png", |path| image::png(&Picture::painted(path, 2, 2))),
];

/// A picture with a fault.
struct Fault {
    path: &'static str,
    paint: Paint,
    /// The rules that find it, and the value of each.
    finds: &'static [(&'static str, Value)],
}

/// The value of a finding.
enum Value {
    Number(u32),
    Text(&'static str),
    /// The MD5 hash of the picture, which is not written in this table.
    Any,
}

use Value::{Any, Number, Text};

const fn fault(path: &'static str, finds: &'static [(&'static str, Value)], paint: Paint) -> Fault {
    Fault { path, paint, finds }
}

/// Every fault of the sample.
const FAULTS: &[Fault] = &[
    fault("art/crate/T_Label_D.tga", &[("image-power-of-two", Number(100))], |path| {
        tga::encode_packed(&Picture::painted(path, 100, 64))
    }),
    fault("art/sky/T_Stars_D.tga", &[("image-size-limit", Number(16_384))], |path| {
        tga::encode_packed(&Picture::painted(path, 16_384, 1))
    }),
    fault("art/crate/T_White_D.png", &[("image-size-minimum", Number(1))], |path| {
        image::png(&Picture::painted(path, 1, 1))
    }),
    fault(
        "art/ui/banner.dds",
        &[("image-block-multiple", Number(30)), ("image-export-has-source", Text("banner.dds"))],
        |_| image::dds(30, 12),
    ),
    fault("art/sky/T_Noon_PY.tga", &[("image-square", Number(32))], |path| {
        tga::encode_packed(&Picture::painted(path, 32, 16))
    }),
    fault("art/crate/T_Rope_D.tga", &[("image-aspect-ratio", Number(512))], |path| {
        tga::encode_packed(&Picture::painted(path, 512, 32))
    }),
    fault("art/wall/T_Notice_D.png", &[("image-extension-is-content", Text("jpeg"))], |_| image::jpeg(64, 64)),
    fault("art/wall/T_Brick_N.jpg", &[("image-data-not-lossy", Text("jpeg"))], |_| image::jpeg(32, 64)),
    fault("art/sky/T_Hills_H.tga", &[("image-height-deep", Text("tga"))], |path| {
        tga::encode_packed(&Picture::painted(path, 64, 64))
    }),
    fault("art/wall/T_Gate_D.psd", &[], |_| image::psd(128, 32)),
    fault("art/wall/T_Gate_D.dds", &[("image-export-as-source", Number(64))], |_| image::dds(64, 64)),
    fault("art/wall/T_Door_D.psd", &[], |_| image::psd(32, 32)),
    fault("art/wall/T_Door_D.dds", &[("image-mips-complete", Number(32))], |_| image::dds_with(32, 32, 2)),
    fault("art/wall/T_Arch_D.dds", &[("image-export-has-source", Text("T_Arch_D.dds"))], |_| image::dds(16, 16)),
    fault("art/ui/icon_bow.png", &[("image-bytes-per-pixel", Number(32))], |path| {
        image::png_with(&Picture::painted(path, 32, 32), "undo; ".repeat(14_000).as_bytes())
    }),
    fault("art/wall/T_Stone_D.tga", &[("image-content-unique", Any)], |_| {
        tga::encode_packed(&Picture::painted("stone", 64, 64))
    }),
    fault("art/crate/T_Rock_D.tga", &[("image-content-unique", Any)], |_| {
        tga::encode_packed(&Picture::painted("stone", 64, 64))
    }),
];

/// Returns the project with its faults.
pub fn sample() -> Draft {
    let mut draft = Draft::new("textures", SOUND.iter().map(|(path, paint)| ((*path).to_owned(), paint(path))));
    for Fault { path, paint, finds } in FAULTS {
        draft.put(path, paint(path));
        draft.findings.extend(finds.iter().map(|(rule, value)| match value {
            Number(number) => Expected::value(rule, path, *number),
            Text(text) => Expected::value(rule, path, *text),
            Any => Expected { value: None, ..Expected::value(rule, path, "") },
        }));
    }
    draft
}
