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

/** The open-banking standard's names of what every booking says. */
export const requiredMembers = {
  stamp: 'islNo',
  incoming: 'brcAlc',
  transactionDate: 'islGrckZaman',
  amount: 'islTtr',
  currency: 'prBrm',
} as const

/** The bank's name of each field. */
export const memberOf = {
  ...requiredMembers,
  exchangeRate: 'dvzKur',
  balance: 'gnclBky',
  bankCode: 'bnkKod',
  code: 'islTur',
  idNo: 'krsMskKmlkNo',
  nameSurname: 'krsMskUnvan',
  iban: 'krsMskIBAN',
  description: 'islAcklm',
  comment: 'islNot',
  fundsNature: 'fonNtl',
} as const satisfies Record<keyof GatewayTransaction, string>

/** A transaction as far as it can be read. */
export type ReadableFields = {
  readonly [Field in keyof GatewayTransaction]: GatewayTransaction[Field] | null
}

/** Why a member of a booking cannot be read, in the words of the contract's rules. */
export interface MemberFault {
  readonly member: string
  readonly rule: string
}

/** A booking as the bank wrote it. */
export interface BookingSource {
  readonly text: string
  /** `base64` where the bytes are no UTF-8. */
  readonly encoding: 'utf-8' | 'base64'
  /** The rest was too long to be kept. */
  readonly isCut: boolean
}

interface WrittenBooking {
  readonly source: BookingSource
  /** The members that are left out because they cannot be read. */
  readonly faults: readonly MemberFault[]
}

/** Only optional members of it are left out. */
export interface ReadBooking extends WrittenBooking {
  readonly kind: 'read'
  readonly transaction: GatewayTransaction
}

export interface UnreadableBooking extends WrittenBooking {
  readonly kind: 'unreadable'
  readonly fields: ReadableFields
  /** By which it is known again when it is delivered again: its stamp and what a booking must say, or all that it says. */
  readonly identity: string
}

export type GatewayBooking = ReadBooking | UnreadableBooking

export interface GatewayPage {
  readonly kind: 'answered'
  readonly bookings: readonly GatewayBooking[]
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
