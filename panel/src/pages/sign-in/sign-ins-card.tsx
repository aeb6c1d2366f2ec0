import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Answer, call } from '../../api.ts'
import { textOf } from '../../messages/text-of.ts'
import { attempt } from '../../ui/attempt.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { signInAccountFailures, signInAccountMessages } from '../people/messages.ts'
import { signInFailures } from './messages.ts'

type SignIns = Answer<'list-sign-ins'>

/** Accounts this person can sign in with. Hidden where no platform is configured for it. */
export function SignInsCard() {
  const { query, route } = useLocation()
  const { value, act } = useLoaded(() => call('list-sign-ins', {}), [])
  useEffect(() => {
    if (query.added === undefined && query.failed === undefined) return
    if (query.added !== undefined) showToast(signInAccountMessages.added())
    else
      showToast(
        textOf(signInAccountFailures, query.code ?? '') ??
          textOf(signInFailures, query.code ?? '') ??
          signInFailures.other(),
        'stop',
      )
    route('/settings/people', true)
  }, [])
  if (value === undefined || value.accounts.length + value.offered.length === 0) return null

  const add = (service: SignIns['offered'][number]['service']) =>
    attempt(async () => location.assign((await call('begin-adding-sign-in', { service })).address))
  const remove = ({ service, account_id }: SignIns['accounts'][number]) =>
    act(async () => {
      await call('remove-sign-in', { service, account_id })
      showToast(signInAccountMessages.removed())
    })

  return (
    <section class="card">
      <header>
        <h2>{signInAccountMessages.title()}</h2>
      </header>
      <ul class="people">
        {value.accounts.map((account) => (
          <li key={`${account.service} ${account.account_id}`}>
            <div class="grow">
              <p class="cut">
                <b>{account.username}</b> <span class="faint small">{account.title}</span>
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={signInAccountMessages.removeOne({ username: account.username, service: account.title })}
              onClick={() => void remove(account)}
            >
              {signInAccountMessages.remove()}
            </button>
          </li>
        ))}
      </ul>
      <div class="inside stack">
        <p class="soft small">{signInAccountMessages.help()}</p>
        <div class="row">
          {value.offered.map(({ service, title }) => (
            <button
              key={service}
              type="button"
              class={`button small edge ${service}`}
              onClick={() => void add(service)}
            >
              {signInAccountMessages.add({ service: title })}
            </button>
          ))}
        </div>
      </div>
    </section>
  )
}
