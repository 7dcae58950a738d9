//! A serializer for JSON on one line. Reports hold millions of findings, each of some twenty members: names of members are
//! written as they stand in the source, and what happens for every byte is in functions that are compiled for speed here.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// The name under which `serde_json`'s `RawValue` gives its text to a serializer.
const RAW: &str = "$serde_json::private::RawValue";

/// The largest integer that a JavaScript number holds exactly, with all smaller ones.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Appends JSON to bytes.
pub(super) struct Writer<'b> {
    bytes: &'b mut Vec<u8>,
    /// True if integers that JavaScript would round are marked.
    marks: bool,
    /// True if the next text is not a string, but the digits of a number that no type of Rust holds.
    is_raw: bool,
}

impl<'b> Writer<'b> {
    pub(super) const fn new(bytes: &'b mut Vec<u8>, marks: bool) -> Self {
        Self { bytes, marks, is_raw: false }
    }

    fn integer(&mut self, digits: &str, is_large: bool) {
        if is_large && self.marks {
            append(self.bytes, br#"{"$integer":""#);
            append(self.bytes, digits.as_bytes());
            append(self.bytes, b"\"}");
        } else {
            append(self.bytes, digits.as_bytes());
        }
    }

    /// Writes a number that no number of Rust holds: an integer of any length, or a float beyond all bounds.
    fn raw(&mut self, text: &str) {
        let digits = text.strip_prefix('-').unwrap_or(text);
        self.integer(text, is_large(digits));
    }

    fn float(&mut self, value: f64) {
        let number = serde_json::Number::from_f64(value);
        append(self.bytes, number.map_or_else(|| "null".to_owned(), |number| number.to_string()).as_bytes());
    }
}

/// Returns true if JavaScript would round the integer with these digits.
fn is_large(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse().map_or(true, |value: u64| value > MAX_SAFE)
}

/// Texts up to this length, in bytes, are appended byte by byte: in WebAssembly that takes less than a call that copies.
const SHORT: usize = 32;

#[inline(never)]
fn append(bytes: &mut Vec<u8>, text: &[u8]) {
    if text.len() > SHORT {
        bytes.extend_from_slice(text);
        return;
    }
    bytes.reserve(text.len());
    for &byte in text {
        bytes.push(byte);
    }
}

/// Writes the name of a member that Rust declares: it needs no escapes.
#[inline(never)]
fn member(bytes: &mut Vec<u8>, name: &str, is_first: bool) {
    if !is_first {
        bytes.push(b',');
    }
    bytes.push(b'"');
    append(bytes, name.as_bytes());
    append(bytes, b"\":");
}

/// Writes a string with its quotes.
#[inline(never)]
fn string(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        append(bytes, &rest[..at]);
        escaped(bytes, rest[at]);
        rest = &rest[at + 1..];
    }
    append(bytes, rest);
    bytes.push(b'"');
}

fn escaped(bytes: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0C => b'f',
        0..0x20 => {
            append(bytes, &[b'\\', b'u', b'0', b'0', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            return;
        }
        _ => byte,
    };
    append(bytes, &[b'\\', short]);
}

impl<'w, 'b> Serializer for &'w mut Writer<'b> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Members<'w, 'b>;
    type SerializeTuple = Members<'w, 'b>;
    type SerializeTupleStruct = Members<'w, 'b>;
    type SerializeTupleVariant = Members<'w, 'b>;
    type SerializeMap = Members<'w, 'b>;
    type SerializeStruct = Members<'w, 'b>;
    type SerializeStructVariant = Members<'w, 'b>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        append(self.bytes, if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.integer(itoa::Buffer::new().format(value), value.unsigned_abs() > MAX_SAFE);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        self.raw(&value.to_string());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.integer(itoa::Buffer::new().format(value), value > MAX_SAFE);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        // The shortest digits of this type, which those of a wider one are not.
        self.serialize_f64(value.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.float(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        if self.is_raw {
            self.raw(value);
        } else {
            string(self.bytes, value);
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        append(self.bytes, b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut members = Members::open(self, Form::OBJECT, None);
        members.named(variant, value)?;
        members.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::LIST, None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::LIST, None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::LIST, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::LIST, Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::OBJECT, None))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members<'w, 'b>, Error> {
        if name == RAW {
            self.is_raw = true;
            return Ok(Members { writer: self, is_first: true, close: b"" });
        }
        Ok(Members::open(self, Form::OBJECT, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::open(self, Form::OBJECT, Some(variant)))
    }
}

/// How a list or an object begins and ends.
#[derive(Clone, Copy)]
struct Form {
    open: &'static [u8],
    close: &'static [u8],
    /// The end of one that is the only member of an object, whose name is that of a variant.
    close_variant: &'static [u8],
}

impl Form {
    const LIST: Self = Self { open: b"[", close: b"]", close_variant: b"]}" };
    const OBJECT: Self = Self { open: b"{", close: b"}", close_variant: b"}}" };
}

/// A list or an object in the making.
pub(super) struct Members<'w, 'b> {
    writer: &'w mut Writer<'b>,
    is_first: bool,
    close: &'static [u8],
}

impl<'w, 'b> Members<'w, 'b> {
    fn open(writer: &'w mut Writer<'b>, form: Form, variant: Option<&str>) -> Self {
        if let Some(variant) = variant {
            append(writer.bytes, b"{");
            member(writer.bytes, variant, true);
        }
        append(writer.bytes, form.open);
        let close = if variant.is_some() { form.close_variant } else { form.close };
        Self { writer, is_first: true, close }
    }

    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        if !std::mem::replace(&mut self.is_first, false) {
            append(self.writer.bytes, b",");
        }
        value.serialize(&mut *self.writer)
    }

    fn named<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        if !self.writer.is_raw {
            member(self.writer.bytes, name, std::mem::replace(&mut self.is_first, false));
        }
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.is_raw = false;
        append(self.writer.bytes, self.close);
    }
}

impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Error> {
        if !std::mem::replace(&mut self.is_first, false) {
            append(self.writer.bytes, b",");
        }
        let start = self.writer.bytes.len();
        key.serialize(&mut *self.writer)?;
        if self.writer.bytes.get(start) == Some(&b'"') { Ok(()) } else { Err(Error::custom("a key is no text")) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        append(self.writer.bytes, b":");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

/// The traits of serde for what has elements, or members whose names Rust declares.
macro_rules! members {
    ($($of:ident: $method:ident($($name:ident)?) as $written:ident;)*) => {$(
        impl $of for Members<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, $($name: &'static str,)? value: &T) -> Result<(), Error> {
                self.$written($($name,)? value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
        Ok(())
            }
        }
    )*};
}

members! {
    SerializeSeq: serialize_element() as element;
    SerializeTuple: serialize_element() as element;
    SerializeTupleStruct: serialize_field() as element;
    SerializeTupleVariant: serialize_field() as element;
    SerializeStruct: serialize_field(name) as named;
    SerializeStructVariant: serialize_field(name) as named;
}
