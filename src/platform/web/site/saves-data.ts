type Connection = { saveData?: boolean }

let isAsked = false

/** Notes what the server read in the document's `Save-Data` header. */
export function noteSaveData(savesData = false): void {
  isAsked = savesData
}

/** Whether the browser asks to save data: then nothing is fetched before it is needed. */
export const savesData = (): boolean =>
  isAsked || (navigator as { connection?: Connection }).connection?.saveData === true
