//! Asset ids: the GUID of a source file, and the number of a product that was made from it.

use std::fmt;
use std::hash::{Hash, Hasher};

use assay_document::text::Guid;

use super::number::parse_unsigned;

/// An asset id: `{GUID}:<number>`.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct AssetId {
    /// The GUID of the source file.
    pub guid: [u8; 16],
    /// The number of the product within its source; 0 for a file that was copied unchanged.
    pub sub_id: u32,
}

impl AssetId {
    /// Parses `{GUID}:<decimal>`. Braces are optional and letter case is ignored. A negative number is read as the
    /// unsigned number with the same bits. `None` if `text` is not an asset id.
    pub fn parse(text: &str) -> Option<Self> {
        let (guid, sub_id) = text.rsplit_once(':')?;
        let guid = Guid::parse(guid)?.to_bytes();
        Some(Self { guid, sub_id: parse_unsigned(sub_id).ok()? })
    }

    /// Returns true if the id names no asset: its GUID is all zero.
    pub fn is_none(&self) -> bool {
        self.guid == [0; 16]
    }

    /// Writes its GUID in braces and capitals, like O3DE.
    ///
    /// # Errors
    /// Writing to `out` fails.
    pub fn write_guid(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{{{}}}", Guid::from_bytes(self.guid).to_string().to_ascii_uppercase())
    }
}

/// Hashes two numbers, which is faster than hashing bytes.
impl Hash for AssetId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(u128::from_ne_bytes(self.guid));
        state.write_u32(self.sub_id);
    }
}

impl fmt::Display for AssetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_guid(f)?;
        write!(f, ":{}", self.sub_id)
    }
}

#[cfg(test)]
mod tests {
    use super::AssetId;

    #[test]
    fn ids_are_formatted_as_upstream_formats_them() {
        for (text, expected) in [
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0", Some("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0")),
            (
                "a4e1ff93-7114-5d43-96a2-bb8cf3bdeebc:4294967295",
                Some("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:4294967295"),
            ),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:4294967296", None),
            (
                "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:-2010443522",
                Some("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:2284523774"),
            ),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:-2147483649", None),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:-", None),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}", None),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:", None),
            ("{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:+1", None),
            ("{A4E1FF93}:0", None),
        ] {
            assert_eq!(AssetId::parse(text).map(|id| id.to_string()).as_deref(), expected, "{text}");
        }
    }
}
