import type { Decimal } from '#kernel/domain/money.ts'

/** The company's account at the gateway. */
export interface GatewayLogin {
  /** Null: the environment's. */
  readonly url: string | null
  readonly user: string | null
  readonly secret: string | null
}

/** One page of what the bank booked on an account between two moments, both included. */
export interface PageOrder {
  readonly accountRef: string
  /** ISO 8601, UTC. */
  readonly from: string
  readonly to: string
  /** From 1. */
  readonly page: number
  readonly login: GatewayLogin | undefined
  /** Under which the gateway sees the call. */
  readonly requestId: string
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/** A transaction as the bank reports it; the moment is in UTC. */
export interface GatewayTransaction {
  readonly stamp: string
  readonly incoming: boolean
  readonly transactionDate: string
  readonly amount: Decimal
  readonly currency: string
  readonly exchangeRate: Decimal | null
  readonly balance: Decimal | null
  readonly bankCode: string | null
  readonly code: string | null
  readonly idNo: string | null
  readonly nameSurname: string | null
  readonly iban: string | null
  readonly description: string | null
  readonly comment: string | null
  readonly fundsNature: string | null
}

export interface GatewayPage {
  readonly kind: 'answered'
  readonly transactions: readonly GatewayTransaction[]
  readonly isLast: boolean
}

export interface GatewayFailure {
  readonly kind: 'failed'
  /** `unreadable`: an answer came, but none that can be read. */
  readonly reason:
    | 'timeout'
    | 'unavailable'
    | 'refused'
    | 'rateLimited'
    | 'unreadable'
    | 'interrupted'
  /** The bank's own word. */
  readonly providerError: { readonly code: string; readonly message: string } | null
}

/** The bank gateway. Rejects for nothing that it may do; asking has no effects there. */
export interface BankGateway {
  readonly page: (order: PageOrder) => Promise<GatewayPage | GatewayFailure>
}
