export interface SerialNumber {
  readonly serial: string
  readonly number: string
}

const LONGEST_NUMBER = 12

/**
 * The possible readings of a serial and number: `GP-17`, `GP 17`, `GP17`, `GP000017`. A serial may
 * itself end with digits, so there can be several.
 */
export function serialNumbers(text: string): readonly SerialNumber[] {
  const apart = /^(.+?)\s*[\s/-]\s*0*(\d{1,12})$/.exec(text)
  if (apart?.[1] !== undefined && apart[2] !== undefined) {
    return [{ serial: apart[1], number: apart[2] }]
  }
  const digits = /\d*$/.exec(text)?.[0].length ?? 0
  const lengths = Array.from({ length: Math.min(digits, LONGEST_NUMBER) }, (_, index) => index + 1)
  return lengths
    .map((length) => ({
      serial: text.slice(0, -length),
      number: text.slice(-length).replace(/^0+(?=\d)/, ''),
    }))
    .filter(({ serial }) => serial !== '')
}
