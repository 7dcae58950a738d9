//! The host's decoder of text encodings, for the engine.

use std::cell::RefCell;

use assay_engine::format::{Reading, Unavailable, decode_with};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::source::reason;

#[wasm_bindgen]
extern "C" {
    /// A decoder from JavaScript.
    #[wasm_bindgen(typescript_type = "{ decode(encoding: string, bytes: Uint8Array, isForgiving: boolean, \
                                      isWhole: boolean): string | undefined }")]
    pub type HostEncodings;

    #[wasm_bindgen(method, catch)]
    fn decode(
        this: &HostEncodings,
        encoding: &str,
        bytes: &[u8],
        is_forgiving: bool,
        is_whole: bool,
    ) -> Result<Option<String>, JsValue>;
}

thread_local! {
    static HOST: RefCell<Option<HostEncodings>> = const { RefCell::new(None) };
}

/// Uses a decoder of JavaScript for the encodings that this module does not know.
#[wasm_bindgen(js_name = setEncodings)]
pub fn set_encodings(encodings: HostEncodings) {
    HOST.set(Some(encodings));
    decode_with(decode);
}

fn decode(encoding: &str, bytes: &[u8], reading: Reading) -> Result<Option<String>, Unavailable> {
    HOST.with_borrow(|host| {
        let Some(host) = host else { return Err(Unavailable("no decoder is available".to_owned())) };
        // Nothing is returned for invalid bytes. The engine finds them, so messages are equal in all hosts.
        host.decode(encoding, bytes, reading == Reading::Forgiving, reading != Reading::Start)
            .map_err(|thrown| Unavailable(reason(&thrown, "the decoder threw something that is not an error")))
    })
}
