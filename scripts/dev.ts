// Development: the browser's files and the page renderer are rebuilt on each change, the server restarts on its sources.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const children: ChildProcess[] = []

/** The same three builds as `npm start` makes, so that what is seen here is what will be shipped. */
function start(command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: 'inherit' })
  children.push(child)
  child.on('exit', (code) => {
    if (!code) return
    process.exitCode = code
    stop('SIGTERM')
  })
}

/** Ends all of them; we end when the last one has, since the server stops in good order. */
function stop(signal: NodeJS.Signals): void {
  stopped.abort()
  for (const child of children) child.kill(signal)
}

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))

start('vite', ['build', '--watch', '--logLevel', 'warn'])
start('vite', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.render.config.ts'])
const isBuilt = () => existsSync('dist/client/.vite/manifest.json') && existsSync('dist/render/render.js')
while (!stopped.signal.aborted && !isBuilt()) await sleep(100)
const watched = ['src/server', 'src/domain', 'src/sandbox', 'dist/client', 'dist/render'].flatMap((path) => [
  '--watch-path',
  path,
])
if (!stopped.signal.aborted)
  start('node', ['--watch', '--watch-preserve-output', ...watched, 'src/server/main.ts'])
