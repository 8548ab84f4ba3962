import { CallError } from '../api/call.ts'
import { PATHS } from '../../domain/site/paths.ts'

/** Why a call failed, in the specification's words, with a login link when the session has ended. */
export function Cause({ error }: { error: Error }) {
  return (
    <>
      {error.message}
      {error instanceof CallError && error.status === 401 && (
        <>
          {' '}
          <a className="link" href={PATHS.login}>
            Login
          </a>
        </>
      )}
    </>
  )
}
