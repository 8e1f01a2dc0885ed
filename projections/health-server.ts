import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Standstill } from '#kernel/platform/event-store/standstill-report.ts'
import { CHAIN_FOLLOWER } from '#kernel/platform/log-chain/follower.ts'
import { type HealthAnswer, readinessAnswer } from '#kernel/platform/process/health-server.ts'
import type { FollowedKeys } from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { readModels } from './read-models/read-models.ts'
import type { ProjectionReport } from './runtime/report.ts'
import type { ProjectionStatus } from './runtime/status.ts'

interface ProjectionsHealth extends Pick<FollowedKeys, 'keysFault'> {
  /** None until the projection has been started. */
  readonly statuses: () => readonly ProjectionStatus[]
  /** The statuses with the lag. */
  readonly report: () => Promise<readonly ProjectionReport[]>
  readonly anotherLog: EventStore['anotherLog']
  /** Followers of the log that do not come on, the projection's leader and the hash chain among them. */
  readonly standstills: () => readonly Standstill[]
}

/** The service stays ready while companies are parked, because it serves all others. */
export async function readiness(health: ProjectionsHealth): Promise<HealthAnswer> {
  const projections = await health.report()
  const statuses = health.statuses()
  const missing = [
    ...(statuses.length === 0 ? [whatIsMissing({ name: readModels.name })] : []),
    ...statuses
      .filter(({ phase }) => phase !== 'live' && phase !== 'standingBy')
      .map(whatIsMissing),
    ...logFault(health, statuses),
    ...standstillsOf(health, statuses),
    ...[health.keysFault() ?? []].flat(),
  ]
  return readinessAnswer(missing, { projections })
}

/** What a projection itself has found out is in its status. */
function logFault({ anotherLog }: ProjectionsHealth, statuses: readonly ProjectionStatus[]) {
  const finding = anotherLog()?.message
  const isSaid = statuses.some(({ failure }) => failure === finding)
  return finding === undefined || isSaid ? [] : [`event store: ${finding}`]
}

/** Tables that are built side by side are not served, and a standby does not follow the log. */
function standstillsOf({ standstills }: ProjectionsHealth, statuses: readonly ProjectionStatus[]) {
  const led = statuses.filter(({ phase }) => phase === 'live').map(({ name }) => name)
  const awaited = new Set([...led, CHAIN_FOLLOWER])
  return standstills()
    .filter(({ name }) => awaited.has(name))
    .map(({ reason }) => reason)
}

function whatIsMissing({
  name,
  phase = 'starting',
  failure,
  position = START_OF_LOG,
  rebuild,
}: Partial<ProjectionStatus>) {
  if (failure !== undefined) return `projection ${name}: ${failure}`
  if (rebuild === undefined)
    return `projection ${name}: ${phase} at position ${position.toString()}`
  return `projection ${name}: ${rebuild.phase} at position ${rebuild.position.toString()} of ${rebuild.target.toString()}`
}
