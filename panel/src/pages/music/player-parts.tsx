import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { musicMessages } from './messages.ts'

interface ButtonsProps {
  readonly playing: boolean
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

/** Play or pause, and skip; shared by all players. */
export function PlayerButtons({ playing, onAct }: ButtonsProps) {
  const mayAct = may('moderator')
  return (
    <div class="buttons">
      <button
        type="button"
        class="button primary round"
        disabled={!mayAct}
        aria-label={playing ? musicMessages.pause() : musicMessages.play()}
        onClick={() => void onAct(() => (playing ? call('stop-song', {}) : call('start-song', {})))}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        class="button icon"
        disabled={!mayAct}
        aria-label={musicMessages.skip()}
        onClick={() => void onAct(() => call('skip-song', {}))}
      >
        <Icon name="skip" />
      </button>
    </div>
  )
}

export function PlayerLight({ playing }: { playing: boolean }) {
  return (
    <Light
      state={playing ? 'go' : 'standby'}
      glow={playing}
      word={playing ? musicMessages.playing() : musicMessages.paused()}
    />
  )
}
