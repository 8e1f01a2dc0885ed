import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, test } from 'vitest'
import { verifyCommand } from '#audit/verification/command.ts'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { stuckCommand } from '#operator/stuck/stuck-command.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import {
  create as invoice,
  createdIn as invoiceIn,
  invoicingDealer,
  manual as sale,
} from '#test/support/invoices.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, fromBank, manual, OTHER_PERSON } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

function administrator() {
  const client = newClient(system.eventStoreUrl)
  onTestFinished(() => client.dispose())
  return client
}

const Refused = Compile(
  Type.Object({ error: Type.Object({ code: Type.String(), details: Type.Unknown() }) }),
)
const damaged = [503, null, 'INTERNAL_ERROR', [{ field: 'id', rule: 'damaged' }]]

/** By a service that has not seen the record yet. */
async function answerTo(
  dealer: Awaited<ReturnType<typeof newDealer>>,
  [method, path, body]: readonly ['DELETE' | 'POST', string, object?],
) {
  const { url } = await anotherCommandService(system)
  const { apiUserId, secretKey } = dealer.credentials
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify({ data: body }) }),
  })
  const { error } = Refused.Parse(await response.json())
  return [response.status, response.headers.get('retry-after'), error.code, error.details]
}

type Administrator = ReturnType<typeof administrator>

const SOON = { timeout: LONGEST_WAIT_MS }

/** What an administrator can do to a stream, and how the commands name it. */
const ways: Readonly<
  Record<string, readonly [(client: Administrator, stream: string) => Promise<unknown>, string]>
> = {
  deleted: [(client, stream) => client.deleteStream(stream), 'it was deleted'],
  tombstoned: [(client, stream) => client.tombstoneStream(stream), 'it was tombstoned'],
  'cut by $tb': [
    (client, stream) => client.setStreamMetadata(stream, { truncateBefore: 1 }),
    'its beginning was cut off ($tb 1)',
  ],
  'cut by $maxCount': [
    (client, stream) => client.setStreamMetadata(stream, { maxCount: 1 }),
    'its beginning is cut off ($maxCount 1)',
  ],
  'cut by $maxAge': [
    async (client, stream) => {
      await client.setStreamMetadata(stream, { maxAge: 1 })
      await expect.poll(() => visibleIn(client, stream), SOON).toBe(0)
    },
    'its beginning is cut off ($maxAge 1)',
  ],
}

async function visibleIn(client: Administrator, stream: string) {
  let count = 0
  for await (const { event } of client.readStream(stream)) if (event !== undefined) count += 1
  return count
}

/** The company's stream of a category. */
const streamOf = (category: string, { companyId }: { readonly companyId: string }) =>
  withLog(system, async ({ eventStore }) => {
    for await (const { stream, metadata } of eventStore.readLog(START_OF_LOG)) {
      if (stream.startsWith(`${category}-`) && metadata['companyId'] === companyId) return stream
    }
    throw new Error(`there is no ${category}`)
  })

/** Whoever wrote into it. */
async function lengthOf(stream: string) {
  return withLog(system, async ({ eventStore }) => {
    let length = 0
    for await (const event of eventStore.readLog(START_OF_LOG, { withNeighbours: true })) {
      if (event.stream === stream) length += 1
    }
    return length
  })
}

/** Each command as its user runs it, with the lines of its standard output and what else it says. */
async function commands() {
  const { databases, eventStoreUrl, sandboxUrl } = system
  const addresses = { databases, eventStoreUrl, vaultKey: Buffer.from(system.vaultKey, 'hex') }
  const verified = await terminalOf(addresses, 'auditor')(verifyCommand)
  const environment = {
    DATABASE_URL: databases.command,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: system.vaultKey,
    INTEGRATOR_URL: sandboxUrl,
    ATTEMPT_DEADLINE_SECONDS: '60',
  }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = { environment, stdin: new PassThrough(), stdout, stderr }
  const stuck = { exitCode: await stuckCommand.run([], terminal) }
  stdout.end()
  const lines = (await text(stdout)).trimEnd().split('\n')
  return { verified, stuck: { ...stuck, lines: lines.map((line): unknown => JSON.parse(line)) } }
}

test.for(Object.keys(ways))(
  'what needs a stream that was %s is 503 without an invitation to try again, and both commands name it',
  async (way) => {
    const [damage = async () => undefined, problem = ''] = ways[way] ?? []
    const [dealer, other] = [await newDealer(system), await newDealer(system)]
    const create = async (fields: object) =>
      createdIn(await dealer.api.post('/v1/expenses', manual({ allowDuplicate: true, ...fields })))
    const voucher = await create({ amount: 700 })
    await create({ amount: 701 })
    const streams = [
      `expenseVoucher-${voucher.id}`,
      await streamOf('documentLedger', dealer),
      await streamOf('numberBook', dealer),
    ]
    const before = await Promise.all(streams.map(lengthOf))
    const client = administrator()
    for (const stream of streams) await damage(client, stream)

    const asked = (amount: number) =>
      [
        ['DELETE', `/v1/expenses/${voucher.id}`],
        ['POST', '/v1/expenses', manual({ amount })],
        ['POST', '/v1/expenses', manual({ amount, idNo: OTHER_PERSON })],
      ] as const
    for (const request of asked(702)) {
      await expect.poll(() => answerTo(dealer, request), SOON).toEqual(damaged)
    }
    // Neither equal requests nor others meet anything that the refused ones have left.
    for (const amount of [702, 703]) {
      for (const request of asked(amount)) expect(await answerTo(dealer, request)).toEqual(damaged)
    }
    expect(await Promise.all(streams.map(lengthOf))).toEqual(before)
    expect((await other.api.post('/v1/expenses', manual({ amount: 704 }))).status).toBe(201)

    const { verified, stuck } = await commands()
    expect(verified.exitCode).toBe(1)
    for (const stream of streams) {
      expect(verified.told).toContain(
        `${problem}: an administrator must look at it (${stream}, position `,
      )
      expect(stuck.lines).toContainEqual({
        id: stream,
        kind: 'stream',
        companyId: dealer.companyId,
        state: 'damaged',
        problem,
      })
    }
  },
)

test.for(Object.keys(ways))(
  'a record that is remembered takes no write right after its stream was %s',
  async (way) => {
    const [damage = async () => undefined] = ways[way] ?? []
    const { api } = await newDealer(system)
    const [deleted, prepared] = await Promise.all(
      [700, 701].map(async (amount) =>
        createdIn(await api.post('/v1/expenses', manual({ amount, allowDuplicate: true }))),
      ),
    )
    const streams = [deleted, prepared].map((voucher) => `expenseVoucher-${voucher?.id}`)
    const before = await Promise.all(streams.map(lengthOf))
    const client = administrator()
    for (const stream of streams) await damage(client, stream)

    const answers = [
      await api.delete(`/v1/expenses/${deleted?.id}`),
      await api.post(`/v1/expenses/${prepared?.id}/e-document/prepare`, {}),
    ]

    const refused = [503, 'INTERNAL_ERROR', [{ field: 'id', rule: 'damaged' }]]
    expect(answers.map(refusal)).toEqual([refused, refused])
    expect(await Promise.all(streams.map(lengthOf))).toEqual(before)
  },
)

test('an invoice whose stream was deleted is 503, and the command for stuck documents names it', async () => {
  const dealer = await invoicingDealer(system)
  const { invoiceId: id } = invoiceIn(await invoice(dealer.api, sale()))
  await administrator().deleteStream(`invoice-${id}`)

  expect(await answerTo(dealer, ['DELETE', `/v1/invoices/${id}`])).toEqual(damaged)
  const { stuck } = await commands()
  expect(stuck.exitCode).toBe(0)
  expect(stuck.lines).toContainEqual(
    expect.objectContaining({ id: `invoice-${id}`, problem: 'it was deleted' }),
  )
})

test('what a bank transaction pays is refused twice in the same way where the ledger was deleted', async () => {
  const dealer = await newDealer(system)
  const fields = { idNo: OTHER_PERSON }
  const paid = await dealer.transaction()
  createdIn(await dealer.api.post('/v1/expenses', fromBank(paid, fields)))
  await administrator().deleteStream(await streamOf('documentLedger', dealer))

  const request = fromBank(await dealer.transaction(), fields)
  for (let times = 0; times < 2; times += 1) {
    expect(await answerTo(dealer, ['POST', '/v1/expenses', request])).toEqual(damaged)
  }
})

test('an import to a deleted stream is refused in one line, and writes nothing', async () => {
  const dealer = await newDealer(system)
  const stream = await streamOf('companySettings', dealer)
  const before = await lengthOf(stream)
  await administrator().deleteStream(stream)

  const change = { kind: 'companySettings', data: {} }
  for (let times = 0; times < 2; times += 1) {
    await expect(dealer.import(change)).rejects.toThrow(`${stream} is damaged: it was deleted`)
  }
  expect(await lengthOf(stream)).toBe(before)
})
