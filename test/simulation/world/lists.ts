import { createHash } from 'node:crypto'
import { appendOne } from '#command/event-sourcing/append.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import {
  EntriesChanged,
  type KeptEntry,
  type ListEntry,
  type SanctionLists,
} from '#command/providers/sanction-lists/port.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import type { Reach } from './database.ts'

/** A list as it was published: whom it names. */
export interface PublishedList {
  readonly version: string
  readonly idNos: readonly string[]
}

const LIST = 'masak'
const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const

/** The versions of one list as the vault keeps them, on the way of each statement to the database. */
export function simulatedLists(published: readonly PublishedList[], reach: Reach): SanctionLists {
  const kept = new Map(published.map(({ version, idNos }) => [version, idNos.map(keptEntry)]))
  return {
    keep: () => Promise.reject(new Error('lists are kept before a simulation begins')),
    async *pages({ version }) {
      yield await reach(() => kept.get(version) ?? [])
    },
    entries: ({ list, version }, places) =>
      reach(() =>
        places.map((place) => {
          const entry = kept.get(version)?.[place]
          if (entry === undefined) throw new EntriesChanged({ list, version })
          return entry
        }),
      ),
  }
}

/** Records that a version of the list is in use from now on, as its import does. */
export async function importList(log: Log, { version, idNos }: PublishedList) {
  const stream = `${sanctionListEvents.category}-${LIST}`
  const commandId = crypto.randomUUID()
  const recordedAt = instantOf(log.now())
  const stored = await log.eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  const change = {
    family: sanctionListEvents,
    event: {
      type: 'SanctionListImported' as const,
      data: {
        list: LIST,
        version,
        sha256: version,
        format: 'masak' as const,
        rows: idNos.length,
        entriesSha256: null,
        skippedRows: 0,
        reader: 1,
        importedAt: recordedAt,
      },
    },
    stream,
    id: eventIdFrom(commandId, stream),
    recordedAt,
    origin: { ...operatorOrigin(commandId), companyId: OWNER.companyId },
    owner: OWNER,
  } as const
  await appendOne(log, change, stored[0]?.revision ?? 'no_stream')
}

function keptEntry(idNo: string): KeptEntry {
  const entry: ListEntry = {
    entryId: idNo,
    name: 'Uydurma Kişi',
    aliases: [],
    weakAliases: [],
    partNames: [],
    otherNumbers: [],
    idNos: [idNo],
    birthDate: null,
    nationality: null,
    program: null,
    reason: null,
    record: {},
  }
  return { entry, sha256: createHash('sha256').update(JSON.stringify(entry)).digest() }
}
