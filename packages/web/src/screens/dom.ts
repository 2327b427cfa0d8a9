// Creates DOM elements; strings become text nodes, never markup.
export type Child = Node | string | null | false
type Value = string | number | boolean | null | undefined | ((event: Event) => void)
export type Props = Readonly<Record<string, Value>>

/** Creates an element. Strings become text nodes, so that data is never parsed as markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const htmlNode = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue
    if (typeof value === 'function') htmlNode.addEventListener(name, value)
    else htmlNode.setAttribute(name, value === true ? '' : String(value))
  }
  htmlNode.append(...presentChildren(children))
  return htmlNode
}

export const presentChildren = (children: readonly Child[]): (Node | string)[] =>
  children.filter((child): child is Node | string => child !== null && child !== false)

export const element = <T extends HTMLElement = HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no element ${id}`)
  return found as T
}

let idCount = 0
/** A unique id, to connect a label or hint to its control. */
export const newId = (prefix: string): string => {
  idCount += 1
  return `${prefix}-${idCount}`
}
