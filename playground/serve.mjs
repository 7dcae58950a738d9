// Serves the built page as the command line does: `node serve.mjs [--port N]`.

process.argv.splice(2, 0, "playground");
await import(new URL("../wasm/dist/bin/assay.js", import.meta.url));
