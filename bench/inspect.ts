// Looks into a server process by Node's inspector.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs one method of the inspector's protocol. @param inspector the port of `--inspect` */
async function ask(inspector: number, method: string, params: object = {}): Promise<{ result?: unknown }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const answer = new Promise<MessageEvent>((resolve) =>
    socket.addEventListener('message', resolve, { once: true }),
  )
  socket.send(JSON.stringify({ id: 1, method, params }))
  const { data } = await answer
  socket.close()
  return JSON.parse(String(data)) as { result?: unknown }
}

/** The value of an expression in the process. */
export async function evaluate(inspector: number, expression: string): Promise<unknown> {
  const { result } = await ask(inspector, 'Runtime.evaluate', { expression, returnByValue: true })
  return (result as { result: { value?: unknown } }).result.value
}

/** The resident memory of a process in KiB, after its garbage is collected. */
export async function settledMemory(pid: number, inspector: number): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await ask(inspector, 'HeapProfiler.collectGarbage')
    await sleep(500)
  }
  return residentKib(pid)
}

/** Milliseconds of processor time that a process has used: fields 14 and 15 of its stat file, in hundredths of a second. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The resident memory of a process in KiB. */
export function residentKib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

/** Starts to measure the delays of the event loop, without those before. Timers run every millisecond. */
export const startLag = (inspector: number) =>
  evaluate(
    inspector,
    `globalThis.benchLag ??= process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
     benchLag.enable(); benchLag.reset(); 0`,
  )

/** Delays of the event loop in milliseconds since {@link startLag}: 99 of 100 are shorter, and the longest. */
export async function readLag(inspector: number): Promise<{ p99: number; max: number }> {
  return (await evaluate(inspector, '({ p99: benchLag.percentile(99) / 1e6, max: benchLag.max / 1e6 })')) as {
    p99: number
    max: number
  }
}
