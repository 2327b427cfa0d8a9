// Tabs of code blocks.
import { h, newId } from './dom.ts'
import { codeBlock } from './pieces.ts'

/** Tabs of code blocks. Arrow keys, Home and End select a tab (ARIA tab pattern). */
export function codeTabs(label: string, codes: Readonly<Record<string, string>>): HTMLElement {
  const names = Object.keys(codes)
  const id = newId('tabs')
  const panels = names.map((name, n) =>
    h(
      'div',
      { role: 'tabpanel', id: `${id}-panel-${n}`, 'aria-labelledby': `${id}-tab-${n}`, hidden: n > 0 },
      codeBlock(name, codes[name]!),
    ),
  )
  const tabs = names.map((name, n) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${id}-tab-${n}`,
        'aria-controls': `${id}-panel-${n}`,
        'aria-selected': n === 0 ? 'true' : 'false',
        tabindex: n === 0 ? 0 : -1,
        click: () => select(n),
        keydown: (event) => step(event as KeyboardEvent, n),
      },
      name,
    ),
  )
  const select = (chosen: number): void => {
    for (const [n, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', n === chosen ? 'true' : 'false')
      tab.tabIndex = n === chosen ? 0 : -1
      panels[n]!.hidden = n !== chosen
    }
  }
  const STEPS: Readonly<Record<string, (n: number) => number>> = {
    ArrowRight: (n) => (n + 1) % tabs.length,
    ArrowLeft: (n) => (n + tabs.length - 1) % tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1,
  }
  const step = (event: KeyboardEvent, n: number): void => {
    const next = STEPS[event.key]?.(n)
    if (next === undefined) return
    event.preventDefault()
    select(next)
    tabs[next]!.focus()
  }
  return h('div', { class: 'code-tabs' }, h('div', { role: 'tablist', 'aria-label': label }, ...tabs), ...panels)
}
