import { settings } from '#kernel/platform/settings/settings.ts'

interface Shown {
  readonly baseUrl: string
  readonly apiUserId: string
  readonly secretKey: string
  readonly voucherId: string
  /** The value of `DATA_DIR`. */
  readonly folder: string
}

/** How to examine the same records as an auditor. */
export function auditOf({ baseUrl, apiUserId, secretKey, voucherId, folder }: Shown): string {
  const place = folder === settings.DATA_DIR.default ? '' : `DATA_DIR=${folder} `
  const command = (words: string) => `  ${place}npm run --silent audit -- ${words}`
  return [
    'What has just happened, as an auditor sees it:',
    command(`history expense-voucher ${voucherId}`),
    command(`state expense-voucher ${voucherId}`),
    command('verify'),
    `and in a browser, as ${apiUserId} with ${secretKey}:`,
    `  ${baseUrl}/audit/records/expense-voucher/${voucherId}`,
    '',
  ].join('\n')
}
