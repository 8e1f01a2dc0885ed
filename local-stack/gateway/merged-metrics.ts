import type { Services } from './health.ts'

const ANSWER_WITHIN_MS = 2_000

/** The metrics of all services that answer, as one text in the Prometheus format. */
export async function mergedMetrics(own: string, services: Services): Promise<string> {
  return mergeMetrics([own, ...(await Promise.all(Object.values(services).map(metricsAt)))])
}

async function metricsAt(url: string): Promise<string> {
  try {
    const answer = await fetch(new URL('/metrics', url), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

/** The format requires each metric once: its description, then the samples of every service. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { description: string[]; samples: string[] }>()
  for (const text of texts) {
    let name = ''
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1]
      name = described ?? name
      const family = families.get(name) ?? { description: [], samples: [] }
      families.set(name, family)
      if (described === undefined) family.samples.push(line)
      else if (!family.description.includes(line)) family.description.push(line)
    }
  }
  const lines = [...families.values()].flatMap((family) =>
    family.description.concat(family.samples),
  )
  return `${lines.join('\n')}\n`
}
