const releases = new WeakMap<Request, () => void>()

/**
 * A request that ends with its caller's signal and leaves nothing on it, which may live as long as the
 * program: a `Request` of Node holds on to a signal until it is collected.
 */
export class OwnRequest extends Request {
  constructor(input: string | URL | Request, init: RequestInit = {}) {
    const { signal } = init
    if (signal === undefined || signal === null) {
      super(input, init)
      return
    }
    const own = new AbortController()
    const follow = () => own.abort(signal.reason)
    if (signal.aborted) follow()
    else signal.addEventListener('abort', follow)
    super(input, { ...init, signal: own.signal })
    releases.set(this, () => signal.removeEventListener('abort', follow))
  }

  /** Middleware may hand back any `Request`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request
  }
}

/** The request's call is over. */
export const release = (request: Request): void => releases.get(request)?.()

/** What replaces a request is released instead of it. */
export function replaced(request: Request, by: Request): Request {
  const releasing = releases.get(request)
  if (releasing !== undefined) releases.set(by, releasing)
  return by
}
