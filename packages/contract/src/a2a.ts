/** The agent-to-agent protocol as far as this service speaks it: version 1.0 over JSON-RPC, text only (4.15). */
export const A2A_VERSION = '1.0'

/** Every method of the protocol; those that this service does not offer are answered with an error of their own. */
export const A2A_METHODS = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
  'GetExtendedAgentCard',
] as const
export type A2aMethod = (typeof A2A_METHODS)[number]

/** What JSON-RPC 2.0 reserves, and the one code of its server range that carries this service's own refusals. */
export const JSON_RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
} as const

/** The protocol's own errors, by the `reason` that clients branch on. */
export const A2A_ERRORS = {
  TASK_NOT_FOUND: { code: -32001, message: 'Task not found' },
  TASK_NOT_CANCELABLE: { code: -32002, message: 'The task cannot be cancelled' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { code: -32003, message: 'Push notifications are not offered' },
  UNSUPPORTED_OPERATION: { code: -32004, message: 'This operation is not offered' },
  CONTENT_TYPE_NOT_SUPPORTED: { code: -32005, message: 'Only text parts of type text/plain are accepted' },
  INVALID_AGENT_RESPONSE: { code: -32006, message: 'The agent gave no valid answer' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { code: -32007, message: 'There is no extended card' },
  EXTENSION_SUPPORT_REQUIRED: { code: -32008, message: 'A required extension is not supported' },
  VERSION_NOT_SUPPORTED: { code: -32009, message: 'This version of the protocol is not supported' },
} as const satisfies Record<string, { code: number; message: string }>
export type A2aReason = keyof typeof A2A_ERRORS

export const A2A_ERROR_DOMAIN = 'a2a-protocol.org'
/** The `domain` of refusals whose `reason` is a code of the REST interface. */
export const OWN_ERROR_DOMAIN = 'agent-network'
/** REST answers a blocked completion with 200; here it is a refusal, and needs a word of its own. */
export const OUTPUT_BLOCKED = 'OUTPUT_MODERATION_BLOCKED'

export type A2aErrorDetail =
  | {
      readonly '@type': 'type.googleapis.com/google.rpc.ErrorInfo'
      readonly reason: string
      readonly domain: string
      readonly metadata?: Readonly<Record<string, string>>
    }
  | {
      readonly '@type': 'type.googleapis.com/google.rpc.BadRequest'
      readonly fieldViolations: readonly { readonly field: string; readonly description: string }[]
    }

export interface JsonRpcError {
  readonly code: number
  readonly message: string
  readonly data?: readonly A2aErrorDetail[]
}

export type JsonRpcId = string | number

/** The id is null where the request's own could not be read. */
export type JsonRpcResponse = { readonly jsonrpc: '2.0'; readonly id: JsonRpcId | null } & (
  | { readonly result: unknown }
  | { readonly error: JsonRpcError }
)

export const TEXT_PLAIN = 'text/plain'

/** What an agent says back: one text, no task. */
export interface A2aReply {
  readonly messageId: string
  readonly contextId: string
  readonly role: 'ROLE_AGENT'
  readonly parts: readonly [{ readonly text: string; readonly mediaType: typeof TEXT_PLAIN }]
}

export interface AgentCard {
  readonly name: string
  readonly description: string
  readonly version: string
  readonly supportedInterfaces: readonly {
    readonly url: string
    readonly protocolBinding: 'JSONRPC'
    readonly protocolVersion: typeof A2A_VERSION
  }[]
  readonly capabilities: {
    readonly streaming: false
    readonly pushNotifications: false
    readonly extendedAgentCard: false
  }
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly tags: readonly string[]
  }[]
  readonly securitySchemes: {
    readonly apiKey: { readonly apiKeySecurityScheme: { readonly location: 'header'; readonly name: 'X-API-Key' } }
  }
  readonly securityRequirements: readonly [{ readonly schemes: { readonly apiKey: { readonly list: readonly [] } } }]
}

/** A card with what vouches for it: signatures (JWS) over its canonical form (RFC 8785) without them. */
export interface SignedAgentCard extends AgentCard {
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[]
}
