import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { sarraf } from '#client/main.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { auditOf } from './audit.ts'
import { askBanks } from './bank-query.ts'
import { checklistOn } from './checklist.ts'
import { identifyTraveller } from './customers.ts'
import { buyElectronically } from './electronic-voucher.ts'
import { sellBracelets } from './invoice.ts'
import { verifyLabels } from './kmts.ts'
import { checkPeople } from './sanctions.ts'
import { buyScrapGold } from './vouchers.ts'

const KEY = { apiUserId: 'demo', secretKey: 'demo-secret' }

const RunningSystem = Type.Object({
  baseUrl: Type.String(),
  sandboxUrl: Type.Union([Type.String(), Type.Null()]),
  integratorUrl: Type.Union([Type.String(), Type.Null()]),
})

const folder = readSettingsOrExit((read) => read(settings.DATA_DIR))
const checklist = checklistOn((line) => process.stdout.write(line))
try {
  const { baseUrl, sandboxUrl, integratorUrl } = runningSystem(resolve(folder))
  process.stdout.write(`Sarraf at ${baseUrl}, as ${KEY.apiUserId}\n\n`)
  const client = sarraf({ baseUrl, ...KEY })
  const paperId = await buyScrapGold(client, checklist)
  const electronicId = await buyElectronically({
    client,
    checklist,
    sandboxUrl: integratorUrl === sandboxUrl ? sandboxUrl : null,
  })
  await identifyTraveller(client, checklist)
  await verifyLabels(client, checklist)
  await checkPeople(client, checklist)
  const transactionId = await askBanks({ client, checklist, sandboxUrl })
  await sellBracelets({
    client,
    checklist,
    transactionId,
    isOfficial: integratorUrl !== sandboxUrl,
  })
  process.stdout.write(
    checklist.allPassed() ? '\nAll steps succeeded.\n' : '\nSome steps failed.\n',
  )
  const voucherId = electronicId ?? paperId
  const seen = { baseUrl, ...KEY, voucherId, folder }
  process.stdout.write(`\n${auditOf(seen)}`)
  process.exitCode = checklist.allPassed() ? 0 : 1
} catch (error) {
  process.stderr.write(`The demo stopped: ${error instanceof Error ? error.message : 'unknown'}\n`)
  process.exitCode = 1
}

function runningSystem(ofFolder: string) {
  const file = join(ofFolder, 'stack.json')
  try {
    const stack: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Parse(RunningSystem, stack)
  } catch (cause) {
    throw new Error(`no running system in ${ofFolder}: start one with npm start`, { cause })
  }
}
