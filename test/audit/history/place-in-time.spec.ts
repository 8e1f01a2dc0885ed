import { expect, test } from 'vitest'
import { placeNear, SLACK_MS } from '#audit/history/place-in-time.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, logPosition } from '#kernel/platform/event-store/log-position.ts'
import { evidenceForThisTest } from '#test/shared-kernel/platform/log-chain/support.ts'

const MINUTE_MS = 60_000
const BLOCKS = 130
const EVENTS_OF_A_BLOCK = 100

/** A log with an event a minute, one position each; its chain has a block for every hundred events. */
async function longLog() {
  const { pool } = await evidenceForThisTest()
  await pool.query(
    `insert into vault.log_chain (after, event_count, event_ids, event_hashes, head, position, signed)
     select block * $1, $1, '', '', '', (block + 1) * $1, false
     from generate_series(0, $2 - 1) as block`,
    [EVENTS_OF_A_BLOCK, BLOCKS],
  )
  const log = { eventAt: async (position: LogPosition) => recorded(position) }
  return (moment: number, side: 'before' | 'behind') => placeNear({ pool, log }, moment, side)
}

const recorded = (position: LogPosition): StoredEvent => ({
  id: '0',
  type: 'Happened',
  data: {},
  metadata: {},
  stream: 'customer-1',
  revision: 0n,
  position,
  isGenuine: true,
  storedAt: Number(position) * MINUTE_MS,
})

test('a moment is found in the chain whatever the number of digits of its counts', async () => {
  const near = await longLog()

  for (const minute of [150, 950, 1_050, 9_950, 10_050, 12_950]) {
    const [before, behind] = [
      await near(minute * MINUTE_MS, 'before'),
      await near(minute * MINUTE_MS, 'behind'),
    ]
    const block = Math.floor(minute / EVENTS_OF_A_BLOCK) * EVENTS_OF_A_BLOCK
    expect([minute, before]).toEqual([minute, logPosition(BigInt(block))])
    expect([minute, behind]).toEqual([minute, logPosition(BigInt(block + EVENTS_OF_A_BLOCK))])
  }
})

test('it is right before and behind all that clocks may have written at the moment', async () => {
  const near = await longLog()
  const blocks = Array.from({ length: BLOCKS }, (_, block) => (block + 1) * EVENTS_OF_A_BLOCK)
  const minutes = [0, 100, 200, 6_500, 12_900, 13_000].flatMap((block) =>
    [-2, -1, 0, 1, 2].map((more) => block + more),
  )

  for (const minute of minutes) {
    const moment = minute * MINUTE_MS
    const before = blocks.findLast((at) => at * MINUTE_MS < moment - SLACK_MS)
    const behind = blocks.find((at) => at * MINUTE_MS > moment + SLACK_MS)
    const places = [before, behind].map((at) => (at === undefined ? at : logPosition(BigInt(at))))
    expect([minute, await near(moment, 'before'), await near(moment, 'behind')]).toEqual([
      minute,
      ...places,
    ])
  }
})
