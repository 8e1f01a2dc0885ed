import { expect, test } from 'vitest'
import { misspelt } from '#kernel/platform/settings/misspelt.ts'

test.each([
  ['EVENTSTORE_ULR', 'EVENTSTORE_URL'],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['VAULTKEY_FILE', 'VAULT_KEY_FILE'],
  ['database_url', 'DATABASE_URL'],
])('%s is named beside %s', (name, meant) => {
  expect(misspelt({ [name]: 'secret' })).toEqual([
    `${name} is no setting, and changes nothing: ${meant} is`,
  ])
})

test.each([
  ['of another program', { DATABASE_NAME: 'x', HOME: '/root', npm_config_cache: 'x', POST: '1' }],
  ['beside the setting itself', { DATABASE_UR: 'x', DATABASE_URL: 'y' }],
  ['of a setting', { DATABASE_URL: 'x', DATABASE_URL_FILE: 'y' }],
])('a variable %s is left alone', (_which, environment) => {
  expect(misspelt(environment)).toEqual([])
})
