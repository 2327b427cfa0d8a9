/** What a field means, and a value that it could have in an example. */
export type FieldText = readonly [description: string, sample?: unknown]
