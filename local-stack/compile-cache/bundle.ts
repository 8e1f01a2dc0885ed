import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { indexIn, librariesFolder } from './filled.ts'

/** What is loaded of libraries that are hundreds of modules: what of them is used hardly matters, each module costs. */
const bundled = [
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/system',
  'typebox/value',
  'kysely',
  'libphonenumber-js/max',
]

/** Makes a few files of each, and an index that says which module is where. */
export async function bundleLibraries(folder = librariesFolder): Promise<void> {
  const names = new Map(bundled.map((module) => [module.replaceAll('/', '-'), module]))
  const input = Object.fromEntries(
    Array.from(names, ([name, module]) => [name, fileURLToPath(import.meta.resolve(module))]),
  )
  const bundle = await rolldown({ input, platform: 'node', treeshake: false })
  await bundle.write({ dir: folder, entryFileNames: '[name].js' })
  await bundle.close()
  const index = Array.from(names, ([name, module]) => [
    module,
    pathToFileURL(join(folder, `${name}.js`)).href,
  ])
  writeFileSync(indexIn(folder), JSON.stringify(Object.fromEntries(index)))
}
