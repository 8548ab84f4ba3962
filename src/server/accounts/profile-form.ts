import type { Notice } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { PlainForm } from '../api/plain-forms.ts'

/** A form of the profile. Its success is a notice above the page, away from the form's own place. */
export const profileForm = (name: string, notice: Notice): PlainForm => ({
  pages: [PATHS.profile],
  name,
  to: `${PATHS.profile}?notice=${notice}#content`,
})
