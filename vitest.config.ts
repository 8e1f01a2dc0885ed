import { defineConfig } from 'vitest/config'

/**
 * `npm test` runs `*.spec.ts`; the long ones are `*.slow.ts`, run by `npm run test:slow`.
 * Of the specs, `*.unit.spec.ts` need neither database nor network: `npm run test:unit`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'quick',
          maxWorkers: 2,
          include: ['test/**/*.spec.ts'],
          globalSetup: 'test/support/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      'vitest.unit.config.ts',
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.ts'],
          globalSetup: 'test/support/global-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
