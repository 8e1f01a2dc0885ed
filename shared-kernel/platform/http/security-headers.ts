const policy = (...sources: readonly string[]) =>
  ["default-src 'none'", ...sources, "base-uri 'none'", "frame-ancestors 'none'"].join('; ')

/** What every answer carries: a browser takes it for what it is, and keeps it to this origin. */
export const securityHeaders = {
  'content-security-policy': policy("form-action 'none'"),
  'x-content-type-options': 'nosniff',
  // With `no-referrer` browsers would not send the origin of a form.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, no-store',
} as const

/** A page whose style sheet and icon are our own; no script runs, no other page may frame it. */
export const pageHeaders = {
  ...securityHeaders,
  'content-security-policy': policy("style-src 'self'", "img-src 'self'", "form-action 'self'"),
} as const

/** A page that carries its style and its icon within itself. */
export const styledPageHeaders = {
  ...securityHeaders,
  'content-security-policy': policy(
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
  ),
} as const

/** A page whose script is our own, or is named so, and that calls no other server. */
const scripted = (...scripts: readonly string[]) => ({
  ...securityHeaders,
  'content-security-policy': policy(
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
  ),
})

/** A page that is made for each answer. */
export const scriptedPageHeaders = (nonce: string) => scripted(`'nonce-${nonce}'`)

/** A page that is the same for everybody, with the hashes of the scripts within it. */
export const hashedPageHeaders = (hashes: readonly string[]) => scripted(...hashes)

/** The file comes from a provider: a browser saves it, and never opens it in our origin. */
export const foreignFileHeaders = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'content-security-policy': "sandbox; default-src 'none'",
})
