/** One line of the text format of Prometheus. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All samples of a page of metrics. */
export const samplesIn = (page: string): readonly Sample[] =>
  page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    return { name, labels: labelsIn(labels), value: valueOf(value) }
  })

const labelsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

const valueOf = (text = '') => Number(text.replace(/^([+-]?)Inf$/, '$1Infinity'))

/** The metrics at an address. */
export async function samplesAt(url: string): Promise<readonly Sample[]> {
  return samplesIn(await (await fetch(`${url}/metrics`)).text())
}
