//! Packages: opening, checking in parts, creating and unpacking.

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
    /// Opens the package at `path` in `source`. `limits` is a JSON object of numbers by name. Fails if the file cannot
    /// be read or a limit is unknown.
    pub fn open(path: &str, source: HostSource, limits: &str) -> Result<Self, Error> {
        let source = Host::new(source);
        let inner = packages::Package::open(path, &source, &package_limits_of(limits)?)
            .map_err(|error| Error::of(IssueCode::FileUnreadable, &error))?;
        Ok(Self { inner, source, unpacking: Unpacking::default() })
    }

    /// Returns the metadata of the package, as JSON: its revision, place and dependencies.
    pub fn about(&self) -> String {
        for_javascript(&self.inner.about())
    }

    /// Returns the number of members.
    pub fn length(&self) -> usize {
        self.inner.members().len()
    }

    /// Returns the members from index `from` to index `to`, as JSON.
    pub fn members(&self, from: usize, to: usize) -> String {
        for_javascript(&(from..to).map_while(|at| self.inner.member(at)).collect::<Vec<_>>())
    }

    /// Returns the other steps of the check, in batches of about `bytes` bytes.
    pub fn batches(&self, bytes: u32) -> Vec<Uint8Array> {
        self.inner.batches(bytes.into()).iter().map(|batch| to_bytes(batch).as_slice().into()).collect()
    }

    /// Adds the outcomes of a batch. Fails if the bytes are not outcomes of a batch.
    pub fn settle(&mut self, outcomes: &[u8]) -> Result<(), Error> {
        self.inner.add_outcomes(from_bytes::<Vec<MemberOutcome>>(outcomes)?);
        Ok(())
    }

    /// Runs the other steps of the check in this instance.
    pub fn check(&mut self) {
        // One batch, because batches only serve to divide the work among workers.
        for batch in self.inner.batches(u64::MAX) {
            self.inner.add_outcomes(packages::verify(&batch, &self.source));
        }
    }

    /// Unpacks the member with that path; returns nothing if it does not exist. Fails if the member is refused or
    /// damaged.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(at) = self.inner.members().iter().position(|member| &*member.name == path) else { return Ok(None) };
        self.unpacking.read_whole(&self.inner, &self.source, at).map_err(withheld_error)
    }

    /// Begins to unpack the member at that index. Fails if the member does not exist or is damaged.
    pub fn begin(&mut self, at: usize) -> Result<(), Error> {
        let begun = self.unpacking.begin(&self.inner, &self.source, at).map_err(withheld_error)?;
        begun.ok_or_else(|| Error::misuse("there is no such member"))
    }

    /// Returns the next bytes of that member; nothing at its end. Fails if the bytes differ from the description in the
    /// archive, or from the hash in the metadata.
    pub fn next(&mut self, at: usize) -> Result<Option<Uint8Array>, Error> {
        let part = self.unpacking.next(&self.inner, &self.source, at).map_err(withheld_error)?;
        Ok(part.map(Uint8Array::from))
    }
}

/// The new paths of a package's files, for text files that contain the old paths.
#[wasm_bindgen]
pub struct PackageRemap {
    inner: Remap,
    unpacking: Unpacking,
    /// The index of the current member. It is unpacked to `text` before it is rewritten.
    at: usize,
    text: Vec<u8>,
    rewriting: Option<Rewriting>,
    made: Remapped,
}

/// The number of bytes that are rewritten at a time. Signals are handled between two steps.
const REMAPPED: usize = 4 << 20;

#[wasm_bindgen]
impl PackageRemap {
    /// Returns the new paths of the files of `package` in the folder `place`.
    pub fn of(package: &Package, place: &str) -> Self {
        let inner = Remap::new(package.inner.metadata(), place);
        let (unpacking, made) = (Unpacking::default(), Remapped::default());
        Self { inner, unpacking, at: 0, text: Vec::new(), rewriting: None, made }
    }

    /// Begins with the member at that index. Returns true if its text may contain old paths. Fails if the member does
    /// not exist or is damaged.
    pub fn begin(&mut self, package: &Package, at: usize) -> Result<bool, Error> {
        let member = package.inner.members().get(at).ok_or_else(|| Error::misuse("there is no such member"))?;
        (self.at, self.text, self.rewriting, self.made) = (at, Vec::new(), None, Remapped::default());
        // Most bytes of a package are in images and models, which need not be unpacked.
        if !Remap::is_text(&member.name) {
            return Ok(false);
        }
        Ok(self.unpacking.begin(&package.inner, &package.source, at).map_err(withheld_error)?.is_some())
    }

    /// Continues with that member for a while. Returns true if it is not finished. Fails if the member is damaged.
    /// Fails with the code `not-text` if its name is that of a text file, but its content is not text.
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
            let part = self.unpacking.next(&package.inner, &package.source, self.at).map_err(withheld_error)?;
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

    /// Returns the member with new paths; nothing if it does not change.
    pub fn bytes(&self) -> Option<Uint8Array> {
        (!self.made.rewrites.is_empty()).then(|| self.made.bytes.as_slice().into())
    }

    /// Returns the paths that were replaced in the last member, with their lines, as JSON.
    pub fn rewrites(&self) -> String {
        for_javascript(&self.made.rewrites)
    }

    /// Returns the lines of other paths of the studio in that member, which are not replaced.
    pub fn left(&self) -> Vec<u32> {
        self.made.left.clone()
    }
}

/// Does a batch of a check. Fails if the bytes are not a batch.
#[wasm_bindgen(js_name = verifyPackage)]
pub fn verify_package(batch: &[u8], source: HostSource) -> Result<Vec<u8>, Error> {
    let batch = from_bytes::<UnpackBatch>(batch)?;
    Ok(to_bytes(&packages::verify(&batch, &Host::new(source))))
}

/// Several packages, with their problems and the dependencies between them.
#[wasm_bindgen]
#[derive(Default)]
pub struct PackageSet {
    facts: Vec<Facts>,
    diagnostics: Diagnostics,
}

#[wasm_bindgen]
impl PackageSet {
    /// Returns an empty set.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a package with the results of its check.
    pub fn push(&mut self, package: &Package) {
        self.facts.extend(package.inner.facts());
        self.diagnostics.extend(package.inner.diagnostics());
    }

    fn all(&self) -> Diagnostics {
        let mut all = self.diagnostics.clone();
        all.extend(packages::conflicts(&self.facts));
        all.settle();
        all
    }

    /// Returns the problems and warnings of the packages, as JSON.
    pub fn diagnostics(&self) -> String {
        for_javascript(&self.all())
    }

    /// Like [`PackageSet::diagnostics`], rendered for people.
    pub fn render(&self, color: bool, width: Option<usize>) -> String {
        render_remarks(&self.all(), style(color, width, true))
    }

    /// Returns the graph of dependencies, as JSON.
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
    /// Lists files, given as JSON, in the metadata `text` from `path`. If `digits` is set, all hashes have that number
    /// of digits; otherwise a hash has as many digits as the existing one. Fails if `files` cannot be read.
    pub fn prepare(path: &str, text: &str, files: &str, digits: Option<usize>) -> Result<Self, Error> {
        let files: Vec<NewFileShape> =
            serde_json::from_str(files).map_err(|error| Error::of(IssueCode::Misuse, &error))?;
        let listed = |NewFileShape { path, size, hash }| NewFile { path, size, hash };
        let files: Vec<NewFile> = files.into_iter().map(listed).collect();
        Ok(Self { inner: packages::prepare(path, text, &files, digits.and_then(Algorithm::of_digits)) })
    }

    /// Returns the text of the metadata; nothing if there are problems.
    pub fn metadata(&self) -> Option<String> {
        self.inner.metadata.clone()
    }

    /// Returns the required number of digits of each file's hash.
    pub fn digits(&self) -> Vec<usize> {
        self.inner.algorithms.iter().map(|algorithm| algorithm.digits()).collect()
    }

    /// Returns the diagnostics of the existing metadata, as JSON. With `replaced`, these are the sizes and hashes that
    /// differed from those of the files; without it, all other diagnostics.
    pub fn diagnostics(&self, replaced: bool) -> String {
        for_javascript(self.select_diagnostics(replaced))
    }

    /// Like [`PackageCreation::diagnostics`], rendered for people.
    pub fn render(&self, replaced: bool, color: bool, width: Option<usize>) -> String {
        render_remarks(self.select_diagnostics(replaced), style(color, width, true))
    }

    const fn select_diagnostics(&self, replaced: bool) -> &Diagnostics {
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
    /// Returns an archive without members.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a member, deflated or stored. Its hash has that number of digits, or is an MD5 if no hash has this
    /// number of digits.
    pub fn begin(&mut self, deflated: bool, digits: usize) {
        let method = if deflated { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let algorithm = Algorithm::of_digits(digits).unwrap_or(Algorithm::Md5);
        self.packer = Some(packages::Packer::new(method, algorithm));
    }

    /// Packs more bytes of the member, and returns the packed bytes that are ready.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.packer.as_mut().map(|packer| packer.push(bytes)).unwrap_or_default()
    }

    /// Ends the member, and returns the last of its packed bytes.
    pub fn end(&mut self) -> Vec<u8> {
        let Some(member) = self.packer.take() else { return Vec::new() };
        let (rest, packed) = member.finish();
        self.packed = Some(packed);
        rest
    }

    /// Returns true if the member should be stored without compression.
    #[wasm_bindgen(js_name = isInVain)]
    pub fn is_incompressible(&self) -> bool {
        self.packed.as_ref().is_some_and(PackedMember::is_incompressible)
    }

    /// Returns the digits of the member's hash.
    pub fn hash(&self) -> Option<String> {
        self.packed.as_ref().map(|packed| packed.hash.clone())
    }

    /// Returns the facts about the member that has ended, for a writer in another instance. Fails if no member has
    /// ended.
    #[wasm_bindgen(js_name = handOver)]
    pub fn take_facts(&mut self) -> Result<Vec<u8>, Error> {
        let packed = self.packed.take().ok_or_else(|| Error::misuse("no member has ended"))?;
        Ok(to_bytes(&packed))
    }

    /// Continues with a member that a writer in another instance handed over, as if it had ended here. Fails if the
    /// bytes do not come from [`PackageWriter::take_facts`].
    pub fn take(&mut self, packed: &[u8]) -> Result<(), Error> {
        self.packed = Some(from_bytes(packed)?);
        Ok(())
    }

    /// Returns the header in front of the member that has ended. Fails if the member does not fit into an archive, or
    /// if no member has ended.
    pub fn add(&mut self, name: &str) -> Result<Vec<u8>, Error> {
        let packed = self.packed.take().ok_or_else(|| Error::misuse("no member has ended"))?;
        self.writer.add(name, packed).map_err(|message| Error::of(IssueCode::PackageTooLarge, &message))
    }

    /// Returns the end of the archive, after all members: the directory and the end record.
    pub fn close(self) -> Vec<u8> {
        self.writer.finish()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
fn withheld_error(why: Withheld) -> Error {
    Error::of(why.code, &why.message)
}
