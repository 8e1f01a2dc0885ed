import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { examples } from '#operator/import/documentation/examples.ts'
import type { LineKind } from '#operator/import/kind.ts'
import { kinds } from '#operator/import/kinds.ts'
import { importLines, type Line } from '#test/support/importing.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

/** Of these the log has to have the document first. */
const ABOUT_OTHERS = new Set(['formDecision', 'invoiceCancelled', 'eDocumentCancelled'])
const own = [...kinds.values()].filter(({ kind }) => !ABOUT_OTHERS.has(kind))

/** What may be written as a number and as a text. */
const isDecimal = (schema: TSchema | undefined): boolean => {
  const types: unknown = Object({ ...schema }).anyOf
  const names = Array.isArray(types) ? types.map((one: unknown) => Object(one).type) : []
  return names.includes('number') && names.includes('string')
}

type Data = Line['data']
const decimalsOf = ({ schema }: LineKind) =>
  Object.entries<TSchema>(schema.properties).flatMap(([name, type]) =>
    isDecimal(type) ? [name] : [],
  )

/** An example with a value in each decimal field that the kind allows beside the others. */
function filled(kind: LineKind): Data {
  const data = Object.assign({}, examples[kind.kind])
  for (const name of decimalsOf(kind)) {
    const value = ['15100', '2.5', '0.9', '1'].find(
      (one) => kind.check({ ...data, [name]: one }).faults === undefined,
    )
    if (value !== undefined) Object.assign(data, { [name]: value })
  }
  return data
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d\d:\d\d)$/
const elsewhere = (moment: string) =>
  new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')

/** The same facts, written by another program, as far as a line may have them so. */
const spelled = (kind: LineKind, data: Data, decimal: (value: string) => unknown): Data => {
  const decimals = decimalsOf(kind)
  let others = data
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== 'string') continue
    const again = decimals.includes(name) ? decimal(value) : value
    const changed = { ...others, [name]: MOMENT.test(value) ? elsewhere(value) : again }
    if (kind.check(changed).faults === undefined) others = changed
  }
  return others
}

const written: readonly [string, (value: string) => unknown][] = [
  ['with a zero more', (value) => (value.includes('.') ? `${value}0` : `${value}.0`)],
  ['as a number', Number],
  ['with zeros before it', (value) => `00${value}`],
]

test('a fact in another spelling is the same fact: it is imported once', async () => {
  const lines = own.map((kind) => ({ kind: kind.kind, data: filled(kind) }))
  const decimals = own.flatMap((kind) => decimalsOf(kind).filter((name) => name in filled(kind)))
  expect(decimals.length).toBeGreaterThan(10)
  expect(await importLines(system, lines)).toEqual({ imported: own.length, unchanged: 0 })
  for (const [how, decimal] of written) {
    const again = own.map((kind) => ({
      kind: kind.kind,
      data: spelled(kind, filled(kind), decimal),
    }))
    for (const line of again) {
      const counts = await importLines(system, [line])
      expect([how, line, counts]).toEqual([how, line, { imported: 0, unchanged: 1 }])
    }
  }
})
