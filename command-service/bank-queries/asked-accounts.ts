import { askedReference, type KnownBankAccount } from '#kernel/events/bank-account.ts'

/** An account that the bank can be asked about. */
export interface IntegratedAccount {
  readonly accountId: string
  readonly name: string
  readonly accountRef: string
  /** The account that is asked under its reference instead. */
  readonly askedInstead?: { readonly accountId: string; readonly name: string } | undefined
  /** The company's other accounts that have had a reference: what was booked under it may be theirs. */
  readonly othersOf: (accountRef: string) => readonly string[]
  /** Whether another account is asked under a reference, so that this one need not be. */
  readonly isOfAnother: (accountRef: string) => boolean
}

/** The account as a bank can be asked about it; undefined if none can. */
export function integratedAccount(
  account: KnownBankAccount,
  allOfCompany: readonly KnownBankAccount[],
): IntegratedAccount | undefined {
  const { accountId, name } = account
  const accountRef = askedReference(account)
  if (accountRef === null) return undefined
  const others = allOfCompany.filter((other) => other.accountId !== accountId)
  return {
    accountId,
    name,
    accountRef,
    askedInstead: others
      .filter((other) => askedReference(other) === accountRef && isBefore(other, account))
      .toSorted((one, other) => (isBefore(one, other) ? -1 : 1))[0],
    othersOf: (reference) =>
      others
        .filter(({ references }) => references.includes(reference))
        .map((other) => other.accountId),
    isOfAnother: (reference) => others.some((other) => askedReference(other) === reference),
  }
}

/** Whether it has been asked under its reference for longer. */
const isBefore = (one: KnownBankAccount, other: KnownBankAccount) =>
  one.askedSince === other.askedSince
    ? one.accountId < other.accountId
    : one.askedSince < other.askedSince
