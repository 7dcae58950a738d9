//! The slow part of a check: unpacks and hashes every member, in batches that any worker can process.

use assay_document::format::{Algorithm, Hasher};
use assay_document::source::Source;
use assay_report::ProblemCode;
use assay_zip::{Member, Unpacker, ZipFault};
use serde::{Deserialize, Serialize};

/// Members to unpack, with everything needed to unpack them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnpackBatch {
    /// The archive.
    pub(super) path: String,
    pub(super) tasks: Vec<UnpackTask>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct UnpackTask {
    pub at: usize,
    pub member: Member,
    /// The algorithm of the hash that is needed.
    pub algorithm: Option<Algorithm>,
}

/// The outcome of checking a member.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct MemberOutcome {
    pub(super) at: usize,
    /// The digits of its hash, if one was needed; or the code and the message of its fault.
    pub(super) found: Result<Option<String>, (ProblemCode, String)>,
}

impl UnpackBatch {
    /// Returns the unpacked size of its members, in bytes, according to their archive.
    pub fn size(&self) -> u64 {
        self.tasks.iter().fold(0, |sum, task| sum.saturating_add(task.member.size))
    }
}

/// Unpacks the members of a batch, and computes the hashes that are needed.
pub fn verify(batch: &UnpackBatch, source: &dyn Source) -> Vec<MemberOutcome> {
    let mut unpacker = Unpacker::default();
    let mut hash = |UnpackTask { member, algorithm, .. }: &UnpackTask| -> Result<Option<String>, ZipFault> {
        let mut hasher = algorithm.map(Hasher::new);
        // A member is unpacked even if no hash is needed: that checks its size and its CRC-32.
        unpacker.begin(&batch.path, source, member)?;
        while let Some(part) = unpacker.next(&batch.path, source, member)? {
            if let Some(hasher) = &mut hasher {
                hasher.update(part);
            }
        }
        Ok(hasher.map(Hasher::finish))
    };
    let outcome = |task: &UnpackTask| {
        let found = hash(task).map_err(|fault| (fault.code().into(), fault.to_string()));
        MemberOutcome { at: task.at, found }
    };
    batch.tasks.iter().map(outcome).collect()
}
