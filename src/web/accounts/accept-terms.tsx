import { PRIVACY_PATH, TERMS_PATH } from '../../domain/legal/legal.ts'

/** What a person agrees to with the button below. */
export const AcceptTerms = ({ action }: { action: 'signing up' | 'continuing' }) => (
  <p className="text-sm text-quiet">
    By {action} you accept the{' '}
    <a className="link" href={TERMS_PATH}>
      terms
    </a>{' '}
    and the{' '}
    <a className="link" href={PRIVACY_PATH}>
      privacy notice
    </a>
    .
  </p>
)
