/** The theme of the editors. All colours are variables of the page, which switches between light and dark. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { WEIGHTS, type Weight } from "../place.ts";
import { markClass } from "./severity-gutter.ts";

const LINES = { hint: "dotted", info: "dashed" } as Readonly<Record<string, string>>;

/** Returns the underline for a weight: its colour and its line style. */
function underline(weight: Weight) {
  return {
    textDecoration: `underline ${LINES[weight] ?? "wavy"} var(--${weight})`,
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
    textDecorationThickness: "1.5px",
  };
}

const MARKS = Object.fromEntries(
  WEIGHTS.flatMap((weight) => [
    [
      `.${markClass(weight)}`,
      { ...underline(weight), backgroundColor: `color-mix(in srgb, var(--${weight}) 11%, transparent)` },
    ],
    // Without this, a selection would have an underline in the colour of its text.
    [`.${markClass(weight)}::selection, .${markClass(weight)} *::selection`, underline(weight)],
  ]),
);

const SIGNS = Object.fromEntries(WEIGHTS.map((weight) => [`.sign-${weight}`, { color: `var(--${weight})` }]));

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--text)", paddingBlock: "8px 40px" },
  ".cm-line": { paddingInline: "6px 16px" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "1.5px" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--surface)", border: "none", paddingLeft: "4px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line-here)" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)", backgroundColor: "transparent" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-matchingBracket": { backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  // A frame, because a background colour would look like an extracted value.
  ".cm-selectionMatch": { backgroundColor: "transparent", outline: "1px solid var(--line)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warning) 30%, transparent)" },
  ".cm-foldGutter .cm-gutterElement": { paddingInline: "2px", color: "var(--faint)" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--hover)",
    border: "none",
    color: "var(--muted)",
    paddingInline: "6px",
  },
  ".cm-lintRange": { paddingBottom: "0" },
  ".cm-lintRange-active": { backgroundColor: "var(--selection) !important" },
  ".cm-lintPoint": { display: "none" },
  ".cm-signs": { width: "14px" },
  ".cm-signs .cm-gutterElement": { display: "flex", alignItems: "start", justifyContent: "center" },
  ".cm-signs .sign": { display: "flex", alignItems: "center", height: "20px" },
  ...SIGNS,
  ".icon .fill": { fill: "currentColor" },
  ".icon .line, .icon .cut": {
    fill: "none",
    stroke: "currentColor",
    strokeWidth: "1.4",
    strokeLinecap: "round",
    strokeLinejoin: "round",
  },
  ".sign .line": { strokeWidth: "2" },
  ".icon .cut": { stroke: "var(--surface)", strokeWidth: "1.9" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    maxWidth: "min(520px, 90vw)",
    overflow: "hidden",
  },
  ".cm-tooltip code": { fontFamily: "var(--mono)", fontSize: "12px" },
  ".cm-meaning": { padding: "8px 12px", lineHeight: "1.5" },
  ".cm-meaning > div:first-child": { marginBottom: "2px", fontWeight: "600" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12px", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px 3px 4px", lineHeight: "1.4" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--text)", backgroundColor: "var(--chosen)" },
  "@media (forced-colors: active)": {
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
      forcedColorAdjust: "none",
      color: "HighlightText !important",
      backgroundColor: "Highlight !important",
    },
    "li[aria-selected] > .cm-completionDetail": { color: "inherit" },
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal" },
  // The description of an option is next to the list, outside of its box.
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible", maxWidth: "none" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 12px", lineHeight: "1.5", width: "max-content", maxWidth: "320px" },
  // A selected field is shown as the field that has the cursor.
  ".cm-snippetField": { backgroundColor: "transparent", borderBottom: "1px dashed var(--accent)" },
  ".cm-diagnostic": { display: "block", padding: "8px 12px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-diagnostic-info": { borderLeft: "3px solid var(--info)" },
  ".cm-diagnostic-hint": { borderLeft: "3px solid var(--hint)" },
  ".cm-diagnosticSource": { color: "var(--muted)", fontSize: "12px", fontFamily: "var(--mono)" },
  ".cm-diagnosticAction": {
    color: "var(--accent)",
    background: "none",
    border: "none",
    font: "inherit",
    padding: "0",
    margin: "4px 12px 0 0",
    textDecoration: "underline 1px",
    textUnderlineOffset: "0.32em",
    textDecorationSkipInk: "none",
    cursor: "pointer",
  },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--bg)", fontFamily: "var(--sans)", fontSize: "12px" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-find": { padding: "5px 8px", display: "grid", gap: "5px" },
  ".cm-find .row": { display: "flex", alignItems: "center", gap: "4px" },
  ".cm-panels input": {
    height: "26px",
    minWidth: "60px",
    padding: "0 8px",
    border: "1px solid var(--line)",
    borderRadius: "5px",
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    font: "12px var(--mono)",
  },
  ".cm-find input": { flex: "1 1 60px", width: "60px", maxWidth: "240px" },
  ".cm-panels input[aria-invalid=true]": { borderColor: "var(--error)", outlineColor: "var(--error)" },
  ".cm-panels :focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-panels button": {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    flex: "none",
    minWidth: "26px",
    height: "26px",
    padding: "0 6px",
    border: "0",
    borderRadius: "5px",
    color: "var(--muted)",
    background: "none",
    font: "12px var(--sans)",
    cursor: "pointer",
  },
  ".cm-panels button:hover": { color: "var(--text)", backgroundColor: "var(--hover)" },
  ".cm-panels .replace button, .cm-dialog .cm-button": { padding: "0 10px", color: "var(--text)" },
  ".cm-find .way": { fontFamily: "var(--mono)" },
  ".cm-find .way[aria-pressed=true]": { color: "var(--text)", backgroundColor: "var(--chosen)" },
  ".cm-find .told": {
    flex: "1 0 auto",
    minWidth: "62px",
    padding: "0 6px",
    color: "var(--muted)",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
  },
  ".cm-dialog": { display: "flex", alignItems: "center", padding: "5px 8px" },
  ".cm-dialog form": { display: "flex", alignItems: "center", gap: "4px", flex: "1" },
  ".cm-dialog label": { fontSize: "12px" },
  ".cm-dialog .cm-textfield": { marginLeft: "4px", width: "90px" },
  ".cm-dialog-close": { position: "static", fontSize: "16px" },
  ...MARKS,
});

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--code-comment)" },
  { tag: [tags.keyword, tags.controlKeyword, tags.angleBracket], color: "var(--code-keyword)" },
  { tag: [tags.propertyName, tags.tagName, tags.definition(tags.propertyName)], color: "var(--code-name)" },
  { tag: tags.function(tags.variableName), color: "var(--code-name)" },
  { tag: tags.attributeName, color: "var(--code-attribute)" },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.character], color: "var(--code-number)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.operator], color: "var(--muted)" },
]);

export const theme: Extension = [look, syntaxHighlighting(colours)];
