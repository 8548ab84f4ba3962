import { CallError } from '../api/call.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { cameFrom } from '../../rules/site/destinations.ts'
import { useLocation } from './location.ts'

/** Why a call failed, in the specification's words, with a login that leads back when the session has ended. */
export function Cause({ error }: { error: Error }) {
  const [path] = useLocation()
  return (
    <>
      {error.message}
      {error instanceof CallError && error.status === 401 && (
        <>
          {' '}
          <a className="link" href={cameFrom(PATHS.login, path)}>
            Login
          </a>
        </>
      )}
    </>
  )
}
