import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'

const macs = eventMacsWith(Buffer.alloc(32, 1))

const event: NewEvent = {
  id: randomUUID(),
  type: 'VoucherFinalized',
  data: { amount: '148515.08', lines: [{ of: 'gold' }, null] },
  metadata: { companyId: 'one', actor: { kind: 'apiUser', id: 'desk' }, version: 1 },
}
const stream = 'expenseVoucher-1'
const textsOf = ({ data, metadata }: NewEvent) => ({
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
})
const located = (signed: NewEvent) => ({ ...signed, stream, revision: 4n })
const genuine = located(macs.sign(stream, 4n, event))

test('an event is genuine where it was written, after any way through JSON', () =>
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.string(),
      fc.bigInt({ min: 0n, max: 2n ** 62n }),
      (value, name, revision) => {
        const signed = macs.sign(name, revision, { ...event, data: { value } })
        const read: NewEvent = JSON.parse(JSON.stringify(signed))
        expect(macs.isGenuine({ ...read, stream: name, revision })).toBe(true)
        expect(macs.isGenuine({ ...read, stream: name, revision }, textsOf(signed))).toBe(true)
      },
    ),
  ))

test.each([
  ['another stream', { ...genuine, stream: 'expenseVoucher-2' }],
  ['another revision', { ...genuine, revision: 5n }],
  ['another id', { ...genuine, id: randomUUID() }],
  ['another type', { ...genuine, type: 'VoucherDeleted' }],
  ['another amount', { ...genuine, data: { ...genuine.data, amount: '48515.08' } }],
  ['another company', { ...genuine, metadata: { ...genuine.metadata, companyId: 'two' } }],
  [
    'another actor',
    { ...genuine, metadata: { ...genuine.metadata, actor: { kind: 'operator', id: 'desk' } } },
  ],
  ['another version', { ...genuine, metadata: { ...genuine.metadata, version: 2 } }],
  ['something added', { ...genuine, metadata: { ...genuine.metadata, causationId: randomUUID() } }],
  ['no MAC', located(event)],
  ['a MAC that is none', { ...genuine, metadata: { ...genuine.metadata, mac: 7 } }],
  ['a MAC of other keys', located(eventMacsWith(Buffer.alloc(32, 2)).sign(stream, 4n, event))],
])('with %s it is not', (_what, changed) => {
  expect(macs.isGenuine(genuine)).toBe(true)
  expect(macs.isGenuine(changed)).toBe(false)
  expect(macs.isGenuine(changed, textsOf(changed))).toBe(false)
})

test('an event without metadata of its own can be signed', () => {
  const bare = located(macs.sign(stream, 4n, { ...event, metadata: {} }))
  expect(macs.isGenuine(bare)).toBe(true)
  expect(macs.isGenuine(bare, textsOf(bare))).toBe(true)
})

test.each([
  ['a space', (text: string) => text.replace(':', ': ')],
  ['a name twice', (text: string) => text.replace('{', '{"amount":"1",')],
  ['another order', (text: string) => text.replace(/^\{(.*?),(.*)\}$/, '{$2,$1}')],
])('texts of the store with %s are not what was signed', (_what, change) => {
  const { data, metadata } = textsOf(genuine)
  expect(change(data)).not.toBe(data)
  expect(macs.isGenuine(genuine, { data, metadata })).toBe(true)
  expect(macs.isGenuine(genuine, { data: change(data), metadata })).toBe(false)
  expect(macs.isGenuine(genuine, { data, metadata: change(metadata) })).toBe(false)
})

test('a MAC names its key and not the key itself', () => {
  expect(genuine.metadata['mac']).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/)
  const other = eventMacsWith(Buffer.alloc(32, 2)).sign(stream, 4n, event)
  expect(String(other.metadata['mac']).slice(0, 8)).not.toBe(
    String(genuine.metadata['mac']).slice(0, 8),
  )
})
