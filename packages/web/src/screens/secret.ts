// The dialog that shows a new key once.
import { openDialog } from './dialog.ts'
import { type Child, h } from './dom.ts'
import { copy } from './pieces.ts'

/** Shows a raw key. It exists only in this dialog; the server cannot show it again. */
export function showSecret(title: string, key: string, warning: string, ...more: readonly Child[]): Promise<void> {
  const value = h('code', { 'data-secret': true, tabindex: 0, 'aria-label': 'The key' }, key)
  return openDialog(title, (close) => [
    h('p', { class: 'warning' }, warning),
    h('div', { class: 'secret' }, value),
    ...more,
    h(
      'p',
      { class: 'row' },
      h(
        'button',
        { type: 'button', class: 'main', 'data-start': true, click: () => void copy(value, 'Key') },
        'Copy key',
      ),
      h('button', { type: 'button', class: 'button', click: close }, 'I have saved it'),
    ),
  ]).finally(() => value.replaceChildren())
}
