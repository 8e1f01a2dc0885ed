import { Type } from 'typebox'
import { instant, oneOf, recordId } from '#kernel/contract/fields.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { type PriceEvent, priceEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { MATERIALS } from '#kernel/records/templates.ts'
import { derived, rate } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

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
  event: ({ companyId, material, price: given, at }, previous, { now }) => {
    const amount = checkedDecimal(given)
    if (previous !== undefined && isNoNews(previous, amount, at)) return previous
    return {
      type: 'PriceRecorded',
      data: { companyId, material, price: amount, at: at ?? new Date(now()).toISOString() },
    }
  },
})

/**
 * The latest price counts. One from before it changes nothing; so a file of many prices of a material
 * can be imported again. Without a date a price holds from now on.
 */
const isNoNews = ({ data }: PriceEvent, amount: string, at: string | undefined) =>
  at === undefined || at === data.at ? amount === data.price : at < data.at
