import { hash } from 'node:crypto'

/** The streams whose latest records decide whether an API key counts. */
export const companyStream = (companyId: string): string => `company-${companyId}`

export const apiKeyStream = (apiUserId: string): string =>
  `apiKey-${hash('sha256', apiUserId).slice(0, 40)}`
