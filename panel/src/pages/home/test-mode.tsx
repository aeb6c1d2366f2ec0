import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { me } from '../../state.ts'
import { testModeMessages } from './messages.ts'

/** Shown as long as every platform is simulated. */
export function TestMode() {
  if (me.value?.sandbox_only !== true) return null
  return (
    <section class="card test-mode" aria-label={testModeMessages.title()}>
      <div class="grow">
        <p>
          <b>{testModeMessages.title()}</b>
        </p>
        <p class="soft small">{testModeMessages.help()}</p>
      </div>
      {me.value.role === 'owner' && (
        <a class="button primary" href={settingsPage.path}>
          {testModeMessages.connect()}
        </a>
      )}
    </section>
  )
}
