//! Outlines of documents, as columns in typed arrays of JavaScript.

use assay_engine::outline::{self, OutlineKind, ValueKind};
use wasm_bindgen::prelude::wasm_bindgen;

use assay_engine::text::json::for_javascript;

/// The nodes of one document.
// The page gets columns, because an object for each of a million nodes would take long to make and much memory.
#[wasm_bindgen]
pub struct Outline {
    inner: outline::Outline,
}

/// Returns the name of each kind of node, by its number.
#[wasm_bindgen(js_name = nodeKinds)]
pub fn node_kinds() -> Vec<String> {
    OutlineKind::NAMES.map(str::to_owned).into()
}

/// Returns the name of each kind of value, by its number.
#[wasm_bindgen(js_name = valueKinds)]
pub fn value_kinds() -> Vec<String> {
    ValueKind::NAMES.map(str::to_owned).into()
}

#[wasm_bindgen]
impl Outline {
    /// Returns the outline of the file at `path` with the content `bytes`.
    #[wasm_bindgen(constructor)]
    pub fn new(path: &str, bytes: Vec<u8>) -> Self {
        Self { inner: outline::Outline::of(path, bytes) }
    }

    /// Returns the kind of each node, by the numbers of [`node_kinds`].
    pub fn kinds(&self) -> Vec<u8> {
        self.inner.nodes().kinds.iter().map(|&kind| kind as u8).collect()
    }

    /// Returns the kind of the value of each node, by the numbers of [`value_kinds`].
    #[wasm_bindgen(js_name = valueKinds)]
    pub fn value_kinds(&self) -> Vec<u8> {
        self.inner.nodes().value_kinds.iter().map(|&kind| kind as u8).collect()
    }

    /// Returns the values of all nodes as UTF-8, one after the other.
    pub fn texts(&self) -> Vec<u8> {
        self.inner.nodes().texts.clone().into_bytes()
    }

    /// Returns the names of nodes, each once.
    #[wasm_bindgen(js_name = writtenNames)]
    pub fn written_names(&self) -> Vec<String> {
        self.inner.names().iter().map(|name| name.written.clone()).collect()
    }

    /// Returns the spelling of each name in an `xpath`.
    pub fn steps(&self) -> Vec<String> {
        self.inner.names().iter().map(|name| name.step.clone()).collect()
    }

    /// Returns the number of nodes that are not listed.
    pub fn omitted(&self) -> u32 {
        self.inner.omitted()
    }

    /// Returns the reason why the file cannot be read to its end, as JSON.
    pub fn fault(&self) -> Option<String> {
        self.inner.fault().map(for_javascript)
    }

    /// Returns the text in which places count.
    pub fn text(&self) -> String {
        self.inner.text().to_owned()
    }

    /// Returns the extractions that reach a node; nothing if the node does not exist.
    pub fn xpaths(&self, node: u32) -> Option<XPaths> {
        self.inner.xpaths(node).map(|inner| XPaths { inner })
    }
}

/// Defines functions that return columns of numbers.
macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident as $name:literal;)*) => {
        #[wasm_bindgen]
        impl Outline {
            $(
                $(#[$doc])*
                #[wasm_bindgen(js_name = $name)]
                pub fn $column(&self) -> Vec<u32> {
                    self.inner.nodes().$column.clone()
                }
            )*
        }
    };
}

columns! {
    /// Returns the parent of each node.
    parents as "parents";
    /// Returns for each node the index of the first node after all its descendants.
    ends as "ends";
    /// Returns the number of each node's name.
    names as "names";
    /// Returns for each node its position among adjacent siblings with the same name.
    ordinals as "ordinals";
    /// Returns the place where each node starts.
    starts as "starts";
    /// Returns the place where each node ends.
    stops as "stops";
    /// Returns the place where the value of each node starts.
    value_starts as "valueStarts";
    /// Returns the place where the value of each node ends.
    value_stops as "valueStops";
    /// Returns the offset in `texts` at which the value of each node starts.
    text_starts as "textStarts";
    /// Returns the offset in `texts` at which the value of each node ends.
    text_ends as "textEnds";
}

/// The extractions that reach one node.
#[wasm_bindgen]
pub struct XPaths {
    inner: outline::XPaths,
}

#[wasm_bindgen]
impl XPaths {
    /// Returns the simplest extraction.
    pub fn plain(&self) -> String {
        self.inner.plain.clone()
    }

    /// Returns the number of values that it extracts.
    pub fn values(&self) -> u32 {
        self.inner.values
    }

    /// Returns the extraction that extracts only the value of the node.
    pub fn exact(&self) -> Option<String> {
        self.inner.exact.clone()
    }

    /// Returns the reason why no extraction extracts only the value of the node.
    pub fn reason(&self) -> Option<String> {
        self.inner.reason.map(str::to_owned)
    }
}
