import type { Answer } from '#test/support/system-client.ts'
import { type DocumentInLog, documentsAmong } from '#test/system/answers/documents-in-log.ts'
import type { Told } from '#test/system/answers/obedient-client.ts'
import type { Answered } from './faults-in-log.ts'
import type { gatewayTo } from './gateway.ts'
import type { PlannedClient } from './plan.ts'
import type { Story } from './story.ts'
import { type Counter, pursue } from './wishes.ts'
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

/** Every voucher and invoice, as the log has them at the moment. */
export const documentsOf = ({ log, vault, companyId }: World) =>
  documentsAmong(log.events(), { vault, companyId })

/** Lets each client begin at its time, and get what it wants. */
export function clientsOf(planned: readonly PlannedClient[], { world, send, story }: Town) {
  const answered: Answered[] = []
  const keysSent = new Set<number>()
  let ended = 0

  async function come(client: PlannedClient): Promise<Ended> {
    const { place, wants, hasKey, clicksTwice, at } = client
    const counter: Counter = {
      ...sightOf(world),
      key: crypto.randomUUID(),
      async send(request) {
        const answer = await send(request)
        const isRepeated = hasKey && (clicksTwice || keysSent.has(place))
        keysSent.add(place)
        answered.push({ ...answeredBy(answer), isRepeated })
        story.tell(`client ${place} (${wants}) ← ${answer.status} ${wordsOf(answer)}`)
        return answer
      },
    }
    await new Promise<void>((resolve) => void world.time.after(at, resolve))
    const told = await pursue(client, counter)
    const last = told.map((one) => one.last).join()
    story.tell(`client ${place} (${wants}) heard at last: ${last}`)
    ended += 1
    return { client, told }
  }

  const all = Promise.all(planned.map(come))
  all.catch(() => undefined)
  return { answered, all, haveEnded: () => ended === planned.length }
}

/** What a client can see: lists, and the SMS on its telephone. */
function sightOf(world: World): Pick<Counter, 'lists' | 'voucherOf' | 'codeFor'> {
  const { log, integrator } = world
  const uuidOf = (voucherId: string) =>
    log
      .stream(`expenseVoucher-${voucherId}`)
      .flatMap(({ data: { uuid } }) => (typeof uuid === 'string' ? [uuid] : []))
      .at(-1)
  return {
    lists(kind, idNo, id) {
      const there = documentsOf(world)
        .of(kind, idNo)
        .filter(({ stage }) => stage === 'there')
      return id == null ? there.length > 0 : there.some((one) => one.id === id)
    },
    voucherOf: (idNo) => documentsOf(world).of('voucher', idNo)[0]?.id,
    codeFor: (id) => integrator.books.get(uuidOf(id) ?? '')?.code ?? undefined,
  }
}

/** Somebody looks at each voucher in the end: the status asks the integrator about an unknown outcome. */
export async function askAll(send: Send, documents: readonly DocumentInLog[]) {
  for (const { kind, id } of documents) {
    if (kind === 'voucher')
      await send({ method: 'GET', path: `/v1/expenses/${id}/e-document/status` })
  }
}

const answeredBy = ({ status, headers, requestId, error }: Answer) => ({
  requestId,
  isForLater: status === 503 && headers['retry-after'] !== undefined,
  message: error?.message ?? '',
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
