import type { Registry } from 'prom-client'
import { expect } from 'vitest'
import { evaluate, type Scrape } from '#test/support/alerts/promql.ts'
import { alertRules } from '#test/support/alerts/rules.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { samplesAt, samplesIn } from '#test/support/samples.ts'

/** What each alert is for, brought about; by its name. */
export type Scenarios = Readonly<Record<string, () => Promise<void>>>

export const SOON = { timeout: LONGEST_WAIT_MS, interval: 100 }

/** One process, or several at one moment. */
export async function scrape(...urls: readonly string[]): Promise<Scrape> {
  const samples = (await Promise.all(urls.map((url) => samplesAt(url)))).flat()
  return { at: Date.now() / 1_000, samples }
}

export const scrapeOf = async (registry: Registry): Promise<Scrape> => ({
  at: Date.now() / 1_000,
  samples: samplesIn(await registry.metrics()),
})

/**
 * The names of the alerts that these scrapes fire, however long they would have to last. What fires has the
 * labels that its summary names.
 */
export const firing = (...scrapes: readonly Scrape[]) =>
  alertRules.flatMap(({ alert, expr, annotations: { summary } }) => {
    const found = evaluate(expr, scrapes)
    const named = [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)
    for (const { labels } of found) {
      expect([alert, Object.keys(labels)]).toEqual([alert, expect.arrayContaining(named)])
    }
    return found.length > 0 ? [alert] : []
  })

/** Scrapes until the alert fires. */
export const untilFiring = (alert: string, scraped: () => Promise<readonly Scrape[]>) =>
  expect.poll(async () => firing(...(await scraped())), SOON).toContain(alert)
