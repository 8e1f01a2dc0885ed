// @module-tag embedded-node

import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

const alone = { credentials: { username: 'admin', password: 'changeit' } }

/**
 * The sequences by which EventStoreDB's own tests say what a repeat is, under their own names: event
 * 0 expected at -1 (no stream), event 1 at 0 and so on; what stands between S and E is one append.
 */
const sequences = [
  ['0em1_1e0_2e1_3e2_4e3_5e4_0em1_idempotent', 6],
  ['0em1_1e0_2e1_3e2_4e3_4e4_0any_idempotent', 6],
  ['0em1_1e0_2e1_3e2_4e3_5e4_0e5_non_idempotent', 7],
  ['0em1_1e0_2e1_3e2_4e3_5e4_0e6_wev', 6],
  ['0em1_1e0_2e1_3e2_4e3_5e4_0e4_wev', 6],
  ['0em1_0e0_non_idempotent', 2],
  ['0em1_0any_idempotent', 1],
  ['0em1_0em1_idempotent', 1],
  ['0em1_1e0_2e1_1any_1any_idempotent', 3],
  ['S_0em1_1em1_E_S_0em1_E_idempotent', 2],
  ['S_0em1_1em1_E_S_0any_E_idempotent', 2],
  ['S_0em1_1em1_E_S_1e0_E_idempotent', 2],
  ['S_0em1_1em1_E_S_1any_E_idempotent', 2],
  ['S_0em1_1em1_E_S_0em1_1em1_E_idempotent', 2],
  ['S_0em1_1em1_E_S_0em1_1em1_2em1_E_idempotancy_fail', 2],
] as const

const ways = [
  ['alone', alone],
  ['batched', {}],
] as const

const cases = sequences.flatMap(([name, recorded]) =>
  ways.map(([how, way]) => [`${name} (${how})`, name, recorded, way] as const),
)

test.for(cases)('%s', async ([, name, recorded, way]) => {
  const client = clientOf(node.url)
  const stream = newStream()
  const ids = Array.from({ length: 6 }, () => drafted().id)
  const append = ({ events, expectedRevision }: Step) =>
    client.appendToStream(
      stream,
      events.map((number) => jsonEvent({ id: ids[number] ?? '', type: 'Drafted', data: {} })),
      { ...way, expectedRevision },
    )
  const steps = stepsOf(name)
  for (const step of steps.slice(0, -1)) await append(step)
  const last = append(steps.at(-1) ?? { events: [], expectedRevision: 'any' })
  const isRefused = await last.then(
    () => false,
    (error: unknown) => error instanceof WrongExpectedVersionError,
  )
  expect(isRefused).toBe(/wev|fail/.test(name))
  expect(await all(client.readStream(stream))).toHaveLength(recorded)
})

interface Step {
  readonly events: readonly number[]
  readonly expectedRevision: 'any' | 'no_stream' | bigint
}

function stepsOf(name: string): Step[] {
  const [, appends = ''] = /^(.*?)_(?:non_)?(?:idempotent|idempotancy|wev)/.exec(name) ?? []
  const found = appends.matchAll(/S_(.*?)_E|(\d(?:any|em?\d))/g)
  return [...found].map(([, together, single = '']) => {
    const writes = (together ?? single).split('_')
    const [, , revision = ''] = /^(\d)(?:e)?(.*)$/.exec(writes[0] ?? '') ?? []
    const expectedRevision =
      revision === 'any' ? 'any' : revision === 'm1' ? 'no_stream' : BigInt(revision)
    return { events: writes.map((write) => Number(write[0])), expectedRevision }
  })
}

test('an append to a stream that must exist recognises a repetition, and refuses half of one', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const [one, two, three] = [drafted(1), drafted(2), drafted(3)]
  await client.appendToStream(stream, one, { expectedRevision: 'no_stream' })
  const append = (...events: (typeof one)[]) =>
    client.appendToStream(stream, events, { expectedRevision: 'stream_exists' })
  const written = await append(two)
  expect(await append(two)).toEqual(written)
  expect(await append(one, two)).toEqual(written)
  await expect(append(one, three)).rejects.toBeInstanceOf(WrongExpectedVersionError)
  expect(await append(three, one)).toMatchObject({ nextExpectedRevision: 3n })
  expect(await all(client.readStream(stream))).toHaveLength(4)
})

test('concurrent appends see each other: the second of two equal ones is a repetition', async () => {
  const client = clientOf(node.url)
  for (const expectedRevision of ['any', 'no_stream'] as const) {
    const stream = newStream()
    const event = drafted()
    const appends = await Promise.all(
      [event, event, event].map((same) =>
        client.appendToStream(stream, same, { expectedRevision }),
      ),
    )
    expect(new Set(appends.map(({ position }) => position?.commit)).size).toBe(1)
    expect(await all(client.readStream(stream))).toHaveLength(1)
  }
})

test('an append without events is legal and returns the revision and the position', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const append = (expectedRevision: 'any' | 'no_stream' | bigint) =>
    client.appendToStream(stream, [], { ...alone, expectedRevision })
  const toNothing = await append('no_stream')
  expect(toNothing).toMatchObject({ success: true })
  const two = [drafted(), drafted()]
  const { position } = await client.appendToStream(stream, two, { expectedRevision: 'no_stream' })
  expect(await append('any')).toMatchObject({ nextExpectedRevision: 1n, position })
  expect(await append(1n)).toMatchObject({ nextExpectedRevision: 1n, position })
  await expect(append(0n)).rejects.toBeInstanceOf(WrongExpectedVersionError)
  await expect(append(2n)).rejects.toBeInstanceOf(WrongExpectedVersionError)
  expect(await all(client.readStream(stream))).toHaveLength(2)
})
