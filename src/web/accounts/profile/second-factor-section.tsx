import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/site/paths.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Section } from './section.tsx'

/** Links to the page of the second factor. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  return (
    <Section
      title="Second factor"
      note={
        isOn
          ? 'On. Logins ask for a code from your authenticator app.'
          : 'Off. With it, logins also ask for a code from an app on your phone.'
      }
    >
      <PageLink to={PATHS.secondFactor} className={buttonClasses('plain')}>
        {isOn ? 'Manage second factor' : 'Set up second factor'}
      </PageLink>
    </Section>
  )
}
