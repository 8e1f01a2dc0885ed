import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { customerFormEvents } from '#kernel/events/customer-form.ts'
import { priceEvents, templateEvents } from '#kernel/events/reference-data.ts'
import { feedTopics, HEARTBEAT_TOPIC } from '#publishing/kafka/sending/topics.ts'
import { bankAccountRecorded, templateRecorded } from '#test/projections/samples.ts'
import { type Broker, startBroker } from './broker.ts'
import { asAdmin, feedSystemOn, untilDamaged, untilPublished } from './feed-system.ts'
import { readWithJava, STATE_TOPICS } from './java-consumer.ts'
import type { writerOf } from './writer.ts'

const VOUCHER_STATES = 'sarraf.expense-voucher.state.v1'
const COMES_WITHIN_MS = 30_000
const now = '2026-11-20T09:45:00Z'

let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
  return broker.close
}, 180_000)

test('state topics have the last state of each key, also after a backfill, and heartbeats say how far all topics are complete', async () => {
  const { feed, log, writer, run } = await feedSystemOn(broker)
  const heartbeats = readWithJava(broker.libraries, broker.address, {
    topics: HEARTBEAT_TOPIC.replaceAll('.', '[.]'),
  })
  onTestFinished(heartbeats.close)
  for (const key of [0, 1, 2, 0]) await writer.writeOnce(key)
  const [deleted, kept] = [writer.keyOf(0), writer.keyOf(1)]
  await write(writer, deleted)
  await untilPublished(feed, log.eventStore)

  const states = await readStates()
  expect(new Set(states.keys())).toEqual(
    new Set([
      ...[0, 1, 2].flatMap((index) =>
        ['customer-form', 'expense-voucher', 'kmts-verification'].map(
          (noun) => `${noun} ${writer.keyOf(index)}`,
        ),
      ),
      'template gold',
      'template silver',
      'bank-account till',
      `price ${PRICE.companyId}.gold`,
    ]),
  )
  expect(states.get(`customer-form ${deleted}`)).toBeNull()
  expect(states.get(`customer-form ${kept}`)).toMatchObject({ status: 'decided', deleted: false })
  expect(states.get('template silver')).toBeNull()
  expect(states.get('template gold')).toMatchObject({
    title: 'Hurda altın',
    purity: '0.995',
    lastEvent: 'TemplateRecorded',
  })
  expect(states.get('bank-account till')).toMatchObject({ bankCode: '0010', currency: 'TRY' })
  expect(states.get('bank-account till')).not.toHaveProperty('iban')
  expect(states.get(`price ${PRICE.companyId}.gold`)).toMatchObject({ price: '4200', at: now })

  const head = String(await log.eventStore.headOfLog())
  await vi.waitFor(
    () => {
      const last = heartbeats.records().map(({ key, value }) => [key, JSON.parse(value)] as const)
      const completeUpTo = [...new Map(last)].map(([key, beat]) => [key, Object(beat).completeUpTo])
      expect(Object.fromEntries(completeUpTo)).toEqual(
        Object.fromEntries(
          feedTopics.filter((topic) => topic !== HEARTBEAT_TOPIC).map((topic) => [topic, head]),
        ),
      )
    },
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )

  await asAdmin(broker, (admin) => admin.deleteTopics({ topics: [VOUCHER_STATES] }))
  await untilDamaged(feed, `${VOUCHER_STATES} is gone`)
  expect(await run('backfill', '--topic', VOUCHER_STATES)).toMatchObject({
    published: 4,
    complete: true,
  })
  await writer.writeOnce(3)
  await untilPublished(feed, log.eventStore)
  const after = await readStates()
  for (const [key, state] of states) expect([key, after.get(key)]).toEqual([key, state])
  expect(after.get(`expense-voucher ${writer.keyOf(3)}`)).toMatchObject({
    status: 'waitingForCode',
  })
}, 180_000)

const PRICE = { companyId: 'c0ffee000000000000000001', material: 'gold', at: now } as const

/** A form is deleted; what documents refer to is recorded, changed and deleted. */
async function write(writer: ReturnType<typeof writerOf>, formId: string) {
  const { companyId } = PRICE
  await writer.write(customerFormEvents, formId, {
    type: 'FormDecided',
    data: {
      companyId,
      formId,
      isApproval: true,
      isSigned: false,
      masakStatus: 1,
      rejected: false,
      deleted: true,
      approvedAt: now,
      signedAt: null,
    },
  })
  for (const changes of [{}, { exchange: '0.995' }]) {
    const template = templateRecorded({ companyId, templateId: 'gold', ...changes })
    await writer.write(templateEvents, 'gold', template)
  }
  for (const isDeleted of [false, true]) {
    const template = templateRecorded({ companyId, templateId: 'silver', deleted: isDeleted })
    await writer.write(templateEvents, 'silver', template)
  }
  const account = bankAccountRecorded({ companyId, accountId: 'till' })
  await writer.write(bankAccountEvents, 'till', account)
  for (const price of ['4100', '4200']) {
    await writer.write(priceEvents, 'gold', {
      type: 'PriceRecorded',
      data: { ...PRICE, price, inForce: null, toCome: null },
    })
  }
}

/** The last record of each key; null where it is a tombstone. */
async function readStates(): Promise<ReadonlyMap<string, unknown>> {
  const reader = readWithJava(broker.libraries, broker.address, {
    untilTheEnd: true,
    topics: STATE_TOPICS,
  })
  await reader.ended
  return new Map(
    reader.records().map(({ key, headers, value }) => {
      const noun = headers.get('ce_type')?.split('.')[1]
      return [`${noun} ${key}`, JSON.parse(value)] as const
    }),
  )
}
