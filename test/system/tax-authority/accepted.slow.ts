import { beforeAll, describe, expect, test } from 'vitest'
import { asSent } from './as-sent.ts'
import { faultsOf } from './check.ts'
import { documents } from './documents.ts'
import { installed } from './install.ts'
import { plantedFaults } from './planted-faults.ts'

/** By the tax authority's own XSDs and Schematron. */
let faults: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  const all = [...documents, ...plantedFaults].map(([name, xml]) => [name, asSent(xml)] as const)
  faults = await faultsOf(new Map(all), await installed())
}, 600_000)

test('there are documents of every kind, and planted faults', () => {
  expect(documents.size).toBeGreaterThanOrEqual(60)
  expect(plantedFaults.size).toBeGreaterThanOrEqual(15)
})

describe('the tax authority’s rules find no fault', () => {
  test.each([...documents.keys()])('in a %s', (name) => {
    expect(faults.get(name)).toEqual([])
  })
})

describe('the tax authority’s rules find the fault', () => {
  test.each([...plantedFaults.keys()])('in an %s', (name) => {
    expect(faults.get(name)).not.toEqual([])
  })
})
