import type { EventMacs } from '#kernel/platform/event-store/event-store.ts'

/** For tests that have a log and no vault: nothing is marked, everything counts. */
export const noMacs: EventMacs = {
  sign: (_stream, _revision, event) => event,
  isGenuine: () => true,
  isNamedAsOurs: () => true,
}
