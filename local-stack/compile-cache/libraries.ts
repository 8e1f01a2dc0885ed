import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { indexIn, librariesFolder } from './filled.ts'

/** The file in the place of each module of a library that was bundled. */
const bundles = new Map(Object.entries(index()))

function index(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(indexIn(librariesFolder), 'utf8'))
  } catch {
    return {}
  }
}

registerHooks({
  resolve: (module, context, next) => {
    const url = bundles.get(module)
    return url === undefined ? next(module, context) : { url, format: 'module', shortCircuit: true }
  },
})
