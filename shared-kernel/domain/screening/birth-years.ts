/** The first and last year of birth in a text, ignoring everything else in it. */
export function birthYearsIn(text: string | null): readonly [number, number] | undefined {
  const years = [...(text ?? '').matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)].map(([year]) =>
    Number(year),
  )
  return years.length === 0 ? undefined : [Math.min(...years), Math.max(...years)]
}
