//! The files that a batch reads: those of the host, those in archives, and the current virtual file.

use std::cell::RefCell;
use std::rc::Rc;

use assay_document::format::{Document, Fact, FactError, FormatMap, NoDocument, Special, fact};
use assay_document::source::{Counted, Source, SourceError};
use assay_system::VirtualFile;
use assay_zip::{Archives, Inside};

use super::hashing_source::HashingSource;
use super::recorder::Recorder;
use super::times::MeasuredStep;
use super::virtual_file::{Origins, Overlay};

/// The files that a batch reads.
pub(super) struct Input {
    /// All files, including those in archives and the current virtual file.
    pub source: Rc<dyn Source>,
    /// The origins of the parts of the current file, if it is a virtual file.
    pub origins: Option<Origins>,
    /// The file of the last origin that was looked up, with its text.
    last_origin: Rc<RefCell<Option<(String, String)>>>,
    /// Records the contents of files, if other parts of the run read them, too.
    summed: Option<Rc<HashingSource>>,
    formats: Rc<FormatMap>,
}

impl Input {
    /// Creates the input from the files of the host and the archives among them.
    pub fn new(files: Rc<dyn Source>, archives: &Rc<Archives>, formats: &Rc<FormatMap>) -> Self {
        Self {
            source: Rc::new(Inside::new(files, Rc::clone(archives))),
            origins: None,
            last_origin: Rc::default(),
            summed: None,
            formats: Rc::clone(formats),
        }
    }

    /// Takes checksums of files from now on, while [`Self::listen`] is on.
    pub fn sum_up(&mut self) {
        let summed = Rc::new(HashingSource::new(Rc::clone(&self.source)));
        self.source = Rc::<HashingSource>::clone(&summed);
        self.summed = Some(summed);
    }

    /// Sets whether checksums are taken of the files that are read from now on.
    pub fn listen(&self, listens: bool) {
        if let Some(summed) = &self.summed {
            summed.listen(listens);
        }
    }

    /// Returns true if the batch belongs to a part of a run, which takes checksums.
    pub const fn is_summed(&self) -> bool {
        self.summed.is_some()
    }

    /// Returns the checksums of the files that were read whole.
    pub fn take_sums(&self) -> Vec<(String, u64)> {
        self.summed.iter().flat_map(|summed| summed.take_sums()).collect()
    }

    /// Adds a virtual file to the files, in place of the previous one.
    pub fn set_virtual_file(&mut self, file: Option<&VirtualFile>) {
        // The overlay of the previous virtual file goes first, or overlays would pile up.
        if let Some(origins) = self.origins.take() {
            self.source = origins.source;
        }
        let Some(file) = file else { return };
        let (file, source) = (Rc::new(file.clone()), Rc::clone(&self.source));
        self.source = Rc::new(Overlay::new(&file, &source));
        self.origins = Some(Origins::new(file, source, &self.last_origin));
    }

    /// Reads a whole file.
    pub fn read(&self, path: &str, record: &mut Recorder<'_>) -> Result<Vec<u8>, SourceError> {
        let since = record.now();
        let bytes = self.source.read(path)?;
        record.add_time_since(MeasuredStep::Read, None, since);
        self.note(path, bytes.len() as u64, record);
        Ok(bytes)
    }

    /// Returns the document in a file: read, or ready to be read part by part.
    pub fn open(&self, path: &str, record: &mut Recorder<'_>) -> Result<Document, NoDocument> {
        let since = record.now();
        let opened = Document::open_by(&self.formats, path, &self.source);
        record.add_time_since(MeasuredStep::Read, None, since);
        let size = match &opened {
            Ok(document) => document.size(),
            Err(NoDocument::Unusable { size, .. }) => *size,
            Err(NoDocument::Source(_)) => return opened,
        };
        self.note(path, size, record);
        opened
    }

    /// Returns a fact about a file. The bytes that are needed for it count as read.
    pub fn fact(&self, special: Special, path: &str, record: &mut Recorder<'_>) -> Result<Fact, FactError> {
        let counted = Counted::new(&*self.source);
        let fact = fact(special, path, &counted);
        if let Some(bytes) = counted.read() {
            self.note(path, bytes, record);
        }
        fact
    }

    /// Notes the number of bytes of a file that were read.
    fn note(&self, path: &str, bytes: u64, record: &mut Recorder<'_>) {
        // The files that a virtual file is made of have been counted.
        if self.origins.is_none() {
            record.note_read(path, bytes);
        }
    }
}
