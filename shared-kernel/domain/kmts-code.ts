/** The stored form of a scanned code. Upper case without a locale, so that `i` becomes `I`. */
export const normalisedCode = (scanned: string): string => scanned.trim().toUpperCase()
