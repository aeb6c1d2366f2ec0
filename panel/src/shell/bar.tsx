import { call } from '../api.ts'
import { duration, number } from '../format.ts'
import { dashboard, livePlatforms, me, now, startedAt, viewers } from '../state.ts'
import { Glyph } from '../ui/glyph.tsx'
import { Light } from '../ui/light.tsx'
import { sayTrouble } from '../ui/toasts.tsx'
import { words } from '../words/words.ts'
import { Account } from './account.tsx'
import { openPalette } from './palette.tsx'
import { commandKey } from './shortcuts.tsx'

/** The thin bar that is always true. */
export function Bar() {
  const state = dashboard.value
  const live = livePlatforms.value.length > 0
  const link = (on: boolean | undefined, name: string) => (
    <span title={`${name}: ${on ? words.bar.on : words.bar.off}`}>
      <Light state={on ? 'go' : 'off'} word={name} />
      <span class="out-of-sight">{on ? words.bar.on : words.bar.off}</span>
    </span>
  )
  return (
    <header class="bar">
      <Channel />
      <div class="lights">
        <Light state={live ? 'go' : 'off'} glow={live} word={live ? words.bar.live : words.bar.offAir} />
        {link(state?.overlay, words.bar.overlay)}
        {link(state?.bot, words.bar.bot)}
        {link(state?.extension, words.bar.extension)}
      </div>
      {live && (
        <div class="figures figure">
          <span>
            <b>{number(viewers.value)}</b> {words.bar.viewers}
          </span>
          {startedAt.value !== null && (
            <span>
              <b>{duration(now.value - startedAt.value)}</b> {words.bar.uptime}
            </span>
          )}
        </div>
      )}
      <button type="button" class="jump" onClick={openPalette} aria-keyshortcuts="Control+K">
        <Glyph name="search" />
        <span>{words.bar.jump}</span>
        <kbd>{commandKey} K</kbd>
      </button>
      <Account />
    </header>
  )
}

function Channel() {
  const { channel, channels } = me.value ?? {}
  if (channel === undefined || channels === undefined) return null
  if (channels.length < 2) return <span class="channel cut">{channel.name}</span>
  return (
    <select
      aria-label={words.bar.channel}
      value={channel.id}
      onChange={async (event) => {
        try {
          await call('switch-channel', { channel_id: Number(event.currentTarget.value) })
          // Everything on screen belongs to the other channel; a new start is the honest way.
          location.reload()
        } catch (error) {
          sayTrouble(error)
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
