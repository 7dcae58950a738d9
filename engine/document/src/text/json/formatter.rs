//! Writes JSON like `serde_json`, except for integers that JavaScript would round.

use std::io::{Result, Write};

use serde_json::ser::{CompactFormatter, Formatter};

/// The largest integer up to which a JavaScript number can represent all integers.
const MAX_SAFE: u64 = (1 << 53) - 1;

pub(super) struct JsonFormatter {
    /// True if integers that JavaScript would round are marked.
    pub marks: bool,
}

impl JsonFormatter {
    fn integer<W: ?Sized + Write>(
        &self,
        writer: &mut W,
        is_large: bool,
        write: impl FnOnce(&mut W) -> Result<()>,
    ) -> Result<()> {
        if !is_large || !self.marks {
            return write(writer);
        }
        writer.write_all(br#"{"$integer":""#)?;
        write(writer)?;
        writer.write_all(b"\"}")
    }
}

impl Formatter for JsonFormatter {
    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> Result<()> {
        let is_large = value.unsigned_abs() > MAX_SAFE;
        self.integer(writer, is_large, |writer| CompactFormatter.write_i64(writer, value))
    }

    fn write_i128<W: ?Sized + Write>(&mut self, writer: &mut W, value: i128) -> Result<()> {
        let is_large = value.unsigned_abs() > MAX_SAFE.into();
        self.integer(writer, is_large, |writer| CompactFormatter.write_i128(writer, value))
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, value: u64) -> Result<()> {
        self.integer(writer, value > MAX_SAFE, |writer| CompactFormatter.write_u64(writer, value))
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> Result<()> {
        // Numbers that do not fit into a Rust type are passed as text: integers of any length, and floats out of range.
        let digits = fragment.strip_prefix('-').unwrap_or(fragment);
        let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_large = is_integer && digits.parse().map_or(true, |value: u64| value > MAX_SAFE);
        self.integer(writer, is_large, |writer| writer.write_all(fragment.as_bytes()))
    }
}
