import type { KmtsEntry } from '#kernel/domain/kmts-entry.ts'

/** The company's account at the register. */
export interface KmtsAccount {
  /** Null: the environment's. */
  readonly url: string | null
  readonly user: string | null
  readonly secret: string | null
}

export interface KmtsQuery {
  readonly scannedCode: string
  readonly account: KmtsAccount | undefined
  /** Under which the register sees the call. */
  readonly requestId: string
  /** Ends the wait; the outcome of the call is then unknown. */
  readonly signal: AbortSignal
}

export interface RegisterAnswer {
  readonly kind: 'answered'
  readonly outcome: 'verified' | 'not_found' | 'invalid'
  readonly entry: KmtsEntry
}

export interface NoRegisterAnswer {
  readonly kind: 'failed'
  /** `unreadable`: an answer came, but none that can be read. */
  readonly reason:
    | 'timeout'
    | 'unavailable'
    | 'refused'
    | 'rateLimited'
    | 'unreadable'
    | 'interrupted'
  readonly providerCode: string | null
  readonly providerMessage: string | null
}

/** The register of security labels and marks. Rejects for nothing that it may do; asks once. */
export interface KmtsRegister {
  readonly query: (query: KmtsQuery) => Promise<RegisterAnswer | NoRegisterAnswer>
}
