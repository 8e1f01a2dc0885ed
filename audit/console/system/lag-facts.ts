import { fill, type Manner, numberIn } from '../../page/language/fill.ts'
import { textsOf } from './tile.ts'

interface Lag {
  readonly lagEvents: number | null
  readonly lagIsMore: boolean
  readonly lagMs: number | null
}

/** How far behind the log something is. */
export function lagFacts(manner: Manner, { lagEvents, lagIsMore, lagMs }: Lag) {
  const texts = textsOf(manner)
  const count = numberIn(String(lagEvents), manner)
  const lag = lagIsMore ? fill(texts.more, { count }, manner) : count
  const seconds = fill(texts.seconds, { count: ((lagMs ?? 0) / 1_000).toFixed(1) }, manner)
  return [
    [texts.lag, lagEvents === null ? texts.unknown : lag],
    [texts.lagSeconds, lagMs === null ? texts.unknown : seconds],
  ] as const
}
