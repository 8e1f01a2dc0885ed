import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { documentsInLog } from '#test/support/documents-in-log.ts'
import { clearFaults } from '#test/support/invoices.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Disturbance, disturbedService } from './disturbed-service.ts'
import type { Goal } from './goal.ts'
import { obey, type Told } from './obedient-client.ts'
import { calling, newShop } from './shop.ts'
import { wishes } from './wishes.ts'

export interface Round {
  readonly disturbance: Disturbance
  readonly clients: readonly {
    readonly wants: string
    readonly hasKey: boolean
    readonly afterMs: number
  }[]
}

interface Ended {
  readonly wanted: Goal
  readonly name: string
  readonly told: Told
}

export interface Outcome {
  /** What the answers said that the log contradicts. */
  readonly faults: readonly string[]
  readonly ended: readonly Ended[]
}

/** Imports that wait for one another would be slower together. */
const opening = new PQueue({ concurrency: 1 })

/** The recovery asks for unknown outcomes after seconds. */
const SETTLED_WITHIN_MS = 20_000

/** Clients who want something while one thing happens, and obey what they are told. */
export async function take(
  system: SystemAddresses,
  { disturbance, clients }: Round,
): Promise<Outcome> {
  const sound = await opening.add(() => newShop(system))
  const service = await disturbedService(system)
  const shop = calling(sound, service.url)
  const wanted = await Promise.all(
    clients.map(async ({ wants, hasKey }) => {
      const headers = hasKey ? { 'idempotency-key': randomUUID() } : {}
      const make = wishes[wants]
      if (make === undefined) throw new Error(`nobody wants ${wants}`)
      return make(shop, headers)
    }),
  )
  await service.disturb(disturbance)
  const ended = await Promise.all(
    wanted.map(async (one, place): Promise<Ended> => {
      await pause(clients[place]?.afterMs ?? 0)
      return { wanted: one, name: clients[place]?.wants ?? '', told: await obey(one) }
    }),
  )
  await service.close()
  await clearFaults(system)
  return { ended, faults: await contradictions(system, shop.companyId, ended) }
}

async function contradictions(
  system: SystemAddresses,
  companyId: string,
  ended: readonly Ended[],
): Promise<readonly string[]> {
  let found = await contradictionsNow(system, companyId, ended)
  for (const until = Date.now() + SETTLED_WITHIN_MS; found.length > 0 && Date.now() < until; ) {
    await pause(500)
    found = await contradictionsNow(system, companyId, ended)
  }
  return found
}

async function contradictionsNow(
  system: SystemAddresses,
  companyId: string,
  ended: readonly Ended[],
): Promise<readonly string[]> {
  const log = await documentsInLog(system, companyId)
  const faults: string[] = []
  for (const { wanted, name, told } of ended) {
    const { leaves } = wanted
    const say = (there: number) =>
      faults.push(`${name}: ${told.last}, and ${there} there: ${told.heard.join(' | ')}`)
    faults.push(...told.faults)
    if (leaves.what === 'nothing') continue
    if (leaves.what === 'step') {
      const fault = await leaves.fault(told.last)
      if (fault !== undefined)
        faults.push(`${name}: ${told.last}, and ${fault}: ${told.heard.join(' | ')}`)
      continue
    }
    if (leaves.what === 'entries') {
      const count = await leaves.count()
      if (count > told.admitted || (told.last === 'done' && count === 0)) say(count)
      continue
    }
    const kind = leaves.what === 'voucher' || leaves.what === 'noVoucher' ? 'voucher' : 'invoice'
    const documents = log.of(kind, leaves.idNo)
    const wantsNone = leaves.what === 'noVoucher' || leaves.what === 'noInvoice'
    if (wantsNone) {
      if (documents.length > (told.last === 'done' ? 0 : 1)) say(documents.length)
      continue
    }
    const isTrue =
      told.last === 'unknown'
        ? documents.length <= 1
        : documents.length === (told.last === 'done' ? 1 : 0)
    if (!isTrue || (told.last === 'done' && documents.some(({ stage }) => stage === 'open'))) {
      say(documents.length)
    }
  }
  return faults
}
