/** What a unit is called in documents and answers. */
export const unitNames = { GRM: 'Gram', C62: 'Adet' } as const
