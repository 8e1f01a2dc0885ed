import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/**
 * What consumers must see of an event of the test's writer, derived from the stored JSON by a table of
 * field names, so that nothing of the feed's own code decides it.
 */
export interface Expected {
  readonly id: string
  readonly noun: string
  readonly key: string
  readonly type: string
  readonly data: Json
  /** The state of the key after it. */
  readonly state: Json
}

type Json = Readonly<Record<string, unknown>>

const publicFields = new Map([
  [
    'FormDecided',
    {
      noun: 'customer-form',
      status: 'decided',
      fields: 'formId isApproval isSigned masakStatus rejected deleted approvedAt signedAt',
    },
  ],
  [
    'SmsSent',
    { noun: 'expense-voucher', status: 'waitingForCode', fields: 'voucherId uuid sentAt retryAt' },
  ],
  [
    'KmtsQueryStarted',
    {
      noun: 'kmts-verification',
      status: 'running',
      fields: 'verificationId scannedCode checkedAt',
    },
  ],
])

const Stored = Compile(Type.Record(Type.String(), Type.Unknown()))
const Metadata = Compile(Type.Object({ companyId: Type.String(), recordedAt: Type.String() }))

export function expectedOf({ id, stream, type, data, metadata }: StoredEvent): Expected {
  const decided = publicFields.get(type)
  if (decided === undefined) throw new Error(`the writer does not write ${type}`)
  const { noun, status, fields } = decided
  const stored = Stored.Parse(data)
  const { companyId, recordedAt } = Metadata.Parse(metadata)
  const chosen = fields.split(' ').map((name) => [name, stored[name]] as const)
  const all = { companyId, ...Object.fromEntries(chosen) }
  return {
    id,
    noun,
    key: stream.slice(stream.indexOf('-') + 1),
    type: `sarraf.${noun}.${type}.v1`,
    data: all,
    state: { ...all, status, lastEvent: type, updatedAt: recordedAt },
  }
}
