import { expect, test } from 'vitest'
import type { LogEvent } from '#kernel/platform/event-store/whole-log/log-event.ts'
import type { KeptPositions } from '#stack/event-store/move/kept-positions.ts'
import { createPositionMap } from '#stack/event-store/move/position-map.ts'
import { askedOf, translate } from '#stack/event-store/move/translation.ts'

const checkpoint = { name: 'read_model.checkpoint', kind: 'place', key: 'name' } as const
const chain = { name: 'vault.log_chain', kind: 'event', key: 'after' } as const

/** Three events, at these positions of the source and of the target. */
const moves = { one: [10n, 700n], two: [20n, 800n], three: [30n, 900n] } as const
type Name = keyof typeof moves

test('a place behind an event is behind the same event in the target', () => {
  expect(placesOf([place(20n, 'two', 20n)])).toEqual([[800n, 'two', '800']])
})

test('a place between events is behind the last one before it', () => {
  expect(placesOf([place(29n, 'two', 20n), place(29n), place(31n)])).toEqual([
    [800n, 'two', '800'],
    [800n, 'two', '800'],
    [900n, 'three', '900'],
  ])
})

test('a place before the first event is the start of the log', () => {
  expect(placesOf([place(9n)])).toEqual([[0n, undefined, undefined]])
})

test('places of the target stay as they are', () => {
  expect(placesOf([place(800n, 'two', 800n), place(815n, 'one', 700n), place(20n)])).toEqual([])
})

test('the event of a row is found by its id, in both logs', () => {
  const kept = { places: [], events: [block('0', 10n, 'one'), block('1', 800n, 'two')] }
  expect(translated(kept).events).toEqual([{ kept: block('0', 10n, 'one'), position: 700n }])
})

test.each([
  ['an event that the logs do not hold', { places: [place(20n, 'four', 20n)], events: [] }],
  ['an event at another position', { places: [place(20n, 'two', 21n)], events: [] }],
  ['a named event that the logs do not hold', { places: [], events: [block('0', 1n, 'four')] }],
])('%s is of another log', (_case, kept) => {
  expect(() => translated(kept)).toThrow(/was made over another log/)
})

test('places of both logs side by side are refused', () => {
  const places = [place(20n, 'two', 20n), place(800n, 'two', 800n)]
  expect(() => translated({ places, events: [] })).toThrow(/of the source and .* of the target/)
})

test('a second translation changes nothing', () => {
  const first = translated({ places: [place(25n), place(30n, 'three', 30n)], events: [] })
  const places = first.places.map(({ kept: { table, key }, position, lastEvent }) => ({
    table,
    key,
    position,
    lastEvent,
  }))
  expect(placesOf(places)).toEqual([])
})

test('system events are no places', () => {
  const map = createPositionMap({ eventIds: [], positions: [25n] })
  map.add(event('one', 10n), event('one', 700n))
  map.add(
    { ...event('one', 20n), stream: '$$voucher', type: '$metadata' },
    { ...event('one', 800n), stream: '$$voucher', type: '$metadata' },
  )
  expect(map.upTo(25n)?.inTarget).toBe(700n)
})

function translated(kept: KeptPositions) {
  const map = createPositionMap(askedOf(kept))
  for (const id of ['one', 'two', 'three'] as const) {
    const [inSource, inTarget] = moves[id]
    map.add(event(id, inSource), event(id, inTarget))
  }
  return translate(kept, map)
}

const placesOf = (places: KeptPositions['places']) =>
  translated({ places, events: [] }).places.map(({ position, lastEvent }) => [
    position,
    lastEvent?.id,
    lastEvent?.position,
  ])

function place(position: bigint, id?: Name | 'four', at = position) {
  const lastEvent =
    id === undefined ? null : { id, stream: 'voucher', revision: '0', position: at.toString() }
  return { table: checkpoint, key: 'read_model', position, lastEvent }
}

function block(key: string, position: bigint, eventId: Name | 'four') {
  return { table: chain, key, position, eventId }
}

const event = (id: string, position: bigint): LogEvent => ({
  id,
  position,
  stream: 'voucher',
  revision: 0n,
  type: 'Drafted',
  contentType: 'application/json',
  data: new Uint8Array(),
  metadata: new Uint8Array(),
})
