import { type CallOutcome, failureOf } from '#command/provider-documents/attempt.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { callProvider } from './call.ts'
import { documentOf, preparableOf } from './document.ts'
import {
  type AttemptTiming,
  attemptOf,
  isDue,
  onElectronic,
  permit,
  refuseState,
  settleExpired,
  startAttempt,
} from './electronic-rules.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  loadElectronic,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import type { Decision } from './voucher.ts'

/** Sends the document to the provider as a draft; a draft that exists there already is kept. */
export async function prepare(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
): Promise<LoadedVoucher> {
  const { log, integrator, references, newUuid } = dependencies
  const { companyId } = target.origin
  const { voucher } = await loadElectronic(dependencies, target)
  const timing = timingNow(dependencies)
  permit('prepare', voucher)
  if (isPrepared(voucher)) return executeElectronic(dependencies, target, settleExpired(timing))
  const company = references.company(companyId)
  const settings = references.settings(companyId)
  const preparable = preparableOf(voucher.content, { company, settings })
  const { seller, phone, serial } = preparable
  const uuid = nextUuid(voucher, newUuid())
  const issued = { uuid, now: timing.now, timeZone: references.timeZone(companyId) }
  const document = documentOf(voucher.content, preparable, issued)
  const payloadHash = log.vault.pseudonym('payload', document)
  return callProvider(dependencies, target, {
    start: (attempt) =>
      startPreparation({
        ...attempt,
        uuid,
        lastUuid: voucher.document.uuid,
        payloadHash,
        seller: { taxNumber: seller.taxNumber, phone },
      }),
    call: (_begun, call) => integrator.prepareVoucher(call, { uuid, document, phone, serial }),
    record: (preparation, attempt) =>
      executeElectronic(dependencies, attempt.target, recordPreparation(preparation)),
    unreadable: 'E_DOCUMENT_RESPONSE_INVALID',
  })
}

const isPrepared = ({ document: { state } }: ElectronicVoucher) =>
  state === 'prepared' || state === 'verification_pending'

/** The uuid that the next preparation uses: a refused document's is never used again. */
export const nextUuid = ({ document }: ElectronicVoucher, fresh: string): string =>
  document.uuid === null || document.state === 'failed' ? fresh : document.uuid

interface Preparation extends AttemptTiming {
  readonly uuid: string
  /** The document's when this one was chosen. Since then others may have been refused. */
  readonly lastUuid: string | null
  readonly payloadHash: string
  readonly seller: { readonly taxNumber: string; readonly phone: string }
}

export const startPreparation = (preparation: Preparation): Decision =>
  startAttempt(preparation, (voucher) => {
    permit('prepare', voucher)
    if (isPrepared(voucher)) return []
    const { uuid, lastUuid, attemptId, payloadHash, seller, now: startedAt } = preparation
    const { state, uuid: last } = voucher.document
    const isRefused = state === 'failed' && uuid === last
    const isMeant = last === lastUuid && nextUuid(voucher, uuid) === uuid && !isRefused
    if (!isMeant) return refuseState('E_DOCUMENT_BUSY', state)
    const { voucherId } = voucher.content
    const data = { voucherId, uuid, attemptId, payloadHash, seller, startedAt }
    return [{ type: 'PreparationStarted', data }]
  })

interface Prepared {
  readonly attemptId: string
  readonly outcome: CallOutcome<object>
  readonly now: string
}

export const recordPreparation = ({ attemptId, outcome, now }: Prepared): Decision =>
  onElectronic((voucher) => {
    if (!isDue({ attemptId, outcome }, voucher, { running: 'preparing', expired: [] })) return []
    const data = attemptOf(voucher, attemptId)
    switch (outcome.kind) {
      case 'done':
        return [{ type: 'VoucherPrepared', data: { ...data, preparedAt: now } }]
      case 'refused':
        return [
          { type: 'PreparationRefused', data: { ...data, ...failureOf(outcome), refusedAt: now } },
        ]
      // The provider has not examined the document, so its state stays the same for the next try.
      case 'notTaken':
      case 'unknown':
        return [
          { type: 'PreparationUnknown', data: { ...data, ...failureOf(outcome), givenUpAt: now } },
        ]
      default:
        return assertNever(outcome)
    }
  })
