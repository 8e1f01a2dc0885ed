import { defineConfig } from 'vitest/config'

/** Specs that need neither database nor network: of decisions, calculations and descriptions. */
export default defineConfig({
  test: {
    name: 'unit',
    include: ['test/**/*.unit.spec.ts'],
    testTimeout: 30_000,
  },
})
