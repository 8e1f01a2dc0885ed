import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The schema's name, and the auditors' statements, which read its tables through a read-only connection. */
const readers = [
  'projections/audit/finding/find.ts',
  'projections/audit/finding/lookup.ts',
  'projections/audit/history/related.ts',
  'projections/audit/page/records/headlines.ts',
  'projections/audit/page/sign-in/api-keys.ts',
  'projections/audit/page/sign-in/signed-in.ts',
  'shared-kernel/records/read-model.ts',
]

test('no file but its readers holds the name of the schema of the read models', () => {
  const code = globSync(
    '{command-service,query-service,projections,shared-kernel,local-stack}/**/*.ts',
  )
  expect(code.length).toBeGreaterThan(500)
  const naming = code.filter((file) => readFileSync(file, 'utf8').includes('read_model'))
  expect(naming.toSorted()).toEqual(readers)
})
