/** The look of a field, for controls whose label or error is elsewhere. */
export const CONTROL = 'block w-full min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-3 text-base'
