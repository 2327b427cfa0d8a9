export type Child = Node | string | null | false
type Value = string | number | boolean | null | undefined | ((event: Event) => void)
export type Props = Readonly<Record<string, Value>>

/** Texts become text nodes and nothing else, whatever they hold: no markup is ever read from data. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue
    if (typeof value === 'function') made.addEventListener(name, value)
    else made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...shown(children))
  return made
}

export const shown = (children: readonly Child[]): (Node | string)[] =>
  children.filter((child): child is Node | string => child !== null && child !== false)

export const element = <T extends HTMLElement = HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element ${id}`)
  return found as T
}

let made = 0
/** Ties a label or a hint to what it belongs to. */
export const newId = (prefix: string): string => {
  made += 1
  return `${prefix}-${made}`
}
