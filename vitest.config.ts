import { configDefaults, defineConfig } from 'vitest/config'
import { leftOutTags } from './test/support/parts/left-out.ts'
import { testParts } from './test/support/parts/test-parts.ts'

/** A container takes seconds to start; an embedded part takes a fraction of one. */
const patience = testParts.kind === 'embedded' ? 1 : 4

/**
 * `npm test` runs `*.spec.ts`; the long ones are `*.slow.ts`, run by `npm run test:slow`.
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
          name: 'quick',
          // Specs share no state: a worker loads each module once for all of its files.
          isolate: false,
          maxWorkers: 2,
          include: ['test/**/*.spec.ts'],
          exclude: [...configDefaults.exclude, 'test/**/*.unit.spec.ts'],
          globalSetup: 'test/support/global-setup.ts',
          tags: leftOutTags(testParts),
          testTimeout: 30_000 * patience,
          hookTimeout: 60_000 * patience,
        },
      },
      'vitest.unit.config.ts',
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.ts'],
          globalSetup: 'test/support/global-setup.ts',
          tags: leftOutTags(testParts),
          testTimeout: 300_000 * patience,
          hookTimeout: 120_000 * patience,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'containers',
          include: ['test/**/*.containers.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
