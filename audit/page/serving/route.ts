import type { AuditedSystem } from '#audit/audited-system.ts'
import type { Verifications } from '#audit/verification/under-way.ts'
import type { Authenticate } from '#kernel/platform/http/authentication.ts'
import type { Sessions } from '../sign-in/session.ts'
import type { RecordVisit } from './recorded-visits.ts'
import type { PageAnswer, Visit } from './visit.ts'

/** The dependencies of the pages. */
export interface AuditDependencies {
  readonly system: () => Promise<AuditedSystem>
  readonly authenticate: Authenticate
  readonly sessions: Sessions
  readonly recordAccess: RecordVisit
  readonly verifications: Verifications
  /** Logged without the user name, because the typed text may be anything. */
  readonly signInRefused: (
    refusal: { readonly reason: string } & Pick<Visit, 'requestId' | 'address'>,
  ) => void
}

export interface AuditRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handle: (visit: Visit) => Promise<PageAnswer>
}
