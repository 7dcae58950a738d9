//! Unpacks the members of a package, one at a time. Members are withheld if they must not be unpacked, or differ from
//! their entry in the metadata.

use assay_document::format::Hasher;
use assay_document::source::Source;
use assay_document::text::IssueCode;
use assay_zip::{Member, Unpacker, ZipFault};

use super::Package;

/// The reason why a member is withheld.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Withheld {
    /// The stable code of the reason.
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
    /// Returns the member at that index, if it may be unpacked; `None` if it does not exist.
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
    /// Returns all bytes of the member at that index; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the member is refused, or differs from its description in the archive.
    pub fn read_whole(
        &mut self,
        package: &Package,
        source: &dyn Source,
        at: usize,
    ) -> Result<Option<Vec<u8>>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let whole = self.unpacker.read_whole(package.path(), source, member);
        whole.map(Some).map_err(|fault| Withheld::of(&member.name, &fault))
    }

    /// Begins to unpack the member at that index; returns `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the member is refused, or differs from its description in the archive.
    pub fn begin(&mut self, package: &Package, source: &dyn Source, at: usize) -> Result<Option<()>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let begun = self.unpacker.begin(package.path(), source, member);
        begun.map_err(|fault| Withheld::of(&member.name, &fault))?;
        let hash = package.entry(at).and_then(|entry| entry.hash.as_ref());
        self.hasher = hash.map(|(hash, _)| Hasher::new(hash.algorithm));
        Ok(Some(()))
    }

    /// Returns the next bytes of the member at that index, which has been begun; `None` at its end.
    ///
    /// # Errors
    /// Fails if the bytes differ from the description in the archive, or from the hash in the metadata. This is checked
    /// again, because the file may have changed since the check.
    pub fn next(&mut self, package: &Package, source: &dyn Source, at: usize) -> Result<Option<&[u8]>, Withheld> {
        let Some(member) = package.unpackable(at)? else { return Ok(None) };
        let part = self.unpacker.next(package.path(), source, member);
        let part = part.map_err(|fault| Withheld::of(&member.name, &fault))?;
        if let (Some(hasher), Some(part)) = (&mut self.hasher, part) {
            hasher.update(part);
        } else if let Some(hasher) = self.hasher.take() {
            let listed = package.entry(at).and_then(|entry| entry.hash.as_ref());
            if listed.is_some_and(|(hash, _)| hash.digits != hasher.finish()) {
                let message = format!("`{}` has a hash that differs from the listed one", member.name.escape_debug());
                return Err(Withheld { code: IssueCode::PackageHash, message });
            }
        }
        Ok(part)
    }
}
