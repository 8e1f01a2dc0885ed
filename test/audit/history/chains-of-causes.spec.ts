import { expect, test } from 'vitest'
import { auditPageForThisFile, recordPath, visitor } from '#test/audit/page/running-page.ts'
import { book, booking, newBankCustomer, order, query } from '#test/support/banks.ts'
import {
  create,
  fault,
  fromBank,
  HASTE,
  invoicingDealer,
  issuedBy,
  received,
} from '#test/support/invoices.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { auditorOf, type HistoryLine } from '../auditing.ts'

const system = systemForThisFile(HASTE)
const page = auditPageForThisFile(system)
/** The integrator is asked some seconds after the outcome became unknown. */
const PATIENT = { timeout: LONGEST_WAIT_MS, interval: 200 }

const typesIn = (lines: readonly HistoryLine[]) => lines.map(({ type }) => type)

async function timeLine(dealer: Pick<Dealer, 'credentials'>, noun: string, id: string) {
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  return (await auditor.get(recordPath(noun, id))).page
}

const transactionWithStamp = async (stamp: string, { companyId }: Pick<Dealer, 'companyId'>) =>
  auditorOf(system).history('bank-transaction', stamp, '--company', companyId)

test('the history of a bank query leads from the request over the attempt to its outcome', async () => {
  const customer = await newBankCustomer(system)
  const { api, accountRef, bankAccountId } = customer
  await book(system, accountRef, [booking('CHAIN-1')])
  await query(api)
  await order(system, 'reject')
  await query(api)

  const [recorded, ...queries] = await auditorOf(system).history('bank-account', bankAccountId)
  expect(recorded?.type).toBe('BankAccountRecorded')
  expect(typesIn(queries)).toEqual([
    'BankQueryStarted',
    'BankAccountQueried',
    'BankQueryStarted',
    'BankQueryFailed',
  ])
  const [begun, queried, again, failed] = queries
  for (const [start, outcome] of [
    [begun, queried],
    [again, failed],
  ]) {
    const { attemptId, requestId, eventId } = start ?? {}
    expect(attemptId).toMatch(/^[0-9a-f-]{36}$/)
    expect(start?.data['attemptId']).toBe(attemptId)
    expect(start?.cause).toEqual({ kind: 'request', requestId })
    expect(outcome?.cause).toEqual({ kind: 'attempt', attemptId, eventId })
    expect(outcome?.began).toEqual({ kind: 'request', requestId })
  }
  const [transaction] = await transactionWithStamp('CHAIN-1', customer)
  expect(transaction).toMatchObject({
    type: 'BankTransactionRecorded',
    cause: { kind: 'attempt', attemptId: begun?.attemptId, eventId: begun?.eventId },
    began: { kind: 'request', requestId: begun?.requestId },
  })

  const shown = await timeLine(customer, 'bank-account', bankAccountId)
  expect(shown.match(/class="call"/g)).toHaveLength(2)
  expect(shown.match(/class="answer"/g)).toHaveLength(2)
})

test('the attempt is the id of the calls at the bank', async () => {
  const { api, bankAccountId } = await newBankCustomer(system)
  await query(api)
  const lines = await auditorOf(system).history('bank-account', bankAccountId)
  const answer = await fetch(`${system.sandboxUrl}/__sandbox/calls?operation=bank.transactions`)
  const { calls } = Object(await answer.json())
  const seen = calls.map((call: object) => Object(call).requestId)
  expect(seen).toContain(lines.at(-1)?.attemptId)
})

test('the history of a transaction with its own id includes the assignment of its stamp', async () => {
  const dealer = await newDealer(system)
  const id = await dealer.transaction()
  await dealer.transaction()

  const lines = await auditorOf(system).history('bank-transaction', id)
  expect(typesIn(lines).toSorted()).toEqual(['BankTransactionRecorded', 'StampAssigned'])
  const assigned = lines.find(({ type }) => type === 'StampAssigned')
  expect(assigned?.data).toMatchObject({ transactionId: id })
  expect(await timeLine(dealer, 'bank-transaction', id)).toContain(
    `The bank’s stamp was assigned to transaction ${id}.`,
  )
})

test('work that a process completes belongs to the request that started it', async () => {
  const dealer = await invoicingDealer(system)
  await fault(system, 'invoice.submit', 'accept-then-timeout', 0)
  await create(dealer.api, fromBank(await received(dealer)))
  await expect.poll(async () => (await issuedBy(dealer)).length, PATIENT).toBe(1)
  const id = (await issuedBy(dealer))[0]?.id ?? recordId()

  const lines = await auditorOf(system).history('invoice', id)
  const [requested] = lines
  const issued = lines.find(({ type }) => type === 'InvoiceIssued')
  const unknown = lines.findLast(({ type }) => ['SubmissionUnknown', 'StatusAsked'].includes(type))
  expect(issued).toMatchObject({
    actor: { kind: 'process', id: 'invoice-recovery' },
    requestId: null,
    cause: { kind: 'event', eventId: unknown?.eventId },
  })
  const { requestId, correlationId } = requested ?? {}
  const request = { kind: 'request', requestId }
  expect(new Set(lines.map(({ began }) => JSON.stringify(began)))).toEqual(
    new Set([JSON.stringify(request)]),
  )
  expect(lines.filter((line) => line.correlationId !== correlationId)).toEqual([])
  expect(await timeLine(dealer, 'invoice', id)).toContain(`Continues request ${requestId}`)
})
