// Loaded before a measured program (`node --require`): at its end, writes the most memory it held, in bytes, and the time
// it had processors for, in microseconds, to the file that ASSAY_COST names.

const { readFileSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const file = process.env.ASSAY_COST;

if (isMainThread && file) {
  process.on("exit", () => writeFileSync(file, `${peak()} ${processorTime()}`));
}

/** Linux tells the peak of this program alone; elsewhere that of the process that started it may count too. */
function peak() {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** Of all threads together, those of Node's own that compile in the background included. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
