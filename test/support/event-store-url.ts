/** The address that the official client takes; of several nodes it finds the leader. */
export const eventStoreUrl = (...ports: readonly number[]) =>
  `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`
