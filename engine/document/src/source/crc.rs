//! The checksum of files in archives: CRC-32, as in IEEE 802.3.
//!
//! The tables are computed when they are first used. Other crates have them as constants. As constants, they would add
//! as much to the module that pages load as all code that reads archives, because tables of checksums cannot be
//! compressed.

use std::cell::OnceCell;

/// The number of bytes that are processed at once.
const STEP: usize = 16;

type Tables = Box<[[u32; 256]; STEP]>;

thread_local! {
    static TABLES: OnceCell<Tables> = const { OnceCell::new() };
}

/// The checksum of bytes that are added in parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crc(u32);

impl Crc {
    /// Returns the checksum of all bytes so far.
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }

    /// Adds more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0 = TABLES.with(|tables| !advance(tables.get_or_init(tables_of), !self.0, bytes));
    }
}

fn advance(tables: &[[u32; 256]; STEP], mut crc: u32, bytes: &[u8]) -> u32 {
    let (steps, rest) = bytes.as_chunks::<STEP>();
    for step in steps {
        // Each byte of a step has its own table, so the look-ups do not wait for each other.
        let mut mixed = *step;
        for (byte, of) in mixed.iter_mut().zip(crc.to_le_bytes()) {
            *byte ^= of;
        }
        crc = 0;
        for (at, byte) in mixed.iter().enumerate() {
            crc ^= tables[STEP - 1 - at][usize::from(*byte)];
        }
    }
    rest.iter().fold(crc, |crc, byte| crc >> 8 ^ tables[0][usize::from(crc.to_le_bytes()[0] ^ byte)])
}

/// Returns the tables. The table `n` has the checksum of each byte, followed by `n` zeros.
fn tables_of() -> Tables {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let mut tables = Box::new([[0; 256]; STEP]);
    for byte in 0..=255u8 {
        let bit = |crc: u32, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ POLYNOMIAL };
        tables[0][usize::from(byte)] = (0..8).fold(u32::from(byte), bit);
    }
    for table in 1..STEP {
        for byte in 0..256 {
            let before: u32 = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][usize::from(before.to_le_bytes()[0])];
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::Crc;

    fn crc(parts: &[&[u8]]) -> u32 {
        let mut crc = Crc::default();
        for part in parts {
            crc.update(part);
        }
        crc.value()
    }

    #[test]
    fn checksums_follow_the_standard() {
        assert_eq!(crc(&[]), 0);
        assert_eq!(crc(&[b"123456789"]), 0xcbf4_3926);
        assert_eq!(crc(&[b"The quick brown fox jumps over the lazy dog"]), 0x414f_a339);
    }

    #[test]
    fn parts_have_the_checksum_of_the_whole() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let whole = crc(&[&bytes]);
        for cut in [0, 1, 7, 15, 16, 17, 500, 999] {
            assert_eq!(crc(&[&bytes[..cut], &bytes[cut..]]), whole, "{cut}");
        }
    }
}
