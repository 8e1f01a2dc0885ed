import { kmtsVerification } from '#command/modules/kmts/kmts-verification.ts'
import { repositoryOf } from '#command/store/aggregate.ts'
import type { Log } from '#command/store/log.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'

export type KmtsRepository = ReturnType<typeof kmtsRepository>

export const kmtsRepository = (log: Log) =>
  repositoryOf(log, {
    family: kmtsVerificationEvents,
    decider: kmtsVerification,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
  })

export const kmtsStream = (verificationId: string) => `kmtsVerification-${verificationId}`
