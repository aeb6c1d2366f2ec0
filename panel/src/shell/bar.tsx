import { overlayPage } from '../../../src/capabilities/overlay/contract/page.ts'
import { settingsPage } from '../../../src/capabilities/settings/contract/page.ts'
import { call } from '../api.ts'
import { duration, number } from '../format.ts'
import { commonMessages } from '../messages/common.ts'
import { barMessages } from '../messages/shell.ts'
import { online } from '../online.ts'
import { connections, dashboard, livePlatforms, may, me, now, startedAt, viewers } from '../state.ts'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { Light } from '../ui/light.tsx'
import { showError } from '../ui/toasts.tsx'
import { Account } from './account.tsx'
import { commandKey } from './command-key.ts'
import { openPalette } from './palette.tsx'

const ConnectionProblem = later(async () => (await import('./connection-problem.tsx')).ConnectionProblem)

/** The status bar on top of every page. */
export function Bar() {
  // Lights that nobody can vouch for are not shown at all.
  if (!online.value) {
    return (
      <header class="bar away">
        <Channel />
        <p class="light stop reason grow" role="alert">
          <span>{barMessages.away()}</span>
        </p>
        <Account />
      </header>
    )
  }
  const state = dashboard.value
  const live = livePlatforms.value.length > 0
  const link = (on: boolean | undefined, name: string, path: string) => (
    <a href={path} title={on ? barMessages.connected({ name }) : barMessages.notConnected({ name })}>
      <Light state={on ? 'go' : 'off'} word={name} />
      <span class="out-of-sight">{on ? commonMessages.connected() : commonMessages.notConnected()}</span>
    </a>
  )
  return (
    <header class="bar">
      <Channel />
      <div class="lights">
        <Light state={live ? 'go' : 'off'} glow={live} word={live ? barMessages.live() : barMessages.offline()} />
        {link(state?.overlay, barMessages.overlay(), overlayPage.path)}
        {link(state?.bot, barMessages.bot(), settingsPage.path)}
        {link(state?.extension, barMessages.extension(), settingsPage.path)}
        <TestMode />
      </div>
      {live && (
        <div class="figures figure">
          <span>
            <b>{number(viewers.value)}</b> {barMessages.viewers({ count: viewers.value })}
          </span>
          {startedAt.value !== null && (
            <span>
              <b>{duration(now.value - startedAt.value)}</b> {barMessages.uptime()}
            </span>
          )}
        </div>
      )}
      {connections.value.length > 0 && <ConnectionProblem />}
      <button type="button" class="jump" onClick={openPalette} aria-keyshortcuts="Control+K">
        <Icon name="search" />
        <span>{barMessages.search()}</span>
        <kbd>{commandKey} K</kbd>
      </button>
      <Account />
    </header>
  )
}

/** Whether the platforms are simulated; it opens the page of the simulation, on which a test channel is always there. */
export function TestMode() {
  const isOn = me.value?.sandbox_only === true
  const light = <Light state={isOn ? 'standby' : 'off'} word={barMessages.testMode()} />
  const title = isOn ? barMessages.testModeOn() : barMessages.testModeOff()
  if (!may('editor')) return isOn ? <span title={title}>{light}</span> : null
  return (
    <a
      class="test-mode"
      href={isOn ? '/sandbox' : '/sandbox?channel=test'}
      target="_blank"
      rel="noreferrer"
      title={title}
    >
      {light}
    </a>
  )
}

function Channel() {
  const { channel, channels } = me.value ?? {}
  if (channel === undefined || channels === undefined) return null
  if (channels.length < 2) return <span class="channel cut">{channel.name}</span>
  return (
    <select
      aria-label={barMessages.channel()}
      value={channel.id}
      onChange={async (event) => {
        try {
          await call('switch-channel', { channel_id: Number(event.currentTarget.value) })
          // Everything on screen belongs to the old channel, so the panel reloads.
          location.reload()
        } catch (error) {
          showError(error)
        }
      }}
    >
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
