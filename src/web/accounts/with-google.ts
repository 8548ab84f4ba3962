const load = async () => {
  const [{ googlePopup }, texts] = await Promise.all([
    import('./google-popup.ts'),
    import('../../domain/accounts/google.ts'),
  ])
  return { googlePopup, ...texts }
}
type Google = Awaited<ReturnType<typeof load>>

/**
 * Runs work after a click on a Google button. The window opens during the click, or the browser would block it. The code
 * and the texts load meanwhile, because most people use the form.
 *
 * @throws the error of loading the code, after closing the window
 */
export async function withGoogle<Value>(
  work: (google: Google, popup: Window | null) => Promise<Value>,
): Promise<Value> {
  const popup = open('about:blank', 'google', 'popup,width=480,height=640')
  try {
    return await work(await load(), popup)
  } catch (error) {
    popup?.close()
    throw error
  }
}
