import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { keptRow } from '#command/event-sourcing/kept-answers.ts'
import type { ProcessDefinition } from '#command/event-sourcing/process-manager.ts'
import { processStates } from '#command/event-sourcing/process-state.ts'
import { openedAnswer } from '#command/event-sourcing/sealed-answer.ts'
import { voucherWork } from '#command/expense-vouchers/recovery.ts'
import { invoiceWork } from '#command/invoices/recovery.ts'
import { kmtsWork } from '#command/kmts-verifications/recovery.ts'
import { numberBookEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from '#test/support/decoded.ts'
import type { Answer } from '#test/support/system-client.ts'
import { type FoldedWork, workIn } from './faults-in-log.ts'
import { gatewayTo, type Upstream } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import { sayingsOf } from './recorded-as-answered.ts'
import { asIn, companies, companyOf } from './setup.ts'
import { asked, wantedBy } from './wanted.ts'
import { poolOn } from './world/database.ts'
import type { World } from './world/instance.ts'
import type { Random } from './world/random.ts'

/**
 * What the services know in the end is what a second fold of the whole log gives, one event after the other: in the
 * order and the batches that they came in, and with all that was interrupted, they have missed nothing.
 */
export async function unequalFolds(
  world: World & { readonly random: Random },
  up: ReadonlySet<Upstream>,
  keys: ReadonlyMap<PlannedClient, string>,
  clients: readonly PlannedClient[],
): Promise<readonly string[]> {
  const events = world.log.events()
  const faults = [
    ...(await savedOtherwise(world, voucherWork)),
    ...(await savedOtherwise(world, invoiceWork)),
    ...(await savedOtherwise(world, kmtsWork)),
    ...(await keptOtherwise(world, keys)),
  ]
  for (const upstream of up) {
    const send = gatewayTo(new Set([upstream]), world)
    for (const companyId of companies) {
      const preview: Preview = (path, data) =>
        send({ method: 'POST', path: `${path}/preview`, data, companyId })
      const own = events.filter(({ metadata }) => metadata['companyId'] === companyId)
      const customers = clients.filter((client) => companyOf(client) === companyId)
      faults.push(...(await nextOtherwise(preview, own)))
      faults.push(...(await claimedOtherwise(preview, customers, own)))
    }
  }
  return faults
}

/** The open work that a process has saved is that of the log up to its place. */
async function savedOtherwise<Step, Open extends object>(
  { database, log }: World,
  process: FoldedWork<Step, Open> & Pick<ProcessDefinition<Step, Open>, 'name' | 'workFrom'>,
): Promise<readonly string[]> {
  const { name, workFrom } = process
  const states = await processStates(poolOn(database, async (work) => work()))
  const saved = await states.load(name)
  const work = workFrom(saved?.state)
  if (saved === undefined || work === undefined) return [`${name} has saved nothing`]
  const seen = log.events().filter(({ position }) => position <= saved.place.position)
  return isDeepStrictEqual(new Map(work), new Map(workIn(process, seen)))
    ? []
    : [`${name} has saved other work than the log holds`]
}

/** Every answer that is kept under a key is of an event of the log that says the same. */
async function keptOtherwise(
  { database, log, vault }: World,
  keys: ReadonlyMap<PlannedClient, string>,
): Promise<readonly string[]> {
  const pool = poolOn(database, async (work) => work())
  const says = sayingsOf(log.events())
  const faults: string[] = []
  for (const [client, word] of keys) {
    const companyId = companyOf(client)
    const request = { companyId, key: vault.pseudonym('idempotencyKey', companyId, word) }
    const sealed = (await keptRow(pool, request))?.sealed_answer
    const kept = sealed == null ? undefined : await openedAnswer(vault, request, sealed)
    if (kept === undefined) continue
    const wrong = says(wantedBy(client).kind, kept.data)
    faults.push(...wrong.map((what) => `the answer of client ${client.place} is kept, and ${what}`))
  }
  return faults
}

type Preview = (path: string, data: object) => Promise<Answer>

const SOMEBODY = '10000000146'

const Expected = Type.Object({ expectedNumber: Type.Integer() })

/** The next number that an instance expects in the company’s serial is the one behind all that the log holds. */
async function nextOtherwise(preview: Preview, events: readonly StoredEvent[]) {
  const { data } = await preview('/v1/expenses', asked.voucher.body(SOMEBODY, {}))
  const taken = decoded([numberBookEvents], events).filter(({ event }) => !event.data.given).length
  const expected = Value.Check(Expected, data) ? data.expectedNumber : null
  return expected === taken + 1 ? [] : [`number ${expected} is expected after ${taken} were taken`]
}

/** An instance refuses a document of a bank transaction where the log has one of it, and not otherwise. */
async function claimedOtherwise(
  preview: Preview,
  clients: readonly PlannedClient[],
  events: readonly StoredEvent[],
) {
  const claimed = new Map<string, boolean>()
  for (const { event } of decoded([transactionClaimEvents], events)) {
    claimed.set(event.data.transactionId, event.type === 'TransactionClaimed')
  }
  const faults: string[] = []
  for (const client of clients) {
    const { kind, of, fields } = wantedBy(client)
    const { bankTransactionId } = fields
    if (typeof bankTransactionId !== 'string') continue
    const id = asIn(client, bankTransactionId)
    const { path, body } = asked[kind]
    const { status } = await preview(path, body(of, { ...fields, bankTransactionId: id }))
    const expected = claimed.get(id) === true ? 409 : 200
    if (status !== expected)
      faults.push(`a document of ${id} is answered ${status}, not ${expected}`)
  }
  return faults
}
