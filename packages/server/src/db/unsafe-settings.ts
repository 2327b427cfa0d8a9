/** The server of the database may lose what it acknowledged. Apart from its store, which only a cluster loads. */
export class UnsafeSettings extends Error {}
