/** Postgres accepts at most 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 2000

/** Runs a statement on a long list in batches, one after another. @returns the rows of all batches */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  run: (batch: readonly Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let i = 0; i < items.length; i += ROWS_PER_STATEMENT) {
    rows.push(...(await run(items.slice(i, i + ROWS_PER_STATEMENT))))
  }
  return rows
}
