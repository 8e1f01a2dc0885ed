import { expect } from 'vitest'
import type { Dealer } from '#test/support/system-dealer.ts'
import { type visitor as Visitor, visitor } from '../page/running-page.ts'

/** Somebody of the dealer, signed in to the console. */
export async function atTheConsole(
  url: () => string,
  { credentials }: Pick<Dealer, 'credentials'>,
): Promise<ReturnType<typeof Visitor>> {
  const owner = visitor(url, {}, 'console')
  expect((await owner.signIn(credentials)).location).toBe('/console')
  return owner
}
