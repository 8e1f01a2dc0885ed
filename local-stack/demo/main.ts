import { resolve } from 'node:path'
import { sarraf } from '#client/main.ts'
import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { auditOf } from './audit.ts'
import { askBanks } from './bank-query.ts'
import { checklistOn } from './checklist.ts'
import { DEMO_KEY } from './demo-key.ts'
import { buyElectronically } from './electronic-voucher.ts'
import { sellBracelets } from './invoice.ts'
import { verifyLabels } from './kmts.ts'
import { runningSystem } from './running-system.ts'
import { checkPeople } from './sanctions.ts'

const write = (text: string) => process.stdout.write(text)

await runCommand({
  call: 'npm run demo',
  entry: 'local-stack/demo/main.ts',
  commands: [],
  work: demonstrate,
  findsSystem: false,
})

/** Goes through what a dealer does, and checks each step. */
async function demonstrate(): Promise<number> {
  const folder = readSettingsOrExit((read) => read(settings.DATA_DIR))
  const checklist = checklistOn(write)
  try {
    const { baseUrl, sandboxUrl, integratorUrl } = await runningSystem(resolve(folder), write)
    write(`Sarraf at ${baseUrl}, as ${DEMO_KEY.apiUserId}\n\n`)
    const client = sarraf({ baseUrl, ...DEMO_KEY })
    const voucherId = await buyElectronically({
      client,
      checklist,
      sandboxUrl: integratorUrl === sandboxUrl ? sandboxUrl : null,
    })
    await verifyLabels(client, checklist)
    await checkPeople(client, checklist)
    const transactionId = await askBanks({ client, checklist, sandboxUrl })
    await sellBracelets({
      client,
      checklist,
      transactionId,
      isOfficial: integratorUrl !== sandboxUrl,
    })
    write(checklist.allPassed() ? '\nAll steps succeeded.\n' : '\nSome steps failed.\n')
    if (voucherId !== undefined) write(`\n${auditOf({ baseUrl, ...DEMO_KEY, voucherId, folder })}`)
    return checklist.allPassed() ? 0 : 1
  } catch (error) {
    process.stderr.write(
      `The demo stopped: ${error instanceof Error ? error.message : 'unknown'}\n`,
    )
    return 1
  }
}
