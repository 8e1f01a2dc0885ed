/** What an official number can begin with: three capitals or digits; else the integrator chooses. */
export const officialPrefix = (serial: string | null): string | null =>
  serial !== null && /^[A-Z0-9]{3}$/.test(serial) ? serial : null
