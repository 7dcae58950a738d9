//! The platforms of seeds: their bits and names.

/// A platform, or a group of them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Platform {
    /// Its name.
    pub name: &'static str,
    /// The bit of the platform, or the bit for all platforms of a group.
    pub bits: u32,
}

/// Every platform, by its bit, as in the current version of upstream. The bits from 2 to 16 differ from those of 2021.
pub static PLATFORMS: &[Platform] = &[
    Platform { name: "pc", bits: 1 },
    Platform { name: "linux", bits: 2 },
    Platform { name: "android", bits: 4 },
    Platform { name: "ios", bits: 8 },
    Platform { name: "mac", bits: 16 },
    Platform { name: "provo", bits: 32 },
    Platform { name: "salem", bits: 64 },
    Platform { name: "jasper", bits: 128 },
    Platform { name: "server", bits: 256 },
];

/// Groups of platforms.
pub static PLATFORM_GROUPS: &[Platform] =
    &[Platform { name: "all", bits: 1 << 30 }, Platform { name: "all_client", bits: 1 << 31 }];

/// Returns the bits of a platform or a group with this name, in any letter case.
pub fn platform_bits(name: &str) -> Option<u32> {
    let mut all = PLATFORMS.iter().chain(PLATFORM_GROUPS);
    all.find(|platform| platform.name.eq_ignore_ascii_case(name)).map(|platform| platform.bits)
}

/// Returns the names of the platforms and groups whose bits are set, in the order of their bits.
pub fn platform_names(bits: u32) -> Vec<&'static str> {
    let all = PLATFORMS.iter().chain(PLATFORM_GROUPS);
    all.filter(|platform| bits & platform.bits != 0).map(|platform| platform.name).collect()
}

#[cfg(test)]
mod tests {
    use super::{PLATFORM_GROUPS, PLATFORMS, platform_bits, platform_names};

    #[test]
    fn each_bit_has_one_name() {
        let mut seen = 0;
        for platform in PLATFORMS.iter().chain(PLATFORM_GROUPS) {
            assert_eq!((platform.bits.count_ones(), seen & platform.bits), (1, 0), "{}", platform.name);
            assert_eq!(platform_bits(&platform.name.to_uppercase()), Some(platform.bits));
            seen |= platform.bits;
        }
        assert_eq!(platform_bits("amiga"), None);
    }

    #[test]
    fn names_are_listed_in_order() {
        assert_eq!(platform_names(1 | 16 | 1 << 31), ["pc", "mac", "all_client"]);
    }
}
