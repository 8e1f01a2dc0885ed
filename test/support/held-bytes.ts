import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The bytes that this process holds on to. What is garbage, whenever it would be collected, does not count. */
export function heldBytes(): number {
  // What a buffer held is given back by the second one.
  for (let times = 0; times < 2; times++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
