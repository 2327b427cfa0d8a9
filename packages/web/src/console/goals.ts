/** Somewhere to go. */
export interface Goal {
  readonly text: string
  readonly kind: string
  readonly href: string
  /** What must be looked at there, by its id. */
  readonly at?: string
}

/** Goals that hold every word that was typed, those that begin with it first. */
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
