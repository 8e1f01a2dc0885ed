import { categoryOf } from '#kernel/events/category-of.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { OperationName } from '#stack/sandbox/operations/names.ts'
import { callsOf, findBooked } from './sellers.ts'
import type { SystemAddresses } from './system.ts'

/** One document of a voucher at the provider, as the log has it. */
export interface LoggedDocument {
  readonly voucherId: string
  readonly uuid: string
  /** By the call that they were made with. */
  readonly attempts: Map<OperationName, string[]>
  /** A submission that was not refused, so no other may follow it. */
  awaited: string | null
  isResubmitted: boolean
  /** The official number, once it is accepted. */
  number: string | null
  isSent: boolean
}

const attemptsOf: Readonly<Record<string, OperationName>> = {
  PreparationStarted: 'voucher.prepare',
  SmsRequested: 'voucher.sms',
  SubmissionStarted: 'voucher.submit',
  DeletionStarted: 'voucher.cancel',
}

/** Every document in the log, by uuid; it shares nothing with the product but its events. */
export async function documentsInLog(
  eventStore: EventStore,
): Promise<ReadonlyMap<string, LoggedDocument>> {
  const documents = new Map<string, LoggedDocument>()
  const accepted = new Map<string, LoggedDocument>()
  const decoderOf = (stream: string) =>
    categoryOf(stream) === 'expenseVoucher' ? expenseVoucherEvents : undefined
  for await (const stored of eventStore.readLog(START_OF_LOG)) {
    const [recorded] = decodeWithoutKeys(decoderOf, [stored])
    if (recorded === undefined) continue
    const { event } = recorded
    if (event.type === 'VoucherFinalized') {
      const document = accepted.get(event.data.voucherId)
      if (document !== undefined) document.isSent = true
    }
    if (!('uuid' in event.data)) continue
    const { uuid, voucherId } = event.data
    const document = documents.get(uuid) ?? newDocument(voucherId, uuid)
    documents.set(uuid, document)
    note(document, event)
    if (event.type === 'ProviderAccepted') accepted.set(voucherId, document)
  }
  return documents
}

function note(document: LoggedDocument, { type, data }: ExpenseVoucherEvent) {
  const operation = attemptsOf[type]
  if (operation !== undefined && 'attemptId' in data && data.attemptId !== null) {
    const before = document.attempts.get(operation) ?? []
    document.attempts.set(operation, [...before, data.attemptId])
  }
  if (type === 'SubmissionStarted') {
    document.isResubmitted ||= document.awaited !== null
    document.awaited = data.attemptId
  }
  if (type === 'CodeRefused' && data.attemptId === document.awaited) document.awaited = null
  if (type === 'ProviderAccepted') document.number = data.officialNumber
}

const newDocument = (voucherId: string, uuid: string): LoggedDocument => ({
  voucherId,
  uuid,
  attempts: new Map(),
  awaited: null,
  isResubmitted: false,
  number: null,
  isSent: false,
})

/** Where the log and the provider's books say different things. Empty when they agree. */
export async function bookFaults(
  system: SystemAddresses,
  documents: ReadonlyMap<string, LoggedDocument>,
): Promise<string[]> {
  const ofCalls = await Promise.all(
    Object.values(attemptsOf).map(async (operation) =>
      callFaults(operation, await callsOf(system, operation), documents),
    ),
  )
  const faults = ofCalls.flat()
  for (const document of documents.values()) {
    const { uuid, number, isSent } = document
    const booked = await findBooked(system, uuid)
    const attempted = document.attempts.get('voucher.submit')?.length ?? 0
    if ((booked?.submissions ?? 0) > attempted) {
      faults.push(`${uuid} was submitted ${booked?.submissions} times in ${attempted} attempts`)
    }
    if (document.isResubmitted) faults.push(`${uuid} was submitted after an unknown outcome`)
    const official = booked?.state === 'accepted' ? booked.number : null
    if (official !== number || isSent !== (official !== null)) {
      faults.push(`${uuid} is ${official} there, and here ${number}, sent ${isSent}`)
    }
  }
  return faults
}

/** An attempt is on record before its call is made, and makes one call at most. */
function callFaults(
  operation: OperationName,
  calls: Awaited<ReturnType<typeof callsOf>>,
  documents: ReadonlyMap<string, LoggedDocument>,
): string[] {
  const seen = new Set<string>()
  return calls.flatMap(({ uuid, requestId }) => {
    const isRecorded = documents.get(uuid)?.attempts.get(operation)?.includes(requestId) === true
    const isRepeated = seen.has(requestId)
    seen.add(requestId)
    return [
      ...(isRecorded ? [] : [`${operation} of ${uuid} was called outside of any attempt`]),
      ...(isRepeated ? [`${operation} of ${uuid} was called twice in attempt ${requestId}`] : []),
    ]
  })
}
