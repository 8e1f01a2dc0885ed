import type { ConsolePage } from './page.ts'

/** In the order of the navigation, behind the start page. */
export const consolePages: readonly ConsolePage[] = []
