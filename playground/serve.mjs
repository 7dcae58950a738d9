// Serves the built page as the command line does: `node serve.mjs [--port N]`.

const { run } = await import(new URL("../wasm/dist/bin/cli.js", import.meta.url));
process.exitCode = await run(["playground", ...process.argv.slice(2)]);
