//! What workers have to know before they check: the collections.

use serde::{Deserialize, Serialize};

use super::batch::to_bytes;
use crate::store::{Index, IndexPart, List, Store};

/// The built-in collections' index and the own collections, in the form that travels.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(super) struct Knowledge {
    pub part: IndexPart,
    pub lists: Vec<List>,
}

impl Knowledge {
    pub fn into_store(self) -> Store {
        Store::new(Index::new(self.part), self.lists)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}
