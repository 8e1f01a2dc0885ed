interface Shown {
  readonly baseUrl: string
  readonly credentials: string
  readonly voucherId: string
  /** The value of `DATA_DIR` that the commands need; undefined if the default applies. */
  readonly folder: string | undefined
}

/** How to examine the same records as an auditor. */
export function auditOf({ baseUrl, credentials, voucherId, folder }: Shown): string {
  const [user, secret] = credentials.split(':')
  const place = folder === undefined ? '' : `DATA_DIR=${folder} `
  const command = (words: string) => `  ${place}npm run --silent audit -- ${words}`
  return [
    'What has just happened, as an auditor sees it:',
    command(`history expense-voucher ${voucherId}`),
    command(`state expense-voucher ${voucherId}`),
    command('verify'),
    `and in a browser, as ${user} with ${secret}:`,
    `  ${baseUrl}/audit/records/expense-voucher/${voucherId}`,
    '',
  ].join('\n')
}
