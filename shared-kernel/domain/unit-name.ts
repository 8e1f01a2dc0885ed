/** The name of a unit in documents and responses. */
export const unitNames = { GRM: 'Gram', C62: 'Adet' } as const
