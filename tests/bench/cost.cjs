// Loaded into a measured program (`node --require`). When it ends, writes its peak memory in bytes and its processor
// time in microseconds to the file that ASSAY_COST names.

const { readFileSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = process.env.ASSAY_COST;

if (isMainThread && file) {
  process.on("exit", () => writeFileSync(file, `${peak()} ${processorTime()}`));
}

/**
 * Returns the peak memory. On Linux it is that of this program, on other systems that of its parent may be included.
 */
function peak() {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** Returns the processor time of all threads, including the compiler threads of Node. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
