import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const Package = Compile(Type.Object({ version: Type.String() }))

/** The version of Sarraf, as its package says it. */
export const productVersion: string = Package.Parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version
