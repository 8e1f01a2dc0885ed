import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BEFORE_THE_LOG,
  referenceTo,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { parseLogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { notBeyond } from '#kernel/platform/event-store/not-beyond.ts'
import { stored } from '#test/support/stored-events.ts'

const positionAt = (offset: number) => parseLogPosition(String(offset))

const events = (flags: readonly boolean[]): readonly StoredEvent[] =>
  flags.map((isGenuine, at) =>
    stored('Happened', { stream: `customer-${at}`, position: 10n * BigInt(at + 1), isGenuine }),
  )

/** The log in batches of these sizes, each with its place, as a follower without a filter is given it. */
function* inBatches(log: readonly StoredEvent[], sizes: readonly number[]) {
  for (let from = 0, batch = 0; from < log.length; batch++) {
    const part = log.slice(from, from + (sizes[batch] ?? 1))
    from += part.length
    const passed = log.slice(0, from)
    const last = passed.findLast(({ isGenuine }) => isGenuine)
    const position = passed.at(-1)?.position ?? START_OF_LOG
    const place = { position, lastEvent: last && referenceTo(last) }
    yield [part, place] as const
  }
}

test('however the log comes in batches, each place up to a target has its last event', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 130 }),
      (flags, sizes, offset) => {
        const log = events(flags)
        const target = positionAt(offset)
        const partOf = notBeyond(target, BEFORE_THE_LOG)
        for (const [batch, place] of inBatches(log, sizes)) {
          const [wanted, reached] = partOf(batch, place)
          const end = place.position < target ? place.position : target
          const passed = log.filter((event) => event.position <= end)
          const genuine = passed.filter(({ isGenuine }) => isGenuine)
          const last = genuine.at(-1)
          expect(wanted).toEqual(batch.filter(({ position }) => position <= target))
          expect(reached).toEqual({ position: end, lastEvent: last && referenceTo(last) })
        }
      },
    ),
  )
})
