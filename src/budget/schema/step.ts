/** One numbered change of the schema; its statements never change once shipped. */
export interface Step {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}
