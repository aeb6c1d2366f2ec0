import { setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import type { SetupStep } from '../../../../src/definitions/define-service-setup.ts'
import { isLoopbackHost } from '../../../../src/kernel/http/contract/loopback.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { setupMessages } from './messages.ts'
import type { SetupState } from './service-setup-state.ts'

/** The steps at the service, with the addresses of this server to paste there. */
export function SetupSteps({ state }: { state: SetupState }) {
  const { steps, group } = setupOf(state.service)
  // A webhook is checked after a delivery, which its own steps say.
  const isPushed = group === 'donations' && steps.some(({ address }) => address === 'webhook')
  return (
    <ol class="setup-steps">
      {steps.map((step, index) => (
        <li key={index}>
          <Step step={step} state={state} />
        </li>
      ))}
      {!isPushed && (
        <li>{group === 'platform' || group === 'music' ? setupMessages.lastWithAccount() : setupMessages.last()}</li>
      )}
    </ol>
  )
}

function Step({ step, state }: { step: SetupStep; state: SetupState }) {
  const { text, link, address, listsPermissions = false } = step
  const shown = address === undefined ? null : state[address]
  const { permissions } = state
  return (
    <>
      {text()}
      {link !== undefined && (
        <div class="row">
          <a class="button small" href={link} target="_blank" rel="noreferrer">
            {setupMessages.open({ page: pageOf(link) })}
          </a>
        </div>
      )}
      {shown !== null && (
        <div class="secret">
          <code>{shown}</code>
          <CopyButton
            text={shown}
            label={address === 'webhook' ? setupMessages.copyWebhook() : setupMessages.copyRedirect()}
          />
        </div>
      )}
      {shown !== null && isElsewhere(shown) && (
        <p class="small error">{setupMessages.otherAddress({ host: location.host })}</p>
      )}
      {listsPermissions && (
        <div class="setup-permissions">
          {permissions.length === 0 ? (
            <span class="faint">{setupMessages.noPermissions()}</span>
          ) : (
            permissions.map((permission) => <code key={permission}>{permission}</code>)
          )}
          {permissions.length > 0 && (
            <CopyButton text={permissions.join(' ')} label={setupMessages.copyPermissions()} />
          )}
        </div>
      )}
    </>
  )
}

/** Whether the address is of this machine, while the browser reached the server by another name. */
function isElsewhere(address: string): boolean {
  return isLoopbackHost(new URL(address).host) && !isLoopbackHost(location.host)
}

const longestPage = 48

/** The address as people write it, without its path where that is long. */
function pageOf(link: string): string {
  const { host, pathname } = new URL(link)
  const page = `${host}${pathname}`.replace(/^www\./, '').replace(/\/$/, '')
  return page.length > longestPage ? host : page
}
