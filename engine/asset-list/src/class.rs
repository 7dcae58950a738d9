//! The classes of O3DE's files: one table for reading and writing.

use assay_document::text::Guid;

/// A class of O3DE's serialization.
#[derive(Debug)]
pub struct Class {
    /// Its name, which is only informative.
    pub name: &'static str,
    /// Its version, written unless it is 0.
    pub version: u32,
    /// Its type ids. The first one is written; all of them are read.
    pub types: &'static [TypeId],
    /// The content of objects of this class.
    pub body: RecordBody,
}

/// The type id of a class.
#[derive(Debug)]
pub struct TypeId {
    /// The id as it is written in files.
    pub text: &'static str,
    id: Guid,
}

/// Parses an id in braces at compile time, because the id of every object in a file is compared with one.
const fn type_id(text: &'static str) -> TypeId {
    let digits = text.as_bytes();
    assert!(digits.len() == 38, "a type id is a GUID in braces");
    let (mut bytes, mut at, mut nibble) = ([0; 16], 1, 0);
    while at < 37 {
        let digit = match digits[at] {
            byte @ b'0'..=b'9' => byte - b'0',
            byte @ b'A'..=b'F' => byte - b'A' + 10,
            b'-' => {
                at += 1;
                continue;
            }
            _ => panic!("a GUID has hexadecimal digits in capitals"),
        };
        bytes[nibble / 2] = bytes[nibble / 2] << 4 | digit;
        (at, nibble) = (at + 1, nibble + 1);
    }
    TypeId { text, id: Guid::from_bytes(bytes) }
}

/// The content of an object of a class.
#[derive(Debug)]
pub enum RecordBody {
    /// A number or a string.
    Value,
    /// A string.
    Text,
    /// Members by name, in the order in which they are written.
    Members(&'static [RecordMember]),
    /// Any number of objects of a class.
    Elements(&'static Class),
}

/// A member of a class.
#[derive(Debug)]
pub struct RecordMember {
    /// The name.
    pub field: &'static str,
    /// The class of the member.
    pub class: &'static Class,
    /// The value of a record that the member holds, or that its elements hold.
    pub slot: RecordSlot,
}

/// The values that records have: entries of lists, seeds, steps of plans.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RecordSlot {
    /// None: the values are further down.
    Nothing,
    /// The GUID of an asset id.
    Guid,
    /// The number of an asset id.
    SubId,
    /// The id as one string.
    Id,
    /// The path of an entry.
    Path,
    /// The path in the plain form, which requires a hash in the same entry.
    PlainPath,
    /// The modification time of an asset.
    Modified,
    /// One of the five words of a hash.
    Word,
    /// The hash as 40 digits.
    Hash,
    /// The platforms of a seed, as bits.
    Platforms,
    /// The last known path of the asset of a seed.
    PathHint,
    /// The operation of a step, by name or number.
    Operation,
    /// The first input of a step.
    First,
    /// The second input of a step.
    Second,
    /// The pattern of a step.
    Pattern,
    /// The syntax of the pattern, by name or number.
    PatternType,
    /// The name of the result of a step.
    Output,
    /// The minimum number of lists that contain an entry.
    Count,
    /// One of any number of inputs.
    List,
}

impl Class {
    /// Returns true if `id` is a type id of this class.
    pub fn is_typed(&self, id: Guid) -> bool {
        self.types.iter().any(|known| known.id == id)
    }

    /// Returns the member with that name.
    pub fn member(&self, field: &str) -> Option<&'static RecordMember> {
        match self.body {
            RecordBody::Members(members) => members.iter().find(|member| member.field == field),
            RecordBody::Value | RecordBody::Text | RecordBody::Elements(_) => None,
        }
    }
}

const fn text(name: &'static str, types: &'static [TypeId]) -> Class {
    Class { name, version: 0, types, body: RecordBody::Text }
}

const fn value(name: &'static str, types: &'static [TypeId]) -> Class {
    Class { name, version: 0, types, body: RecordBody::Value }
}

const fn object(name: &'static str, version: u32, types: &'static [TypeId], members: &'static [RecordMember]) -> Class {
    Class { name, version, types, body: RecordBody::Members(members) }
}

const fn elements(name: &'static str, types: &'static [TypeId], of: &'static Class) -> Class {
    Class { name, version: 0, types, body: RecordBody::Elements(of) }
}

const fn member(field: &'static str, class: &'static Class, slot: RecordSlot) -> RecordMember {
    RecordMember { field, class, slot }
}

const U32: TypeId = type_id("{43DA906B-7DEF-4CA8-9790-854106D3F983}");
const U8: TypeId = type_id("{72B9409A-7D1A-4831-9CFE-FCB3FADD3426}");

static GUID: Class = value("AZ::Uuid", &[type_id("{E152C105-A133-4D03-BBF8-3D4B2FBA3E2A}")]);
static UINT: Class = value("unsigned int", &[U32]);
static BYTE: Class = value("unsigned char", &[U8]);
static STRING: Class = text("AZStd::string", &[type_id("{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}")]);
/// A time. O3DE's `uint64_t` is another type on Linux.
static TIME: Class = value(
    "AZ::u64",
    &[type_id("{D6597933-47CD-4FC8-B911-63F3E2B0993A}"), type_id("{5EC2D6F7-6859-400F-9215-C106F5B10E53}")],
);

static WORDS: Class =
    elements("AZStd::array<unsigned int, 5>", &[type_id("{B6423B78-0722-5AD2-9CB4-100E6DA85824}")], &UINT);

static ASSET_ID: Class = object(
    "AssetId",
    1,
    &[type_id("{652ED536-3402-439B-AEBE-4A5DBC554085}")],
    &[member("guid", &GUID, RecordSlot::Guid), member("subId", &UINT, RecordSlot::SubId)],
);

/// One entry of a list.
pub static ASSET: Class = object(
    "AssetFileInfo",
    1,
    &[type_id("{F1616D53-9A20-4C04-854E-D458A334B86B}")],
    &[
        member("assetId", &ASSET_ID, RecordSlot::Nothing),
        member("assetRelativePath", &STRING, RecordSlot::Path),
        member("modificationTime", &TIME, RecordSlot::Modified),
        member("hash", &WORDS, RecordSlot::Word),
    ],
);

static ASSETS: Class =
    elements("AZStd::vector<AssetFileInfo, allocator>", &[type_id("{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}")], &ASSET);

/// An asset list.
pub static ASSET_LIST: Class = object(
    "AssetFileInfoList",
    1,
    &[type_id("{61F16042-E381-47E4-8AAA-91BC532F4101}")],
    &[member("fileInfoList", &ASSETS, RecordSlot::Nothing)],
);

/// One seed.
pub static SEED: Class = object(
    "SeedInfo",
    2,
    &[type_id("{FACC3682-2ACA-4AA4-B85A-07AD276D18A0}")],
    &[
        member("assetId", &ASSET_ID, RecordSlot::Nothing),
        member("platformFlags", &UINT, RecordSlot::Platforms),
        member("pathHint", &STRING, RecordSlot::PathHint),
    ],
);

/// A seed list.
pub static SEED_LIST: Class =
    elements("AZStd::vector<SeedInfo, allocator>", &[type_id("{82FC5264-88D0-57CD-9307-FC52E4DAD550}")], &SEED);

/// One step of a plan.
pub static STEP: Class = object(
    "ComparisonData",
    3,
    &[type_id("{B39A7148-AC9D-4038-A85E-2C86A0B2DEF6}")],
    &[
        member("comparisonType", &BYTE, RecordSlot::Operation),
        member("firstInput", &STRING, RecordSlot::First),
        member("secondInput", &STRING, RecordSlot::Second),
        member("filePattern", &STRING, RecordSlot::Pattern),
        member("filePatternType", &BYTE, RecordSlot::PatternType),
        member("destinationPath", &STRING, RecordSlot::Output),
        member("intersectionCount", &UINT, RecordSlot::Count),
    ],
);

static STEPS: Class =
    elements("AZStd::vector<ComparisonData, allocator>", &[type_id("{A9552095-4212-5C1F-AFF1-9CBE6048BDD2}")], &STEP);

/// A plan.
pub static PLAN: Class = object(
    "AssetFileInfoListComparison",
    1,
    &[type_id("{AC003572-3A33-476C-9B2B-ADDA4F7BB870}")],
    &[member("ComparisonDataListType", &STEPS, RecordSlot::Nothing)],
);

/// A string, a number and a list of strings of the plain JSON form, which has no classes.
static TEXT: Class = text("", &[]);
static VALUE: Class = value("", &[]);
static TEXTS: Class = elements("", &[], &TEXT);

/// One entry of a list in plain JSON.
static PLAIN_ASSET: Class = object(
    "",
    0,
    &[],
    &[
        member("path", &TEXT, RecordSlot::PlainPath),
        member("hash", &TEXT, RecordSlot::Hash),
        member("id", &TEXT, RecordSlot::Id),
        member("modified", &VALUE, RecordSlot::Modified),
    ],
);

static PLAIN_ASSETS: Class = elements("", &[], &PLAIN_ASSET);

/// One step of a plan in plain JSON.
static PLAIN_STEP: Class = object(
    "",
    0,
    &[],
    &[
        member("op", &VALUE, RecordSlot::Operation),
        member("first", &TEXT, RecordSlot::First),
        member("second", &TEXT, RecordSlot::Second),
        member("pattern", &TEXT, RecordSlot::Pattern),
        member("patternType", &VALUE, RecordSlot::PatternType),
        member("count", &VALUE, RecordSlot::Count),
        member("lists", &TEXTS, RecordSlot::List),
        member("output", &TEXT, RecordSlot::Output),
    ],
);

static PLAIN_STEPS: Class = elements("", &[], &PLAIN_STEP);

/// A kind of file (asset list, seed list or plan), with its classes.
#[derive(Debug)]
pub struct ListFileKind {
    /// The name of the kind in messages, with its article.
    pub noun: &'static str,
    /// Its class in O3DE's formats.
    pub root: &'static Class,
    /// The class of its records in these formats.
    pub record: &'static Class,
    /// The key of its records in the plain JSON form, and their class; `None` for seeds, which have no such form.
    pub plain: Option<(&'static str, &'static Class)>,
}

/// Asset lists.
pub static OF_ASSETS: ListFileKind =
    ListFileKind { noun: "an asset list", root: &ASSET_LIST, record: &ASSET, plain: Some(("assets", &PLAIN_ASSETS)) };

/// Seed lists.
pub static OF_SEEDS: ListFileKind = ListFileKind { noun: "a seed list", root: &SEED_LIST, record: &SEED, plain: None };

/// Plans.
pub static OF_STEPS: ListFileKind =
    ListFileKind { noun: "a plan", root: &PLAN, record: &STEP, plain: Some(("steps", &PLAIN_STEPS)) };

/// All kinds of files.
pub static KINDS: [&ListFileKind; 3] = [&OF_ASSETS, &OF_SEEDS, &OF_STEPS];

#[cfg(test)]
mod tests {
    use assay_document::text::Guid;

    use super::{Class, KINDS, RecordBody};

    fn each(class: &'static Class, seen: &mut Vec<&'static Class>) {
        seen.push(class);
        match class.body {
            RecordBody::Value | RecordBody::Text => {}
            RecordBody::Elements(of) => each(of, seen),
            RecordBody::Members(members) => members.iter().for_each(|member| each(member.class, seen)),
        }
    }

    #[test]
    fn classes_have_unique_ids() {
        let mut seen = Vec::new();
        for kind in KINDS {
            each(kind.root, &mut seen);
        }
        for class in &seen {
            assert!(!class.types.is_empty(), "{}", class.name);
            assert!(class.types.iter().all(|known| Guid::parse(known.text) == Some(known.id)), "{}", class.name);
            let others = seen.iter().filter(|other| other.name != class.name);
            assert!(others.flat_map(|other| other.types).all(|other| !class.is_typed(other.id)), "{}", class.name);
        }
    }
}
