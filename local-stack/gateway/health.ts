import type { Logger } from '#kernel/platform/process/logger.ts'

/** The addresses of each service's instances. */
export type Services = Readonly<Record<string, readonly string[]>>

const ANSWER_WITHIN_MS = 1_500

/** The services of which no instance is ready, by name, with what they wait for. */
export async function missingParts(services: Services): Promise<readonly string[]> {
  const answers = await Promise.all(
    Object.entries(services).map(async ([name, urls]) => {
      const missing = await Promise.all(urls.map((url) => missingAt(name, url)))
      return missing.find((reasons) => reasons.length === 0) ?? missing[0] ?? []
    }),
  )
  return answers.flat()
}

/** What an instance waits for, under that name; empty when it is ready. */
export async function missingAt(name: string, url: string): Promise<readonly string[]> {
  try {
    const answer = await fetch(new URL('/health/ready', url), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const body: unknown = await answer.json()
    if (answer.ok) return []
    const reasons = textsIn(body, 'missing')
    return reasons.length === 0 ? [name] : reasons.map((reason) => `${name}: ${reason}`)
  } catch {
    return [name]
  }
}

/** Without what stands behind each name. */
export const namesIn = (reasons: readonly string[]): readonly string[] => [
  ...new Set(reasons.map((reason) => reason.replace(/: [^]*$/, ''))),
]

/** Logs why the gateway is not ready, whenever the reasons have changed. */
export function readinessLog(logger: Logger) {
  let logged = ''
  return (missing: readonly string[]) => {
    const now = missing.map(withoutNumbers).join('\n')
    if (now === logged) return
    logged = now
    if (missing.length === 0) logger.info('ready')
    else logger.warn({ missing }, 'not ready')
  }
}

/** A position or a lag that grows is no other reason. */
const withoutNumbers = (reason: string) => reason.replaceAll(/\d+/g, '0')

/** The texts of a named list in a message from another process; empty if the shape differs. */
export function textsIn(message: unknown, name: string): readonly string[] {
  if (typeof message !== 'object' || message === null) return []
  const list: unknown = Object.entries(message).find(([key]) => key === name)?.[1]
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
