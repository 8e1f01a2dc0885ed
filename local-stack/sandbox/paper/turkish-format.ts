/** `1234567.5` as `1.234.567,50`; further decimals are kept. */
export function turkishNumber(decimal: string, leastDecimals = 0): string {
  const [whole = '0', decimals = ''] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  const written = decimals.replace(/0+$/, '').padEnd(leastDecimals, '0')
  return written === '' ? grouped : `${grouped},${written}`
}

export const lira = (decimal: string): string => `${turkishNumber(decimal, 2)} ₺`

/** `2026-11-20` as `20.11.2026`. */
export const turkishDay = (day: string): string => day.split('-').toReversed().join('.')
