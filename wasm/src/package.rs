//! Packages: opened, checked part by part, made and taken apart.

use assay_engine::format::Algorithm;
use assay_engine::report::{Diagnostics, render_remarks};
use assay_engine::system::package as packages;
use assay_engine::system::package::{
    Facts, Graph, MemberOutcome, NewFile, PackedMember, Remap, Remapped, Rewriting, UnpackBatch, Unpacking, Withheld,
};
use assay_engine::system::{from_bytes, to_bytes};
use assay_engine::zip::CompressionMethod;
use js_sys::Uint8Array;
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::limits::package_limits_of;
use crate::shown::style;
use crate::source::{Host, HostSource};
use assay_engine::text::IssueCode;
use assay_engine::text::json::for_javascript;

/// A package.
#[wasm_bindgen]
pub struct Package {
    inner: packages::Package,
    source: Host,
    unpacking: Unpacking,
}

#[wasm_bindgen]
impl Package {
    /// Opens the package at `path` in `source`. `limits` is a JSON object of numbers by their names.
    ///
    /// # Errors
    /// It cannot be read, or there is no such limit.
    pub fn open(path: &str, source: HostSource, limits: &str) -> Result<Self, Error> {
        let source = Host::new(source);
        let inner = packages::Package::open(path, &source, &package_limits_of(limits)?)
            .map_err(|error| Error::of(IssueCode::FileUnreadable, &error))?;
        Ok(Self { inner, source, unpacking: Unpacking::default() })
    }

    /// Returns the metadata of the package, as JSON: its revision, place and dependencies.
    #[must_use]
    pub fn about(&self) -> String {
        for_javascript(&self.inner.about())
    }

    /// How many members there are.
    #[must_use]
    pub fn length(&self) -> usize {
        self.inner.members().len()
    }

    /// The members from one place up to another, as JSON.
    #[must_use]
    pub fn members(&self, from: usize, to: usize) -> String {
        for_javascript(&(from..to).map_while(|at| self.inner.member(at)).collect::<Vec<_>>())
    }

    /// The rest of the check, in parts of about so many bytes.
    #[must_use]
    pub fn batches(&self, bytes: u32) -> Vec<Uint8Array> {
        self.inner.batches(bytes.into()).iter().map(|batch| to_bytes(batch).as_slice().into()).collect()
    }

    /// Takes what came of a part.
    ///
    /// # Errors
    /// The bytes are nothing that a part gives.
    pub fn settle(&mut self, outcomes: &[u8]) -> Result<(), Error> {
        self.inner.settle(from_bytes::<Vec<MemberOutcome>>(outcomes)?);
        Ok(())
    }

    /// Does the rest of the check here and now.
    pub fn check(&mut self) {
        for batch in self.inner.batches(u64::MAX) {
            self.inner.settle(packages::verify(&batch, &self.source));
        }
    }

    /// The member of that path, unpacked; nothing when there is none.
    ///
    /// # Errors
    /// It is refused, or damaged.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(at) = self.inner.members().iter().position(|member| &*member.name == path) else { return Ok(None) };
        self.unpacking.whole(&self.inner, &self.source, at).map_err(withheld)
    }

    /// Begins to unpack the member at that place.
    ///
    /// # Errors
    /// There is none, or it is damaged.
    pub fn begin(&mut self, at: usize) -> Result<(), Error> {
        let begun = self.unpacking.begin(&self.inner, &self.source, at).map_err(withheld)?;
        begun.ok_or_else(|| Error::misuse("there is no such member"))
    }

    /// The next bytes of that member; nothing when all have come, and are those that were packed and are listed.
    ///
    /// # Errors
    /// They are not.
    pub fn next(&mut self, at: usize) -> Result<Option<Uint8Array>, Error> {
        let part = self.unpacking.next(&self.inner, &self.source, at).map_err(withheld)?;
        Ok(part.map(Uint8Array::from))
    }
}

/// The new paths of a package's files, for texts that name the old ones.
#[wasm_bindgen]
pub struct PackageRemap {
    inner: Remap,
    unpacking: Unpacking,
    /// The member that is looked through, while it is unpacked, and its text behind that.
    at: usize,
    text: Vec<u8>,
    rewriting: Option<Rewriting>,
    made: Remapped,
}

/// Bytes that are looked through at a time: between two of these, signals are heard.
const REMAPPED: usize = 4 << 20;

#[wasm_bindgen]
impl PackageRemap {
    /// Those of `package` in the folder `place`.
    #[must_use]
    pub fn of(package: &Package, place: &str) -> Self {
        let inner = Remap::new(package.inner.metadata(), place);
        let (unpacking, made) = (Unpacking::default(), Remapped::default());
        Self { inner, unpacking, at: 0, text: Vec::new(), rewriting: None, made }
    }

    /// Begins with the member at that place; returns true if it has to be looked through.
    ///
    /// # Errors
    /// There is none, or it is damaged.
    pub fn begin(&mut self, package: &Package, at: usize) -> Result<bool, Error> {
        let member = package.inner.members().get(at).ok_or_else(|| Error::misuse("there is no such member"))?;
        (self.at, self.text, self.rewriting, self.made) = (at, Vec::new(), None, Remapped::default());
        if !Remap::is_text(&member.name) {
            return Ok(false);
        }
        Ok(self.unpacking.begin(&package.inner, &package.source, at).map_err(withheld)?.is_some())
    }

    /// Continues with that member for a while; returns true if there is more to do.
    ///
    /// # Errors
    /// It is damaged; or it has the name of a text file and is none, which has the code `not-text`.
    pub fn step(&mut self, package: &Package) -> Result<bool, Error> {
        if let Some(rewriting) = &mut self.rewriting {
            if rewriting.step(&self.inner, REMAPPED) {
                return Ok(true);
            }
            self.made = self.rewriting.take().map(Rewriting::finish).unwrap_or_default();
            return Ok(false);
        }
        let until = self.text.len() + REMAPPED;
        while self.text.len() < until {
            let part = self.unpacking.next(&package.inner, &package.source, self.at).map_err(withheld)?;
            let Some(part) = part else {
                let name = &package.inner.members()[self.at].name;
                let begun = self.inner.begin(name, std::mem::take(&mut self.text));
                self.rewriting = begun.map_err(|fault| Error::of(IssueCode::NotText, &format!("`{name}` {fault}")))?;
                return Ok(self.rewriting.is_some());
            };
            self.text.extend_from_slice(part);
        }
        Ok(true)
    }

    /// The member with new paths; nothing when it stays as it is.
    #[must_use]
    pub fn bytes(&self) -> Option<Uint8Array> {
        (!self.made.rewrites.is_empty()).then(|| self.made.bytes.as_slice().into())
    }

    /// Returns the paths that were replaced in the last member, with their lines, as JSON.
    #[must_use]
    pub fn rewrites(&self) -> String {
        for_javascript(&self.made.rewrites)
    }

    /// The lines of that member's further paths, which stay.
    #[must_use]
    pub fn left(&self) -> Vec<u32> {
        self.made.left.clone()
    }
}

/// Does a part of a check.
///
/// # Errors
/// The bytes are no part of one.
#[wasm_bindgen(js_name = verifyPackage)]
pub fn verify_package(batch: &[u8], source: HostSource) -> Result<Vec<u8>, Error> {
    let batch = from_bytes::<UnpackBatch>(batch)?;
    Ok(to_bytes(&packages::verify(&batch, &Host::new(source))))
}

/// Packages together: what is wrong with them, and which needs which.
#[wasm_bindgen]
#[derive(Default)]
pub struct PackageSet {
    facts: Vec<Facts>,
    told: Diagnostics,
}

#[wasm_bindgen]
impl PackageSet {
    /// None yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more, with what its check has found.
    pub fn push(&mut self, package: &Package) {
        self.facts.extend(package.inner.facts());
        self.told.extend(package.inner.diagnostics());
    }

    fn all(&self) -> Diagnostics {
        let mut all = self.told.clone();
        all.extend(packages::conflicts(&self.facts));
        all.settle();
        all
    }

    /// Returns the problems and warnings of the packages, as JSON.
    #[must_use]
    pub fn diagnostics(&self) -> String {
        for_javascript(&self.all())
    }

    /// Like [`PackageSet::diagnostics`], rendered for people.
    #[must_use]
    pub fn render(&self, color: bool, width: Option<usize>) -> String {
        render_remarks(&self.all(), style(color, width, true))
    }

    /// Which needs which, as JSON.
    #[must_use]
    pub fn graph(&self) -> String {
        for_javascript(&Graph::of(&self.facts))
    }
}

/// A file for a new package.
#[derive(Deserialize)]
struct NewFileShape {
    path: String,
    size: u64,
    hash: Option<String>,
}

/// The metadata of a new package.
#[wasm_bindgen]
pub struct PackageCreation {
    inner: packages::Creation,
}

#[wasm_bindgen]
impl PackageCreation {
    /// Lists files, which are JSON, in the metadata `text` from `path`. With `digits` all hashes have so many of them, else as
    /// many as are given there.
    ///
    /// # Errors
    /// The list cannot be read.
    pub fn prepare(path: &str, text: &str, files: &str, digits: Option<usize>) -> Result<Self, Error> {
        let files: Vec<NewFileShape> =
            serde_json::from_str(files).map_err(|error| Error::of(IssueCode::Misuse, &error))?;
        let listed = |NewFileShape { path, size, hash }| NewFile { path, size, hash };
        let files: Vec<NewFile> = files.into_iter().map(listed).collect();
        Ok(Self { inner: packages::prepare(path, text, &files, digits.and_then(Algorithm::of_digits)) })
    }

    /// The text of the metadata; nothing when there are problems.
    #[must_use]
    pub fn metadata(&self) -> Option<String> {
        self.inner.metadata.clone()
    }

    /// How many digits the hash of each file is to have.
    #[must_use]
    pub fn digits(&self) -> Vec<usize> {
        self.inner.algorithms.iter().map(|algorithm| algorithm.digits()).collect()
    }

    /// Returns the diagnostics of the metadata that was given, as JSON. With `replaced`, these are the sizes and hashes
    /// that differed from those of the files; without it, everything else.
    #[must_use]
    pub fn diagnostics(&self, replaced: bool) -> String {
        for_javascript(self.told(replaced))
    }

    /// Like [`PackageCreation::diagnostics`], rendered for people.
    #[must_use]
    pub fn render(&self, replaced: bool, color: bool, width: Option<usize>) -> String {
        render_remarks(self.told(replaced), style(color, width, true))
    }

    const fn told(&self, replaced: bool) -> &Diagnostics {
        if replaced { &self.inner.replaced } else { &self.inner.diagnostics }
    }
}

/// A writer of an archive. Each member is packed first; [`PackageWriter::add`] then returns its header.
#[wasm_bindgen]
#[derive(Default)]
pub struct PackageWriter {
    writer: packages::ZipWriter,
    packer: Option<packages::Packer>,
    packed: Option<PackedMember>,
}

#[wasm_bindgen]
impl PackageWriter {
    /// An archive without members.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins with a member, deflated or stored, of which the hash with so many digits is wanted: an MD5 where there is none.
    pub fn begin(&mut self, deflated: bool, digits: usize) {
        let method = if deflated { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let algorithm = Algorithm::of_digits(digits).unwrap_or(Algorithm::Md5);
        self.packer = Some(packages::Packer::new(method, algorithm));
    }

    /// Packs more of it, and returns what is ready.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.packer.as_mut().map(|packer| packer.push(bytes)).unwrap_or_default()
    }

    /// Ends the member, and returns the last of its bytes.
    pub fn end(&mut self) -> Vec<u8> {
        let Some(member) = self.packer.take() else { return Vec::new() };
        let (rest, packed) = member.finish();
        self.packed = Some(packed);
        rest
    }

    /// Whether the member should rather be stored.
    #[wasm_bindgen(js_name = isInVain)]
    #[must_use]
    pub fn is_in_vain(&self) -> bool {
        self.packed.as_ref().is_some_and(PackedMember::is_in_vain)
    }

    /// The digits of the member's hash.
    #[must_use]
    pub fn hash(&self) -> Option<String> {
        self.packed.as_ref().map(|packed| packed.hash.clone())
    }

    /// Returns the facts about the member that has ended, for a writer in another instance.
    ///
    /// # Errors
    /// No member has ended.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(&mut self) -> Result<Vec<u8>, Error> {
        let packed = self.packed.take().ok_or_else(|| Error::misuse("no member has ended"))?;
        Ok(to_bytes(&packed))
    }

    /// Takes what a writer in another instance handed over, as if the member had ended here.
    ///
    /// # Errors
    /// The bytes are nothing that a writer hands over.
    pub fn take(&mut self, packed: &[u8]) -> Result<(), Error> {
        self.packed = Some(from_bytes(packed)?);
        Ok(())
    }

    /// Returns the header in front of the member that has ended.
    ///
    /// # Errors
    /// The member does not fit into an archive, or no member has ended.
    pub fn add(&mut self, name: &str) -> Result<Vec<u8>, Error> {
        let packed = self.packed.take().ok_or_else(|| Error::misuse("no member has ended"))?;
        self.writer.add(name, packed).map_err(|message| Error::of(IssueCode::PackageTooLarge, &message))
    }

    /// Returns the end of the archive, after all members: the directory and the end record.
    #[must_use]
    pub fn close(self) -> Vec<u8> {
        self.writer.finish()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what errors are mapped by")]
fn withheld(why: Withheld) -> Error {
    Error::of(why.code, &why.message)
}
