import fc from 'fast-check'

/** Valid numbers and addresses of nobody. */
export const personal = [
  '10000000146',
  '1234567890',
  'TR330006100519786457841326',
  'TR33 0006 1005 1978 6457 8413 26',
  'TR330006100519786457841327',
  'DE89370400440532013000',
  '+905321234567',
  '+90 532 123 45 67',
  '0532 123 45 67',
  '05321234567',
  '5321234567',
  '905321234567',
  '+49 30 123456',
  'ayse@example.com',
] as const

/** Such a text alone, or inside a code. */
export const personalTexts = fc
  .tuple(
    fc.constantFrom('', 'KMV-', 'KMV', 'no '),
    fc.constantFrom(...personal),
    fc.constantFrom('', '-1', '/A'),
  )
  .map((parts) => parts.join(''))

/** Whether one of the samples is still there, in whatever writing. */
export const tellsOfPerson = (text: string): boolean =>
  /10000000146|1234567890|0006100519786457|370400440532|5321234567|4930123456|ayse@/.test(
    text.replaceAll(/[\s.()-]/g, ''),
  )
