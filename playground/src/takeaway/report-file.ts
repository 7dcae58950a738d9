/** Reports as files: what they are called, by the name that the engine gives their format. */

/** How a format is shown and kept. */
export interface ReportFile {
  /** What people call it. */
  title: string;
  /** How the names of its files end. */
  end: string;
  /** What a browser calls it. */
  type: string;
}

const TEXT = "text/plain;charset=utf-8";

/** Those with a name or an end of their own. Any other is a text. */
const KNOWN: Record<string, ReportFile> = {
  text: { title: "text", end: "txt", type: TEXT },
  json: { title: "JSON", end: "json", type: "application/json" },
  jsonl: { title: "JSON lines", end: "jsonl", type: TEXT },
  sarif: { title: "SARIF", end: "sarif", type: "application/sarif+json" },
  junit: { title: "JUnit XML", end: "junit.xml", type: "application/xml" },
  github: { title: "GitHub commands", end: "github.txt", type: TEXT },
  html: { title: "HTML", end: "html", type: "text/html;charset=utf-8" },
  markdown: { title: "Markdown", end: "md", type: "text/markdown;charset=utf-8" },
};

/** How reports of that format are shown and kept. */
export function reportFile(format: string): ReportFile {
  return Object.hasOwn(KNOWN, format)
    ? (KNOWN[format] as ReportFile)
    : { title: format, end: `${format}.txt`, type: TEXT };
}
