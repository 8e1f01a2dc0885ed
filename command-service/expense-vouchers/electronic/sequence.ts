import { randomUUID } from 'node:crypto'
import { isCodeProblem } from '#command/providers/integrator/port.ts'
import { attempt } from './attempt.ts'
import { complete, numberingOf, refusePassiveSource } from './completion.ts'
import { nextUuid } from './decide.ts'
import {
  callOf,
  type ElectronicParts,
  execute,
  type Loaded,
  loadSettled,
  timingOf,
  type Wanted,
} from './parts.ts'
import { permitPreparation, permitSubmission, uuidOf } from './permissions.ts'
import { preparableOf } from './preparable.ts'
import { refuseState } from './refusals.ts'
import { documentOf } from './wire-document.ts'

/** Hands the document to the provider as a draft; one that is there already stays as it is. */
export async function prepare(parts: ElectronicParts, wanted: Wanted): Promise<Loaded> {
  const { references } = parts
  const { companyId } = wanted.origin
  const loaded = await loadSettled(parts, wanted)
  if (permitPreparation(loaded.voucher) === 'done') {
    return execute(parts, wanted, { type: 'SettleExpired', ...timingOf(parts) })
  }
  const preparable = preparableOf(loaded.voucher.content, references.facts(companyId))
  const uuid = nextUuid(loaded.voucher, randomUUID())
  const { seller, phone, serial } = preparable
  const timing = timingOf(parts)
  const document = documentOf(loaded.voucher.content, preparable, {
    uuid,
    now: timing.now,
    timeZone: references.timeZone(companyId),
  })
  return attempt(parts, wanted, {
    start: (attemptId) => ({
      type: 'StartPreparation',
      attemptId,
      uuid,
      payloadHash: parts.log.vault.pseudonym('payload', document),
      seller: { taxNumber: seller.taxNumber, phone },
      ...timing,
    }),
    call: (voucher, requestId) =>
      parts.integrator.prepareVoucher(callOf(parts, voucher, { companyId, requestId }), {
        uuid,
        document,
        phone,
        serial,
      }),
    record: ({ attempting, attemptId }, outcome) =>
      execute(parts, attempting, {
        type: 'RecordPreparation',
        attemptId,
        outcome,
        ...timingOf(parts),
      }),
    unreadable: 'E_DOCUMENT_RESPONSE_INVALID',
  })
}

/** Has the provider send the code to the phone that was locked with the document. */
export async function sendSms(parts: ElectronicParts, wanted: Wanted): Promise<Loaded> {
  const { companyId } = wanted.origin
  return attempt(parts, wanted, {
    start: (attemptId) => ({ type: 'RequestSms', attemptId, ...timingOf(parts) }),
    call: (started, requestId) =>
      parts.integrator.sendVoucherSms(
        callOf(parts, started, { companyId, requestId }),
        uuidOf(started),
      ),
    record: ({ attempting, attemptId }, outcome) =>
      execute(parts, attempting, { type: 'RecordSms', attemptId, outcome, ...timingOf(parts) }),
    unreadable: 'E_DOCUMENT_RESULT_UNKNOWN',
  })
}

/** Submits the document with the seller's code, which is handed on and kept nowhere. */
export async function confirm(
  parts: ElectronicParts,
  wanted: Wanted,
  code: string,
): Promise<Loaded> {
  const { companyId } = wanted.origin
  const { voucher } = await loadSettled(parts, wanted)
  permitSubmission(voucher)
  await refusePassiveSource(parts, wanted, voucher)
  const numbering = await numberingOf(parts, voucher, companyId)
  const submitted = await attempt(parts, wanted, {
    start: (attemptId) => ({ type: 'StartSubmission', attemptId, ...timingOf(parts) }),
    call: (started, requestId) =>
      parts.integrator.submitVoucher(
        callOf(parts, started, { companyId, requestId }),
        uuidOf(started),
        code,
      ),
    record: ({ attempting, attemptId, started }, outcome) => {
      const recording = {
        type: 'RecordSubmission',
        uuid: uuidOf(started),
        attemptId,
        outcome,
        isCodeProblem: outcome.kind === 'refused' && isCodeProblem(outcome.errorCode),
        numbering,
        ...timingOf(parts),
      } as const
      const recorded = execute(parts, attempting, recording)
      return outcome.kind === 'done' ? orReview(parts, recorded, 'dispatching') : recorded
    },
    unreadable: 'E_DOCUMENT_RESPONSE_INVALID',
  })
  const { state } = submitted.voucher.document
  const completed = await orReview(parts, complete(parts, wanted, submitted), state)
  if (completed.voucher.document.state === 'sent') return completed
  return refuseState('E_DOCUMENT_REVIEW_REQUIRED', completed.voucher.document.state)
}

/** The provider has accepted it: whatever fails here then, the recovery or `status` completes it. */
const orReview = (
  { logger }: ElectronicParts,
  work: Promise<Loaded>,
  state: Loaded['voucher']['document']['state'],
): Promise<Loaded> =>
  work.catch((error: unknown) => {
    logger.error({ err: error }, 'an accepted voucher could not be completed')
    return refuseState('E_DOCUMENT_REVIEW_REQUIRED', state)
  })
