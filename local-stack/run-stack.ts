import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { giveBackSpareMemory } from '#kernel/platform/process/spare-memory.ts'
import { WRONG_SETTINGS } from '#kernel/platform/settings/read.ts'
import { type Addresses, chooseAddresses } from './addresses.ts'
import { importDemoCompany } from './demo/import-demo.ts'
import { makeExamples } from './demo/make-examples.ts'
import { reportEventStore } from './event-store-report.ts'
import { stackParts } from './parts.ts'
import { prepareStart } from './prepare.ts'
import type { Report } from './report.ts'
import type { StackSettings } from './settings.ts'
import { type Stack, stackOf } from './stack.ts'
import { boundLogs, logFolderOf } from './supervisor/logs.ts'
import { WrongSettingsOfPart } from './supervisor/part.ts'

const GATEWAY_READY_WITHIN_MS = 30_000

/** Runs the system until a signal arrives or the start fails. */
export async function runStack(settings: StackSettings, report: Report): Promise<never> {
  const stopAsked = whenAskedToStop()
  let stack: Stack | undefined
  let exitCode = 0
  try {
    await prepareStart(settings)
    const addresses = await chooseAddresses(settings, report.line)
    boundLogs(logFolderOf(settings.folder))
    stack = stackOf(stackParts(settings, addresses), { settings, addresses, report })
    report.line(`Sarraf is starting; data and logs: ${settings.folder}`)
    await Promise.race([stopAsked, bringUp(stack, { settings, addresses, report })])
    giveBackSpareMemory()
    await stopAsked
    report.line('stopping')
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    exitCode = error instanceof WrongSettingsOfPart ? WRONG_SETTINGS : 1
  }
  await stack?.stop()
  process.exit(exitCode)
}

/** Resolves with the first signal; rejects on an uncaught error. */
function whenAskedToStop(): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => resolve())
    }
    process.on('uncaughtException', reject)
    process.on('unhandledRejection', reject)
  })
}

interface Start {
  readonly settings: StackSettings
  readonly addresses: Addresses
  readonly report: Report
}

async function bringUp(stack: Stack, start: Start) {
  const since = Date.now()
  const ready = new AbortController()
  const { settings, addresses, report } = start
  const { commandUrl, eventStoreUrl } = addresses
  // An embedded store may not answer yet; only what is wrong with its log is said.
  const elsewhere = settings.eventStoreUrl === null ? null : eventStoreUrl
  const { line } = report
  const watching = reportEventStore({ elsewhere, commandUrl, line, stop: ready.signal })
  try {
    await startAll(stack, start)
    report.welcome({ ...addresses, tookMs: Date.now() - since, demo: settings.demo })
  } finally {
    ready.abort()
    await watching
  }
}

async function startAll(stack: Stack, { settings, addresses, report }: Start) {
  await stack.start()
  if (settings.demo && (await importDemoCompany(settings, addresses))) {
    report.line('  demo company imported: API user "demo", secret key "demo-secret"')
  }
  const { commandUrl, docsExamples } = addresses
  if (docsExamples !== null && !existsSync(docsExamples)) {
    await makeExamples({ baseUrl: commandUrl, file: docsExamples })
  }
  stack.announce([])
  await gatewayIsReady(addresses.baseUrl)
  if (addresses.kafkaBrokers !== null) report.line(`  Kafka: ${addresses.kafkaBrokers}`)
}

async function gatewayIsReady(baseUrl: string) {
  const deadline = Date.now() + GATEWAY_READY_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${baseUrl}/health/ready`)
    const body = await answer.text()
    if (answer.ok) return
    if (Date.now() > deadline) throw new Error(`the system did not become ready: ${body}`)
    await pause(25)
  }
}
