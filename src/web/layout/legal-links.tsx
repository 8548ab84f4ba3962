import { PRIVACY_PATH, TERMS_PATH } from '../../domain/legal/legal.ts'

/** The links to the legal pages, below every signed-out page. */
export const LegalLinks = () => (
  <p>
    <a className="link inline-block py-1.5" href={PRIVACY_PATH}>
      Privacy
    </a>{' '}
    ·{' '}
    <a className="link inline-block py-1.5" href={TERMS_PATH}>
      Terms
    </a>
  </p>
)
