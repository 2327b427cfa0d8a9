// Loopback host names and addresses.

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const MAPPED_ADDRESS = /^::ffff:(?=127\.)/i

/** Whether a listen address, a host of a URL or a peer address is this machine only. Without port. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_NAME.test(host.replace(MAPPED_ADDRESS, ''))

/** The same for a Host header, which may have a port. */
export const isLoopbackAuthority = (authority: string): boolean => isLoopbackHost(authority.replace(/:\d{1,5}$/, ''))
