import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import type { Answer } from '#test/support/system-client.ts'
import { obey, type Told, type Wish } from '#test/system/answers/obedient-client.ts'
import type { SimulatedRequest } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import { asked, type WantedRecord, wantedBy } from './wanted.ts'

type Document = 'voucher' | 'invoice'

/** What a client can do and see. */
export interface Counter {
  readonly send: (request: SimulatedRequest) => Promise<Answer>
  /** Whether a list has such a record of that person, or the one that an answer has named. */
  readonly lists: (
    record: Pick<WantedRecord, 'kind' | 'of'> & Partial<Pick<WantedRecord, 'fields'>>,
    existingId: string | null | undefined,
  ) => Promise<boolean>
  /** The id of the one document of a person. */
  readonly documentOf: (kind: Document, idNo: string) => string | undefined
  /** The code in the last SMS about a voucher. */
  readonly codeFor: (voucherId: string) => string | undefined
  /** A key that only this client has. */
  readonly key: string
}

/** One who has a key may come back with it, and hears the same of what is done. */
async function obeyAgain({ hasKey, comesBackAfterMs }: PlannedClient, wish: Wish): Promise<Told> {
  const first = await obey(wish)
  if (!hasKey || comesBackAfterMs === null) return first
  await pause(comesBackAfterMs)
  const then = await obey(wish)
  const isAnswered = first.heard.at(-1)?.startsWith('20') === true
  const isRefused = isAnswered && then.last === 'refused'
  const faults = [...first.faults, ...then.faults, ...(isRefused ? ['done, and then refused'] : [])]
  const heard = [...first.heard, ...then.heard]
  return { ...then, heard, faults, last: first.last === 'done' ? 'done' : then.last }
}

/** Gets a client what it wants, as the answers say; what it was told of each step. */
export async function pursue(client: PlannedClient, counter: Counter): Promise<readonly Told[]> {
  const wanted = wantedBy(client)
  if (wanted.kind === 'bank query') return [await queryToTheEnd(client, wanted, counter)]
  const told = [await obeyAgain(client, creation(client, wanted, counter))]
  if (wanted.becomes === undefined || told[0]?.last !== 'done') return told
  const kind = wanted.kind === 'invoice' ? 'invoice' : 'voucher'
  const id = counter.documentOf(kind, wanted.of)
  if (id === undefined) return told
  const becomes = { official, cancelled, deleted: deletions[kind] }[wanted.becomes]
  for (const step of becomes({ id, of: wanted.of }, counter)) {
    told.push(await obey(step))
    if (told.at(-1)?.last !== 'done') break
  }
  return told
}

const QUERIES_FOR_MS = 15_000
const QUERIES_AGAIN_AFTER_MS = 1_000

/** An account that was skipped, or whose bank did not answer, is queried again, as the answer says. */
async function queryToTheEnd(
  client: PlannedClient,
  wanted: WantedRecord,
  counter: Counter,
): Promise<Told> {
  for (const until = Date.now() + QUERIES_FOR_MS; ; ) {
    let last: Answer | undefined
    const send: Counter['send'] = async (request) => (last = await counter.send(request))
    const told = await obey(creation(client, wanted, { ...counter, send }))
    const isIncomplete = last?.status === 200 && !isComplete(last)
    if (told.last !== 'done' || !isIncomplete) return told
    if (Date.now() > until) return { ...told, last: 'unknown' }
    await pause(QUERIES_AGAIN_AFTER_MS)
  }
}

const Complete = Type.Object({ total: Type.Integer(), succeeded: Type.Integer() })

/** Whether the bank has said all that it had booked. */
export const isComplete = ({ data }: Pick<Answer, 'data'>): boolean =>
  Value.Check(Complete, data) && data.succeeded === data.total

function creation(
  { hasKey: isKeyed, clicksTwice }: PlannedClient,
  { kind, of, fields, mayBeRepeated = false }: WantedRecord,
  counter: Counter,
): Wish {
  const { path, body } = asked[kind]
  const hasKey = isKeyed && kind !== 'bank query'
  const headers = hasKey ? { 'idempotency-key': counter.key } : {}
  const once = () => counter.send({ method: 'POST', path, headers, data: body(of, fields) })
  // Two records are no fault where the client asked for them.
  const twice = clicksTwice && (hasKey || kind === 'bank query' || !mayBeRepeated)
  return {
    endpoint: `POST ${path}`,
    hasKey,
    send: twice ? () => better(once(), once()) : once,
    isThere: async ({ existingId }) => counter.lists({ kind, of, fields }, existingId),
  }
}

/** What somebody goes by who clicked twice: that it is done, or else that it may be. */
async function better(one: Promise<Answer>, other: Promise<Answer>): Promise<Answer> {
  const answers = await Promise.all([one, other])
  const isDoubt = ({ error }: Answer) => error?.details[0]?.rule === 'unknown'
  return answers.find(({ status }) => status < 300) ?? answers.find(isDoubt) ?? answers[0]
}

interface CreatedRecord {
  readonly id: string
  /** Whose it is. */
  readonly of: string
}

type Steps = (made: CreatedRecord, counter: Counter) => readonly Wish[]

const deletions: Readonly<Record<Document, Steps>> = {
  voucher: ({ id, of }, { send, lists }) => [
    {
      endpoint: 'DELETE /v1/expenses/{id}',
      hasKey: false,
      send: () => send({ method: 'DELETE', path: `/v1/expenses/${id}` }),
      isThere: async () => !(await lists({ kind: 'voucher', of }, id)),
    },
  ],
  // The draft at the integrator, and then the record of it.
  invoice: ({ id }, { send }) =>
    [documentUuidOf(id), id].map((named) => ({
      endpoint: 'DELETE /v1/invoices/{id}',
      hasKey: false,
      send: () => send({ method: 'DELETE', path: `/v1/invoices/${named}` }),
      // No list says so: to delete it again is the only way to know.
      isThere: async () => false,
    })),
}

/** Its draft at the integrator, too. */
const cancelled: Steps = (made, counter) => [
  ...official(made, counter).slice(0, 1),
  ...deletions.voucher(made, counter),
]

const Shown = Type.Object({ eDocument: Type.Object({ state: Type.String() }) })

function official({ id }: CreatedRecord, { send, codeFor }: Counter): readonly Wish[] {
  const path = `/v1/expenses/${id}/e-document`
  /** Asks for the status, which also asks the integrator. */
  const isIn = (states: readonly string[]) => async () => {
    const { data } = await send({ method: 'GET', path: `${path}/status` })
    return Value.Check(Shown, data) && states.includes(data.eDocument.state)
  }
  const step = (name: string, states: readonly string[], data: () => object): Wish => ({
    endpoint: `POST /v1/expenses/{id}/e-document/${name}`,
    hasKey: false,
    send: () => send({ method: 'POST', path: `${path}/${name}`, data: data() }),
    isThere: isIn(states),
  })
  return [
    step('prepare', ['prepared', 'verification_pending', 'sent'], () => ({})),
    step('sms', ['verification_pending', 'sent'], () => ({})),
    step('confirm', ['sent'], () => ({ code: codeFor(id) ?? '000000' })),
  ]
}
