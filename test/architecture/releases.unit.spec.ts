import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newReleaseFolder, releases } from '#test/fixtures/releases/release.ts'

test('what each release writes is recorded', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const released = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version]) => version)
  expect(releases).toEqual(expect.arrayContaining(['0.1.0-pre.1', ...released]))
})

test.each(releases)('version %s is not recorded again', (version) => {
  expect(() => newReleaseFolder(version)).toThrow(`Version ${version} is recorded already.`)
})
