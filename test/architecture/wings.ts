/** Packages lie in folders of wings, too. */
export const isInstalled = (path: string) => path.includes('node_modules')

/** The top folders of code, as ARCHITECTURE.md describes them. */
export const wings = [
  'audit',
  'client',
  'command-service',
  'local-stack',
  'operator',
  'projections',
  'publishing',
  'query-service',
  'shared-kernel',
] as const
