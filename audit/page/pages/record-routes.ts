import { accessTo } from '#audit/access/access-log.ts'
import type { AuditedSystem } from '#audit/audited-system.ts'
import { openStep, stepsOf } from '#audit/history/steps.ts'
import type { OwnedSubject } from '#audit/nouns.ts'
import { statesOf } from '#audit/state/states.ts'
import { boundedQueue } from '#kernel/platform/waiting/bounded-queue.ts'
import { ownRecord } from '../records/record.ts'
import type { AuditDependencies, AuditRoute } from '../serving/route.ts'
import type { AuditorsVisit, PageAnswer } from '../serving/visit.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { changesPage } from './changes.ts'
import { faultPage } from './fault.ts'
import { timeLinePage } from './time-line.ts'

type Show = (
  visit: AuditorsVisit,
  system: AuditedSystem,
  subject: OwnedSubject,
) => Promise<PageAnswer>

const RECORD = '/audit/records/:noun/:id'

export function recordRoutes(dependencies: AuditDependencies): readonly AuditRoute[] {
  const queue = boundedQueue({ atOnce: 2, waiting: 10 })
  const route = (path: string, what: 'time line' | 'changes', show: Show): AuditRoute => ({
    method: 'GET',
    path,
    handle: signedIn(dependencies, async (visit) => {
      const system = await dependencies.system()
      const subject = await ownRecord(system, visit.caller.companyId, {
        noun: visit.params['noun'],
        id: visit.params['id'],
      })
      if (subject === undefined) return faultPage(visit, { status: 404, reason: 'notFound' })
      await dependencies.recordAccess(visit, accessTo(what, subject))
      return queue(() => show(visit, system, subject))
    }),
  })
  return [
    route(RECORD, 'time line', showTimeLine),
    route(`${RECORD}/changes`, 'changes', showChanges),
  ]
}

const showTimeLine: Show = async (visit, system, subject) => ({
  page: timeLinePage(visit, { subject, ...(await stepsOf(system, subject)) }),
})

const showChanges: Show = async (visit, system, subject) => {
  const { states, areAll } = await statesOf(system, subject)
  const steps = []
  for (const state of states) steps.push({ ...state, step: await openStep(system, state.event) })
  return { page: changesPage(visit, { subject, states: steps, areAll }) }
}
