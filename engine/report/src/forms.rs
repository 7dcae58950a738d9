//! The two forms in which the types of a report are written.

/// Implements serde for a type in two forms. In formats for people (JSON) it is what `derive` makes with
/// `#[serde(remote = "Self")]`. In compact formats, which name no fields, it is a tuple of all fields.
macro_rules! two_forms {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    Self::serialize(self, serializer)
                } else {
                    serde::Serialize::serialize(&($(&self.$field),+), serializer)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    Self::deserialize(deserializer)
                } else {
                    let ($($field),+) = serde::Deserialize::deserialize(deserializer)?;
                    Ok(Self { $($field),+ })
                }
            }
        }
    };
}

/// Returns true for a count that is left out for people.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(super) const fn is_zero(number: &u64) -> bool {
    *number == 0
}
