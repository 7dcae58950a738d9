//! The host's glTF validator, for the engine.

use std::cell::RefCell;

use assay_engine::system::gltf::validate_with;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::source::reason;

#[wasm_bindgen]
extern "C" {
    /// A glTF validator from JavaScript: `HostValidator` in `ts/gltf.ts`. It gets the files that a model names before
    /// it validates the model. It does not get a function that reads them, because such a function has a different name
    /// in each build of the engine, and all builds share their JavaScript.
    #[wasm_bindgen(typescript_type = "{ resources(model: Uint8Array): string[]; \
            validate(model: Uint8Array, resources: string[], contents: (Uint8Array | string)[]): string }")]
    #[derive(Clone)]
    pub type HostValidator;

    #[wasm_bindgen(method, catch)]
    fn resources(this: &HostValidator, model: &Uint8Array) -> Result<Array, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn validate(
        this: &HostValidator,
        model: &Uint8Array,
        resources: &Array,
        contents: &Array,
    ) -> Result<String, JsValue>;
}

thread_local! {
    static HOST: RefCell<Option<HostValidator>> = const { RefCell::new(None) };
}

/// Uses a validator of JavaScript for the reports about models.
#[wasm_bindgen(js_name = setGltfValidator)]
pub fn set_gltf_validator(validator: HostValidator) {
    HOST.set(Some(validator));
    validate_with(validate);
}

fn validate(model: &[u8], read: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<String, String> {
    let host = HOST.with_borrow(Clone::clone).ok_or("no glTF validator is available here")?;
    let content = |resource: JsValue| match read(&resource.as_string().unwrap_or_default()) {
        Ok(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        Err(reason) => JsValue::from_str(&reason),
    };
    // A copy, because the memory of this module moves when it grows, which may happen for the files that the model
    // names.
    let model = Uint8Array::from(model);
    let report = host.resources(&model).and_then(|resources| {
        let contents: Array = resources.iter().map(content).collect();
        host.validate(&model, &resources, &contents)
    });
    report.map_err(|thrown| reason(&thrown, "the validator threw something that is not an error"))
}
