import { fileURLToPath } from 'node:url'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const GENERATED = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'

/** By these, what imports the client of the event store gets its successor. */
export const secondClient = [
  { find: /^(?:\.|\.\.|#kernel.*)\/store-client\.ts$/, replacement: here('store-client.ts') },
  { find: /^(?:\.|\.\.|#kernel.*)\/store-protocol\.ts$/, replacement: here('store-protocol.ts') },
  { find: /^\.\/client-differences\.ts$/, replacement: here('client-differences.ts') },
  { find: /^@eventstore\/db-client$/, replacement: here('first-client.ts') },
  { find: /^@eventstore\/db-client\/dist\//, replacement: '@kurrent/kurrentdb-client/dist/' },
  {
    find: /^@eventstore\/db-client\/generated\/persistent_/,
    replacement: `${GENERATED}/persistentsubscriptions_`,
  },
  {
    find: /^@eventstore\/db-client\/generated\/projections_/,
    replacement: `${GENERATED}/projectionmanagement_`,
  },
  {
    find: /^@eventstore\/db-client\/generated\/users_/,
    replacement: `${GENERATED}/usermanagement_`,
  },
  { find: /^@eventstore\/db-client\/generated\//, replacement: `${GENERATED}/` },
]
