/** Reports as files: their names and types, by the name of the format in the engine. */

/** The names and the type of a format. */
export interface ReportFile {
  /** The name of the format on the page. */
  title: string;
  /** The end of the names of its files. */
  end: string;
  /** The MIME type. */
  type: string;
}

const TEXT = "text/plain;charset=utf-8";

/** The formats with a special name or extension. All others are plain text. */
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

/** Returns the names and the type of a format. */
export function reportFile(format: string): ReportFile {
  return Object.hasOwn(KNOWN, format)
    ? (KNOWN[format] as ReportFile)
    : { title: format, end: `${format}.txt`, type: TEXT };
}
