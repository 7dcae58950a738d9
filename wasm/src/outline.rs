//! Outlines of documents: columns, as JavaScript's typed arrays.

use assay_engine::outline::{self, OutlineKind, ValueKind};
use wasm_bindgen::prelude::wasm_bindgen;

use assay_engine::text::json::for_javascript;

/// The nodes of one document.
#[wasm_bindgen]
pub struct Outline {
    inner: outline::Outline,
}

/// Returns the name of each kind of node, by its number.
#[wasm_bindgen(js_name = nodeKinds)]
#[must_use]
pub fn node_kinds() -> Vec<String> {
    OutlineKind::NAMES.map(str::to_owned).into()
}

/// Returns the name of each kind of value, by its number.
#[wasm_bindgen(js_name = valueKinds)]
#[must_use]
pub fn value_kinds() -> Vec<String> {
    ValueKind::NAMES.map(str::to_owned).into()
}

#[wasm_bindgen]
impl Outline {
    /// The outline of the file at `path`, which holds `bytes`.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(path: &str, bytes: Vec<u8>) -> Self {
        Self { inner: outline::Outline::of(path, bytes) }
    }

    /// Returns the kind of each node, by the numbers of [`node_kinds`].
    #[must_use]
    pub fn kinds(&self) -> Vec<u8> {
        self.inner.nodes().kinds.iter().map(|&kind| kind as u8).collect()
    }

    /// Returns the kind of the value of each node, by the numbers of [`value_kinds`].
    #[wasm_bindgen(js_name = valueKinds)]
    #[must_use]
    pub fn value_kinds(&self) -> Vec<u8> {
        self.inner.nodes().value_kinds.iter().map(|&kind| kind as u8).collect()
    }

    /// The values of all nodes as UTF-8, one behind the other.
    #[must_use]
    pub fn texts(&self) -> Vec<u8> {
        self.inner.nodes().texts.clone().into_bytes()
    }

    /// The names that nodes have.
    #[wasm_bindgen(js_name = writtenNames)]
    #[must_use]
    pub fn written_names(&self) -> Vec<String> {
        self.inner.names().iter().map(|name| name.written.clone()).collect()
    }

    /// How an `xpath` spells each of the names.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        self.inner.names().iter().map(|name| name.step.clone()).collect()
    }

    /// How many nodes are not listed.
    #[must_use]
    pub fn omitted(&self) -> u32 {
        self.inner.omitted()
    }

    /// Why the file cannot be read to its end, as JSON.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.inner.fault().map(for_javascript)
    }

    /// The text in which places count.
    #[must_use]
    pub fn text(&self) -> String {
        self.inner.text().to_owned()
    }

    /// The extractions that reach a node; nothing when there is no such node.
    #[must_use]
    pub fn xpaths(&self, node: u32) -> Option<XPaths> {
        self.inner.xpaths(node).map(|inner| XPaths { inner })
    }
}

/// Hands out columns of numbers.
macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident as $name:literal;)*) => {
        #[wasm_bindgen]
        impl Outline {
            $(
                $(#[$doc])*
                #[wasm_bindgen(js_name = $name)]
                #[must_use]
                pub fn $column(&self) -> Vec<u32> {
                    self.inner.nodes().$column.clone()
                }
            )*
        }
    };
}

columns! {
    /// The node that each lies in.
    parents as "parents";
    /// The first node behind each and all below it.
    ends as "ends";
    /// The number of each node's name.
    names as "names";
    /// How many of its name stand in a row up to it.
    ordinals as "ordinals";
    /// Where each node starts.
    starts as "starts";
    /// Where each node ends.
    stops as "stops";
    /// Where the value of each node starts.
    value_starts as "valueStarts";
    /// Where the value of each node ends.
    value_stops as "valueStops";
    /// Where the value of each node starts among the texts.
    text_starts as "textStarts";
    /// Where the value of each node ends among the texts.
    text_ends as "textEnds";
}

/// The extractions that reach one node.
#[wasm_bindgen]
pub struct XPaths {
    inner: outline::XPaths,
}

#[wasm_bindgen]
impl XPaths {
    /// The plain one.
    #[must_use]
    pub fn plain(&self) -> String {
        self.inner.plain.clone()
    }

    /// How many values it yields.
    #[must_use]
    pub fn values(&self) -> u32 {
        self.inner.values
    }

    /// The one that yields the node's value only.
    #[must_use]
    pub fn exact(&self) -> Option<String> {
        self.inner.exact.clone()
    }

    /// Why there is none.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.inner.reason.map(str::to_owned)
    }
}
