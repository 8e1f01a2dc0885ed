import { expect, test } from 'vitest'
import { forgotten } from '#kernel/events/event-family.ts'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import { openCall, sealCall } from '#kernel/platform/recording/recorded-call.ts'
import { KeyDestroyed } from '#kernel/platform/vault/key-destroyed.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { forgetfulVault, goldenVault } from '#test/system/golden/samples.ts'

const place = { stream: 'price-1', id: '00000000-0000-4000-8000-000000000001' }
const call = { ip: '192.0.2.7', userAgent: 'till/1.0', idempotencyKey: 'key-1' }
const from = {
  companyId: 'c0ffee000000000000000001',
  actor: { kind: 'apiUser', id: 'desk-1' },
  commandId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
  requestId: '0d9be1a4-3c57-4f3b-8f0e-6c0f5b7a2d33',
  ...call,
  causationId: null,
  correlationId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
} as const
const rest = { version: 1, recordedAt: '2026-11-20T09:45:00.123Z', keyId: null }

const sealed = async (vault: Vault = goldenVault): Promise<EventMetadata> => ({
  ...(await sealCall(vault, from, place)),
  ...rest,
})

test('the origin of a call is sealed in events, and can be decrypted', async () => {
  const metadata = await sealed()
  expect(parseMetadata(metadata)).toEqual(metadata)
  const text = JSON.stringify(metadata)
  expect(Object.values(call).filter((secret) => text.includes(secret))).toEqual([])
  expect(await openCall(goldenVault, metadata, place)).toEqual(call)
})

test('it cannot be copied to another event', async () => {
  const metadata = await sealed()
  await expect(openCall(goldenVault, metadata, { ...place, stream: 'price-2' })).rejects.toThrow(
    'authenticate',
  )
})

test('the origin of a forgotten API user’s call cannot be read', async () => {
  expect(await openCall(forgetfulVault, await sealed(), place)).toEqual(forgotten)
})

test('a later call of a forgotten API user leaves no origin', async () => {
  const vault = { ...goldenVault, keyOf: () => Promise.reject(new KeyDestroyed()) }
  const metadata = await sealed(vault)
  expect(metadata).toMatchObject({ ip: null, userAgent: null, idempotencyKey: null })
  expect(metadata.call).toBeUndefined()
})

test('an event without a request has no call', async () => {
  const by = { ...from, ip: null, userAgent: null, idempotencyKey: null }
  const metadata: EventMetadata = { ...(await sealCall(goldenVault, by, place)), ...rest }
  expect(metadata.call).toBeUndefined()
  expect(await openCall(goldenVault, metadata, place)).toBeNull()
})

test('unencrypted origins of old events are still read', async () => {
  expect(await openCall(goldenVault, { ...from, ...rest }, place)).toEqual(call)
})

test('a frozen sealed sample is still decrypted', async () => {
  const written = {
    ...from,
    ...rest,
    ip: null,
    userAgent: null,
    idempotencyKey: null,
    call: {
      sealed:
        'hz0sd4UEb5nulOYLZnP5L80BIPW3Ubu+Vz2Nm0TzEHQ8CCIF0IW3CN7aTVOKruF6v9SPvV2EBPufZ9JOmLE7ZHxGxIUrOBa8q4Pli5JpvQou972yu1Bg3eb4fwSzeQ==',
      keyId: 'golden',
    },
  }
  expect(await openCall(goldenVault, written, place)).toEqual(call)
})
