/** What may be made of an answer, beyond its success. */
export interface Judgement {
  /** The same request may succeed later, and may be sent again. */
  readonly mayAgain: boolean
  /** It says itself whether a write was done. */
  readonly settles: boolean
  /** A write may have been done, though this is no success. */
  readonly isDoubtful: boolean
}

/** What an answer of the API says if the same call may succeed later, by its status. */
const codesForNow: Readonly<Record<number, readonly unknown[]>> = {
  // A query of KMTS is repeated by a new decision of the user, an SMS by `electronicVoucher`.
  429: ['AUTH_TOO_MANY_ATTEMPTS', 'RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  503: ['INTERNAL_ERROR'],
}

/** Statuses with which a proxy says that what is behind it does not answer. */
const ofProxies: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** Refusals that were made before anything of the request was looked at. */
const ofTheDoor: ReadonlySet<number> = new Set([401, 403, 429, 503])

export async function judged(response: Response, mayRepeat: boolean): Promise<Judgement> {
  if (response.ok) return { mayAgain: false, settles: true, isDoubtful: false }
  const { status, headers } = response
  const text = await response.clone().text()
  const code = codeIn(jsonIn(text))
  const isUnderWay = status === 409 && text.includes('"inProgress"')
  // A 503 of the API with Retry-After promises that nothing was changed.
  const isPromise = status === 503 && code !== undefined && headers.has('retry-after')
  const isInternal = code === undefined || code === 'INTERNAL_ERROR'
  const mayRepeatThis = mayRepeat || status < 500
  return {
    mayAgain: mayRepeatThis && (isUnderWay || isForNow(status, code)),
    settles: code !== undefined && !isInternal && !isUnderWay && !ofTheDoor.has(status),
    isDoubtful: status >= 500 && isInternal && !isPromise,
  }
}

const isForNow = (status: number, code: unknown) =>
  code === undefined ? ofProxies.has(status) : codesForNow[status]?.includes(code) === true

/** Of an error of the API; undefined if the answer comes from elsewhere. */
function codeIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** The answer with its body, so that one that breaks off is lost like one that never came. */
export async function wholeAnswer(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { signal })
  const { status, statusText, headers } = response
  const body = await response.arrayBuffer()
  if (response.ok && !isWhole(request, headers.get('content-type') ?? '', body)) {
    throw new TypeError('The answer broke off, or is not one of the API.')
  }
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
}

/** Whether a success is what the API answers: always JSON, but for the file of a document. */
function isWhole({ url }: Request, type: string, body: ArrayBuffer): boolean {
  const isFile = new URL(url).pathname.endsWith('/file') && !/json|html/.test(type)
  return isFile ? body.byteLength > 0 : jsonIn(new TextDecoder().decode(body)) !== undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of errors after which nothing can have reached the API. */
const codesOfUnsent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

export const wasNeverSent = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  codesOfUnsent.has(error.cause.code)
