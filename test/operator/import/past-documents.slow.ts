import { once } from 'node:events'
import { expect, test } from 'vitest'
import { variablesOf as asAuditor, audit } from '#test/audit/auditing.ts'
import { fileForThisTest } from '#test/support/operator.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, type Line, newDealer, recordId } from '#test/support/system-dealer.ts'
import { withLog } from '#test/support/with-log.ts'
import { operatorProcess, startOperator } from '../command-line.ts'

const EACH = 1_000
/** After how many recorded documents one import after the other is killed. */
const KILLED_AFTER = [1, 300, 300]

const system = systemForThisFile()

const variables = () => ({
  DATABASE_URL: system.databases.command,
  EVENTSTORE_URL: system.eventStoreUrl,
  VAULT_KEY: system.vaultKey,
})

const dayOf = (at: number) => new Date(Date.UTC(2024, 0, 1, 9) + at * 3_600_000).toISOString()

/** A third is of one person each, a third of few people, a third of one buyer. */
const numberOf = (at: number) =>
  ['11111111111', `${10_000_000_000 + (at % 20)}`, `${20_000_000_000 + at}`][at % 3]

async function documentsOf({ companyId, ...dealer }: Dealer): Promise<readonly Line[]> {
  const booked = await dealer.transaction()
  const document = (at: number) => ({
    companyId,
    id: recordId(),
    transactionDate: dayOf(at),
    idNo: numberOf(at),
    nameSurname: 'Ayşe Işık',
  })
  return Array.from({ length: EACH }, (_, at) => [
    {
      kind: 'expenseVoucher',
      data: {
        ...document(at),
        serial: 'GP',
        number: `${EACH - at}`,
        amount: at === EACH - 1 ? '10000.00' : `${100 + (at % 7)}.50`,
        ...(at === EACH - 1 && { bankTransactionId: booked }),
      },
    },
    {
      kind: 'invoice',
      data: { ...document(at), serial: 'KTA', number: `KTA2024${at + 1}`, payableTotal: '530.00' },
    },
  ]).flat()
}

const fileOf = (lines: readonly Line[]) =>
  fileForThisTest(lines.map((line) => JSON.stringify(line)).join('\n'))

const killedAfter = (documents: number, file: string) =>
  withLog(system, async ({ eventStore }) => {
    let behind = await eventStore.headOfLog()
    let recorded = 0
    const recordedSoFar = async () => {
      for await (const { type, position } of eventStore.readLog(behind)) {
        if (type === 'VoucherImported' || type === 'InvoiceImported') recorded += 1
        behind = position
      }
      return recorded
    }
    const child = startOperator(['import', file], variables())
    const ended = once(child, 'exit')
    const whenRecorded = { timeout: 120_000, interval: 5 }
    await expect.poll(recordedSoFar, whenRecorded).toBeGreaterThanOrEqual(documents)
    child.kill('SIGKILL')
    await ended
    return recorded
  })

/** What anybody sees of the documents, but for ids and for when they were recorded. */
async function shownOf({ api }: Dealer) {
  const all: unknown[] = []
  for (const list of ['expenses', 'invoices']) {
    for (let page = 1; ; page++) {
      const { data } = await api.get(`/v1/${list}?pageSize=100&page=${page}&sort=transactionDate`)
      if (!Array.isArray(data) || data.length === 0) break
      all.push(
        ...data.map(
          ({ id: _id, sourceId: _source, createdAt: _created, updatedAt: _updated, ...shown }) =>
            shown,
        ),
      )
    }
  }
  return all
}

test('an import of documents that is killed and repeated ends as one that was not', async () => {
  const settings = { invoice: { serial: 'KTA' } }
  const [whole, killed] = [await newDealer(system, settings), await newDealer(system, settings)]
  const files = await Promise.all(
    [whole, killed].map(async (dealer) => fileOf(await documentsOf(dealer))),
  )
  const [wholeFile = '', killedFile = ''] = files
  const imported = (file: string) => operatorProcess(['import', file], variables())

  expect(await imported(wholeFile)).toMatchObject({
    stdout: `{"imported":${2 * EACH},"unchanged":0}\n`,
    exitCode: 0,
  })
  let standing = 0
  for (const documents of KILLED_AFTER) standing += await killedAfter(documents, killedFile)
  expect(standing).toBeLessThan(2 * EACH)
  const { stdout, stderr, exitCode } = await imported(killedFile)
  expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 })
  const { imported: rest, unchanged } = JSON.parse(stdout)
  expect([rest + unchanged, unchanged >= standing]).toEqual([2 * EACH, true])
  expect((await imported(killedFile)).stdout).toBe(`{"imported":0,"unchanged":${2 * EACH}}\n`)

  const shown = await shownOf(whole)
  expect(shown).toHaveLength(2 * EACH)
  expect(await shownOf(killed)).toEqual(shown)
  for (const { api } of [whole, killed]) {
    const voucher = { source: 'manual', idNo: '11111111111', amount: 100.5 }
    const sameDay = { ...voucher, transactionDate: dayOf(0) }
    expect(await api.post('/v1/expenses', sameDay)).toMatchObject({ status: 409 })
    expect(await api.post('/v1/expenses', { ...voucher, idNo: '10000000146' })).toMatchObject({
      status: 201,
      data: { number: `${EACH + 1}` },
    })
  }
  const verdict = await audit(['verify'], asAuditor(system))
  expect([verdict.exitCode, JSON.parse(verdict.stdout)]).toMatchObject([0, { differences: 0 }])
})
