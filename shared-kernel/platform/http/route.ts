import type { Endpoint, Input, Right } from '#kernel/contract/endpoint.ts'
import type { Page } from '#kernel/contract/envelope.ts'
import type { RequestChanges } from '#kernel/domain/request-changes.ts'

/** Whose credentials a request came with. Everything it sees or does is that company's. */
export interface Caller {
  readonly companyId: string
  readonly apiUserId: string
  readonly rights: readonly (Right | '*')[]
}

export interface RequestContext {
  readonly caller: Caller
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
  /** From `Idempotency-Key`, on endpoints that create. */
  readonly idempotencyKey: string | null
  /** What it may have changed, for the answer if it fails. */
  readonly changes: RequestChanges
  /** The trace that the request belongs to (W3C). */
  readonly traceparent?: string | undefined
}

export type Request<E> = Input<E> & { readonly context: RequestContext }

/** What a handler answers with; the envelope is put around it, but not around a file. */
export type Answer = EnvelopedAnswer | FileAnswer

export type EnvelopedAnswer =
  | {
      readonly data: unknown
      /** Another one than the endpoint's usual. */
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly items: readonly unknown[]; readonly page: Page }
  | { readonly itemsAsJson: readonly string[]; readonly page: Page }

export interface FileAnswer {
  readonly file: Buffer
  /** Under which a browser saves it. */
  readonly name: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route {
  readonly endpoint: Endpoint
  /** The server hands over only what was checked against this endpoint's own schemas. */
  handle(request: Request<Endpoint>): Promise<Answer>
}

/** Joins an endpoint of the contract with the function that serves it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Answer>,
): Route {
  return { endpoint, handle }
}
