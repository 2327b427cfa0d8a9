// Search over the targets of the search dialog.
/** A target of the search dialog. */
export interface Goal {
  readonly text: string
  readonly kind: string
  readonly href: string
  /** Id of the control to focus. */
  readonly at?: string
}

/** Goals that contain all typed words; those that begin with the input come first. */
export function matching(goals: readonly Goal[], typed: string): Goal[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const first = words[0] ?? ''
  return goals
    .filter(({ text, kind }) => words.every((word) => `${text} ${kind}`.toLowerCase().includes(word)))
    .sort((a, b) => Number(b.text.toLowerCase().startsWith(first)) - Number(a.text.toLowerCase().startsWith(first)))
    .slice(0, 12)
}
