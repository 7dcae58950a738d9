//! A source of JavaScript, for the engine.

#[cfg(target_arch = "wasm32")]
use std::cell::Cell;
use std::cell::RefCell;

use assay_engine::source::{Source, SourceError, Start};
use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A source from JavaScript.
    #[wasm_bindgen(typescript_type = "{ read(path: string): Uint8Array | null; size?(path: string): number | null; \
                                      fill?(path: string, view: Uint8Array, offset: number): number }")]
    #[derive(Clone)]
    pub type HostSource;

    #[wasm_bindgen(method, catch)]
    fn read(this: &HostSource, path: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn size(this: &HostSource, path: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn fill(this: &HostSource, path: &str, view: &mut [u8], offset: f64) -> Result<f64, JsValue>;
}

/// The size of the first read. Most files are shorter, so one call reads them.
const SCRATCH: usize = 64 << 10;

/// Files of at least this size, in bytes, are read in parts. Memory that is used for the first time costs more than the
/// additional calls.
const LONG: u64 = 1 << 20;

/// The number of bytes that are read of a long file at a time: few enough to stay in the processor's cache.
const PART: usize = 256 << 10;

/// The start of a file.
enum FileStart {
    /// The whole file.
    Whole(Vec<u8>),
    First(Vec<u8>),
}

/// A source of JavaScript. A source with `fill` reads directly into the engine's memory.
pub struct Host {
    source: HostSource,
    fills: bool,
    scratch: RefCell<Vec<u8>>,
    /// The last file of a source without `fill`. It is kept because archives are read in many small parts.
    last_file: RefCell<Option<(String, Uint8Array)>>,
}

impl Host {
    /// Returns the source for a JavaScript object.
    pub fn new(source: HostSource) -> Self {
        let fills = Reflect::has(&source, &"fill".into()).unwrap_or(false);
        Self { source, fills, scratch: RefCell::default(), last_file: RefCell::default() }
    }

    /// Reads the bytes of a file from `offset` on, as many as fit. Fewer bytes mean that the file ends there.
    fn fill(&self, path: &str, view: &mut [u8], offset: u64) -> Result<usize, SourceError> {
        #[expect(clippy::cast_precision_loss, reason = "no file is so long that it would matter")]
        let offset = offset as f64;
        keep_room();
        let filled = self.source.fill(path, view, offset).map_err(|thrown| unreadable(&thrown))?;
        // The interface has no other value for a missing file.
        if filled < 0.0 {
            return Err(SourceError::NotFound);
        }
        whole(filled)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a float saturates, and is cut below"
        )]
        let filled = filled as usize;
        Ok(filled.min(view.len()))
    }

    /// Reads the start of a file.
    fn head(&self, path: &str) -> Result<FileStart, SourceError> {
        let mut scratch = self.scratch.borrow_mut();
        scratch.resize(SCRATCH, 0);
        let filled = self.fill(path, &mut scratch, 0)?;
        let bytes = scratch[..filled].to_vec();
        Ok(if filled < SCRATCH { FileStart::Whole(bytes) } else { FileStart::First(bytes) })
    }

    /// Reads a file that is longer than the scratch memory.
    fn read_long(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        let size = self.size(path)?;
        // One byte more shows whether the file has grown since its size was read.
        let mut bytes = allocate_zeroed(size, 1)?;
        let filled = self.fill(path, &mut bytes, 0)?;
        // The file changed while it was read, so its size is unknown.
        if u64::try_from(filled) != Ok(size) {
            drop(bytes);
            return self.read_copy(path);
        }
        bytes.truncate(filled);
        make_room(size);
        Ok(bytes)
    }

    /// Reads a file as a copy of an array of JavaScript.
    fn read_copy(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        let array = self.array(path)?;
        let mut bytes = allocate_zeroed(array.length().into(), 0)?;
        array.copy_to(&mut bytes);
        Ok(bytes)
    }

    /// Calls `look` with a file as an array of JavaScript, and returns its result. The array stays in JavaScript's
    /// memory, and is kept for the next call.
    fn with_file<T>(&self, path: &str, look: impl FnOnce(&Uint8Array) -> T) -> Result<T, SourceError> {
        let mut last_file = self.last_file.borrow_mut();
        if last_file.as_ref().is_none_or(|(known, _)| known != path) {
            // The old array is freed first, so that two files are never in memory.
            *last_file = None;
            *last_file = Some((path.to_owned(), self.array(path)?));
        }
        last_file.as_ref().map(|(_, array)| look(array)).ok_or(SourceError::NotFound)
    }

    /// Reads a file as an array of JavaScript.
    fn array(&self, path: &str) -> Result<Uint8Array, SourceError> {
        let value = self.source.read(path).map_err(|thrown| unreadable(&thrown))?;
        if value.is_null() || value.is_undefined() {
            return Err(SourceError::NotFound);
        }
        match value.dyn_into::<Uint8Array>() {
            Ok(array) => Ok(array),
            // An array of another realm, such as a frame or a test's sandbox.
            Err(value) if is_of_bytes(&value) => Ok(Uint8Array::new(&value)),
            Err(_) => Err(SourceError::Unreadable("the source returned something that is not bytes".to_owned())),
        }
    }
}

/// Returns true if a value is a view whose elements are bytes, in any realm. A copy of another kind of view would
/// contain each of its numbers as one byte.
fn is_of_bytes(value: &JsValue) -> bool {
    let size = Reflect::get(value, &"BYTES_PER_ELEMENT".into()).ok().and_then(|size| size.as_f64());
    ArrayBuffer::is_view(value) && size == Some(1.0)
}

impl Source for Host {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        if !self.fills {
            return self.read_copy(path);
        }
        match self.head(path)? {
            FileStart::Whole(bytes) => Ok(bytes),
            FileStart::First(_) => self.read_long(path),
        }
    }

    fn start(&self, path: &str) -> Result<Start, SourceError> {
        if !self.fills {
            return self.read_copy(path).map(Start::Whole);
        }
        match self.head(path)? {
            FileStart::Whole(bytes) => Ok(Start::Whole(bytes)),
            FileStart::First(head) => match self.size(path)? {
                size if size < LONG => self.read_long(path).map(Start::Whole),
                size => Ok(Start::Long { head, size, part: PART }),
            },
        }
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        if self.fills {
            return self.fill(path, part, offset);
        }
        self.with_file(path, |array| {
            let from = u32::try_from(offset).unwrap_or(u32::MAX).min(array.length());
            let room = u32::try_from(part.len()).unwrap_or(u32::MAX);
            let found = array.subarray(from, from.saturating_add(room).min(array.length()));
            let length = found.length() as usize;
            found.copy_to(&mut part[..length]);
            length
        })
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        if !self.fills {
            return self.with_file(path, |array| array.length().into());
        }
        let size =
            self.source.size(path).map_err(|thrown| unreadable(&thrown))?.as_f64().ok_or(SourceError::NotFound)?;
        whole(size)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float saturates")]
        Ok(size as u64)
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        if !self.fills {
            let mut bytes = self.read_copy(path)?;
            bytes.truncate(length);
            return Ok(bytes);
        }
        let mut bytes = allocate_zeroed(length as u64, 0)?;
        let filled = self.fill(path, &mut bytes, 0)?;
        bytes.truncate(filled);
        Ok(bytes)
    }
}

/// Checks that JavaScript returned a number of bytes.
fn whole(number: f64) -> Result<(), SourceError> {
    if number >= 0.0 {
        return Ok(());
    }
    Err(SourceError::Unreadable("the source returned something that is not a number of bytes".to_owned()))
}

/// Allocates memory for a file of `size` bytes and for `more` bytes. The error is the reason why that failed.
fn allocate_zeroed(size: u64, more: u64) -> Result<Vec<u8>, SourceError> {
    let too_large = || SourceError::Unreadable(format!("its {size} bytes do not fit into memory"));
    let length = usize::try_from(size.saturating_add(more)).map_err(|_| too_large())?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| too_large())?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Grows the memory by a large step if it has grown since the last call. Call it wherever much is read or written.
///
/// The allocator grows the memory by two pages of 64 KiB at a time. Each step makes a new buffer of the whole memory in
/// JavaScript, which then collects garbage: 58 times during a check of 68 MB, now 8 times.
#[cfg(target_arch = "wasm32")]
pub fn keep_room() {
    const LEAST: usize = 16 << 20;
    thread_local! {
        static LAST: Cell<usize> = const { Cell::new(0) };
    }
    let bytes = || core::arch::wasm32::memory_size(0) << 16;
    if LAST.get() != bytes() {
        make_room(LEAST.max(bytes() / 4) as u64);
        LAST.set(bytes());
    }
}

/// Does nothing: native memory has no such steps.
#[cfg(not(target_arch = "wasm32"))]
pub const fn keep_room() {}

/// Grows the memory once by the approximate need of a long file's values, or of a long list's files; by less if that is
/// not possible.
///
/// Otherwise it grows in hundreds of small steps. Each of them creates a new buffer object, and some start a garbage
/// collection. Memory that is not used takes no memory of the machine.
pub fn make_room(size: u64) {
    const MOST: u64 = 512 << 20;
    let mut room = Vec::<u8>::new();
    let _ = room.try_reserve_exact(usize::try_from(size.min(MOST)).unwrap_or_default());
    std::hint::black_box(room);
}

/// Returns the value that JavaScript threw, as the reason why a file cannot be read.
fn unreadable(thrown: &JsValue) -> SourceError {
    SourceError::Unreadable(reason(thrown, "the source threw something that is not an error"))
}

/// Returns the message of a value that JavaScript threw; `otherwise` if it has none.
pub fn reason(thrown: &JsValue, otherwise: &str) -> String {
    // An error of another realm is not an instance of this realm's class.
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    message.or_else(|| thrown.as_string()).unwrap_or_else(|| otherwise.to_owned())
}
