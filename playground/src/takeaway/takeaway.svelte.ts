/** What can be taken away of the page: copied, or kept as a file. */

import { packed } from "../archive/archive.ts";
import { MAX_BYTES, MAX_ENTRIES } from "../archive/pack.ts";
import { copied } from "../clipboard.ts";
import {
  type Answer,
  type AssetListForm,
  type ClientCompareLists,
  type ClientResult,
  compareLists,
  type FormatName,
  Latest,
  type Rendering,
  type ReportFormat,
  render,
} from "../engine.ts";
import { counted, formatBytes } from "../format.ts";
import type { Telling } from "../notice.ts";
import { type Project, sizeOf } from "../project.ts";
import type { Shared } from "../share.ts";
import type { Stage } from "../stage.ts";
import { entriesOf, ZIP_NAME } from "./contents.ts";
import { linkTo } from "./link.ts";
import { markdownOf } from "./markdown.ts";
import { reportFile } from "./report-file.ts";

/** How text reports are laid out, in columns. */
const WIDTH = 100;

/** Hears how many files are done, and of how many once that is known. */
type Tell = (done: number, total?: number) => void;

/** What is taken away, and where it is told. */
export interface Source extends Telling {
  /** All files. */
  readonly project: Project;
  /** Grows with every change of them. */
  readonly revision: number;
  /** The revision that the page's address holds, if it holds one. */
  linked: number | undefined;
  /** The project at hand, as a link holds it. */
  readonly drafting: { shared(): Shared };
}

/** The way out. */
export class TakeAway {
  /** How far it is, while it is at work. */
  stage: Stage | undefined = $state.raw();

  readonly #page: Source;
  #ended: AbortController | undefined;

  constructor(page: Source) {
    this.#page = page;
  }

  /** Ends what is at work. */
  cancel(): void {
    this.#ended?.abort();
  }

  /** Copies a text that is called `what`. */
  async copy(text: string, what: string, name: string): Promise<void> {
    if (await copied(text)) {
      this.#say(`${what} is copied.`);
    } else {
      const run = () => download(new Blob([text]), name);
      this.#page.notice = {
        text: "The browser does not let this page copy.",
        action: { label: "Download it instead", run },
      };
    }
  }

  /** Puts a link to all of this into the address bar and onto the clipboard, or says why there is none. */
  async share(): Promise<void> {
    const { revision, drafting } = this.#page;
    const { fragment, fault } = await linkTo(drafting.shared());
    if (fault !== undefined) {
      this.#page.notice = { text: fault, action: { label: "Take a zip instead", run: () => this.keepZip() } };
      return;
    }
    history.replaceState(history.state, "", `#${fragment}`);
    // The page may have changed since, which the link does not hold.
    this.#page.linked = revision;
    this.#say((await copied(location.href)) ? "The link is copied." : "The link is in the address bar.");
  }

  /** Copies everything as Markdown, the result in the engine's own if it has that. */
  async copyMarkdown(formats: readonly ReportFormat[]): Promise<void> {
    const { project } = this.#page;
    const isMarkdown = formats.some(({ name }) => name === "markdown");
    const text = await this.#render(project, { format: isMarkdown ? "markdown" : "text", style: { width: WIDTH } });
    if (text !== undefined) {
      const markdown = await markdownOf(project, { text, isMarkdown });
      await this.copy(markdown, "All of it as Markdown", "assay.md");
    }
  }

  /** Keeps the report in a format. */
  async keepReport(format: FormatName): Promise<void> {
    const text = await this.#render(this.#page.project, { format, style: { width: WIDTH } });
    if (text !== undefined) {
      const { title, end, type } = reportFile(format);
      download(new Blob([text], { type }), `assay-report.${end}`);
      this.#say(`The report as ${title} is \`assay-report.${end}\` in your downloads.`);
    }
  }

  /** Keeps the project as a zip. */
  async keepZip(): Promise<void> {
    const { project } = this.#page;
    await this.#work("Packing", async (signal, tell) => {
      const entries = await entriesOf(project);
      const size = entries.reduce((sum, [, content]) => sum + sizeOf(content), 0);
      if (entries.length > MAX_ENTRIES || size > MAX_BYTES) {
        const what = `${counted(entries.length, "file")} of ${formatBytes(size)}`;
        this.#say(`${what} are too much for a zip made here. Use the files where they lie, with the command line.`);
        return;
      }
      signal.throwIfAborted();
      const zip = await packed(entries, { signal, tell });
      download(zip, ZIP_NAME);
      this.#say(`\`${ZIP_NAME}\` (${formatBytes(zip.size)}) is in your downloads.`);
    });
  }

  /** Keeps what an operation makes of two asset lists, as an asset list. */
  async keepList(lists: Omit<ClientCompareLists, "signal" | "form">, form: AssetListForm): Promise<void> {
    await this.#work("Writing the list", async (signal) => {
      const { written, result } = await compareLists({ ...lists, form }, { signal });
      const name = `${lists.operation}.assetlist${form === "json" ? ".json" : ""}`;
      if (written !== undefined) {
        download(written, name);
        this.#say(`\`${name}\` (${counted(result.length, "asset")}) is in your downloads.`);
      }
    });
  }

  /** The report as a text; nothing when there is none, which is told. */
  async #render(project: Project, rendering: Rendering): Promise<string | undefined> {
    const { revision } = this.#page;
    let text: string | undefined;
    await this.#work("Checking", async (signal, tell) => {
      const answer = await new Promise<Answer<ClientResult>>((resolve) => {
        const latest = new Latest<ClientResult>(resolve, (progress) => tell(progress?.done ?? 0, progress?.total));
        latest.ask(revision, (running) => render(project, [rendering], running));
        signal.addEventListener("abort", () => latest.cancel());
      });
      if (answer.failure !== undefined) {
        throw new Error(answer.failure.message);
      }
      [text] = answer.result.texts;
    });
    return text;
  }

  /** Does some work. What is at work ends when something else is asked for, and has no more to tell. */
  async #work(doing: string, work: (signal: AbortSignal, tell: Tell) => Promise<void>): Promise<void> {
    this.cancel();
    const ended = new AbortController();
    const isLast = () => this.#ended === ended;
    this.#ended = ended;
    this.stage = { doing, done: 0 };
    try {
      await work(ended.signal, (done, total) => {
        this.stage = isLast() ? { doing, done, ...(total !== undefined && { total }) } : this.stage;
      });
    } catch (error) {
      if (isLast()) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#say(ended.signal.aborted ? "Nothing was taken away." : `Nothing was taken away: ${reason}.`);
      }
    } finally {
      if (isLast()) {
        this.stage = undefined;
      }
    }
  }

  #say(text: string): void {
    this.#page.notice = { text };
  }
}

/** An address of a file is good for so long, in milliseconds: a browser may ask where to put it. */
const GOOD_FOR = 60_000;

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GOOD_FOR);
}
