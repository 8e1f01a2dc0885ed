import { createSecretKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { families } from '#kernel/events/families.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { destroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import { lastKeyOf } from '#kernel/platform/vault/last-key.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { examples } from './examples.ts'

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
  const groups = Map.groupBy(examples, ({ category, event }) => {
    const version = families
      .find((family) => family.category === category)
      ?.types.get(event.type)?.version
    return nameOf(category, event.type, version ?? 0)
  })
  for (const [name, group] of groups) {
    const path = join(FOLDER, `${name}.json`)
    const [first] = group
    if (existsSync(path) || first === undefined) continue
    const frozen = await Promise.all(
      group.map(async ({ category, event, recorded }, index) => {
        const stream = `${category}-00000000000000000000000${index + 1}`
        const id = `00000000-0000-4000-8000-00000000000${index + 1}`
        const { type, data, metadata } = await recorded(goldenVault, { stream, id })
        return { stored: { stream, id, type, data, metadata }, decoded: event }
      }),
    )
    const { category, event } = first
    const version = frozen[0]?.stored.metadata['version']
    const file = { category, type: event.type, version, samples: frozen }
    writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`)
  }
}
