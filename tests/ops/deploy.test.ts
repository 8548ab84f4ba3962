// The commands of docs/deploy.md, and the restore of docs/operations.md, on a machine of their own: a view of this one's files
// whose changes are lost, with own processes and an own network. Debian: apt-get install postgresql nginx-light pgbackrest.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newFolder } from '../support/programs.ts'
import { isInstalled } from '../support/proxies.ts'

const missing = ['pg_createcluster', 'nginx', 'pgbackrest', 'openssl', 'setpriv', 'ip'].filter(
  (program) => !isInstalled({ program }),
)
const canSeparate = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status === 0
if (!canSeparate || missing.length > 0)
  console.warn(
    `The drill of docs/deploy.md is skipped: it needs root on Linux${missing.map((one) => `, ${one}`).join('')}.`,
  )

const MACHINE = `
  mount --make-rprivate /
  mount -t tmpfs tmpfs "$1"
  mkdir "$1/upper" "$1/work" "$1/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
  cd "$1/root"
  for name in dev sys; do mount --rbind "/$name" "$name"; done
  mount -t proc proc proc
  mount -t tmpfs tmpfs run
  install -d -o postgres -g postgres run/postgresql
  [ -e ".$2/package.json" ] || { mkdir -p ".$2"; mount --rbind "$2" ".$2"; }
  ip link set lo up
  # Not exec: the first process must collect those that lost their parent.
  chroot . sh -ec 'cd "$1"; "$2" tests/support/deploy/drill.ts; exit' - "$2" "$3"
  exit`

test.skipIf(!canSeparate || missing.length > 0)(
  'the documents lead from nothing to a stamped forecast, a backup, an upgrade and a restore',
  { timeout: 600_000 },
  async () => {
    const folder = newFolder()
    const separate = ['--mount', '--net', '--pid', '--fork', '--kill-child']
    const drill = spawn(
      'unshare',
      [...separate, 'sh', '-ec', MACHINE, '-', folder.path, process.cwd(), process.execPath],
      { stdio: ['ignore', 'pipe', 'pipe'], timeout: 590_000, killSignal: 'SIGKILL' },
    )
    const [said, problems] = await Promise.all([text(drill.stdout), text(drill.stderr)])
    console.log(said)
    expect(problems).toBe('')
    expect(said).toContain('in all')
    folder.remove()
  },
)
