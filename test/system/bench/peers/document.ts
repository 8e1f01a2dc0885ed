import { type Static, Type } from 'typebox'

/** What every system is asked to create. */
export const Document = Type.Object(
  {
    source: Type.Literal('manual'),
    isDraft: Type.Boolean(),
    idNo: Type.String({ pattern: '^\\d{10,11}$' }),
    amount: Type.Number({ exclusiveMinimum: 0 }),
    nameSurname: Type.String({ maxLength: 200 }),
  },
  { additionalProperties: false },
)

export type Document = Static<typeof Document>

export type Created = Document & { readonly id: string }

const SELLERS = 500

/** No two of the same seller and amount, which ours would refuse. */
export const documentOf = (index: number): Document => ({
  source: 'manual',
  isDraft: true,
  idNo: String(1_000_000_000 + (index % SELLERS)),
  amount: (100_000 + index) / 100,
  nameSurname: 'Ayşe Işık',
})
