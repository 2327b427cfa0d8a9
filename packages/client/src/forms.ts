/** Entry point `@agent-network/client/forms`: bounds of the members of request bodies, for forms. */
export * from './generated/forms.ts'
