import type { AuditedSystem } from '#audit/audited-system.ts'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import type { PageDependencies, PageRoute } from '../page/serving/route.ts'
import type { PageAnswer, SignedInVisit } from '../page/serving/visit.ts'

/** The same texts in each language, beside the page that shows them. */
export type InEachLanguage<Texts> = Readonly<Record<LanguageName, Texts>>

/** What pages read from. Of the tables each names the company of `visit.caller`, and no other. */
export interface Sources extends Pick<PageDependencies, 'recordAccess' | 'feed'> {
  readonly system: AuditedSystem
}

/** Shows a signed-in visitor one page; it begins with `recordAccess` where it shows data of a person. */
export type Show = (visit: SignedInVisit, sources: Sources) => Promise<PageAnswer>

/** A page or a file that the navigation does not name, such as one document, or a table as CSV. */
export interface PageBelow {
  readonly method?: PageRoute['method']
  /** Whole, with `:name` for each part that varies. */
  readonly path: '/console' | `/console/${string}`
  readonly show: Show
}

/** One page of the console. Navigation, routes and the tests of all pages follow from the list in `pages.ts`. */
export interface ConsolePage {
  readonly path: '/console' | `/console/${string}`
  /** In the navigation, and of the page. */
  readonly title: InEachLanguage<string>
  /** One sentence for the start page. */
  readonly about: InEachLanguage<string>
  readonly show: Show
  readonly below?: readonly PageBelow[]
}
