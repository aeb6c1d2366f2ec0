import '../../ui/media.css'
import './music.css'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, playerChanges } from '../../state.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Listen } from '../../ui/listen.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Heading, TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import { say } from '../../ui/toasts.tsx'
import { UploadButton } from '../../ui/upload-button.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { musicWords } from '../../words/music-words.ts'
import { LinkDialog, SongDialog } from './dialogs.tsx'
import { Player } from './player.tsx'
import { PlayerChoice } from './player-choice.tsx'
import { SpotifyPlayer } from './spotify-player.tsx'

export type MusicState = Answer<'get-music'>
export type Song = MusicState['queue'][number]

/** The player on top, what comes next below it, and what there is to choose from beside it. */
export function Music() {
  const changes = useLogCount('song', 'music', 'upload')
  const { value, trouble, reload, act: actOnQueue } = useLoaded(readNow, [changes, playerChanges.value])
  const settings = useLogCount('setting', 'platform')
  const { value: player, reload: lookAgain } = useLoaded(
    () => call('get-music-player', {}),
    [changes, settings, playerChanges.value],
  )
  const [dialog, setDialog] = useState<'link' | Song>()
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  if (value === undefined) return <Loading />
  const mayEdit = may('editor')
  const act = async (deed: () => Promise<unknown>) => {
    await actOnQueue(deed)
    await lookAgain()
  }
  const add = (source: string) =>
    act(async () => {
      const { song } = await call('add-song', { source })
      say(musicWords.added(song.title))
    })

  return (
    <div class="width music">
      <Heading title={musicWords.title} lead={musicWords.lead}>
        {mayEdit && (
          <>
            <button type="button" class="button" onClick={() => setDialog('link')}>
              <Glyph name="plus" />
              {musicWords.link}
            </button>
            <UploadButton kind="song" label={musicWords.upload} primary onDone={({ ref }) => void add(ref)} />
          </>
        )}
      </Heading>
      {player?.player === 'spotify' ? (
        <SpotifyPlayer state={player} onAct={act} />
      ) : (
        <Player state={value} onAct={act} />
      )}
      <PlayerChoice />
      <div class="music-columns">
        <section class="card">
          <header>
            <h2>{musicWords.queue}</h2>
            <span class="faint small">{musicWords.queueHelp}</span>
          </header>
          {value.queue.length === 0 && <p class="inside soft">{musicWords.queueEmpty}</p>}
          <Sortable
            class="songs"
            items={value.queue}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            disabled={!mayEdit}
            onOrder={(next) => void act(() => call('order-songs', { ids: next.map(({ id }) => id) }))}
          >
            {(song, _index, moves) => (
              <div class="song" aria-current={song.id === value.song?.id || undefined}>
                {moves}
                {may('moderator') && (
                  <IconButton
                    glyph="play"
                    label={musicWords.playOne(song.title)}
                    onClick={() => void act(() => call('play-music', { id: song.id }))}
                  />
                )}
                <Named {...song} isOn={song.id === value.song?.id} />
                <span class="faint small figure">{duration(song.seconds * 1000)}</span>
                {mayEdit && (
                  <>
                    <IconButton glyph="edit" label={musicWords.editOne(song.title)} onClick={() => setDialog(song)} />
                    <IconButton
                      glyph="close"
                      label={musicWords.removeOne(song.title)}
                      onClick={() =>
                        void act(async () => {
                          await call('remove-song', { id: song.id })
                          const order = value.queue.map(({ id }) => id)
                          say(musicWords.removed(song.title), 'go', () => bringBack(song, order))
                        })
                      }
                    />
                  </>
                )}
              </div>
            )}
          </Sortable>
        </section>
        <section class="card">
          <header>
            <h2>{musicWords.library}</h2>
            <span class="faint small wide-only">{musicWords.libraryHelp}</span>
          </header>
          <ul class="songs">
            {value.library.map(({ source, title, artist, seconds, url, queued }) => (
              <li key={source}>
                <div class="song">
                  {url !== null && <Listen url={url} name={title} volume={0.6} />}
                  <Named title={title} artist={artist} />
                  {queued && <span class="tag">{musicWords.inQueue}</span>}
                  <span class="faint small figure">{duration(seconds * 1000)}</span>
                  {mayEdit && (
                    <button
                      type="button"
                      class="button small"
                      aria-label={musicWords.addOne(title)}
                      onClick={() => void add(source)}
                    >
                      {musicWords.add}
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {dialog === 'link' && <LinkDialog onClose={() => setDialog(undefined)} onDone={reload} />}
      {typeof dialog === 'object' && <SongDialog song={dialog} onClose={() => setDialog(undefined)} onDone={reload} />}
    </div>
  )
}

/** A song that was taken out, where it stood before. */
async function bringBack({ id, source, title, artist, seconds }: Song, order: readonly number[]): Promise<void> {
  const { song } = await call('add-song', { source, title, artist, seconds })
  await call('order-songs', { ids: order.map((one) => (one === id ? song.id : one)) })
}

/** With the moment it was true, for the position moves on by itself. */
async function readNow(): Promise<MusicState & { readonly readAt: number }> {
  return { ...(await call('get-music', {})), readAt: Date.now() }
}

function Named({ title, artist, isOn = false }: { title: string; artist: string; isOn?: boolean }) {
  return (
    <span class="grow cut">
      <b class={isOn ? 'is-on' : ''}>{title}</b>{' '}
      <span class="faint small">{artist === '' ? musicWords.unknown : artist}</span>
    </span>
  )
}
