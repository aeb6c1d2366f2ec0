import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, now } from '../../state.ts'
import { Slider } from '../../ui/forms/slider.tsx'
import { Empty } from '../../ui/parts.tsx'
import { musicMessages } from './messages.ts'
import type { MusicState } from './music-state.ts'
import { PlayerButtons, PlayerLight } from './player-parts.tsx'

interface PlayerProps {
  readonly state: MusicState & { readonly readAt: number }
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

export function Player({ state, onAct }: PlayerProps) {
  const { playing, song, position_ms, readAt } = state
  const [volume, setVolume] = useState(state.volume)
  useEffect(() => setVolume(state.volume), [state.volume])
  if (song === null) {
    return (
      <div class="card">
        <Empty title={musicMessages.noSong()}>
          <p>{musicMessages.noSongHelp()}</p>
        </Empty>
      </div>
    )
  }
  const lengthMs = song.seconds * 1000
  const goneMs = Math.min(position_ms + (playing ? Math.max(now.value - readAt, 0) : 0), lengthMs)
  const mayAct = may('moderator')
  return (
    <section class="card player" aria-label={song.title}>
      <PlayerButtons playing={playing} onAct={onAct} />
      <div class="now">
        <div class="row">
          <span class="cut grow">
            <b>{song.title}</b>{' '}
            <span class="soft">{song.artist === '' ? musicMessages.unknownArtist() : song.artist}</span>
          </span>
          <PlayerLight playing={playing} />
        </div>
        <div class="row">
          <span class="small soft figure">{duration(goneMs)}</span>
          <progress value={lengthMs === 0 ? 0 : goneMs / lengthMs} aria-label={musicMessages.position()} />
          <span class="small soft figure">{duration(lengthMs)}</span>
        </div>
      </div>
      <Slider
        label={musicMessages.volume()}
        value={volume}
        disabled={!mayAct}
        onInput={setVolume}
        onChange={(next) => void onAct(() => call('set-music-volume', { volume: next }))}
      />
    </section>
  )
}
