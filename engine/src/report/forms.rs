//! The two forms in which the types of a report are written.

/// Gives a type its two forms: for people (JSON) what `derive` makes of it with `#[serde(remote = "Self")]`, and in compact
/// formats all its fields in their order. Those formats name no fields, so that none may be left out.
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
