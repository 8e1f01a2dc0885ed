// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test, vi } from 'vitest'
import { type Place, placeForStacks, stopInTime } from '#test/support/running-stack.ts'
import { type ReceivedSpan, spanReceiver } from '#test/support/span-receiver.ts'

const demo = { authorization: `Basic ${btoa('demo:demo-secret')}` }
const COMES_WITHIN_MS = 90_000

const Status = Compile(
  Type.Object({
    phase: Type.String(),
    position: Type.Union([Type.String(), Type.Null()]),
    lagEvents: Type.Union([Type.Number(), Type.Null()]),
  }),
)

test('a start with KAFKA_BROKERS=embedded publishes; without Kafka everything else works, and the feed catches up later', async () => {
  const place = await placeForStacks()
  const receiver = await spanReceiver()
  const stack = await place.start({
    KAFKA_BROKERS: 'embedded',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  })
  const { baseUrl, output } = stack
  const { pids, kafkaBrokers } = await place.stackFile()
  await expect.poll(output).toMatch(`Kafka: ${kafkaBrokers}\n`)
  expect(kafkaBrokers).toMatch(/^127\.0\.0\.1:\d+$/)
  expect(Object.keys(pids)).toEqual(expect.arrayContaining(['kafka', 'feed']))
  const status = feedCommand(place, 'status')
  expect(await status.ended).toBe(0)
  expect(status.output()).toContain(`"brokers":"${kafkaBrokers}"`)
  const tail = feedCommand(place, 'tail', '--from-beginning')
  await untilPublished(place)
  await untilPrinted(tail, /customer\.CustomerRecorded\.v1/)
  expect(await (await fetch(`${baseUrl}/metrics`)).text()).toContain('sarraf_feed_lag_positions')

  process.kill(pids['kafka'] ?? 0, 'SIGKILL')
  for (let index = 1; index <= 5; index += 1) expect(await createVoucher(baseUrl, index)).toBe(201)
  expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200)
  await untilPublished(place)
  await untilPrinted(tail, /expense-voucher\.VoucherFinalized\.v1/)
  expect(await tail.interrupted()).toBe(0)
  const lines = tail.output().trimEnd().split('\n')
  expect(new Set(lines).size).toBe(lines.length)

  await isOneTrace(receiver)
  await replays(place)

  await stopInTime(stack)
})

/** One voucher's request, from the base address to Kafka. */
async function isOneTrace(receiver: Awaited<ReturnType<typeof spanReceiver>>) {
  const way = [
    'gateway POST command',
    'command POST /v1/expenses',
    'command append expenseVoucher',
    'command taxpayerRegistry isEInvoiceTaxpayer',
    'projections project',
    'feed publish',
  ]
  await vi.waitFor(
    () => {
      const ofTrace = Map.groupBy(receiver.spans(), ({ traceId }) => traceId)
      const whole = [...ofTrace.values()].filter((trace) =>
        way.every((step) => trace.some((span) => stepOf(span) === step)),
      )
      expect(whole).not.toEqual([])
    },
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )
}

const stepOf = ({ service, name }: ReceivedSpan) => `${service} ${name}`

async function replays(place: Place) {
  const replay = async (from: string, topic: string) => {
    const command = feedCommand(place, 'replay', '--from', from, '--to-topic', topic)
    return { exitCode: await command.ended, output: command.output(), errors: command.errors() }
  }
  const Replayed = Compile(Type.Object({ published: Type.Integer(), upTo: Type.Integer() }))
  const first = await replay('0', 'analysts.v1')
  expect(first).toMatchObject({ exitCode: 0 })
  const { published, upTo } = Replayed.Parse(JSON.parse(first.output))
  expect(published).toBeGreaterThan(5)
  expect(upTo).toBeGreaterThanOrEqual(published)

  const again = await replay('0', 'analysts.v1')
  expect(Replayed.Parse(JSON.parse(again.output)).published).toBe(0)

  expect(await replay('0', '_sarraf.feed-position')).toMatchObject({ exitCode: 1 })
}

async function untilPublished(place: Place) {
  const { feedUrl } = await place.stackFile()
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${feedUrl}/status`)
      expect(Status.Parse(await answer.json())).toMatchObject({ phase: 'publishing', lagEvents: 0 })
    },
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )
}

const untilPrinted = (command: ReturnType<typeof feedCommand>, line: RegExp) =>
  vi.waitFor(
    () =>
      expect([command.output(), command.exitCode()]).toEqual([expect.stringMatching(line), null]),
    {
      timeout: COMES_WITHIN_MS,
      interval: 100,
    },
  )

function feedCommand({ folder }: Place, ...words: readonly string[]) {
  const program = 'publishing/kafka/command-line/main.ts'
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  const errors = text(child.stderr)
  // Only then is all of its output read.
  const ended = once(child, 'close').then(([exitCode]: (number | null)[]) => exitCode)
  return {
    output: () => output,
    exitCode: () => child.exitCode,
    errors: () => errors,
    ended,
    interrupted: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

async function createVoucher(baseUrl: string, index: number): Promise<number> {
  const data = { source: 'manual', idNo: '21543789054', amount: 1_000 + index }
  const answer = await fetch(`${baseUrl}/v1/expenses`, {
    method: 'POST',
    headers: { ...demo, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  })
  return answer.status
}
