// Copies texts to the clipboard.
/** Copies a text; returns what to tell the user. Without a secure connection there is no clipboard API. */
export async function copyText(source: HTMLElement, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    return `${what} copied`
  } catch {
    getSelection()?.selectAllChildren(source)
    return 'Text selected. Press Ctrl+C or ⌘C to copy it.'
  }
}
