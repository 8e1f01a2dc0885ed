import { enableCompileCache } from 'node:module'
import { cacheFolder, isFilled } from './compile-cache/filled.ts'

const GIVEN = 'NODE_COMPILE_CACHE'

// For this process, and for all that it starts.
if (process.env[GIVEN] === undefined && isFilled()) {
  enableCompileCache(cacheFolder)
  process.env[GIVEN] = cacheFolder
}
await import('./start.ts')
