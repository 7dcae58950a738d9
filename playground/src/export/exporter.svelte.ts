/** The exports of the page: copies, links and downloads. */

import { packed } from "../archive/archive.ts";
import { MAX_BYTES, MAX_ENTRIES } from "../archive/pack.ts";
import {
  type AssetListForm,
  type CompareListsTask,
  type Progress,
  type Rendering,
  type ReportFormat,
  render,
  systemClient,
} from "../engine.ts";
import { counted, formatBytes } from "../format.ts";
import { Jobs } from "../job.svelte.ts";
import type { NoticeHost } from "../notice.ts";
import { type Project, sizeOf } from "../project.ts";
import type { Shared } from "../share.ts";
import { entriesOf, ZIP_NAME } from "./contents.ts";
import { linkTo } from "./link.ts";
import { markdownOf } from "./markdown.ts";

/** The width of text reports, in columns. */
const WIDTH = 100;

/** The page: the project to export, and the notice for the result. */
export interface Source extends NoticeHost {
  readonly project: Project;
  readonly revision: number;
  linked: number | undefined;
  readonly drafting: { shared(): Shared };
}

export class Exporter {
  readonly jobs: Jobs = new Jobs((reason) => this.#notify(`Nothing was exported${reason}.`));

  readonly #page: Source;

  constructor(page: Source) {
    this.#page = page;
  }

  /** Copies a string that the notice calls `label`. If the browser refuses, offers it as a download called `name`. */
  async copy(text: string, label: string, name: string): Promise<void> {
    if (await copied(text)) {
      this.#notify(`${label} is copied.`);
    } else {
      const run = () => download(new Blob([text]), name);
      this.#page.notice = {
        text: "The browser does not allow this page to copy.",
        action: { label: "Download it instead", run },
      };
    }
  }

  /** Puts a link to the project into the address bar and onto the clipboard, or shows why there can be none. */
  async share(): Promise<void> {
    const { revision, drafting } = this.#page;
    const { fragment, fault } = await linkTo(drafting.shared());
    if (fault !== undefined) {
      this.#page.notice = { text: fault, action: { label: "Download a zip instead", run: () => this.downloadZip() } };
      return;
    }
    history.replaceState(history.state, "", `#${fragment}`);
    // The page may have changed since, and the link does not contain that change.
    this.#page.linked = revision;
    this.#notify((await copied(location.href)) ? "The link is copied." : "The link is in the address bar.");
  }

  async copyMarkdown(): Promise<void> {
    const { project } = this.#page;
    const report = await this.#render(project, { format: "markdown" });
    if (report !== undefined) {
      await this.copy(await markdownOf(project, report), "The project as Markdown", "assay.md");
    }
  }

  async downloadReport({ name, title, extension, mediaType }: ReportFormat): Promise<void> {
    const text = await this.#render(this.#page.project, { format: name, style: { width: WIDTH } });
    if (text !== undefined) {
      download(new Blob([text], { type: mediaType }), `assay-report.${extension}`);
      this.#notify(`The report as ${title} is \`assay-report.${extension}\` in your downloads.`);
    }
  }

  async downloadZip(): Promise<void> {
    const { project } = this.#page;
    await this.jobs.run(async ({ signal, report }) => {
      const doing = "Packing";
      report({ doing, done: 0 });
      const entries = await entriesOf(project);
      const size = entries.reduce((sum, [, content]) => sum + sizeOf(content), 0);
      if (entries.length > MAX_ENTRIES || size > MAX_BYTES) {
        const amount = `${counted(entries.length, "file")} of ${formatBytes(size)}`;
        this.#notify(`${amount} are too large for a zip from this page. Use the command line to check the files.`);
        return;
      }
      signal.throwIfAborted();
      const zip = await packed(entries, { signal, report: (done, total) => report({ doing, done, total }) });
      download(zip, ZIP_NAME);
      this.#notify(`\`${ZIP_NAME}\` (${formatBytes(zip.size)}) is in your downloads.`);
    });
  }

  /** Downloads the result of an operation on two asset lists as an asset list. */
  async downloadList(lists: Omit<CompareListsTask, "form">, form: AssetListForm): Promise<void> {
    await this.jobs.run(async ({ signal, report }) => {
      report({ doing: "Writing the list", done: 0 });
      const { written, result } = await systemClient.compareLists({ ...lists, form, signal });
      const name = `${lists.operation}.assetlist${form === "json" ? ".json" : ""}`;
      if (written !== undefined) {
        download(written, name);
        this.#notify(`\`${name}\` (${counted(result.length, "asset")}) is in your downloads.`);
      }
    });
  }

  /** Returns the report as a string; undefined if none exists, which a notice reports. */
  async #render(project: Project, rendering: Rendering): Promise<string | undefined> {
    let text: string | undefined;
    await this.jobs.run(async ({ signal, report }) => {
      const doing = "Checking";
      report({ doing, done: 0 });
      const onProgress = ({ done, total }: Progress) => report({ doing, done, total });
      [text] = (await render(project, [rendering], { signal, onProgress })).texts;
    });
    return text;
  }

  #notify(text: string): void {
    this.#page.notice = { text };
  }
}

/** The time, in milliseconds, for which an address is valid. A browser may first ask where to put the file. */
const GOOD_FOR = 60_000;

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GOOD_FOR);
}

/** Copies a string to the clipboard. Returns false if the browser does not allow it. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
