{
  // The table of findings, searched, filtered, sorted and grouped. Without this script it is whole, by file.
  const ORDER = ["error", "warning", "info", "hint"];
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  const table = document.querySelector("table.findings");
  const textOf = (row, selector) => row.querySelector(selector)?.textContent.trim() ?? "";

  const read = (row, order) => ({
    row,
    order,
    path: textOf(row, ".path"),
    rule: textOf(row, "td.rule"),
    message: textOf(row, ".message"),
    severity: ORDER.findIndex((name) => row.classList.contains(name)),
    text: row.textContent.toLowerCase(),
  });

  const COMPARE = {
    place: (a, b) => a.order - b.order,
    severity: (a, b) => a.severity - b.severity,
    rule: (a, b) => compareTexts(a.rule, b.rule),
    message: (a, b) => compareTexts(a.message, b.message),
  };
  const compareTexts = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  const start = () => {
    const findings = all("tr.finding", table).map(read);
    const state = { by: "place", down: false };

    const isShown = () => {
      const words = one("query").value.toLowerCase().split(/\s+/).filter(Boolean);
      const severities = new Set(all("[name=severity]:checked").map((box) => ORDER.indexOf(box.value)));
      const rule = one("rule").value;
      return (finding) =>
        severities.has(finding.severity) &&
        (rule === "" || finding.rule === rule) &&
        words.every((word) => finding.text.includes(word));
    };

    const groupRow = (name, size) => {
      const row = document.createElement("tr");
      const cell = document.createElement("th");
      const number = document.createElement("small");
      row.className = "group";
      cell.colSpan = one("group").value === "rule" ? 3 : 4;
      cell.scope = "rowgroup";
      number.textContent = String(size);
      cell.append(name, " ", number);
      row.append(cell);
      return row;
    };

    const show = () => {
      const key = one("group").value;
      const turn = state.down ? -1 : 1;
      const shown = findings.filter(isShown());
      shown.sort((a, b) => turn * COMPARE[state.by](a, b) || a.order - b.order);
      const groups = new Map();
      for (const finding of shown) {
        const name = finding[key] ?? "";
        groups.has(name) ? groups.get(name).push(finding) : groups.set(name, [finding]);
      }
      for (const body of all("tbody", table)) {
        body.remove();
      }
      for (const [name, members] of groups) {
        const body = document.createElement("tbody");
        body.append(...(key === "" ? [] : [groupRow(name, members.length)]), ...members.map(({ row }) => row));
        table.append(body);
      }
      table.dataset.group = key;
      one("nothing").hidden = shown.length > 0;
      const total = findings.length.toLocaleString("en");
      one("count").textContent = `${shown.length.toLocaleString("en")} of ${total} shown`;
    };

    const sortBy = (heading) => {
      const by = heading.dataset.sort;
      state.down = state.by === by && !state.down;
      state.by = by;
      for (const other of all("[data-sort]", table)) {
        other.removeAttribute("aria-sort");
      }
      heading.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      show();
    };

    for (const heading of all("[data-sort]", table)) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sortBy(heading));
      heading.append(button);
    }
    for (const link of all("[data-rule]")) {
      link.addEventListener("click", () => {
        one("rule").value = link.dataset.rule;
        show();
      });
    }
    let waiting;
    one("controls").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, 60);
    });
    one("controls").addEventListener("submit", (event) => event.preventDefault());
    one("controls").hidden = false;
  };

  if (table) {
    start();
  }
  // What is folded away is printed, too.
  addEventListener("beforeprint", () => {
    for (const details of all("details")) {
      details.open = true;
    }
  });
}
