import { globSync } from 'node:fs'
import { decisions, verbs } from './.dependency-cruiser.mjs'

const decided = globSync([
  '{command-service,shared-kernel/domain}/**/*.ts',
  'shared-kernel/events/{electronic-document,life,voucher-life,invoice-life}.ts',
]).filter(
  (file) =>
    file.startsWith('shared-kernel/events/') ||
    new RegExp(decisions).test(file) ||
    (new RegExp(verbs).test(file) && !file.endsWith('/routes.ts')) ||
    (file.startsWith('shared-kernel/domain/') && !file.endsWith('/given-name-list.ts')),
)

/**
 * `npm run test:mutation`: changes each decision in many small ways and asks whether a unit spec
 * notices. For some files only: `npm run test:mutation -- --mutate 'command-service/claims/*.ts'`.
 */
export default {
  mutate: decided,
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Stryker reads this file with TypeScript's old API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  concurrency: 1,
  incrementalFile: '.data/mutation/incremental.json',
  tempDirName: '.data/mutation/sandbox',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.data/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  ignorePatterns: ['.data', 'test/system'],
}
