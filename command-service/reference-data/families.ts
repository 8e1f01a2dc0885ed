import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
  providerAccountEvents,
  templateEvents,
} from '#kernel/events/reference-data.ts'
import { screeningSettingsEvents } from '#kernel/events/screening.ts'
import { type Decoder } from '#kernel/platform/recording/event-codec.ts'
import type { ReferenceEvent } from './fold.ts'

const families: readonly (Decoder<ReferenceEvent> & { readonly category: string })[] = [
  companyEvents,
  companySettingsEvents,
  screeningSettingsEvents,
  apiKeyEvents,
  providerAccountEvents,
  priceEvents,
  templateEvents,
  bankAccountEvents,
]

const familyOf = new Map(families.map((family) => [family.category, family]))

/** Of the streams that reference data are folded from. */
export const streamPrefixes = families.map(({ category }) => `${category}-`)

export const decoderOf = (stream: string): Decoder<ReferenceEvent> | undefined =>
  familyOf.get(categoryOf(stream))

export const isReferenceStream = (stream: string): boolean => decoderOf(stream) !== undefined
