//! Parses values of records.

use assay_document::text::Guid;

/// Parses a whole number in decimal digits.
///
/// # Errors
/// `text` is not a whole number, or is too large for `T`; the message says what was expected.
pub fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let bits = 8 * size_of::<T>();
    let refused = || format!("expected a whole number of up to {bits} bits, found `{text}`");
    if is_whole { text.parse().map_err(|_| refused()) } else { Err(refused()) }
}

/// Parses an unsigned 32-bit number. A negative number is read as the unsigned number with the same bits, as O3DE does.
///
/// # Errors
/// `text` is not a number of 32 bits.
pub fn parse_unsigned(text: &str) -> Result<u32, String> {
    match text.parse::<i32>() {
        Ok(signed) if text.starts_with('-') => Ok(signed.cast_unsigned()),
        _ => whole(text),
    }
}

/// Parses a GUID, and returns its bytes.
///
/// # Errors
/// `text` is not a GUID; the message says so.
pub fn guid(text: &str) -> Result<[u8; 16], String> {
    let guid = Guid::parse(text).ok_or_else(|| format!("expected a GUID, found `{text}`"))?;
    Ok(guid.to_bytes())
}
