// Removes empty filters from a query.
/** The filters that are not empty. */
export const filled = <T extends Readonly<Record<string, string | number>>>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as {
    [K in keyof T]?: Exclude<T[K], ''>
  }
