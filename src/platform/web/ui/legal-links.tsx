import { PRIVACY_PATH, TERMS_PATH } from '../../rules/legal/legal.ts'
import { PATHS } from '../../rules/site/paths.ts'

/** The links below every signed-out page; those whose frame has a link to help name the methods in its place. */
export const LegalLinks = ({ hasHelp = false }) => (
  <p>
    <a className="link tap" href={PRIVACY_PATH}>
      Privacy
    </a>{' '}
    ·{' '}
    <a className="link tap justify-center" href={TERMS_PATH}>
      Terms
    </a>{' '}
    ·{' '}
    <a className="link tap justify-center" href={hasHelp ? PATHS.methods : PATHS.help}>
      {hasHelp ? 'Methods' : 'Help'}
    </a>
  </p>
)
