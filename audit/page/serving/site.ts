import type { Subject } from '#audit/nouns.ts'
import type { PageLanguage } from '../language/language.ts'

/** One of the sites that this process serves. Its name is also the right that a key needs for it. */
export type SiteName = 'audit' | 'console'

/** Pages with an address, a right, a session and a navigation of their own. */
export interface Site {
  readonly name: SiteName
  readonly root: `/${SiteName}`
  /** The navigation for signed-in visitors: address and words. */
  readonly menu: (language: PageLanguage) => readonly (readonly [string, string])[]
  /** Where the site shows a record; undefined if nowhere. */
  readonly pathOf: (record: Subject) => string | undefined
}

/** The site that an address belongs to; the first one if it belongs to none. */
export const siteOf = (sites: readonly [Site, ...Site[]], path: string): Site =>
  sites.find(({ root }) => path === root || path.startsWith(`${root}/`)) ?? sites[0]
