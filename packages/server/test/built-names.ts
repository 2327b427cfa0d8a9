// Paths of built assets by their content hash.

/** The path of a script, style or picture of a page, whose name says what is in it. */
export async function builtPath(pageUrl: string, file: string): Promise<string> {
  const text = await (await fetch(pageUrl)).text()
  const [, name, extension] = /^(.*)\.(\w+)$/.exec(file)!
  const found = new RegExp(`(?:href|src)="([^"]*\\b${name}\\.[A-Za-z0-9]{10}\\.${extension})"`).exec(text)
  if (found === null) throw new Error(`${pageUrl} does not refer to ${file}`)
  return new URL(found[1]!, pageUrl).pathname
}
