import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { ALL_COMPANIES, contains, halvesOf, isInShard, isSameShard, type Shard } from './shard.ts'
import { createWaitingLine, type Waiter, type WaitingLine } from './waiting-line.ts'

const MAX_WAITING = 10_000

/** How far each shard is, with the callers that wait for it. Shards may be divided while they wait. */
export function createShardProgress() {
  const lines = createShardLines()
  let waiting = 0

  function waitFor(position: LogPosition, timeoutMs: number, companyId?: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout | undefined
    const settle = (reached: boolean) => {
      clearTimeout(timer)
      waiting -= 1
      resolve(reached)
    }
    const waiter = { position, companyId, settle }
    waiting += 1
    if (position <= lines.of(waiter).position()) settle(true)
    else if (timeoutMs <= 0 || waiting > MAX_WAITING) settle(false)
    else {
      lines.of(waiter).join(waiter)
      timer = setTimeout(() => {
        lines.of(waiter).leave(waiter)
        settle(false)
      }, timeoutMs)
    }
    return promise
  }

  return {
    /** Of the shard that is furthest behind. */
    position: lines.position,
    moveTo: lines.moveTo,
    waitFor,
    sendAway() {
      for (const waiter of lines.empty()) waiter.settle(false)
    },
  }
}

interface ShardLine {
  readonly shard: Shard
  readonly line: WaitingLine
}

/** A queue for each shard, and one for callers that wait for all shards. */
function createShardLines() {
  const ofAll = createWaitingLine(START_OF_LOG)
  let lines: readonly ShardLine[] = [lineFor(ALL_COMPANIES, START_OF_LOG)]

  const lineOf = ({ companyId }: Pick<Waiter, 'companyId'>): WaitingLine =>
    lines.find(({ shard }) => companyId !== undefined && isInShard(companyId, shard))?.line ?? ofAll

  /** The new lines take over the callers of those that they replace. */
  function replace(old: readonly ShardLine[], by: readonly ShardLine[]) {
    lines = [...lines.filter((each) => !old.includes(each)), ...by]
    for (const waiter of old.flatMap(({ line }) => line.empty())) lineOf(waiter).join(waiter)
  }

  /** The halves of a shard are at least as far as it was. */
  function divideDownTo(shard: Shard) {
    for (;;) {
      const larger = lines.find((each) => contains(each.shard, shard))
      if (larger === undefined || isSameShard(larger.shard, shard)) return
      const position = larger.line.position()
      const halves = halvesOf(larger.shard).map((half) => lineFor(half, position))
      replace([larger], halves)
    }
  }

  return {
    of: lineOf,
    position: ofAll.position,
    moveTo: (shard: Shard, position: LogPosition) => {
      divideDownTo(shard)
      const known = lines.find((each) => isSameShard(each.shard, shard))
      if (known === undefined) {
        const smaller = lines.filter((each) => contains(shard, each.shard))
        replace(smaller, [lineFor(shard, position)])
      } else known.line.moveTo(position)
      const positions = lines.map(({ line }) => line.position())
      ofAll.moveTo(positions.reduce((lowest, each) => (each < lowest ? each : lowest)))
    },
    empty: () => [ofAll, ...lines.map(({ line }) => line)].flatMap((line) => line.empty()),
  }
}

const lineFor = (shard: Shard, position: LogPosition): ShardLine => ({
  shard,
  line: createWaitingLine(position),
})
