import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsIn } from '#test/architecture/lock-file.ts'

const pinned = {
  dependencies: { honest: '1.2.3' },
  optionalDependencies: { local: '3.0.0' },
  devDependencies: { compiled: '2.0.0' },
  allowScripts: { compiled: true },
}
const honest = { version: '1.2.3', integrity: 'sha512-aaaa' }
const local = { version: '3.0.0', integrity: 'sha512-cccc', optional: true }
const compiled = { version: '2.0.0', integrity: 'sha512-bbbb', hasInstallScript: true }

const lockOf = (more: object) => ({
  packages: {
    '': {},
    'node_modules/honest': honest,
    'node_modules/local': local,
    'node_modules/compiled': compiled,
    ...more,
  },
})

test('only pinned packages are installed, and only allowed install scripts run', () => {
  expect(faultsIn(pinned, lockOf({}))).toEqual([])
  const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
  expect(faultsIn(read('package.json'), read('package-lock.json'))).toEqual([])
})

test.each([
  [
    'a package deep down that runs a script',
    { 'node_modules/honest/node_modules/miner': { ...compiled, version: '0.0.1' } },
    'miner has an install script that nobody has looked at',
  ],
  [
    'a package from another address',
    { 'node_modules/odd': { ...honest, resolved: 'https://elsewhere.example/odd.tgz' } },
    'node_modules/odd comes from an address of its own',
  ],
  [
    'a package from a repository',
    { 'node_modules/odd': { ...honest, version: 'git+ssh://git@elsewhere.example/odd.git' } },
    'node_modules/odd has no version',
  ],
  ['a link', { 'node_modules/odd': { ...honest, link: true } }, 'node_modules/odd is a link'],
  ['no hash', { 'node_modules/odd': { version: '1.0.0' } }, 'node_modules/odd has no hash'],
  [
    'no hash of an optional package that is installed here',
    { 'node_modules/odd': { version: '1.0.0', optional: true, os: ['linux', 'darwin'] } },
    'node_modules/odd has no hash',
  ],
  [
    'another version than the pinned one',
    { 'node_modules/honest': { ...honest, version: '1.2.4' } },
    'honest is not pinned to the version in the lock file',
  ],
  [
    'another version of an optional one',
    { 'node_modules/local': { ...local, version: '3.0.1' } },
    'local is not pinned to the version in the lock file',
  ],
  [
    'a script that is no longer there',
    { 'node_modules/compiled': { ...compiled, hasInstallScript: false } },
    'compiled stands in allowScripts and has no install script',
  ],
])('%s is reported', (_what, more, fault) => {
  expect(faultsIn(pinned, lockOf(more))).toEqual([fault])
})

const withFolder = { ...pinned, devDependencies: { compiled: '2.0.0', tool: 'file:tools/tool' } }
const linked = { resolved: 'tools/tool', link: true }
const folder = { version: '1.0.0', dependencies: { inner: '4.0.0' } }
const inner = { version: '4.0.0', integrity: 'sha512-dddd' }

test.each([
  ['a folder of our own', {}, []],
  [
    'a link to another folder',
    { 'node_modules/tool': { ...linked, resolved: '../elsewhere' } },
    [
      'node_modules/tool comes from an address of its own',
      'node_modules/tool is a link',
      'node_modules/tool has no version',
      'node_modules/tool has no hash',
      'tools/tool has no hash',
      'tool is not pinned to the version in the lock file',
    ],
  ],
  [
    'another version than a folder wants',
    { 'tools/tool/node_modules/inner': { ...inner, version: '4.0.1' } },
    ['inner is not pinned to the version in the lock file'],
  ],
])('of %s the lock file’s faults are told', (_what, more, faults) => {
  const entries = {
    'node_modules/tool': linked,
    'tools/tool': folder,
    'tools/tool/node_modules/inner': inner,
    ...more,
  }
  expect(faultsIn(withFolder, lockOf(entries))).toEqual(faults)
})
