import { repositoryOf } from '#command/event-sourcing/aggregate.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { kmtsVerification } from './kmts-verification.ts'

export type KmtsRepository = ReturnType<typeof kmtsRepository>

export const kmtsRepository = (log: Log) =>
  repositoryOf(log, {
    family: kmtsVerificationEvents,
    decider: kmtsVerification,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
  })

export const kmtsStream = (verificationId: string) => `kmtsVerification-${verificationId}`
