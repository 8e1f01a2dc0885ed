import { configDefaults, mergeConfig } from 'vitest/config'
import unit from './vitest.unit.config.ts'

/**
 * The unit specs as Stryker runs them. Its runner picks the tests for a mutant by their full names
 * and joins the parts of a name with a space, Vitest 5 with ' > ': each space may be either.
 * (stryker-mutator/stryker-js#6210; without this no test runs, and every mutant survives.)
 */
export default mergeConfig(unit, {
  test: {
    exclude: [
      ...configDefaults.exclude,
      // They read the whole repository, of which Stryker copies a part.
      'test/{architecture,client}/**',
      // It compares every pair of names: minutes, where every branch is counted.
      'test/shared-kernel/domain/screening/index.unit.spec.ts',
    ],
    testTimeout: 120_000,
  },
  plugins: [
    {
      name: 'test-names-of-stryker',
      configureVitest({ project }: { project: { config: { testNamePattern?: RegExp } } }) {
        let pattern: RegExp | undefined
        Object.defineProperty(project.config, 'testNamePattern', {
          enumerable: true,
          get: () => pattern,
          set: (given: RegExp | undefined) => {
            pattern = given && new RegExp(given.source.replaceAll(' ', '(?: | > )'))
          },
        })
      },
    },
  ],
})
