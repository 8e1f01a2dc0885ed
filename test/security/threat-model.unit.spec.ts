import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/security.md says what each attacker can and cannot do, and names the test that shows each "cannot".

const FOLDER = 'test/security/'

const page = readFileSync('docs/security.md', 'utf8')
const [, model = ''] = /^## Threat model\n([^]*?)\n## /m.exec(page) ?? []
const attackers = model
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const name = section.split('\n')[0] ?? ''
    const cells = [...section.matchAll(/^\| (?!cannot )(.+) \|$/gm)].map(([, row = '']) =>
      row.split(' | '),
    )
    return { name, section, cells }
  })
  .filter(({ name }) => name !== 'Where a part fails')

const asPath = (name: string) => (name.includes('/') ? name : `${FOLDER}${name}`)
const testsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

test('the page covers each kind of attacker', () => {
  expect(attackers.map(({ name }) => name)).toEqual([
    'Anybody on the network',
    'The holder of a key',
    'Another company',
    'An auditor',
    'The operator',
    'The administrator of the stores',
    'A user of the host',
    'A provider',
    'A receiver of webhooks',
    'An author of a dependency',
  ])
})

test.each(attackers)('$name: what can be done is said, and what cannot be done', (attacker) => {
  expect(attacker.section).toMatch(/^Can: .+/m)
  expect(attacker.section).toContain('\n| cannot | what stops them | test |\n|---|---|---|\n')
  expect(attacker.cells.length).toBeGreaterThan(0)
})

test.each(
  attackers.flatMap(({ name, cells }) =>
    cells.map(([cannot = '', , tests = '']) => ({ name, cannot, tests })),
  ),
)('$name cannot $cannot: a test shows it', ({ tests }) => {
  const named = testsIn(tests)
  expect(named.length).toBeGreaterThan(0)
  for (const name of named) {
    expect(name).toMatch(/\.(?:spec|long|slow|containers)\.ts$/)
    expect(existsSync(asPath(name)), `${asPath(name)} exists`).toBe(true)
  }
})

test('every test of attacks is named', () => {
  const named = new Set(testsIn(model).map(asPath))
  const present = globSync(`${FOLDER}*.{spec,long,slow}.ts`)
  expect(present.length).toBeGreaterThan(20)
  expect(present.filter((path) => !named.has(path) && !path.includes('threat-model'))).toEqual([])
})
