/** A mistake the operator can mend: printed as one line, exit 1. */
export class ConfigError extends Error {}
