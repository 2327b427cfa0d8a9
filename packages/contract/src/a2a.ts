/** Constants and types of A2A 1.0 over JSON-RPC, text only (4.15). */
export const A2A_VERSION = '1.0'

/** All methods of the protocol; unsupported ones have their own error. */
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

/** Reserved codes of JSON-RPC 2.0, and `refused` for the error codes of this API. */
export const JSON_RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
} as const

/** Errors of the protocol by `reason`. */
export const A2A_ERRORS = {
  TASK_NOT_FOUND: { code: -32001, message: 'Task not found' },
  TASK_NOT_CANCELABLE: { code: -32002, message: 'The task cannot be cancelled' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { code: -32003, message: 'Push notifications are not supported' },
  UNSUPPORTED_OPERATION: { code: -32004, message: 'This operation is not supported' },
  CONTENT_TYPE_NOT_SUPPORTED: { code: -32005, message: 'Only text parts of type text/plain are accepted' },
  INVALID_AGENT_RESPONSE: { code: -32006, message: 'The agent gave no valid response' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { code: -32007, message: 'Extended agent card not configured' },
  EXTENSION_SUPPORT_REQUIRED: { code: -32008, message: 'A required extension is not supported' },
  VERSION_NOT_SUPPORTED: { code: -32009, message: 'Protocol version not supported; send A2A-Version: 1.0' },
} as const satisfies Record<string, { code: number; message: string }>
export type A2aReason = keyof typeof A2A_ERRORS

export const A2A_ERROR_DOMAIN = 'a2a-protocol.org'
/** The `domain` of errors whose `reason` is an error code of this API. */
export const OWN_ERROR_DOMAIN = 'agent-network'
/** REST returns 200 for a blocked completion; A2A returns an error with this reason. */
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

/** The id is null if the id of the request could not be read. */
export type JsonRpcResponse = { readonly jsonrpc: '2.0'; readonly id: JsonRpcId | null } & (
  | { readonly result: unknown }
  | { readonly error: JsonRpcError }
)

export const TEXT_PLAIN = 'text/plain'

/** The reply of an agent: one text, no task. */
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

/** A card with JWS signatures over its canonical form (RFC 8785) without `signatures`. */
export interface SignedAgentCard extends AgentCard {
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[]
}
