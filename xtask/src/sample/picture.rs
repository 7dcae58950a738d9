//! Pictures, before they are written in a format.

use serde::{Deserialize, Serialize};

use super::random::Random;

/// A checked pattern in two colours: small when compressed, and easy to tell apart.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Picture {
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
    colours: [[u8; 3]; 2],
}

impl Picture {
    /// Returns a picture in two earthy colours that are computed from `name`.
    pub fn painted(name: &str, width: u16, height: u16) -> Self {
        let mut random = Random::named(name);
        let mut colour = || [0; 3].map(|_: u8| 48 + random.byte() / 2);
        Self { width, height, colours: [colour(), colour()] }
    }

    /// Returns a tangent-space normal map: mostly straight up, with facets leaning a little.
    pub fn normals(name: &str, width: u16, height: u16) -> Self {
        let lean = Random::named(name).byte() / 8;
        Self { width, height, colours: [[128, 128, 255], [128 + lean, 128 - lean, 250]] }
    }

    /// Returns red, green and blue of the pixel at `x`, `y`.
    pub fn pixel(&self, x: u16, y: u16) -> [u8; 3] {
        let (column, row) = (x * 4 / self.width.max(4), y * 4 / self.height.max(4));
        self.colours[usize::from((column + row) % 2)]
    }
}
