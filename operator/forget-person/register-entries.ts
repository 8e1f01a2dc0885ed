import { randomUUID } from 'node:crypto'
import { appendOne } from '#command/event-sourcing/append.ts'
import { parkedCompany, type ReadModels } from '#command/read-models.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { waitForReadModels } from '../catch-up.ts'

/** The store appends many streams in one write. */
const AT_ONCE = 100

interface Person {
  readonly companyId: string
  readonly idNo: string
  readonly personRefs: readonly string[]
}

/**
 * Records entries of the register again, under the person's other key, where the keys to be destroyed
 * seal them: the law wants them kept, and earlier versions sealed them with the account.
 */
export async function keepRegisterEntries(
  system: Pick<System, 'eventStore' | 'vault' | 'pool'> & { readonly readModels: ReadModels },
  person: Person,
  doomed: ReadonlySet<string>,
): Promise<number> {
  if (doomed.size === 0) return 0
  await untilAllAreShown(system, person)
  const ids = await entriesOf(system.readModels, person)
  let kept = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const recordedAt = await commonInstant(system.pool)
    const again = await Promise.all(
      ids
        .slice(from, from + AT_ONCE)
        .map((id) => keepEntry(system, person, { id, doomed, recordedAt })),
    )
    kept += again.filter(Boolean).length
  }
  return kept
}

/** An entry that the tables do not show yet would be lost with its key. */
async function untilAllAreShown(
  { eventStore, pool }: Pick<System, 'eventStore' | 'pool'>,
  { companyId }: Person,
): Promise<void> {
  await waitForReadModels(pool, await eventStore.headOfLog(), { done: 'Nothing is forgotten yet' })
  const { category } = registerEvents
  if ((await parkedCompany(pool, { category, companyId })) === undefined) return
  throw new CommandError(
    `Nothing is forgotten: entries of the register wait, because company ${companyId} is parked. See "npm run projections -- status".`,
  )
}

async function entriesOf(readModels: ReadModels, { companyId, personRefs }: Person) {
  const rows = await readModels
    .selectFrom('customer_event')
    .select('id')
    .where('company_id', '=', companyId)
    .where('person_ref', 'in', personRefs)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface Entry {
  readonly id: string
  readonly doomed: ReadonlySet<string>
  readonly recordedAt: Awaited<ReturnType<typeof commonInstant>>
}

async function keepEntry(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  { companyId, idNo }: Person,
  { id, doomed, recordedAt }: Entry,
): Promise<boolean> {
  const stream = `${registerEvents.category}-${id}`
  const stored = await eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  const [last] = await decodeEvents(vault, () => registerEvents, stored)
  if (last === undefined || !doomed.has(last.metadata.keyId ?? '')) return false
  if (valueUnlessForgotten(last.event.data.entry) === null) return false
  const commandId = randomUUID()
  const again = {
    family: registerEvents,
    event: last.event,
    stream,
    id: eventIdFrom(commandId, stream),
    recordedAt,
    origin: { ...operatorOrigin(commandId), companyId },
    owner: { companyId, purpose: 'fiscal', person: idNo },
  } as const
  if ((await appendOne({ eventStore, vault }, again, last.revision)) !== undefined) return true
  throw new CommandError(`Entry ${id} has just been changed: run the command again.`)
}
