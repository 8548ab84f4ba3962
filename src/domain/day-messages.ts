/** The specification's texts of Day Result, apart from those that every screen loads. */
export function noResultFor(weekday: string): string {
  return `No result found for ${weekday}`
}

export function noDocument(monthYear: string): string {
  return `Document "${monthYear}" does not exist`
}

export function errorFetching(message: string): string {
  return `Error fetching results: ${message}`
}
