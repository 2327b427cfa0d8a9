export function freePort(): Promise<number>
export function startPostgres(
  folder: string,
  extra?: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): void } | null>
