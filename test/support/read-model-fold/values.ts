/** A row as both sides are compared: instants as microseconds, money as text, the rest as it is. */
export type Row = Readonly<Record<string, unknown>>

const INSTANTS = new Set([
  'transactionDate',
  'createdDate',
  'lastDate',
  'validUntil',
  'at',
  'printDate',
  'checkedAt',
  'completedAt',
  'activationDate',
  'markingDate',
])

/** An event's fields under the names of columns. */
export const columns = (data: object): Row =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      INSTANTS.has(name) && typeof value === 'string' ? instant(value) : value,
    ]),
  )

/** Both `2026-11-20T09:45:00.5Z` and `2026-11-20 09:45:00.5+00`. */
export const instant = (text: string): string => `${micros(text)} µs`

export function micros(text: string): bigint {
  const [seconds = '', fraction = ''] = text.replace(/(Z|\+00)$/, '').split('.')
  return (
    BigInt(Date.parse(`${seconds.replace(' ', 'T')}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
  )
}
