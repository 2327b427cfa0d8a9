/** Lets other requests of this process go on in the middle of long work. */
export const breath = (): Promise<void> => new Promise((resume) => setImmediate(resume))
