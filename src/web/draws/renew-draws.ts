/** Whether the answer of an address changes with a draw, a game or a forecast. */
export const showsDraws = (address: string): boolean =>
  /^\/api\/(overview|days|numbers|results|draws|predictions|history)\b/.test(address)
