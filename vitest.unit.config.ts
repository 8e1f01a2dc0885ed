import { defineConfig } from 'vitest/config'

/**
 * Specs that need neither database nor network: of decisions, calculations and descriptions.
 * They share no state, so a worker loads each module once for all of them.
 */
export default defineConfig({
  test: {
    name: 'unit',
    include: ['test/**/*.unit.spec.ts'],
    setupFiles: 'test/support/limit-properties.ts',
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
