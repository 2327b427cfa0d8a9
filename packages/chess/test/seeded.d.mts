// Types of seeded.mjs.
export declare const seeded: (...seed: readonly (string | number)[]) => () => number
