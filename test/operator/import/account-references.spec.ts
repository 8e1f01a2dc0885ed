import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, newDealer, newId } from '#test/support/import-lines.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'

const system = systemForThisFile()

/** A company, and lines of its accounts. */
async function company() {
  const dealer = newDealer()
  await importing(system(), [dealer.company()])
  const account = (id: string, accountRef: string | null, changes: object = {}) =>
    dealer.bankAccount({
      id,
      ...(accountRef === null ? {} : { integration: { accountRef } }),
      ...changes,
    })
  return { account, into: (...lines: readonly Line[]) => importing(system(), lines) }
}

const taken = (line: number, by: string) =>
  `line ${line}: integration.accountRef: is taken by the account ${by}`

test('a second account cannot have a reference, by a new line or by one that changes or un-archives', async () => {
  const { account, into } = await company()
  const [first, second] = [newId(), newId()]
  const archived = account(second, 'R3', { archived: true })
  expect(await into(account(first, 'R3'), account(second, 'R3'))).toEqual({
    faults: [taken(2, first)],
  })
  expect(await into(account(first, 'R3'), archived)).toEqual({ imported: 2, unchanged: 0 })
  expect(await into(account(second, 'R3'))).toEqual({ faults: [taken(1, first)] })
  expect(await into(account(second, ' R3 '))).toEqual({ faults: [taken(1, first)] })
  expect(await into(account(second, null))).toEqual({ imported: 1, unchanged: 0 })
  expect(await into(account(second, 'R3', { bank: false }))).toEqual({ faults: [taken(1, first)] })
  expect(await into(account(first, null), account(second, 'R3'))).toEqual({
    imported: 2,
    unchanged: 0,
  })
  expect(await into(account(first, 'R3'))).toEqual({ faults: [taken(1, second)] })
})

test('a file is judged as a whole, and each company by itself', async () => {
  const { account, into } = await company()
  const other = await company()
  const [first, second] = [newId(), newId()]
  await into(account(first, 'R1'), account(second, 'R2'))
  const swapped = [account(first, 'R2'), account(second, 'R1')]
  expect(await into(...swapped)).toEqual({ imported: 2, unchanged: 0 })
  expect(await into(...swapped)).toEqual({ imported: 0, unchanged: 2 })
  const passing = [account(first, 'R1'), account(first, 'R3')]
  expect(await into(...passing)).toEqual({ imported: 2, unchanged: 0 })
  expect(await other.into(other.account(newId(), 'R1'))).toEqual({ imported: 1, unchanged: 0 })
})

test('after any files that are taken no two accounts in use have one reference', async () => {
  const { account, into } = await company()
  const ids = [newId(), newId(), newId()]
  const change = fc.record({
    id: fc.constantFrom(...ids),
    reference: fc.constantFrom('A', 'B', null),
    archived: fc.boolean(),
  })
  let standing = new Map<string, string | null>()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const after = new Map(standing)
      for (const { id, reference, archived } of changes) after.set(id, archived ? null : reference)
      const inUse = [...after.values()].filter((reference) => reference !== null)
      const isClean = new Set(inUse).size === inUse.length
      const done = await into(
        ...changes.map(({ id, reference, archived }) => account(id, reference, { archived })),
      )
      expect('faults' in done).toBe(!isClean)
      if (isClean) standing = after
    }),
    { numRuns: 40 },
  )
})
