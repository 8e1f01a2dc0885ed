import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { appendOne } from '#command/event-sourcing/append.ts'
import type { ImportedVersion, ListName } from '#command/providers/sanction-lists/port.ts'
import { followSanctionLists } from '#command/sanction-checks/lists-in-use.ts'
import { sanctionListEvents, sanctionListStream } from '#kernel/events/sanction-list.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { eventsOf } from '#test/support/an-event.ts'
import { newDealer } from '#test/support/import-lines.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

const system = systemForThisFile()
const patience = { timeout: LONGEST_WAIT_MS }
const event = eventsOf(sanctionListEvents)
const owner = { companyId: 'system', purpose: 'company', person: 'company' } as const

/** Records that a version is in use from now on, as its import does, and something else behind it. */
async function imported(list: ListName, version: string, after: bigint | 'no_stream') {
  const { eventStore, vault } = system()
  const importedAt = new Date().toISOString()
  const change = {
    family: sanctionListEvents,
    event: event('SanctionListImported', { list, version, entriesSha256: null, importedAt }),
    stream: sanctionListStream(list),
    id: randomUUID(),
    recordedAt: importedAt,
    origin: { ...operatorOrigin(randomUUID()), companyId: owner.companyId },
    owner,
  }
  await appendOne({ eventStore, vault }, change, after)
  await importing(system(), [newDealer().company()])
}

test('a start loads the newest version of each list and no other, and later versions as they come', async () => {
  await imported('masak', 'masak-1', 'no_stream')
  await imported('pep', 'pep-1', 'no_stream')
  await imported('masak', 'masak-2', 0n)
  await imported('masak', 'masak-3', 1n)
  const loaded: string[] = []
  const lists = {
    keep: () => Promise.reject(new Error('nothing is kept here')),
    entries: async () => [],
    async *pages({ version }: ImportedVersion) {
      loaded.push(version)
      yield []
    },
  }
  const { eventStore, pool } = system()

  const following = followSanctionLists({ eventStore, lists, pool, logger: silentLogger })
  onTestFinished(following.close)
  await following.caughtUp

  expect(loaded.toSorted()).toEqual(['masak-3', 'pep-1'])
  expect([...following.now().keys()].toSorted()).toEqual(['masak', 'pep'])
  await imported('masak', 'masak-4', 2n)
  await expect.poll(() => following.now().get('masak')?.version, patience).toBe('masak-4')
})
