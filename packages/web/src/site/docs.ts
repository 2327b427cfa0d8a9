// Script of the documentation pages: copy buttons on code blocks.

const SHOWN_MS = 2_000

const status = document.createElement('p')
status.className = 'out'
status.setAttribute('role', 'status')
document.querySelector('main')?.append(status)

/** Browsers offer the clipboard only on https and localhost; elsewhere the code is selected. */
async function copy(block: HTMLElement): Promise<string> {
  const text = (block.textContent ?? '').trimEnd()
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(block)
    return 'Selected'
  }
}

function addButton(block: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const outcome = await copy(block)
    button.textContent = outcome
    status.textContent = outcome === 'Copied' ? 'Code copied' : 'Code selected; copy it with the keyboard'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, SHOWN_MS)
  })
  block.replaceWith(frame)
  frame.append(block, button)
}

for (const block of document.querySelectorAll<HTMLElement>('pre[data-copy]')) addButton(block)
