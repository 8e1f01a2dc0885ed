import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { OperationName } from '#stack/sandbox/operations/names.ts'
import {
  type AuditedDocument,
  auditElectronic,
} from '#test/command-service/expense-vouchers/electronic-audit.ts'
import { type Call, callFaults } from './calls-in-log.ts'
import { callsOfAll, findBooked } from './sellers.ts'
import type { SystemAddresses } from './system.ts'

type Documents = ReadonlyMap<string, AuditedDocument>

/** Every electronic voucher in the log; it shares nothing with the product. */
export const documentsInLog = async (eventStore: EventStore): Promise<Documents> =>
  auditElectronic(await Array.fromAsync(eventStore.readLog(START_OF_LOG))).documents

/** The call that each attempt makes. */
const operations: Readonly<Record<string, OperationName>> = {
  PreparationStarted: 'voucher.prepare',
  SmsRequested: 'voucher.sms',
  SubmissionStarted: 'voucher.submit',
  DeletionStarted: 'voucher.cancel',
}

/** An attempt is on record before its call is made, and makes one call at most. */
const voucherCallFaults = (
  calls: readonly Call[],
  documents: readonly AuditedDocument[],
): readonly string[] =>
  callFaults(
    calls,
    documents.flatMap(({ attempts }) =>
      attempts.map(({ id: requestId, uuid, type }) => ({
        operation: operations[type] ?? type,
        uuid,
        requestId,
      })),
    ),
  )

/** Accepted there means complete here, under that number, and the other way round. */
function officialFaults(
  { voucherId, uuids, acceptance, state }: AuditedDocument,
  numberAt: (uuid: string) => string | null,
): readonly string[] {
  const accepted = [...uuids].filter((uuid) => numberAt(uuid) !== null)
  if (accepted.length > 1) return [`${voucherId} was accepted ${accepted.length} times`]
  const [uuid] = accepted
  if ((state === 'sent') !== (uuid !== undefined)) {
    return [`${voucherId} is ${state}, at the provider ${uuid} is accepted`]
  }
  if (uuid === undefined) return acceptance === null ? [] : [`${voucherId} was never accepted`]
  const number = numberAt(uuid)
  const isSame = acceptance?.uuid === uuid && acceptance.number === number
  return isSame ? [] : [`${voucherId} has ${acceptance?.number}, the provider says ${number}`]
}

/** Where the log and the provider's books say different things. Empty when they agree. */
export async function bookFaults(system: SystemAddresses, documents: Documents): Promise<string[]> {
  const all = [...documents.values()]
  const calls = await callsOfAll(system, Object.values(operations))
  const faults = [...voucherCallFaults(calls, all)]
  for (const document of all) {
    const numbers = new Map<string, string | null>()
    for (const uuid of document.uuids) {
      const booked = await findBooked(system, uuid)
      const begun = document.attempts.filter(
        (one) => one.uuid === uuid && one.type === 'SubmissionStarted',
      )
      if ((booked?.submissions ?? 0) > begun.length) {
        faults.push(
          `${uuid} was submitted ${booked?.submissions} times in ${begun.length} attempts`,
        )
      }
      if (booked?.state === 'accepted') numbers.set(uuid, booked.number)
    }
    faults.push(...officialFaults(document, (uuid) => numbers.get(uuid) ?? null))
  }
  return faults
}
