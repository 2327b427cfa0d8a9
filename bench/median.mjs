/** The middle of several measurements; of an even number the upper one. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
