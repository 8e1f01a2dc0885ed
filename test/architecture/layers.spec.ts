import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

interface Report {
  readonly summary: { readonly violations: readonly unknown[] }
  readonly modules: readonly { readonly source: string }[]
}

const roots = ['command-service', 'query-service', 'projections', 'shared-kernel', 'local-stack']

test('every import respects the layers, and every file was looked at', () => {
  const report = execFileSync(
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...roots],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { summary, modules }: Report = JSON.parse(report)

  expect(summary.violations).toEqual([])
  // Without a TypeScript-capable parser the tool reports success after reading nothing.
  for (const root of roots) {
    const own = modules.filter(({ source }) => source.startsWith(`${root}/`))
    expect(own.length, root).toBeGreaterThan(5)
  }
})
