import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { isInstalled, wings } from './wings.ts'

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

interface Report {
  readonly summary: {
    readonly violations: readonly Violation[]
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] }
  }
  readonly modules: readonly { readonly source: string }[]
}

function cruise(folder: string): Report {
  const config = resolve('.dependency-cruiser.mjs')
  const report = execFileSync(
    resolve('node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', ...wings],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(report)
}

test('every import respects the layers, and every file was read', () => {
  const { summary, modules } = cruise('.')

  expect(summary.violations).toEqual([])
  // Without a TypeScript-capable parser the tool reports success after reading nothing.
  const read = new Set(modules.map(({ source }) => source))
  const files = globSync(wings.map((root) => `${root}/**/*.ts`)).filter(
    (file) => !file.endsWith('.d.ts') && !isInstalled(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => !read.has(file))).toEqual([])
})

/** For each rule an import that it forbids: the importing file, and what it imports. */
const planted: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'kernel-is-pure-inside': ['shared-kernel/events/planted.ts', 'node:fs'],
  'the-domain-stands-alone': ['shared-kernel/domain/planted.ts', 'shared-kernel/contract/other.ts'],
  'events-know-the-domain-alone': [
    'shared-kernel/events/planted.ts',
    'shared-kernel/records/other.ts',
  ],
  'records-are-described-below-the-contract': [
    'shared-kernel/records/planted.ts',
    'shared-kernel/contract/other.ts',
  ],
  'kernel-stands-alone': ['shared-kernel/platform/planted.ts', 'query-service/other.ts'],
  'deciders-are-pure': [
    'command-service/numbering/number-book.ts',
    'shared-kernel/contract/other.ts',
  ],
  'drafts-are-pure': [
    'command-service/invoices/invoice-draft.ts',
    'shared-kernel/platform/other.ts',
  ],
  'verbs-see-no-io': [
    'command-service/sanction-checks/planted.ts',
    'shared-kernel/platform/database/postgres.ts',
  ],
  'ports-are-types': ['command-service/providers/kmts/port.ts', 'shared-kernel/platform/other.ts'],
  'only-the-wiring-chooses-adapters': [
    'command-service/customer-forms/planted.ts',
    'command-service/providers/kmts/adapter.ts',
  ],
  // A new folder is a noun by itself.
  'nouns-do-not-import-each-other': [
    'command-service/planted-noun/planted.ts',
    'command-service/invoices/other.ts',
  ],
  'what-nouns-share-knows-no-noun': [
    'command-service/claims/planted.ts',
    'command-service/invoices/other.ts',
  ],
  'command-side-never-reads': ['command-service/planted.ts', 'query-service/other.ts'],
  'commands-know-the-types-of-tables-only': [
    'command-service/planted.ts',
    'projections/database.ts',
  ],
  'commands-read-through-one-file': ['command-service/planted.ts', 'projections/database.ts'],
  'nobody-imports-the-operator': ['local-stack/planted.ts', 'operator/other.ts'],
  'only-readers-name-the-read-models': [
    'command-service/planted.ts',
    'shared-kernel/records/read-model.ts',
  ],
  'projections-know-events-only': ['projections/planted.ts', 'command-service/other.ts'],
  'runtime-knows-no-read-model': [
    'projections/runtime/planted.ts',
    'projections/read-models/other.ts',
  ],
  'read-models-only-project': ['projections/read-models/planted.ts', 'projections/cli/other.ts'],
  'publishers-need-no-read-model': [
    'publishing/kafka/planted.ts',
    'projections/read-models/other.ts',
  ],
  'publishers-share-the-events-only': [
    'publishing/webhooks/planted.ts',
    'publishing/kafka/other.ts',
  ],
  'public-events-know-neither-of-their-ways-out': [
    'publishing/events/planted.ts',
    'publishing/webhooks/other.ts',
  ],
  'the-audit-page-sees-what-the-auditor-offers': ['audit/page/planted.ts', 'audit/state/rows.ts'],
  'what-sites-share-knows-no-site': ['audit/page/serving/planted.ts', 'audit/console/other.ts'],
  'the-console-sees-what-sites-share': ['audit/console/planted.ts', 'audit/page/pages/other.ts'],
  'auditors-know-no-way-out': ['audit/planted.ts', 'publishing/webhooks/other.ts'],
  'query-side-never-writes': ['query-service/planted.ts', 'command-service/other.ts'],
  'query-side-sees-table-types-only': ['query-service/planted.ts', 'projections/runtime/other.ts'],
  'queries-use-the-scoped-interface': ['query-service/invoices.ts', 'pg'],
  'the-stack-starts-services-by-command': ['local-stack/planted.ts', 'command-service/other.ts'],
  'one-adapter-to-the-log': [
    'projections/runtime/planted.ts',
    'shared-kernel/platform/event-store/store-client.ts',
  ],
  'two-files-know-the-client': ['local-stack/planted.ts', '@eventstore/db-client'],
  'the-budget-has-few-users': [
    'query-service/planted.ts',
    'shared-kernel/platform/waiting/waiting-budget.ts',
  ],
  'queues-have-names': ['operator/planted.ts', 'p-queue'],
  'the-client-stands-alone': ['client/planted.ts', 'shared-kernel/other.ts'],
  'no-cycles': ['local-stack/planted.ts', 'local-stack/planted.ts'],
}

test('every rule reports an import that it forbids', async () => {
  const folder = await temporaryFolder('layers')
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions": {"module": "nodenext"}}')
  const imports = new Map(wings.map((root): [string, string] => [`${root}/empty.ts`, '']))
  for (const [from, to] of Object.values(planted)) {
    const isOurs = wings.some((root) => to.startsWith(`${root}/`))
    if (isOurs && !imports.has(to)) imports.set(to, '')
    const target = isOurs ? `./${relative(dirname(from), to)}` : to
    imports.set(from, `${imports.get(from) ?? ''}import '${target}'\n`)
  }
  for (const [file, text] of imports) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `${text}export const value = 1\n`)
  }

  const { violations, ruleSetUsed } = cruise(folder).summary

  expect(Object.keys(planted)).toEqual(ruleSetUsed.forbidden.map(({ name }) => name))
  const found = violations.map(({ from, rule }) => `${rule.name}: ${from}`)
  for (const [name, [from]] of Object.entries(planted)) expect(found).toContain(`${name}: ${from}`)
})
