import { createSecretKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { families } from '#kernel/events/families.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { encodeEvent, type Origin } from '#kernel/platform/recording/event-codec.ts'
import { destroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import { lastKeyOf } from '#kernel/platform/vault/last-key.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { eventsOf } from '#test/support/an-event.ts'
import { noMacs } from '#test/support/no-macs.ts'

const FOLDER = join(import.meta.dirname, 'events')

const Json = Type.Record(Type.String(), Type.Unknown())
const SampleFile = Compile(
  Type.Object({
    category: Type.String(),
    type: Type.String(),
    version: Type.Integer(),
    samples: Type.Array(
      Type.Object({
        /** As it is stored, permanently. */
        stored: Type.Object({
          stream: Type.String(),
          id: Type.String(),
          type: Type.String(),
          data: Json,
          metadata: Json,
        }),
        /** What every later version of the code must read in it. */
        decoded: Type.Object({ type: Type.String(), data: Json }),
      }),
      { minItems: 1 },
    ),
  }),
)

export interface Sample {
  readonly name: string
  readonly stored: PlacedEvent
  readonly decoded: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
}

/** A key that everybody may know seals the samples. */
const key = createSecretKey(Buffer.alloc(32, 0x5a))
const keyId = 'golden'

export const goldenVault: Vault = {
  keyOf: () => Promise.resolve({ id: keyId, key }),
  keys: (ids) => Promise.resolve(new Map([...ids].map((id) => [id, { id, key }]))),
  pseudonym: (...parts) => parts.join('/'),
  destroyed: destroyedKeys(),
  lastKey: lastKeyOf(),
  eventMacs: noMacs,
  rowMac: () => '',
  rowMacSecret: Buffer.alloc(0),
}

/** The vault after the person was forgotten. */
export const forgetfulVault: Vault = { ...goldenVault, keys: () => Promise.resolve(new Map()) }

const nameOf = (category: string, type: string, version: number) =>
  `${category}.${type}.v${version}`

/** Every shape that was ever written: each type in each of its versions. */
export const writtenShapes = (): string[] =>
  families.flatMap(({ category, types }) =>
    [...types].flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, index) => nameOf(category, type, index + 1)),
    ),
  )

export const sampleNames = (): string[] =>
  readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))

export function samples(): Sample[] {
  return sampleNames().flatMap((name) => {
    const file = SampleFile.Parse(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')))
    return file.samples.map(({ stored, decoded }, index) => ({
      name: file.samples.length === 1 ? name : `${name} (${index + 1})`,
      stored: { ...stored, revision: 0n, position: logPosition(1n), isGenuine: true },
      decoded,
    }))
  })
}

/** Writes samples of new types and versions; what is frozen is never touched. */
export async function freezeNewShapes(): Promise<void> {
  for (const family of families.filter(isWritten)) {
    for (const [type, { name: present, version }] of family.types) {
      const path = join(FOLDER, `${nameOf(family.category, type, version)}.json`)
      if (type !== present || existsSync(path)) continue
      const frozen = await Promise.all(
        samplesOf(family, type).map((event, index) => frozenOf(family, event, index + 1)),
      )
      const file = { category: family.category, type, version, samples: frozen }
      writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`)
    }
  }
}

const isWritten = (family: (typeof families)[number]): family is EventFamily<AnyEvent> =>
  'encode' in family

/** One with all that may be there, and one without, if they are not the same. */
function samplesOf(family: EventFamily<AnyEvent>, type: string): readonly AnyEvent[] {
  const full = eventsOf(family)(type)
  const least = eventsOf(family, { extent: 'least' })(type)
  return isDeepStrictEqual(full, least) ? [full] : [full, least]
}

async function frozenOf(family: EventFamily<AnyEvent>, event: AnyEvent, number: number) {
  const stream = `${family.category}-00000000000000000000000${number}`
  const id = `00000000-0000-4000-8000-00000000000${number}`
  const owner = { companyId, purpose: 'fiscal', person: '10000000146' } as const
  const at = { id, stream, recordedAt: '2026-11-20T09:45:00.123Z', origin, owner }
  const { type, data, metadata } = await encodeEvent(goldenVault, { family, event, ...at })
  return { stored: { stream, id, type, data, metadata }, decoded: event }
}

const companyId = 'c0ffee000000000000000001'

const origin: Origin = {
  companyId,
  actor: { kind: 'apiUser', id: 'desk-1' },
  commandId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
  requestId: '0d9be1a4-3c57-4f3b-8f0e-6c0f5b7a2d33',
  idempotencyKey: 'key-1',
  ip: '192.0.2.7',
  userAgent: 'till/1.0',
  causationId: null,
  correlationId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
}
