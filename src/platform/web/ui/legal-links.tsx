import { PRIVACY_PATH, TERMS_PATH } from '../../rules/legal/legal.ts'
import { PATHS } from '../../rules/site/paths.ts'

/** The links to the legal pages and to help, below every signed-out page. */
export const LegalLinks = () => (
  <p>
    <a className="link tap" href={PRIVACY_PATH}>
      Privacy
    </a>{' '}
    ·{' '}
    <a className="link tap justify-center" href={TERMS_PATH}>
      Terms
    </a>{' '}
    ·{' '}
    <a className="link tap justify-center" href={PATHS.help}>
      Help
    </a>
  </p>
)
