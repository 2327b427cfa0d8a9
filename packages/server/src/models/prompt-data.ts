/**
 * Stored and received text is data. It stands between fences that it cannot close, because every `<` in it is
 * written as `&lt;`; the rules say so, and nothing a model does with the data has an effect beyond its own words.
 */
export const fenced = (name: string, text: string): string => `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`

export const fencedLines = (name: string, texts: readonly string[]): string[] => texts.map((text) => fenced(name, text))
