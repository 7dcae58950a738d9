//! The two serialised forms of the types of a report.

/// Implements serde for a type in two forms. Formats for people (JSON) use what `derive` generates with
/// `#[serde(remote = "Self")]`. Compact formats, which store no field names, use a tuple of all fields.
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

/// Returns true if a count is zero, and so is left out of formats for people.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
pub(super) const fn is_zero(number: &u64) -> bool {
    *number == 0
}
