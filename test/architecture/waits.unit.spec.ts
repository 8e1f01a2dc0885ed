import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const files = globSync('test/**/*.ts')

test('every vi.waitFor has a limit of its own, because Vitest’s is a second', () => {
  expect(files.length).toBeGreaterThan(500)
  const withoutLimit = files.filter((file) => {
    const code = readFileSync(file, 'utf8')
    return /vi\s*\.wait(For|Until)\(/.test(code) && hasWaitWithoutLimit(code)
  })
  expect(withoutLimit).toEqual([])
})

/** The default of `expect.poll` is set for all specs; that of the others cannot be. */
function hasWaitWithoutLimit(code: string): boolean {
  const calls: (readonly unknown[])[] = []
  JSON.stringify(parseSync(code, { syntax: 'typescript' }), (_, node) => {
    if (node?.type === 'CallExpression' && /^wait(For|Until)$/.test(node.callee.property?.value)) {
      if (node.callee.object?.value === 'vi') calls.push(node.arguments)
    }
    return node
  })
  return calls.some((given) => given.length < 2)
}

test('a wait without a limit would be noticed', () => {
  expect(hasWaitWithoutLimit('await vi.waitFor(() => { f(1, 2) })')).toBe(true)
  expect(hasWaitWithoutLimit('await vi.waitUntil(\n  isThere,\n)')).toBe(true)
  expect(hasWaitWithoutLimit('await vi.waitFor(() => f(), patience)')).toBe(false)
})
