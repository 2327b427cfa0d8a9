/** What somebody who met a code wants to know, beside its short message in the table. */
export interface ErrorText {
  readonly happened: string
  readonly why: string
  readonly todo: string
}
