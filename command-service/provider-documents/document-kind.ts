import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { System } from '../operator/connect.ts'
import type { ProviderSettings } from './settings.ts'

/** One call at a provider, as the log tells of it. */
export interface AttemptMade {
  readonly attemptId: string
  readonly step: 'prepare' | 'sms' | 'confirm' | 'submit' | 'draft' | 'delete'
  readonly startedAt: string
  /** `open`: nobody has recorded what became of it. */
  readonly outcome: 'open' | 'done' | 'refused' | 'unknown'
  readonly errorCode: string | null
}

/** A document that nobody brings home but the provider's clear word, or a person. */
export interface StuckDocument {
  readonly id: string
  readonly kind: string
  readonly companyId: string
  readonly uuid: string | null
  readonly state: string
  /** Since when it is in that state. */
  readonly since: string
  readonly ageSeconds: number
  readonly attempts: readonly AttemptMade[]
}

/** What a person has decided about a document. */
export interface Order {
  /** The document's id, or its uuid at the provider. */
  readonly document: string
  readonly resolvedAs: 'accepted' | 'neverArrived'
  readonly reason: string
  /** The official number, as far as the person knows it. */
  readonly number: string | null
  /** Also when the provider cannot be reached to keep a late submission out. */
  readonly withoutFence: boolean
}

export interface Resolution {
  readonly id: string
  readonly companyId: string
  readonly uuid: string
  /** Whose word counted. */
  readonly decidedBy: 'provider' | 'person'
  /** Where the document stands now. */
  readonly state: string
  readonly officialNumber: string | null
  /** The local number. */
  readonly serial: string | null
  readonly number: string | null
  /** Up to where in the log it is told. */
  readonly position: LogPosition
  /** What keeps it from being complete, in one line. */
  readonly isLeftOpenBy: string | null
}

export interface Tools {
  readonly system: System
  readonly settings: ProviderSettings
  readonly log: Log
}

/** One kind of document that goes through a provider. */
export interface DocumentKind {
  readonly name: string
  readonly stuck: (tools: Tools) => AsyncIterable<StuckDocument>
  /** Undefined where there is no such document of this kind. */
  readonly resolve: (tools: Tools, order: Order) => Promise<Resolution | undefined>
}
