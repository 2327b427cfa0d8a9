export function freePort(): Promise<number>
export function findProgram(name: string, extra?: readonly string[]): string | null
/** Where Debian keeps the programs of PostgreSQL, newest version first. */
export function postgresFolders(): string[]
/** Gives folders to the user as whom a server of root's runs. */
export function lend(...folders: string[]): void

export interface PostgresServer {
  readonly url: string
  readonly port: number
  /** Its data folder. */
  readonly data: string
  start(): Promise<void>
  pid(): number
  /** After it was stopped and continued by its own pid. */
  wake(): void
  /** SIGINT is PostgreSQL's fast shutdown and the default, SIGQUIT the immediate one. */
  stop(signal?: NodeJS.Signals): void
  ended(): Promise<void>
}

export function startPostgres(folder: string, extra?: Readonly<Record<string, string>>): Promise<PostgresServer | null>

export function startStandby(
  primary: PostgresServer,
  folder: string,
): Promise<{ readonly port: number; promote(): void; stop(): void }>
