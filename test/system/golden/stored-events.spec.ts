import { describe, expect, test } from 'vitest'
import { categoryOf } from '#kernel/events/category-of.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { families } from '#kernel/events/families.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import {
  forgetfulVault,
  freezeNewShapes,
  goldenVault,
  type Sample,
  sampleNames,
  samples,
  writtenShapes,
} from './samples.ts'

const decoderOf = (stream: string) =>
  families.find(({ category }) => category === categoryOf(stream))

const read = async (stored: PlacedEvent, vault = goldenVault) =>
  (await decodeEvents(vault, decoderOf, [stored])).map(({ event }) => event)

const isSealed = (value: unknown): value is { readonly sealed: string } =>
  typeof value === 'object' && value !== null && 'sealed' in value

const sealedFields = ({ stored }: Sample) =>
  Object.entries(stored.data).flatMap(([field, value]) =>
    isSealed(value) ? { field, sealed: value.sealed } : [],
  )

// A type or version that is new: FREEZE=1 writes its sample, to be looked at and committed.
const REMEDY = 'a new version: write its sample with FREEZE=1'
const READ_AS = 'a new field: add it to `decoded` in test/system/golden/events'
if (process.env['FREEZE'] !== undefined) await freezeNewShapes()

const all = samples()
const sealed = all.filter((sample) => sealedFields(sample).length > 0)

test('every version ever written has a frozen sample, and none was removed', () => {
  expect(sampleNames().toSorted(), REMEDY).toEqual(writtenShapes().toSorted())
})

test.each(all)('$name is decoded as at the time of its writing', async (sample) => {
  expect(await read(sample.stored), READ_AS).toEqual([sample.decoded])
})

const renamed = families.flatMap(({ category, types }) =>
  [...types]
    .filter(([type, { name }]) => type !== name)
    .map(([type, { name }]) => ({ category, type, name })),
)

test.each(renamed)('$category.$type is read as $name', ({ category, type, name }) => {
  const stored = all.filter((one) => one.name.startsWith(`${category}.${type}.`))

  expect(new Set(stored.map(({ decoded }) => decoded.type))).toEqual(new Set([name]))
})

test('every field of every event has a class', () => {
  const classes = families.flatMap(({ category, types }) =>
    [...types].flatMap(([type, { fields }]) =>
      Object.entries(fields).map(([name, field]) => [`${category}.${type}.${name}`, field.class]),
    ),
  )
  expect(classes.length).toBeGreaterThan(100)
  for (const [name, found] of classes) {
    expect([name, found]).toEqual([
      name,
      expect.stringMatching(/^(public|internal|personal|secret)$/),
    ])
  }
})

test.each(all)('personal and secret fields of $name are sealed', ({ stored, decoded }) => {
  const description = decoderOf(stored.stream)?.types.get(stored.type)
  const isCurrent = description?.version === stored.metadata['version']
  for (const [name, value] of Object.entries(isCurrent ? stored.data : {})) {
    const field = description?.fields[name]
    const isSecret = field?.class === 'personal' || field?.class === 'secret'
    expect([name, isSealed(value)]).toEqual([name, isSecret && decoded.data[name] !== null])
  }
})

test.each(sealed)('$name contains no secret in clear', ({ stored, decoded }) => {
  const text = JSON.stringify([stored.data, stored.metadata])
  const secrets = sealedFields({ name: '', stored, decoded }).flatMap(({ field }) =>
    textsIn(decoded.data[field]),
  )
  const telling = secrets.filter(({ length }) => length > 5)
  expect(telling.filter((secret) => text.includes(secret))).toEqual([])
})

describe('when its person was forgotten', () => {
  test.each(sealed)('$name marks sealed fields as forgotten', async (sample) => {
    const fields = sealedFields(sample).map(({ field }) => [field, forgotten])
    const left = {
      ...sample.decoded,
      data: { ...sample.decoded.data, ...Object.fromEntries(fields) },
    }
    expect(await read(sample.stored, forgetfulVault)).toEqual([left])
    expect(decodeWithoutKeys(decoderOf, [sample.stored]).map(({ event }) => event)).toEqual([left])
  })
})

/** What stands before the bytes of a value that has a key of its own. */
const markIn = (stored: string) => stored.slice(0, stored.indexOf(':') + 1)
const bytesIn = (stored: string) => Buffer.from(stored.slice(markIn(stored).length), 'base64')

describe('a sealed field cannot be opened', () => {
  const tampered = (sample: Sample, change: (field: string, sealed: string) => string) => ({
    ...sample.stored,
    data: {
      ...sample.stored.data,
      ...Object.fromEntries(
        sealedFields(sample).map((one) => [one.field, { sealed: change(one.field, one.sealed) }]),
      ),
    },
  })

  test.each(sealed)('after any bit of it has changed: $name', async (sample) => {
    const [first] = sealedFields(sample)
    const { length } = bytesIn(first?.sealed ?? '')
    const places = [0, 11, 12, 27, 28, length - 1]
    for (const place of places) {
      const changed = tampered(sample, (_field, text) => {
        const bytes = bytesIn(text)
        bytes[place] = (bytes[place] ?? 0) ^ 1
        return markIn(text) + bytes.toString('base64')
      })
      await expect(read(changed)).rejects.toThrow('authenticate')
    }
  })

  test.each(sealed)('in another stream: $name', async ({ stored }) => {
    await expect(read({ ...stored, stream: `${stored.stream}0` })).rejects.toThrow('authenticate')
  })

  test.each(sealed)('in another event: $name', async ({ stored }) => {
    const id = '11111111-0000-4000-8000-000000000001'
    await expect(read({ ...stored, id })).rejects.toThrow('authenticate')
  })

  test('in another field', async () => {
    const sample = sealed.find((one) => sealedFields(one).length > 1)
    if (sample === undefined) throw new Error('no sample has two sealed fields')
    const [first, second] = sealedFields(sample)
    const swapped = tampered(
      sample,
      (field) => (field === first?.field ? second?.sealed : first?.sealed) ?? '',
    )
    await expect(read(swapped)).rejects.toThrow('authenticate')
  })
})

describe('event types that this version does not know', () => {
  const [sample] = all
  const stored = sample?.stored
  if (stored === undefined) throw new Error('there are no samples')

  test('a type is left out', async () => {
    expect(await read({ ...stored, type: 'SomethingOfTomorrow' })).toEqual([])
  })

  test('an event that Sarraf did not write is left out', async () => {
    const { commandId: _, ...metadata } = stored.metadata
    expect(await read({ ...stored, metadata })).toEqual([])
    expect(await read({ ...stored, metadata: {} })).toEqual([])
  })

  test('a later version of a type is refused, not misread', async () => {
    const metadata = { ...stored.metadata, version: 99 }
    await expect(read({ ...stored, metadata })).rejects.toThrow(
      'does not match the schema of its type',
    )
  })

  test('an event that lacks a field is refused', async () => {
    const [field = ''] = Object.keys(stored.data)
    const { [field]: _, ...data } = stored.data
    await expect(read({ ...stored, data })).rejects.toThrow('does not match the schema of its type')
  })
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
