import { Type } from 'typebox'
import { recordId } from '#kernel/contract/fields.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { isThreshold, MAX_THRESHOLD, MIN_THRESHOLD } from '#kernel/domain/screening/threshold.ts'
import { screeningSettingsEvents } from '#kernel/events/screening.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { decimal } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const threshold = () =>
  decimal(`a score from ${MIN_THRESHOLD} to ${MAX_THRESHOLD}`, (value) =>
    isThreshold(Number(value)),
  )

export const screeningSettings = lineKind(screeningSettingsEvents)({
  kind: 'screeningSettings',
  schema: Type.Object({ companyId: recordId(), threshold: threshold() }),
  target: ({ companyId }) => ({
    companyId,
    stream: `screeningSettings-${companyId}`,
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: (data) => ({
    type: 'ScreeningSettingsRecorded',
    data: { companyId: data.companyId, threshold: checkedDecimal(data.threshold) },
  }),
})
