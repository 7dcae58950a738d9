//! Radiance HDR, the format of sky panoramas.

/// The longest run that one packet holds.
const LONGEST_RUN: u16 = 127;

/// Returns a sky that darkens from the zenith to the horizon, run-length encoded; `width` is 8 to 32767.
pub fn sky(width: u16, height: u16, zenith: [u8; 3]) -> Vec<u8> {
    let mut bytes = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n").into_bytes();
    for y in 0..height {
        let [high, low] = width.to_be_bytes();
        bytes.extend([2, 2, high, low]);
        let shade = u8::try_from(u32::from(y) * 40 / u32::from(height)).unwrap_or(40);
        for mantissa in zenith.map(|channel| channel.saturating_sub(shade)) {
            bytes.extend(runs(mantissa, width));
        }
        bytes.extend(runs(ONE, width));
    }
    bytes
}

/// The shared exponent of colours between 0 and 1: mantissas are divided by 256 and multiplied by two to the power of
/// this less 128.
const ONE: u8 = 128;

/// Returns `count` times the same byte.
fn runs(byte: u8, count: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut left = count;
    while left > 0 {
        let run = left.min(LONGEST_RUN);
        bytes.extend([128 + run.to_le_bytes()[0], byte]);
        left -= run;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_height_before_width() {
        let bytes = sky(64, 32, [200, 210, 220]);
        assert!(bytes.starts_with(b"#?RADIANCE\n"));
        assert!(bytes.windows(14).any(|part| part == b"\n-Y 32 +X 64\n\x02"));
    }

    #[test]
    fn runs_add_up() {
        for count in [8, 127, 128, 1024] {
            let total: u16 = runs(7, count).chunks(2).map(|packet| u16::from(packet[0] - 128)).sum();
            assert_eq!(total, count);
        }
    }
}
