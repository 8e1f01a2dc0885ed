import { assertNever } from '#kernel/domain/assert-never.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type {
  ElectronicCommand,
  RequestSms,
  StartPreparation,
  StartSubmission,
} from './commands.ts'
import { deleteVoucher, goOnDeleting, recordDeletion } from './deletion.ts'
import { type ElectronicVoucher, evolveElectronic } from './electronic-voucher.ts'
import { expiredAttempt } from './expired-attempt.ts'
import { failCompletion, recordPreparation, recordSms, recordSubmission } from './outcomes.ts'
import { permitPreparation, permitSms, permitSubmission } from './permissions.ts'
import { refuseState } from './refusals.ts'
import { recordStatus, resolveOutcome } from './settlement.ts'

/** What a command does to an electronic voucher (decisions: Electronic voucher). */
export function decideElectronic(
  command: ElectronicCommand,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  switch (command.type) {
    case 'RecordPreparation':
      return recordPreparation(command, voucher)
    case 'RecordSms':
      return recordSms(command, voucher)
    case 'RecordSubmission':
      return recordSubmission(command, voucher)
    case 'FailCompletion':
      return failCompletion(command, voucher)
    case 'RecordDeletion':
      return recordDeletion(command, voucher)
    default: {
      if (isMadeAlready(command, voucher)) return []
      const expired = expiredAttempt(voucher, command)
      const settled = expired.reduce(evolveElectronic, voucher)
      return [...expired, ...decideSettled(command, settled)]
    }
  }
}

/** The same attempt again, whose beginning is recorded. */
const isMadeAlready = (command: Settling, { attempt }: ElectronicVoucher) =>
  'attemptId' in command && command.attemptId === attempt?.id

type Settling = Exclude<
  ElectronicCommand,
  {
    type:
      | 'RecordPreparation'
      | 'RecordSms'
      | 'RecordSubmission'
      | 'FailCompletion'
      | 'RecordDeletion'
  }
>

/** No attempt that is older than its deadline stands in the way of these. */
function decideSettled(command: Settling, voucher: ElectronicVoucher): ExpenseVoucherEvent[] {
  switch (command.type) {
    case 'StartPreparation':
      return startPreparation(command, voucher)
    case 'RequestSms':
      return requestSms(command, voucher)
    case 'StartSubmission':
      return startSubmission(command, voucher)
    case 'DeleteVoucher':
      return deleteVoucher(command, voucher)
    case 'GoOnDeleting':
      return goOnDeleting(command, voucher)
    case 'RecordStatus':
      return recordStatus(command, voucher)
    case 'ResolveOutcome':
      return resolveOutcome(command, voucher)
    case 'SettleExpired':
      return []
    default:
      return assertNever(command)
  }
}

/** The uuid that the next preparation uses: a refused document's is never used again. */
export const nextUuid = ({ document }: ElectronicVoucher, fresh: string): string =>
  document.uuid === null || document.state === 'failed' ? fresh : document.uuid

function startPreparation(command: StartPreparation, voucher: ElectronicVoucher) {
  if (permitPreparation(voucher) === 'done') return []
  const { uuid, attemptId, payloadHash, seller, now: startedAt } = command
  const isMeant = nextUuid(voucher, uuid) === uuid && uuid !== refusedUuid(voucher)
  if (!isMeant) return refuseState('E_DOCUMENT_BUSY', voucher.document.state)
  const { voucherId } = voucher.content
  const data = { voucherId, uuid, attemptId, payloadHash, seller, startedAt }
  return [{ type: 'PreparationStarted' as const, data }]
}

const refusedUuid = ({ document }: ElectronicVoucher) =>
  document.state === 'failed' ? document.uuid : null

function requestSms({ attemptId, now }: RequestSms, voucher: ElectronicVoucher) {
  const uuid = permitSms(voucher, now)
  const { voucherId } = voucher.content
  const data = { voucherId, uuid, attemptId, requestedAt: now }
  return [{ type: 'SmsRequested' as const, data }]
}

function startSubmission({ attemptId, now }: StartSubmission, voucher: ElectronicVoucher) {
  const uuid = permitSubmission(voucher)
  const { voucherId } = voucher.content
  const data = { voucherId, uuid, attemptId, startedAt: now }
  return [{ type: 'SubmissionStarted' as const, data }]
}
