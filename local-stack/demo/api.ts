import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** A response; the caller parses the envelope's `data`. */
export interface Answer {
  readonly status: number
  readonly data: unknown
  readonly code: string | undefined
  readonly total: number | undefined
}

export type Api = (call: Call) => Promise<Answer>

/** Responses that are files, without an envelope. */
export type Files = (path: string) => Promise<{ readonly status: number; readonly content: Buffer }>

const Envelope = Compile(
  Type.Object({
    data: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Object({ code: Type.String() })),
    meta: Type.Optional(Type.Object({ total: Type.Optional(Type.Integer()) })),
  }),
)

const TIMEOUT_MS = 20_000

/** Plain HTTP with Basic authentication, as for any client of the API. */
export function apiAt(baseUrl: string, credentials: string): Api {
  const authorization = basic(credentials)
  return async ({ method, path, data }) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...(data && { 'content-type': 'application/json' }) },
      ...(data && { body: JSON.stringify({ data }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const envelope = Envelope.Parse(await response.json())
    return {
      status: response.status,
      data: envelope.data,
      code: envelope.error?.code,
      total: envelope.meta?.total,
    }
  }
}

export function filesAt(baseUrl: string, credentials: string): Files {
  const headers = { authorization: basic(credentials) }
  return async (path) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${baseUrl}${path}`, { headers, signal })
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
  }
}

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
