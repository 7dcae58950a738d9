//! A serializer for JSON on one line. A report can have millions of findings with some twenty members each. Names of members are
//! written without a search for characters to escape, and the loops over bytes are in this crate, which is compiled for speed.

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
pub(super) struct JsonWriter<'b> {
    bytes: &'b mut Vec<u8>,
    /// True if integers that JavaScript would round are marked.
    marks: bool,
    /// True if the next text is not a string, but the digits of a number that no type of Rust holds.
    is_raw: bool,
}

impl<'b> JsonWriter<'b> {
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
}

/// Returns true if JavaScript would round the integer with these digits.
fn is_large(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse().map_or(true, |value: u64| value > MAX_SAFE)
}

/// Appends bytes. A copy of any length is a call out of WebAssembly, which costs more than the few bytes that most members have.
#[inline(never)]
fn append(bytes: &mut Vec<u8>, text: &[u8]) {
    const LONG: usize = 64;
    if text.len() > LONG {
        return bytes.extend_from_slice(text);
    }
    bytes.reserve(text.len());
    let (eights, rest) = text.as_chunks::<8>();
    for part in eights {
        bytes.extend_from_slice(part);
    }
    let (fours, rest) = rest.as_chunks::<4>();
    for part in fours {
        bytes.extend_from_slice(part);
    }
    for &byte in rest {
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
    bytes.push(b'"');
    bytes.push(b':');
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

/// Writes small integers as large ones.
macro_rules! widened {
    ($($name:ident($type:ty) as $wide:ident;)*) => {$(
        fn $name(self, value: $type) -> Result<(), Error> {
            self.$wide(value.into())
        }
    )*};
}

impl<'w, 'b> Serializer for &'w mut JsonWriter<'b> {
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

    widened! {
        serialize_i8(i8) as serialize_i64;
        serialize_i16(i16) as serialize_i64;
        serialize_i32(i32) as serialize_i64;
        serialize_u8(u8) as serialize_u64;
        serialize_u16(u16) as serialize_u64;
        serialize_u32(u32) as serialize_u64;
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.integer(itoa::Buffer::new().format(value), value.unsigned_abs() > MAX_SAFE);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        self.raw(&value.to_string());
        Ok(())
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
        let number = serde_json::Number::from_f64(value);
        append(self.bytes, number.map_or_else(|| "null".to_owned(), |number| number.to_string()).as_bytes());
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
        let mut members = Members::object(self);
        members.named(variant, value)?;
        members.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::list(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::list(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::list(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'w, 'b>, Error> {
        Members::variant(self, variant);
        Ok(Members { close: b"]}", ..Members::list(self) })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'w, 'b>, Error> {
        Ok(Members::object(self))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members<'w, 'b>, Error> {
        if name == RAW {
            self.is_raw = true;
            return Ok(Members { writer: self, is_first: true, close: b"" });
        }
        Ok(Members::object(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'w, 'b>, Error> {
        Members::variant(self, variant);
        Ok(Members { close: b"}}", ..Members::object(self) })
    }
}

/// A list or an object in the making.
pub(super) struct Members<'w, 'b> {
    writer: &'w mut JsonWriter<'b>,
    is_first: bool,
    close: &'static [u8],
}

impl<'w, 'b> Members<'w, 'b> {
    fn list(writer: &'w mut JsonWriter<'b>) -> Self {
        writer.bytes.push(b'[');
        Self { writer, is_first: true, close: b"]" }
    }

    fn object(writer: &'w mut JsonWriter<'b>) -> Self {
        writer.bytes.push(b'{');
        Self { writer, is_first: true, close: b"}" }
    }

    /// Opens an object whose only member is named after a variant.
    fn variant(writer: &mut JsonWriter<'_>, variant: &str) {
        writer.bytes.push(b'{');
        member(writer.bytes, variant, true);
    }

    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.bytes.push(b',');
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
            self.writer.bytes.push(b',');
        }
        let start = self.writer.bytes.len();
        key.serialize(&mut *self.writer)?;
        if self.writer.bytes.get(start) == Some(&b'"') { Ok(()) } else { Err(Error::custom("a key is no text")) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.bytes.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

/// Implements a trait of serde for sequences, or for members whose names are declared in Rust.
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
