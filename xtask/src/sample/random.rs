//! Random numbers that are the same on every machine and in every run.
//!
//! The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). It
//! takes one addition and two multiplications for each number, and is good enough to scatter crates on a dock.

/// The seed. Changing it changes every number of the sample.
const SEED: u64 = 0x00A5_5A00_5EED;

/// A stream of random numbers that belongs to one name.
///
/// Each object in the sample uses a separate stream, so adding a resource does not change other resources.
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts the stream of `name`.
    pub fn named(name: &str) -> Self {
        Self { state: SEED ^ fnv1a(name.as_bytes()) }
    }

    /// Returns the next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `low` to `high`, both included. The bias of the remainder does not matter here.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// Returns one random byte.
    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// Returns one of `choices`, which must not be empty.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let at = self.next() % choices.len() as u64;
        &choices[usize::try_from(at).expect("an index into a slice fits")]
    }
}

/// Returns the FNV-1a hash, which turns a name into the start of its stream.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_always_yields_the_same_numbers() {
        assert_eq!(Random::named("env_cliff").next(), Random::named("env_cliff").next());
        assert_ne!(Random::named("env_cliff").next(), Random::named("env_well").next());
    }

    #[test]
    fn between_includes_both_ends() {
        let mut random = Random::named("dice");
        let rolls: std::collections::BTreeSet<u64> = (0..200).map(|_| random.between(1, 6)).collect();
        assert_eq!(rolls.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    }
}
