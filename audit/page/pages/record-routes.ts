import { accessTo } from '#audit/access/access-log.ts'
import type { AuditedSystem } from '#audit/audited-system.ts'
import { openStep, ownSteps } from '#audit/history/steps.ts'
import type { OwnedSubject } from '#audit/nouns.ts'
import { stateAt, statesOf } from '#audit/state/states.ts'
import { queuePerCompany } from '#kernel/platform/waiting/bounded-queue.ts'
import { withHeadlines } from '../records/headlines.ts'
import { ownRecord } from '../records/record.ts'
import { shownHistory } from '../records/shown-history.ts'
import { faultPage } from '../serving/fault.ts'
import { askedInstant } from '../serving/local-time.ts'
import type { PageDependencies, PageRoute } from '../serving/route.ts'
import type { PageAnswer, SignedInVisit } from '../serving/visit.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { changesPage } from './changes.ts'
import { statePage } from './state.ts'
import { recordTitle, timeLinePage } from './time-line.ts'

type Show = (
  visit: SignedInVisit,
  system: AuditedSystem,
  subject: OwnedSubject,
) => Promise<PageAnswer>

const RECORD = '/audit/records/:noun/:id'

export function recordRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const queue = queuePerCompany({ atOnce: 2, waiting: 10 })
  const route = (path: string, what: 'time line' | 'changes' | 'state', show: Show): PageRoute => ({
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
      return queue(visit.caller.companyId, () => show(visit, system, subject))
    }),
  })
  return [
    route(RECORD, 'time line', showTimeLine),
    route(`${RECORD}/changes`, 'changes', showChanges),
    route(`${RECORD}/state`, 'state', showState),
  ]
}

/** What every page says of the record first. */
async function known(system: AuditedSystem, subject: OwnedSubject) {
  const found = [{ ...subject, matched: 'id' }]
  const [listed] = await withHeadlines(system.pool, subject.companyId, found)
  return { subject, headline: listed?.headline ?? null, own: await ownSteps(system, subject) }
}

const showTimeLine: Show = async (visit, system, subject) => {
  const history = await shownHistory(visit, system, subject)
  return { page: timeLinePage(visit, { ...(await known(system, subject)), history }) }
}

const showChanges: Show = async (visit, system, subject) => {
  const { states, areAll } = await statesOf(system, subject)
  const steps = []
  for (const state of states) steps.push({ ...state, step: await openStep(system, state.event) })
  const title = recordTitle(visit, await known(system, subject))
  return { page: changesPage(visit, { subject, title, states: steps, areAll }) }
}

const showState: Show = async (visit, system, subject) => {
  const moment = askedInstant(visit.query, 'at', visit.timeZone) ?? Date.now()
  const answer = await stateAt(system, subject, moment)
  const title = recordTitle(visit, await known(system, subject))
  return { page: statePage(visit, { subject, title, moment, answer }) }
}
