import { integer } from './setting.ts'

/** How long the law wants personal data kept. */
export const retentionSettings = {
  RETENTION_FISCAL_YEARS: integer('RETENTION_FISCAL_YEARS', {
    default: 10,
    minimum: 5,
    maximum: 100,
    meaning:
      'How many years after its calendar year a fiscal document is kept (VUK 253: at least 5, TTK 82: 10); `operator -- retention run` destroys what is older.',
  }),
  RETENTION_MASAK_YEARS: integer('RETENTION_MASAK_YEARS', {
    default: 8,
    minimum: 8,
    maximum: 100,
    meaning:
      'How many years after the last transaction of a person checks, forms and the account are kept (law 5549, article 8).',
  }),
} as const
