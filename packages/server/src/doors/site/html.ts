/** Markup that may be sent as it is. Nothing but `html` makes it, so that what somebody wrote is always escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may stand in a template: text is escaped, markup is not, nothing is left out. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

const SPECIAL = /[&<>"']/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text between tags and for values between quotes; good for HTML and XML alike. */
export const escaped = (text: string): string => text.replace(SPECIAL, (c) => ENTITIES[c]!)

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  if (part === null || part === undefined || part === false) return ''
  let all = ''
  for (const each of part) all += markupOf(each)
  return all
}

/** A template whose values are escaped unless they are markup already. Attribute values stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = strings[0]!
  for (let i = 0; i < parts.length; i++) markup += markupOf(parts[i]!) + strings[i + 1]!
  return new Html(markup)
}

export const NOTHING = new Html('')
