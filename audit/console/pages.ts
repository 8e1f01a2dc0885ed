import { banksPage } from './banks/banks-page.ts'
import { compliancePage } from './compliance/compliance-page.ts'
import { documentsPage } from './documents/documents-page.ts'
import { keysPage } from './keys/keys-page.ts'
import type { ConsolePage } from './page.ts'
import { systemPage } from './system/system-page.ts'
import { todayPage } from './today/today-page.ts'

/** In the order of the navigation, behind the start page. */
export const consolePages: readonly ConsolePage[] = [
  todayPage,
  documentsPage,
  compliancePage,
  banksPage,
  systemPage,
  keysPage,
]
