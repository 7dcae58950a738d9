//! The name of a portable asset package.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::listed::whole_number;

/// The identifier of one published revision; unique in a project.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PackageRevision"))]
#[serde(rename_all = "camelCase")]
pub struct Triple {
    /// The asset or shot, as a path: `assets/furniture/lamp/lampGray`.
    pub asset_group_path: String,
    /// The step of the pipeline and its variant, as a path: `rig/RenderHigh`.
    pub revision_group_path: String,
    /// The revision, from 1.
    pub revision: u32,
}

impl Triple {
    /// Returns the folder of its files, relative to the root of a project.
    pub fn place(&self) -> String {
        let Self { asset_group_path, revision_group_path, revision } = self;
        format!("{asset_group_path}/publish/{revision_group_path}/rev{revision:03}")
    }

    /// Returns the triple of three strings; `None` if one of them is not valid.
    pub fn parse(asset_group_path: &str, revision_group_path: &str, revision: &str) -> Option<Self> {
        let revision = whole_number(revision).filter(|number| *number > 0)?;
        let [asset_group_path, revision_group_path] = [asset_group_path, revision_group_path].map(str::to_owned);
        Some(Self { asset_group_path, revision_group_path, revision })
    }
}

/// Returns the part of a place that all revisions of the same groups share: the path in front of the revision.
pub(super) fn group_of(place: &str) -> &str {
    place.rsplit_once('/').map_or(place, |(group, _)| group)
}

/// The names of its parts in metadata.
pub const PARTS: [&str; 3] = ["assetGroupPath", "revisionGroupPath", "revision"];

/// Displays the name for people: `assets/lamp rig/high rev001`.
impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} rev{:03}", self.asset_group_path, self.revision_group_path, self.revision)
    }
}

#[cfg(test)]
mod tests {
    use super::Triple;

    #[test]
    fn a_revision_is_located_below_its_groups() {
        for (revision, place) in [(1, "rev001"), (36, "rev036"), (999, "rev999"), (1000, "rev1000")] {
            let triple = Triple {
                asset_group_path: "shots/ep001/sq001/sh001".to_owned(),
                revision_group_path: "animation/shinji_00".to_owned(),
                revision,
            };
            assert_eq!(triple.place(), format!("shots/ep001/sq001/sh001/publish/animation/shinji_00/{place}"));
        }
    }
}
