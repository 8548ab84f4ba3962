// Base images for the container test, made of this machine's own files, because a test downloads no images. They carry
// the names of the real ones in the Dockerfile.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Runs a program. @returns its output @throws Error with its messages */
export function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

function copyInto(root: string, file: string): void {
  const target = join(root, file)
  mkdirSync(dirname(target), { recursive: true })
  if (!existsSync(target)) cpSync(realpathSync(file), target, { dereference: true })
}

/** Copies a program or a library with the libraries that it loads, to the same paths below `root`. */
function copyWithLibraries(root: string, file: string): void {
  copyInto(root, file)
  for (const [, library] of run('ldd', [file]).matchAll(/(\/\S+) \(0x/g)) copyInto(root, library!)
}

const USERS = 'root:x:0:0::/root:/bin/sh\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n'

/** A root folder with the libraries of C and C++ alone, as the image that the server runs in. */
export function fillRuntimeRoot(root: string): void {
  for (const folder of ['tmp', 'etc', 'usr/bin', 'usr/lib', 'usr/lib64', 'home/nonroot', 'root'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder))
  writeFileSync(join(root, 'etc/passwd'), USERS)
  for (const file of run('dpkg', ['-L', 'libc6', 'libstdc++6', 'libgcc-s1']).split('\n'))
    if (/^\/(usr\/)?lib\/[^/]+\/[^/]+\.so[.\d]*$/.test(file)) copyInto(root, file)
  copyWithLibraries(root, process.execPath)
}

const SHELL = ['sh', 'env', 'cat', 'mkdir', 'rm', 'ls', 'bash', 'dirname', 'basename', 'uname', 'readlink']

/** The same with a shell, Node and npm, as the image of the build. */
export function fillBuildRoot(root: string): void {
  fillRuntimeRoot(root)
  for (const name of SHELL) copyWithLibraries(root, run('sh', ['-c', `command -v ${name}`]).trim())
  for (const file of ['/etc/resolv.conf', '/etc/nsswitch.conf', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) copyInto(root, file)
  cpSync(process.execPath, join(root, 'usr/bin/node'))
  const npm = realpathSync(run('sh', ['-c', 'command -v npm']).trim())
  const folder = dirname(dirname(npm))
  cpSync(folder, join(root, 'usr/lib/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
}
