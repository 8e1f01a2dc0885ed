import { textsIn } from './health.ts'

/**
 * The gateway waits for its services; a parent process names what else the start waits for: `{ starting: […] }`. Until
 * it has said anything, it waits for the parent's word.
 */
export function watchStarting(): () => readonly string[] {
  let starting: readonly string[] = process.connected ? ['start'] : []
  process.on('message', (message) => {
    starting = textsIn(message, 'starting')
  })
  return () => starting
}
