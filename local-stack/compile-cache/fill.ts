import { mkdirSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { projectFolder } from '../supervisor/project-folder.ts'
import { cacheFolder, markAsFilled } from './filled.ts'

/** What the processes of `npm start` load before they do anything. */
const modules = [
  'local-stack/run-stack.ts',
  'local-stack/gateway/server.ts',
  'local-stack/event-store/node.ts',
  'local-stack/sandbox/service.ts',
  'audit/page/service.ts',
  'publishing/webhooks/service.ts',
  'command-service/app.ts',
  'query-service/wiring.ts',
  'projections/wiring.ts',
]

// Without it everything works, and starts take longer.
try {
  rmSync(cacheFolder, { recursive: true, force: true })
  mkdirSync(cacheFolder, { recursive: true })
  enableCompileCache(cacheFolder)
  for (const each of modules) await import(join(projectFolder, each))
  flushCompileCache()
  markAsFilled()
} catch (error) {
  process.stderr.write(`starts will take longer: ${String(error)}\n`)
}
// Some of the modules keep a process alive.
process.exit(0)
