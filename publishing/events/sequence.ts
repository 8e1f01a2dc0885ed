import type { Publication } from './public-event.ts'

/**
 * Rises within a record. Of a form, two streams tell: its own, and that of its person's forms, which takes it
 * up once, behind its submission and before anybody decides about it.
 */
export function sequenceOf({ event, recorded: { revision } }: Publication): string {
  if (event.noun !== 'customer-form') return revision.toString()
  return (event.name === 'FormTakenUp' ? 1n : revision * 2n).toString()
}
