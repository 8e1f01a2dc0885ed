import { Type } from 'typebox'
import { instant, oneOf, recordId } from '#kernel/contract/fields.ts'
import { type Instant, instantOf } from '#kernel/domain/instant.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { noPrices, type PriceList, priceAt, withPrice } from '#kernel/events/price-list.ts'
import { type PriceEvent, priceEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { MATERIALS } from '#kernel/records/templates.ts'
import { derived, rate } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'
import type { PriceHistory } from '../price-history.ts'

export const price = lineKind(priceEvents)({
  kind: 'price',
  schema: Type.Object({
    companyId: recordId(),
    material: oneOf(...MATERIALS),
    price: rate(),
    at: derived(instant(), 'the moment of the import'),
  }),
  target: ({ companyId, material }) => ({
    companyId,
    stream: `price-${companyId}_${material}`,
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: async ({ companyId, material, price: given, at }, previous, run) => {
    const now = instantOf(run.now())
    const told = { price: checkedDecimal(given), at: at ?? now }
    const history = () => run.readPrices(run.stream, run.revision - 1n)
    const list = previous === undefined ? noPrices : (carriedBy(previous) ?? (await history()).list)
    if (previous !== undefined && told.price === (await knownPrice(list, at, { now, history }))) {
      return previous
    }
    const { inForce, toCome } = withPrice(list, told, now)
    const carried = toCome.length > MOST_CARRIED ? null : [...toCome]
    return {
      type: 'PriceRecorded',
      data: { companyId, material, ...told, inForce, toCome: carried },
    }
  },
})

/** More to come than these are not written again with every price. */
const MOST_CARRIED = 100

const carriedBy = ({ data: { inForce, toCome } }: PriceEvent): PriceList | undefined =>
  toCome === null ? undefined : { inForce, toCome }

interface Known {
  readonly now: Instant
  readonly history: () => Promise<PriceHistory>
}

/** The price that is known for that very moment; without a moment, the one that counts now. */
async function knownPrice(
  list: PriceList,
  at: Instant | undefined,
  { now, history }: Known,
): Promise<string | undefined> {
  if (at === undefined) return priceAt(list, now)?.price
  const { inForce, toCome } = list
  // The list has lost what was before.
  if (inForce !== null && at < inForce.at) return (await history()).toldFor(at)
  return [inForce, ...toCome].find((one) => one?.at === at)?.price
}
