/** The members of {@link Page} that its parts use. */

import type { Example } from "../examples/table.ts";
import type { NoticeHost } from "../notice.ts";
import type { Project, Side } from "../project.ts";
import type { ViewState } from "../share.ts";
import type { ProjectStore } from "../storage/project-store.svelte.ts";
import type { BrowserHistory } from "./browser-history.ts";
import type { Changes } from "./changes.svelte.ts";
import type { Checking } from "./checking.svelte.ts";
import type { Deletions } from "./deletions.svelte.ts";
import type { Drafting } from "./drafting.ts";
import type { OpenFiles, Pane } from "./open-files.svelte.ts";
import type { ProjectSwitcher } from "./project-switcher.ts";
import type { Stepping } from "./stepping.svelte.ts";

export interface PageParts extends NoticeHost {
  readonly project: Project;
  readonly paths: Readonly<Record<Side, readonly string[]>>;
  readonly revision: number;
  readonly viewState: ViewState | undefined;
  readonly open: OpenFiles;
  readonly checking: Checking;
  readonly changes: Changes;
  readonly deletions: Deletions;
  readonly drafting: Drafting;
  readonly stepping: Stepping;
  readonly store: ProjectStore;
  readonly switcher: ProjectSwitcher;
  readonly browserHistory: BrowserHistory;
  readonly importer: { skipped: readonly unknown[]; inside: unknown };
  example: (Pick<Example, "title" | "note"> & { project: Project }) | undefined;
  pane: Pane;
  view: string;
  put(project: Project, other: "text" | "files"): void;
}
