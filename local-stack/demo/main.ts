import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { apiAt } from './api.ts'
import { identifyTraveller } from './customers.ts'
import { verifyLabels } from './kmts.ts'
import { checkPeople } from './sanctions.ts'
import { tellTo } from './tell.ts'
import { buyScrapGold } from './vouchers.ts'

const CREDENTIALS = 'demo:demo-secret'

const tell = tellTo((line) => process.stdout.write(line))
try {
  const baseUrl = runningSystem(resolve(process.env['DATA_DIR'] ?? '.data'))
  process.stdout.write(`Sarraf at ${baseUrl}, as ${CREDENTIALS.split(':')[0]}\n\n`)
  const api = apiAt(baseUrl, CREDENTIALS)
  await buyScrapGold(api, tell)
  await identifyTraveller(api, tell)
  await verifyLabels(api, tell)
  await checkPeople(api, tell)
  process.stdout.write(tell.allWentWell() ? '\nAll went well.\n' : '\nNot all went well.\n')
  process.exitCode = tell.allWentWell() ? 0 : 1
} catch (error) {
  process.stderr.write(
    `The demo broke off: ${error instanceof Error ? error.message : 'unknown'}\n`,
  )
  process.exitCode = 1
}

function runningSystem(folder: string): string {
  const file = join(folder, 'stack.json')
  try {
    const stack: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Parse(Type.Object({ baseUrl: Type.String() }), stack).baseUrl
  } catch (cause) {
    throw new Error(`no running system in ${folder}: start one with npm start`, { cause })
  }
}
