import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a process before its program (`--import`): on SIGUSR2 it writes all that is alive in its heap to
 * the folder HEAP_FOLDER. Texts are written whole; without the flag only their first 1024 characters are.
 */
setFlagsFromString('--heap-snapshot-string-limit=1000000000')

const folder = process.env['HEAP_FOLDER']
if (isMainThread && folder !== undefined) {
  // Through bytes, or it were two texts that only point to one another.
  const long = Buffer.from(`${'.'.repeat(5_000)}end of a long text`).toString('latin1')
  Reflect.set(globalThis, 'keptInEveryHeap', long)
  process.on('SIGUSR2', () => {
    const file = join(folder, `${process.pid}.heapsnapshot`)
    writeHeapSnapshot(`${file}.part`)
    renameSync(`${file}.part`, file)
  })
}
