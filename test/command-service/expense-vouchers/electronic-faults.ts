import { evolveDocument, newElectronicDocument } from '#kernel/events/electronic-document.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { decodeEvents, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import { officialFaults, voucherCallFaults } from '#test/support/electronic-books.ts'
import type { Dealer } from './dealer.ts'
import { type AuditedDocument, auditElectronic, resting } from './electronic-audit.ts'
import { PHONE, type Provider } from './electronic-provider.ts'
import { electronicSettings, type Taken, unspokenFaults } from './electronic-requests.ts'

interface Around {
  readonly dealer: Dealer
  readonly provider: Provider
}

/** What is wrong with the log, with the provider's books, and with what the callers received. */
export async function electronicFaultsIn(
  { dealer, provider }: Around,
  takings: readonly Taken[],
): Promise<string[]> {
  const events = await dealer.events()
  const { documents, faults } = auditElectronic(events)
  const own = events.filter(({ stream }) => stream.startsWith('expenseVoucher-'))
  const recorded = await decodeEvents(dealer.log.vault, () => expenseVoucherEvents, own)
  const all = [...documents.values()]
  return [
    ...faults,
    ...bookFaults({ dealer, provider }, all),
    ...all.flatMap((document) => officialFaults(document, (uuid) => numberAt(provider, uuid))),
    ...all.flatMap((document) => leftFaults(provider, document)),
    ...all.flatMap(stuckFaults),
    ...takings.flatMap(unspokenFaults),
    ...takings.flatMap((taken) => responseFaults(taken, documents.get(taken.voucherId))),
    ...takings.flatMap((taken) => shownFaults(taken, recorded)),
    ...codeFaults(provider, all, recorded),
    ...dealer.troubles,
  ]
}

const questions: ReadonlySet<string> = new Set(['voucher.status', 'voucher.file'])

/** Whatever arrived had been recorded before, and arrived once. */
function bookFaults(
  { dealer, provider: { state } }: Around,
  all: readonly AuditedDocument[],
): readonly string[] {
  const own = new Set([...dealer.calledFor, ...all.flatMap(({ uuids }) => [...uuids])])
  const calls = state.calls
    .list(null)
    .filter(({ uuid, operation }) => own.has(uuid ?? '') && !questions.has(operation))
  return voucherCallFaults(calls, all)
}

const numberAt = ({ state }: Provider, uuid: string): string | null => {
  const found = state.documents.find(uuid)
  return found?.state === 'accepted' ? found.number : null
}

/** What is deleted here was cancelled there before. */
function leftFaults({ state: { documents } }: Provider, document: AuditedDocument): string[] {
  const { voucherId, state, uuid, doubtful } = document
  if (state !== 'deleted' || uuid === null || doubtful.has(uuid)) return []
  const left = documents.find(uuid)?.state
  const isGone = left === undefined || left === 'cancelled' || left === 'rejected'
  return isGone ? [] : [`${voucherId} is deleted, at the provider ${uuid} is ${left}`]
}

function stuckFaults({ voucherId, state, attempts }: AuditedDocument): string[] {
  if (!resting.has(state)) return [`${voucherId} stays ${state}`]
  const isOpen = attempts.at(-1)?.type === 'SubmissionStarted'
  return state === 'review_required' && !isOpen
    ? [`${voucherId} is to be reviewed for nothing`]
    : []
}

/** The response that a caller received stays true. */
function responseFaults(
  { action, response, voucherId }: Taken,
  document?: AuditedDocument,
): string[] {
  if (response === undefined || document === undefined) return []
  const fault = (text: string) => [`${action} ${voucherId}: ${text}`]
  if (response.kind === 'answered') {
    const { state, number } = response.voucher.document
    if (action === 'confirm' && state !== 'sent') return fault(`answered with ${state}`)
    const isTrue = document.state === 'sent' && document.acceptance?.number === number
    return state !== 'sent' || isTrue ? [] : fault(`was answered sent, but it is ${document.state}`)
  }
  if (response.kind === 'done') {
    const isTrue = action !== 'delete' || document.state === 'deleted'
    return isTrue ? [] : fault(`was answered deleted, but it is ${document.state}`)
  }
  if (response.kind !== 'refused') return []
  const { code, details } = response.rejection
  const attemptId = details[0]?.['attemptId']
  if (attemptId === undefined) return []
  const attempt = document.attempts.find(({ id }) => id === attemptId)
  if (attempt === undefined) return fault('received an attempt that was never recorded')
  const isAccepted = document.acceptance?.attemptId === attemptId
  return code === 'E_DOCUMENT_REJECTED' && isAccepted ? fault('was answered rejected') : []
}

/** What a step answered with is what readers of the log see up to that position. */
function shownFaults(
  { response, voucherId, action }: Taken,
  recorded: readonly Recorded<ExpenseVoucherEvent>[],
): string[] {
  if (response?.kind !== 'answered') return []
  const folded = recorded
    .filter(({ stream }) => stream === `expenseVoucher-${voucherId}`)
    .filter(({ position }) => position <= response.position)
    .reduce(
      (document, { event }) => evolveDocument(document, event),
      newElectronicDocument(electronicSettings.environment),
    )
  const [shown, kept] = [response.voucher.document, folded].map((one) => JSON.stringify(one))
  return shown === kept ? [] : [`${action} answered ${shown}, the log says ${kept}`]
}

/** No code that was ever sent stands in an event as a word of its own, sealed or open. */
function codeFaults(
  { state }: Provider,
  all: readonly AuditedDocument[],
  recorded: readonly Recorded<ExpenseVoucherEvent>[],
): string[] {
  const uuids = new Set(all.flatMap((document) => [...document.uuids]))
  const codes = state.messages
    .sentTo(PHONE)
    .flatMap(({ documentUuid, code }) => (uuids.has(documentUuid) ? [code] : []))
  const words = new Set(
    recorded.flatMap(
      ({ event, metadata }) => JSON.stringify([event, metadata]).match(/[0-9A-Za-z]+/g) ?? [],
    ),
  )
  return codes.flatMap((code) => (words.has(code) ? [`the code ${code} is in the log`] : []))
}
