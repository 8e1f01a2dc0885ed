import { setTimeout as pause } from 'node:timers/promises'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { parseLogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { DocumentInLog } from '#test/support/documents-in-log.ts'
import type { Answer } from '#test/support/system-client.ts'
import type { Told } from '#test/system/answers/obedient-client.ts'
import type { Answered } from './faults-in-log.ts'
import { type gatewayTo, SERVED_BY, type SimulatedRequest } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import { bookedIn } from './queries-in-log.ts'
import { recordsAmong } from './records-in-log.ts'
import { asIn, BANK_ACCOUNT_ID, companyOf } from './setup.ts'
import type { Story } from './story.ts'
import { asked, createdKinds } from './wanted.ts'
import { type Counter, isComplete, pursue } from './wishes.ts'
import type { World } from './world/instance.ts'

export interface Ended {
  readonly client: PlannedClient
  /** Of each step. */
  readonly told: readonly Told[]
}

type Send = ReturnType<typeof gatewayTo>

/** What clients have in common. */
interface Town {
  readonly world: World
  readonly send: Send
  readonly story: Story
}

/** Every record of a company, as the log has them at the moment. */
export const recordsOf = ({ log, vault }: World, companyId: string) =>
  recordsAmong(log.events(), { vault, companyId })

/** Lets each client begin at its time, and get what it wants. */
export function clientsOf(planned: readonly PlannedClient[], { world, send, story }: Town) {
  const answered: Answered[] = []
  const keysSent = new Set<PlannedClient>()
  const keys = new Map<PlannedClient, string>()
  /** Clients of two companies at the same place have the same. */
  const keyAt = new Map<number, string>()
  let ended = 0

  async function come(client: PlannedClient): Promise<Ended> {
    const { place, wants, hasKey, clicksTwice, at } = client
    const key = keyAt.get(place) ?? crypto.randomUUID()
    keyAt.set(place, key)
    if (hasKey) keys.set(client, key)
    const who = `client ${place}${client.isOfSecondCompany ? ' of the second company' : ''} (${wants})`
    const { lists, ...sight } = sightOf(world, companyOf(client))
    let answeredAt = START_OF_LOG
    const counter: Counter = {
      ...sight,
      key,
      // With `x-min-event-position`, as the answers say it.
      async lists(...wanted) {
        while (!(await world.readers.untilReadable(answeredAt)));
        return lists(...wanted)
      },
      async send(request) {
        const booked = world.bank.stamps()
        const answer = await send(requestOf(client, request))
        const position = answer.headers['x-event-position']
        if (typeof position === 'string') answeredAt = parseLogPosition(position)
        const isRepeated = hasKey && (clicksTwice || keysSent.has(client))
        keysSent.add(client)
        const missing = isQueryOfBank(request) && isComplete(answer) ? without(booked) : []
        const creation = isCreation(request) ? answer.status : undefined
        const created = creation !== undefined && creation < 300 ? answer.data : undefined
        answered.push({
          ...answeredBy(answer),
          at: world.time.now(),
          isRepeated,
          missing,
          client,
          creation,
          created,
        })
        const by = answer.headers[SERVED_BY] ?? 'the gateway'
        story.tell(`${who} ← ${answer.status} ${wordsOf(answer)} (${String(by)})`)
        return answer
      },
    }
    await new Promise<void>((resolve) => void world.time.after(at, resolve))
    const told = await pursue(client, counter)
    const last = told.map((one) => one.last).join()
    story.tell(`${who} heard at last: ${last}`)
    ended += 1
    return { client, told }
  }

  const without = (booked: readonly string[]) => {
    const recorded = bookedIn(world.log.events())
    return booked.filter((stamp) => !recorded.has(stamp))
  }

  const all = Promise.all(planned.map(come))
  all.catch(() => undefined)
  return { answered, all, keys, haveEnded: () => ended === planned.length }
}

/** What a client can see: lists, some time after the log, and the SMS on its telephone. */
function sightOf(
  world: World,
  companyId: string,
): Pick<Counter, 'documentOf' | 'codeFor'> & {
  lists: (...wanted: Parameters<Counter['lists']>) => boolean
} {
  const { log, vault, integrator, readers } = world
  const uuidOf = (voucherId: string) =>
    log
      .stream(`expenseVoucher-${voucherId}`)
      .flatMap(({ data: { uuid } }) => (typeof uuid === 'string' ? [uuid] : []))
      .at(-1)
  return {
    lists({ kind, of, fields }, id) {
      if (kind === 'bank query') {
        const recorded = bookedIn(readers.shown())
        return world.bank.stamps().every((stamp) => recorded.has(stamp))
      }
      // Who gave the number looks for it, and it is shown in the end.
      const isShownOpen = kind === 'voucher' && fields?.['number'] === undefined
      const there = recordsAmong(readers.shown(), { vault, companyId })
        .of(kind, of)
        .filter(({ stage }) => stage === 'there' || (isShownOpen && stage === 'open'))
      return id == null ? there.length > 0 : there.some((one) => one.id === id)
    },
    documentOf: (kind, idNo) => recordsOf(world, companyId).of(kind, idNo)[0]?.id,
    codeFor: (id) => integrator.books.get(uuidOf(id) ?? '')?.code ?? undefined,
  }
}

/** What a client sends, in the name of its company. */
const requestOf = (client: PlannedClient, request: SimulatedRequest): SimulatedRequest => ({
  ...request,
  companyId: companyOf(client),
  ...(request.data !== undefined && {
    data: JSON.parse(asIn(client, JSON.stringify(request.data))),
  }),
})

const isCreation = ({ method, path }: SimulatedRequest) => method === 'POST' && creations.has(path)
const creations: ReadonlySet<string> = new Set(createdKinds.map((kind) => asked[kind].path))

const isQueryOfBank = ({ path }: SimulatedRequest) => path === asked['bank query'].path

const MORE_QUERIES = 10
const QUERIED_AGAIN_AFTER_MS = 10_000

/**
 * Somebody looks at each voucher in the end, for the status asks the integrator about an unknown outcome, deletes once
 * more what the recovery would delete later, and queries the bank.
 */
export async function askAll(
  send: Send,
  documents: readonly DocumentInLog[],
  deletedLater: readonly string[],
) {
  for (const { kind, id, companyId } of documents) {
    if (kind === 'voucher')
      await send({ method: 'GET', path: `/v1/expenses/${id}/e-document/status`, companyId })
    else if (deletedLater.includes(id))
      await send({ method: 'DELETE', path: `/v1/invoices/${documentUuidOf(id)}`, companyId })
  }
  const { path, body } = asked['bank query']
  const query = () => send({ method: 'POST', path, data: body(BANK_ACCOUNT_ID, {}) })
  let answer = await query()
  // Each ambush may have waited for it, and leaves a query behind that has its time to end.
  for (let more = MORE_QUERIES; more > 0 && !isComplete(answer); more--) {
    await pause(QUERIED_AGAIN_AFTER_MS)
    answer = await query()
  }
  return answer
}

const answeredBy = ({ status, headers, requestId, error }: Answer) => ({
  requestId,
  isForLater: status === 503 && headers['retry-after'] !== undefined,
  wasNotSent: error?.details.some(({ errorCode }) => errorCode === 'NOT_SENT') ?? false,
  message: error?.message ?? '',
  named: error?.details.flatMap(({ existingId }) => existingId ?? []) ?? [],
})

function wordsOf({ error, headers }: Answer): string {
  if (error === undefined) return ''
  const named = error.details.flatMap(({ field, rule, existingId = '' }) => [
    field,
    rule,
    existingId,
  ])
  const wait = headers['retry-after']
  return [
    error.code,
    ...named,
    ...(wait === undefined ? [] : [`later: ${wait.toString()} s`]),
  ].join(' ')
}
