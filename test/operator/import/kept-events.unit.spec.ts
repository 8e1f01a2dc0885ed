import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEvents } from '#operator/import/kept-events.ts'
import { stored } from '#test/support/stored-events.ts'

const eventOf = (stream: string, revision: number, length: number) =>
  stored('Recorded', {
    id: `${stream}-${revision}`,
    stream,
    revision: BigInt(revision),
    position: BigInt(revision),
    data: { text: 'x'.repeat(length) },
  })

test('what is kept of a stream is its latest event, or nothing', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 300 }))),
      (events) => {
        const kept = keepEvents({ events: 2, characters: 500 })
        const latest = new Map<string, string>()
        for (const [revision, [stream, length]] of events.entries()) {
          const event = eventOf(stream, revision, length)
          kept.keep(event)
          latest.set(stream, event.id)
        }
        const taken = [...latest.keys()].flatMap((stream) => kept.take(stream) ?? [])
        const characters = taken.map(({ data }) => JSON.stringify(data).length)
        expect(taken.length).toBeLessThanOrEqual(2)
        expect(characters.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(500)
        for (const { id, stream } of taken) expect(id).toBe(latest.get(stream))
        for (const stream of latest.keys()) expect(kept.take(stream)).toBe(undefined)
      },
    ),
  ))

test('an event of a few characters is kept', () => {
  const kept = keepEvents({ events: 2, characters: 500 })
  const event = eventOf('a', 7, 10)
  kept.keep(event)
  expect(kept.take('a')).toEqual(event)
})
