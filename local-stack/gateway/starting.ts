import { textsIn } from './health.ts'

/** The gateway waits for its services; a parent process may name more parts: `{ starting: […] }`. */
export function watchStarting(): () => readonly string[] {
  let starting: readonly string[] = []
  process.on('message', (message) => {
    starting = textsIn(message, 'starting')
  })
  return () => starting
}
