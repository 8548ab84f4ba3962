import { ANALYTICS_PATH } from '../../../platform/rules/legal/legal.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { COOKIES, RETENTION } from '../../../platform/rules/legal/retention.ts'
import type { Head as DocumentHead } from '../../../platform/web/site/page.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { LEGAL, LegalPage, useLegal, Part, SentToAnalytics } from './text.tsx'

export const calls = () => [LEGAL]
export const head = (): DocumentHead => ({
  title: 'Privacy',
  description: 'What Lotto Forecast stores about you, why, and for how long.',
})

/** The privacy notice. Its table is the one that the server deletes by. */
export default function PrivacyPage() {
  const legal = useLegal()
  const analytics = legal?.analytics ?? null
  return (
    <LegalPage title="Privacy" of={legal}>
      <Part title="In short">
        <p>
          We store what your account and your plan need, and delete it on fixed days. We sell no data and show
          no ads. You can download and delete your data at any time.
        </p>
      </Part>
      <section className="mt-5">
        <h2 className="mb-2 font-bold">What we store, and for how long</h2>
        <DataTable
          caption="What we store, why, and for how long"
          captionHidden
          columns={['What', 'Why', 'How long']}
          tall={false}
        >
          {Object.entries(RETENTION).map(([key, { what, why, kept }]) => (
            <tr key={key}>
              <th scope="row" className="font-normal">
                {what}
              </th>
              <td>{why}</td>
              <td>{kept}</td>
            </tr>
          ))}
        </DataTable>
        <p className="mt-2 max-w-[40rem] text-sm text-quiet">
          Backups hold all of this too, until the owner of this site deletes them by its own rule.
        </p>
      </section>
      <Part title="Cookies and what your phone keeps">
        <ul className="ruled">
          {COOKIES.map(({ what, kept }) => (
            <li key={what} className="py-2">
              {what}: {kept}.
            </li>
          ))}
        </ul>
        <p>
          The site needs all of these. Your phone also keeps results, so that they open without a network. For
          a few days it keeps what you typed into a form and did not send. Logging out removes both. The count
          of data in your profile never leaves the phone.
        </p>
      </Part>
      <Part title="Who else sees your data">
        <p>
          Paystack, when you pay: your email, the amount and the reference of the payment. Google, if you log
          in with it. The mail server that carries our mails. The push service of your browser, if you turn
          notifications on. If a forecast has a picture from another site, that site sees your network
          address. If the owner has other sites, they learn your account id and plan when you log in.
          {analytics === null
            ? ' No one else.'
            : ' If you accept it, an analytics service, as below. No one else.'}
        </p>
      </Part>
      {analytics !== null && (
        <Part title="Analytics">
          <SentToAnalytics host={analytics} />
          <p>
            <a className="link" href={ANALYTICS_PATH}>
              See and change your choice
            </a>{' '}
            at any time. What we have sent stays with the service for as long as its own rules say.
          </p>
        </Part>
      )}
      <Part title="Your rights">
        <p>
          Under the Nigeria Data Protection Act you may see, correct, move and delete your data, and refuse
          its use.{' '}
          <a className="link" href={PATHS.profile}>
            Your profile
          </a>{' '}
          downloads all of it, changes your name and deletes the account. You may complain to the Nigeria Data
          Protection Commission.
        </p>
      </Part>
    </LegalPage>
  )
}
