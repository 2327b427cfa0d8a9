/** Builds the served packages into a folder. */
export function buildPackages(folder: string): Promise<void>
