/** The product's name as a mark: a winning ball and a machine ball. */
export function Brand() {
  return (
    <p className="mb-4 flex items-center gap-2 px-3 font-bold">
      <img src="/icon.svg" alt="" width="24" height="24" />
      Lotto Forecast
    </p>
  )
}
