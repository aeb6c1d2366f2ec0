import { setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import { call } from '../../api.ts'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { setupMessages, speechServiceMessages } from '../service-setups/messages.ts'
import { SetupHelper } from '../service-setups/service-setup.tsx'

/** Speech engines that need a key or an address. */
export function SpeechServicesCard() {
  const changed = useLogCount('service-setup')
  const { value, reload } = useLoaded(() => call('list-service-setups', {}), [changed])
  if (value === undefined) return null
  const engines = value.setups.filter(({ service }) => setupOf(service).group === 'speech')
  return (
    <section class="card" aria-label={speechServiceMessages.title()}>
      <header>
        <h2 class="grow">{speechServiceMessages.title()}</h2>
      </header>
      <p class="inside soft">{speechServiceMessages.help()}</p>
      <ul class="setup-list">
        {engines.map((state) => {
          const { service, configured, fields } = state
          const { title } = setupOf(service)
          const isGiven = fields.some(({ set_by }) => set_by !== null)
          const word = isGiven
            ? setupMessages.byEnvironment()
            : configured
              ? setupMessages.isSet()
              : setupMessages.notSet()
          const change = async (action: Promise<unknown>) => {
            await action
            await reload()
          }
          return (
            <li key={service}>
              <details class="setup">
                <summary>
                  <b class="grow">{title}</b>
                  <Light state={configured ? 'go' : 'off'} word={word} />
                </summary>
                <SetupHelper
                  state={state}
                  canChange={value.can_change}
                  save={(entered) => change(call('save-service-setup', { service, fields: entered }))}
                  remove={() => change(call('remove-service-setup', { service }))}
                />
              </details>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
