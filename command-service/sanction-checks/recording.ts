import type { Log } from '#command/event-sourcing/log.ts'
import { repositoryOf } from '#command/event-sourcing/repository.ts'
import { keyHolder } from '#kernel/domain/person-name.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { sanctionCheck } from './sanction-check.ts'

/** A check is evidence that the law wants kept: it is not forgotten with the customer account. */
const sealedForPerson = (idNo: string | null) =>
  ({ purpose: 'fiscal', person: keyHolder(idNo) }) as const

export const sanctionCheckRepository = (log: Log) =>
  repositoryOf(log, {
    family: sanctionCheckEvents,
    aggregate: sanctionCheck,
    sealedFor: ({ data }) => sealedForPerson(valueUnlessForgotten(data.query)?.idNo ?? null),
    brings: ({ data }) => ({ existingId: data.checkId }),
  })
