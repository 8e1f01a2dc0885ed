import type { TestParts } from './test-parts.ts'

/**
 * Tests that some parts cannot serve. A file says so with `// @module-tag NAME` in its first lines,
 * a single test with `{ tags: ['NAME'] }`. Vitest refuses a tag that is not declared here.
 */
export interface LeftOutTag {
  readonly name: string
  /** Completes "left out: tests that …". */
  readonly description: string
  readonly skip: boolean
}

export function leftOutTags(parts: TestParts): LeftOutTag[] {
  const onContainers = parts.kind === 'containers'
  return [
    {
      name: 'embedded-node',
      description: 'test the embedded event store node or read its tables',
      skip: onContainers,
    },
    {
      name: 'embedded-parts',
      description:
        'start, kill or measure the embedded PostgreSQL, event store or Kafka of npm start',
      skip: onContainers,
    },
    {
      name: 'one-node',
      description: 'put a network of their own before the one node',
      skip: onContainers && parts.eventStoreNodes > 1,
    },
  ]
}
