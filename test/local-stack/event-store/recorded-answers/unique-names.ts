import { randomUUID } from 'node:crypto'
import {
  binaryEvent,
  type EventData,
  type JSONType,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { Proposal, Scenario, StepOf } from './scenario.ts'

/** The streams and events of one scenario under names that are unique in the log. */
export interface UniqueNames {
  readonly stream: (name: string) => string
  /** A real name as the scenario has it, also within other text. */
  readonly named: (text: string) => string
  readonly proposals: (append: StepOf<'append'>) => EventData[]
  /** Those of the scenario's own streams, each in a few words. */
  readonly described: (events: readonly ResolvedEvent[]) => string[]
  readonly own: (events: readonly ResolvedEvent[]) => ResolvedEvent[]
}

export function uniqueNamesOf({ events }: Scenario): UniqueNames {
  const run = randomUUID().slice(0, 8)
  const ids = new Map<string, string>()
  const proposed = new Map<string, EventData>()
  const proposalOf = (name: string) => {
    const known = proposed.get(name)
    if (known !== undefined) return known
    const event = eventOf(name.length === 36 ? name : randomUUID(), events[name] ?? plain(name))
    ids.set(event.id, name)
    proposed.set(name, event)
    return event
  }
  const named = (text: string) => text.replaceAll(`${run}-`, '')
  const describe = ({ event }: ResolvedEvent) => {
    if (event === undefined) return 'nothing'
    const name = ids.get(event.id)
    const isAsProposed = name !== undefined && isSame(event, proposalOf(name))
    const what = isAsProposed ? name : `${event.type} ${textOf(event.data)}`.trim()
    const { commit, prepare } = event.position ?? { commit: 0n, prepare: 1n }
    const apart = commit === prepare ? '' : ', positions apart'
    return `${what} at ${Number(event.revision)}@${named(event.streamId)}${apart}`
  }
  const own = (found: readonly ResolvedEvent[]) =>
    found.filter(({ event }) => event?.streamId.includes(`${run}-`))
  return {
    stream: (name) => name.replace(/^(?:\$\$)*/, `$&${run}-`),
    named,
    proposals: ({ events: wanted }) => {
      const names = Array.isArray(wanted)
        ? wanted
        : Array.from({ length: wanted.count }, (_, index) => `e${wanted.from + index}`)
      return names.map(proposalOf)
    },
    described: (found) => own(found).map(describe),
    own,
  }
}

const plain = (name: string): Proposal => ({ type: 'Alpha', data: { n: Number(name.slice(1)) } })

function eventOf(id: string, { type, data, metadata, binary }: Proposal): EventData {
  if (binary !== true) return jsonEvent({ id, type, data: padded(data), metadata })
  const bytes = typeof data === 'string' ? data : JSON.stringify(padded(data))
  const more = metadata === undefined ? {} : { metadata: Buffer.from(JSON.stringify(metadata)) }
  return binaryEvent({ id, type, data: Buffer.from(bytes), ...more })
}

const padded = (data: JSONType): JSONType =>
  typeof data === 'object' && 'pad' in data
    ? { ...data, pad: 'x'.repeat(Number(data['pad'])) }
    : data

const isSame = (event: NonNullable<ResolvedEvent['event']>, proposal: EventData) =>
  event.type === proposal.type &&
  event.isJson === (proposal.contentType === 'application/json') &&
  textOf(event.data) === textOf(proposal.data) &&
  textOf(event.metadata) === textOf(proposal.metadata)

const textOf = (data: unknown): string =>
  data instanceof Uint8Array ? Buffer.from(data).toString() : (JSON.stringify(data) ?? '')
