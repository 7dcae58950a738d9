//! The host's glTF validator, as the engine's.

use std::cell::RefCell;

use assay_engine::system::gltf::validate_with;
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::source::reason;

#[wasm_bindgen]
extern "C" {
    /// A glTF validator from JavaScript. Its `read` returns the bytes of a file that the model names, or a string with the
    /// reason why there are none.
    #[wasm_bindgen(
        typescript_type = "{ validate(model: Uint8Array, read: (uri: string) => Uint8Array | string): string }"
    )]
    #[derive(Clone)]
    pub type HostValidator;

    #[wasm_bindgen(method, catch)]
    fn validate(this: &HostValidator, model: Uint8Array, read: &dyn Fn(String) -> JsValue) -> Result<String, JsValue>;
}

thread_local! {
    static HOST: RefCell<Option<HostValidator>> = const { RefCell::new(None) };
}

/// Has a validator of JavaScript's make the reports about models.
#[wasm_bindgen(js_name = setGltfValidator)]
pub fn set_gltf_validator(validator: HostValidator) {
    HOST.set(Some(validator));
    validate_with(validate);
}

fn validate(model: &[u8], read: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<String, String> {
    let host = HOST.with_borrow(Clone::clone).ok_or("there is no glTF validator here")?;
    let read = |uri: String| match read(&uri) {
        Ok(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        Err(reason) => JsValue::from_str(&reason),
    };
    // A copy: the memory of this module moves when it grows, which it may do for the files that the model names.
    host.validate(Uint8Array::from(model), &read)
        .map_err(|thrown| reason(&thrown, "the validator threw something that is no error"))
}
