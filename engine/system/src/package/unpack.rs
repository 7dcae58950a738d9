//! The members of a package, given out one at a time: only those that may be unpacked, and only as they are listed.

use assay_document::format::Hasher;
use assay_document::source::Source;
use assay_document::text::IssueCode;
use assay_zip::{Member, Unpacker, ZipFault};

use super::Package;

/// The reason why a member is not given out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Withheld {
    /// A short stable name of the kind.
    pub code: IssueCode,
    /// The reason as a message for users.
    pub message: String,
}

impl Withheld {
    fn of(name: &str, fault: &ZipFault) -> Self {
        Self { code: fault.code(), message: format!("`{}` is refused: {fault}", name.escape_debug()) }
    }
}

impl Package {
    /// The member at that place, if it may be unpacked; `None` when there is none.
    ///
    /// # Errors
    /// It is refused.
    fn unpackable(&self, at: usize) -> Result<Option<&Member>, Withheld> {
        match (self.members().get(at), self.fault(at)) {
            (Some(member), Some(fault)) => Err(Withheld::of(&member.name, fault)),
            (member, _) => Ok(member),
        }
    }
}

/// Unpacks members one after the other, in the same memory.
#[derive(Default)]
pub struct Unpacking {
    unpacker: Unpacker,
    hasher: Option<Hasher>,
}

impl Unpacking {
    /// All bytes of the member at that place; `None` when there is none.
    ///
    /// # Errors
    /// It is refused, or not what the archive says of it.
    pub fn whole(&mut self, package: &Package, source: &dyn Source, at: usize) -> Result<Option<Vec<u8>>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let whole = self.unpacker.whole(package.path(), source, member);
        whole.map(Some).map_err(|fault| Withheld::of(&member.name, &fault))
    }

    /// Begins with the member at that place; `None` when there is none.
    ///
    /// # Errors
    /// It is refused, or not what the archive says of it.
    pub fn begin(&mut self, package: &Package, source: &dyn Source, at: usize) -> Result<Option<()>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let begun = self.unpacker.begin(package.path(), source, member);
        begun.map_err(|fault| Withheld::of(&member.name, &fault))?;
        let hash = package.entry(at).and_then(|entry| entry.hash.as_ref());
        self.hasher = hash.map(|(hash, _)| Hasher::new(hash.algorithm));
        Ok(Some(()))
    }

    /// The next bytes of the member that was begun, which is the one at that place; `None` when all have come, and are those
    /// that were packed, and that are listed: the file may be another one than when it was checked.
    ///
    /// # Errors
    /// They are not.
    pub fn next(&mut self, package: &Package, source: &dyn Source, at: usize) -> Result<Option<&[u8]>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let part = self.unpacker.next(package.path(), source, member);
        let part = part.map_err(|fault| Withheld::of(&member.name, &fault))?;
        if let (Some(hasher), Some(part)) = (&mut self.hasher, part) {
            hasher.update(part);
        } else if let Some(hasher) = self.hasher.take() {
            let listed = package.entry(at).and_then(|entry| entry.hash.as_ref());
            if listed.is_some_and(|(hash, _)| hash.digits != hasher.finish()) {
                let message = format!("`{}` has another hash than is listed", member.name.escape_debug());
                return Err(Withheld { code: IssueCode::PackageHash, message });
            }
        }
        Ok(part)
    }
}
