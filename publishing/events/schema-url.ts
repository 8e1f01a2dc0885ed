/** Where a schema is served. */
export const schemaUrl = (schemasUrl: string, type: string): string =>
  `${schemasUrl.replace(/\/$/, '')}/${type}.json`
