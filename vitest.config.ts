import { configDefaults, defineConfig } from 'vitest/config'
import { secondClient } from './test/second-client/in-its-place.ts'
import { leftOutTags } from './test/support/parts/left-out.ts'
import { testParts } from './test/support/parts/test-parts.ts'
import { LONGEST_WAIT_MS, PATIENCE } from './test/support/patience.ts'

/** `expect.poll` waits for a busy machine too; Vitest's own limit is a second. */
const waiting = { poll: { timeout: LONGEST_WAIT_MS } }

const setupFiles = ['test/support/share-compiled.ts', 'test/support/limit-properties.ts']

/** Long ones that do not need the machine to themselves: two at a time. */
const sideBySide = [
  'test/architecture/shell-blocks.slow.ts',
  'test/client/{cut-answers,fuzz,generators,mirror,package,readme}.slow.ts',
  'test/command-service/**/*.slow.ts',
  'test/operator/**/*.slow.ts',
  'test/query-service/**/*.slow.ts',
  'test/projections/agreement.slow.ts',
  'test/publishing/webhooks/kill-series.slow.ts',
  'test/simulation/planted.slow.ts',
  'test/audit/**/*.slow.ts',
  'test/publishing/kafka/{damaged-topics,exactly-once,security,stack,state-topics}.slow.ts',
  'test/local-stack/{stack,demo/*}.slow.ts',
  'test/local-stack/event-store/{move/*,node-lifecycle,recorded-answers}.slow.ts',
  'test/security/{changed-log,passwords-in-output,rewritten-history,standstill}.slow.ts',
  'test/shared-kernel/platform/cli/completion/shells.slow.ts',
  'test/shared-kernel/platform/database/silent-proxy.slow.ts',
  'test/shared-kernel/platform/event-store/{shared-reading,subscription-drops}.slow.ts',
  'test/system/{another-log,certificates,log-set-back,postgres-on-a-socket,postgres-versions}.slow.ts',
  'test/system/{sync/sync,vouchers}.slow.ts',
  'test/system/kill/electronic-vouchers.slow.ts',
  'test/system/{faults/event-store-unavailable,tax-authority/accepted}.slow.ts',
  'test/system/{forgetting,monitoring}/*.slow.ts',
  'test/system/drills/{backup,database-put-back,earlier-release,key-rotation,notary-rotation,parts-put-back,restored-folder,rolling-upgrade}.slow.ts',
]

const specs = {
  // They share no state: a worker loads each module once for all of its files.
  isolate: false,
  // They wait for processes more than they compute: two cores serve three of them.
  maxWorkers: 3,
  globalSetup: 'test/support/global-setup.ts',
  setupFiles,
  tags: leftOutTags(testParts),
  expect: waiting,
  testTimeout: 180_000 * PATIENCE,
  hookTimeout: 120_000 * PATIENCE,
}

const slow = {
  globalSetup: 'test/support/global-setup.ts',
  setupFiles,
  tags: leftOutTags(testParts),
  expect: waiting,
  testTimeout: 300_000 * PATIENCE,
  hookTimeout: 120_000 * PATIENCE,
}

/**
 * `npm test` runs `*.spec.ts`; `*.long.ts`, which take about ten seconds or more, and `*.slow.ts` are run by `npm run test:slow`.
 * What brings up the compose file is `*.containers.ts`: `npm run test:containers`.
 * Of the specs, `*.unit.spec.ts` need neither database nor network: `npm run test:unit`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary-reporter.ts'],
    tags: leftOutTags(testParts),
    projects: [
      {
        test: {
          ...specs,
          name: 'quick',
          include: ['test/**/*.spec.ts'],
          exclude: [...configDefaults.exclude, 'test/**/*.unit.spec.ts', 'test/second-client/**'],
        },
      },
      'vitest.unit.config.ts',
      {
        test: {
          ...slow,
          name: 'slow',
          include: ['test/**/*.slow.ts'],
          exclude: [...configDefaults.exclude, ...sideBySide],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...slow,
          name: 'slow-side-by-side',
          include: sideBySide,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...specs,
          name: 'long',
          include: ['test/**/*.long.ts'],
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve: { alias: secondClient },
        test: {
          ...specs,
          name: 'second-client',
          include: [
            'test/{local-stack,shared-kernel/platform}/event-store/**/*.{spec,long}.ts',
            'test/local-stack/event-store/{killed,node-lifecycle,overload}.slow.ts',
            'test/shared-kernel/platform/event-store/subscription-drops.slow.ts',
            'test/second-client/*.spec.ts',
          ],
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'containers',
          include: ['test/**/*.containers.ts'],
          expect: waiting,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
