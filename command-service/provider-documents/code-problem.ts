/** Whether a refused submission was about the verification code alone. */
export const isCodeProblem = (errorCode: string): boolean =>
  errorCode === 'CODE_WRONG' || errorCode === 'CODE_EXPIRED'
