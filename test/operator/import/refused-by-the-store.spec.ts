// @module-tag one-node

import codes from '@eventstore/db-client/generated/code_pb.js'
import { expect, onTestFinished, test } from 'vitest'
import { answering } from '#test/shared-kernel/platform/event-store/refusals.ts'
import { relayForThisTest } from '#test/shared-kernel/platform/event-store/relay.ts'
import { newDealer } from '#test/support/import-lines.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { openLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

test('a line that the event store refuses is named, and what stood before it is kept', async () => {
  const { databases, vaultKey, eventStoreUrl } = system()
  const relay = await relayForThisTest(Number(new URL(eventStoreUrl).port))
  const place = { databaseUrl: databases.command, eventStoreUrl: relay.url, vaultKey }
  const log = await openLog(place)
  onTestFinished(log.close)
  const dealer = newDealer()
  const lines = [dealer.company(), dealer.customer()]
  await importing(system(), lines.slice(0, 1))
  const name = 'event_store.client.MaximumAppendEventSizeExceeded'
  relay.refuse = answering(codes.Code.INVALID_ARGUMENT, { name, message: name })

  await expect(importing({ ...system(), ...log }, lines)).rejects.toThrow(
    /^line 2: .*--max-append-event-size/,
  )

  relay.refuse = undefined
  expect(await importing({ ...system(), ...log }, lines)).toEqual({ imported: 1, unchanged: 1 })
})
