/** What is wrong with a line. */
export interface LineFault {
  readonly field: string
  readonly wrong: string
  /** It may be meant so: the line is imported all the same. */
  readonly isWarning?: true
}
