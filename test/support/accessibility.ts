import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'

const Found = Compile(
  Type.Object({
    passes: Type.Array(Type.Unknown()),
    violations: Type.Array(
      Type.Object({ id: Type.String(), nodes: Type.Array(Type.Object({ html: Type.String() })) }),
    ),
  }),
)

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe has against a page by the rules of WCAG 2.2, A and AA, without those left out. */
export async function accessibilityFaults(
  page: Page,
  leftOut: readonly string[] = [],
): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const rules = JSON.stringify({ runOnly: WCAG_2_2_AA })
  const { passes, violations } = Found.Parse(await page.evaluate(`axe.run(document, ${rules})`))
  expect(passes.length).toBeGreaterThan(5)
  return violations
    .filter(({ id }) => !leftOut.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
