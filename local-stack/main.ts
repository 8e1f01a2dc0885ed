import { enableCompileCache } from 'node:module'
import { cacheFolder, isFilled } from './compile-cache/filled.ts'

const GIVEN = 'NODE_COMPILE_CACHE'
const libraries = import.meta.resolve('./compile-cache/libraries.ts')

// For this process, and for all that it starts.
if (process.env[GIVEN] === undefined && isFilled()) {
  enableCompileCache(cacheFolder)
  process.env[GIVEN] = cacheFolder
  process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'], `--import=${libraries}`].join(' ')
  await import(libraries)
}
await import('./start.ts')
