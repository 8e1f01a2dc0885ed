/** The form in which a scanned code is kept and compared; in no language, so that `i` becomes `I`. */
export const normalisedCode = (scanned: string): string => scanned.trim().toUpperCase()
