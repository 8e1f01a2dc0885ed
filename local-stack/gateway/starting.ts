import { textsIn } from './health.ts'

/** By itself the gateway waits for its services only; a parent may name more: `{ starting: […] }`. */
export function watchStarting(): () => readonly string[] {
  let starting: readonly string[] = []
  process.on('message', (message) => {
    starting = textsIn(message, 'starting')
  })
  return () => starting
}
