/** Rules without parameters that a project has to set. */

/** Returns a rule file whose parameters without a default have their examples as defaults, so that no rule is off. */
export function withExamples(text: string): string {
  return text.replace(/^( +)default: null\n +example: (.*)$/gm, "$1default: $2");
}
