import type { AuditedSystem } from '#audit/audited-system.ts'
import type { Verifications } from '#audit/verification/under-way.ts'
import type { FeedState } from '#kernel/platform/cli/feed-status.ts'
import type { Authenticate } from '#kernel/platform/http/authentication.ts'
import type { Sessions } from '#kernel/platform/sessions/signed-sessions.ts'
import type { RecordVisit } from './recorded-visits.ts'
import type { SiteName } from './site.ts'
import type { PageAnswer, Visit } from './visit.ts'

/** The dependencies of the pages. */
export interface PageDependencies {
  readonly system: () => Promise<AuditedSystem>
  readonly authenticate: Authenticate
  readonly sessions: Readonly<Record<SiteName, Sessions>>
  readonly recordAccess: RecordVisit
  readonly verifications: Verifications
  /** Undefined where none is installed. */
  readonly feed: () => Promise<FeedState | undefined>
  /** Logged without the user name, because the typed text may be anything. */
  readonly signInRefused: (
    refusal: { readonly reason: string } & Pick<Visit, 'requestId' | 'address'>,
  ) => void
}

export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handle: (visit: Visit) => Promise<PageAnswer>
}
