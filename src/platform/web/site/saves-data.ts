type Connection = { saveData?: boolean }

const header = { savesData: false }

/** Notes what the server read in the document's `Save-Data` header. */
export function noteSaveData(savesData = false): void {
  header.savesData = savesData
}

/** Whether the browser asks to save data: then nothing is fetched before it is needed. */
export const savesData = (): boolean =>
  header.savesData || (navigator as { connection?: Connection }).connection?.saveData === true
