/** A UUID. Browsers have `randomUUID` only over TLS, and Node 18 has no `crypto` without an import. */
export function newKey(): string {
  const crypto: typeof globalThis.crypto | undefined = globalThis.crypto
  const bytes = new Uint8Array(16)
  if (crypto === undefined) {
    for (let index = 0; index < bytes.length; index++) bytes[index] = Math.random() * 256
  } else crypto.getRandomValues(bytes)
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const [, first, second, third, fourth, rest] =
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(digits) ?? []
  return `${first}-${second}-4${third}-a${fourth}-${rest}`
}
