import { accessEvents } from '#kernel/events/access.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { namesInLog } from '#kernel/platform/recording/names-in-log.ts'
import { questionsOf } from '../access/access-log.ts'
import type { AuditedSystem } from '../audited-system.ts'

/** A person as the log names one: by keyed hashes of the identity number. */
export interface Person {
  readonly companyId: string
  readonly idNo: string
  readonly personRefs: ReadonlySet<string>
  /** What searches for the number leave in the access log. */
  readonly questions: ReadonlySet<string>
}

/** The person with a number, in all spellings that the log has. */
export async function personNumbered(
  { log, vault }: Pick<AuditedSystem, 'log' | 'vault'>,
  sought: Parameters<typeof namesInLog>[1],
): Promise<Person> {
  const { companyId, idNo } = sought
  const { spellings, personRefs } = await namesInLog({ log, vault }, sought)
  const questions = [idNo, ...spellings].flatMap((each) => questionsOf(vault, companyId, each))
  return {
    companyId,
    idNo,
    personRefs: new Set(personRefs),
    questions: new Set(questions),
  }
}

/** The records of a person, as far as the log was read. */
export interface PersonsRecords {
  /** What an event is to the person; undefined if it is another's. Events are passed in log order. */
  readonly take: (event: StoredEvent) => 'own' | 'access' | undefined
  /** The ids of the records that have ever been the person's, by the category of their streams. */
  readonly ids: (category: string) => readonly string[]
}

/**
 * A record is the person's from the first event that names the person. Its later events are too, until
 * one names another person: then the number of the record was corrected.
 */
export function recordsOf(person: Person): PersonsRecords {
  const current = new Set<string>()
  const everOwned = new Set<string>()
  const ownedIds = new Set<string>()

  function isOwn({ stream, data }: StoredEvent): boolean {
    const named = data['personRef']
    if (typeof named !== 'string') return current.has(stream) || isAboutCustomer(data)
    if (person.personRefs.has(named)) return true
    current.delete(stream)
    return false
  }

  /** A search by name has no number, but may have found the person's account. */
  function isAboutCustomer({ customerId }: StoredEvent['data']): boolean {
    return typeof customerId === 'string' && everOwned.has(`customer-${customerId}`)
  }

  const isAccess = ({ data: { recordId, question } }: StoredEvent) =>
    (typeof question === 'string' && person.questions.has(question)) ||
    (typeof recordId === 'string' && ownedIds.has(recordId))

  return {
    take(event) {
      if (!event.isGenuine || event.metadata['companyId'] !== person.companyId) return undefined
      if (categoryOf(event.stream) === accessEvents.category) {
        return isAccess(event) ? 'access' : undefined
      }
      if (!isOwn(event)) return undefined
      current.add(event.stream)
      everOwned.add(event.stream)
      ownedIds.add(idIn(event.stream))
      return 'own'
    },
    ids: (category) => [...everOwned].filter((stream) => categoryOf(stream) === category).map(idIn),
  }
}

const idIn = (stream: string) => stream.slice(stream.indexOf('-') + 1)
