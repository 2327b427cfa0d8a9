// Types of the oidc-provider library, as far as tests use it.

/** The part of the library that tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Details {
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId?: string }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Settings {
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string }
    findAccount(context: unknown, sub: string): Promise<object>
    readonly [name: string]: unknown
  }

  export default class Provider {
    constructor(issuer: string, settings: Settings)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
