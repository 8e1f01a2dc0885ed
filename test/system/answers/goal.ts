import type { Told, Wish } from './obedient-client.ts'

/** What a client wants, and what there is in the end. */
export interface Goal extends Wish {
  readonly leaves: /** One document of the person's when it was told so, none when it was refused. */
    | { readonly what: 'voucher' | 'invoice'; readonly idNo: string }
    /** None when it was told so. */
    | { readonly what: 'noVoucher' | 'noInvoice'; readonly idNo: string }
    /** One when it was told so, at most one for each answer that admits one. */
    | { readonly what: 'entries'; readonly count: () => Promise<number> }
    /** What is wrong with the record; undefined when nothing is. */
    | {
        readonly what: 'step'
        readonly fault: (told: Told['last']) => Promise<string | undefined>
      }
    | { readonly what: 'nothing' }
}
