/** One number as a ball. Winning balls are filled circles, machine balls outlined rounded squares. */
export function Ball({
  number,
  type,
  className = '',
}: {
  number: number
  type: 'winning' | 'machine'
  className?: string
}) {
  return <span className={`ball ball-${type} ${className}`}>{number}</span>
}
