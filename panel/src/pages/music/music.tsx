import './music.css'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, playerChanges } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Sortable } from '../../ui/lists/sortable.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Listen } from '../../ui/media/listen.tsx'
import { UploadButton } from '../../ui/media/upload-button.tsx'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { LinkDialog, SongDialog } from './dialogs.tsx'
import { musicMessages } from './messages.ts'
import type { MusicState, Song } from './music-state.ts'
import { Player } from './player.tsx'
import { PlayerChoice } from './player-choice.tsx'
import { PlayerPage } from './player-page.tsx'
import { SongRequests } from './requests.tsx'
import { SpotifyPlayer } from './spotify-player.tsx'

/** The player, the queue below it, and the library beside the queue. */
export function Music() {
  const changes = useLogCount('song', 'music', 'upload')
  const { value, error, reload, act: actOnQueue } = useLoaded(readNow, [changes, playerChanges.value])
  const settings = useLogCount('setting', 'platform')
  const { value: player, reload: lookAgain } = useLoaded(
    () => call('get-music-player', {}),
    [changes, settings, playerChanges.value],
  )
  const [dialog, setDialog] = useState<'link' | Song>()
  useReloadAtEnd(value, reload)
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const mayEdit = may('editor')
  const act = async (action: () => Promise<unknown>) => {
    await actOnQueue(action)
    await lookAgain()
  }
  const add = (source: string) =>
    act(async () => {
      const { song } = await call('add-song', { source })
      showToast(musicMessages.added({ title: song.title }))
    })

  return (
    <div class="width music">
      <Heading title={musicMessages.title()} lead={musicMessages.lead()}>
        {mayEdit && (
          <>
            <button type="button" class="button" onClick={() => setDialog('link')}>
              <Icon name="plus" />
              {musicMessages.addLink()}
            </button>
            <UploadButton kind="song" label={musicMessages.upload()} primary onDone={({ ref }) => void add(ref)} />
          </>
        )}
      </Heading>
      {player?.player === 'spotify' ? (
        <SpotifyPlayer state={player} onAct={act} />
      ) : (
        <Player state={value} onAct={act} />
      )}
      <PlayerChoice />
      <SongRequests turn={value.song?.id} />
      <PlayerPage />
      <div class="music-columns">
        <section class="card">
          <header>
            <h2>{musicMessages.queue()}</h2>
            <span class="faint small">{musicMessages.queueHelp()}</span>
          </header>
          {value.queue.length === 0 && <p class="inside soft">{musicMessages.queueEmpty()}</p>}
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
                    icon="play"
                    label={musicMessages.playOne({ title: song.title })}
                    onClick={() => void act(() => call('play-queued-song', { id: song.id }))}
                  />
                )}
                <Named {...song} isOn={song.id === value.song?.id} />
                <span class="faint small figure">{duration(song.seconds * 1000)}</span>
                {mayEdit && (
                  <>
                    <IconButton
                      icon="edit"
                      label={musicMessages.editOne({ title: song.title })}
                      onClick={() => setDialog(song)}
                    />
                    <IconButton
                      icon="close"
                      label={musicMessages.removeOne({ title: song.title })}
                      onClick={() =>
                        void act(async () => {
                          await call('remove-song', { id: song.id })
                          const order = value.queue.map(({ id }) => id)
                          showToast(musicMessages.removed({ title: song.title }), 'go', () => bringBack(song, order))
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
            <h2>{musicMessages.library()}</h2>
            <span class="faint small wide-only">{musicMessages.libraryHelp()}</span>
          </header>
          <ul class="songs">
            {value.library.map(({ source, title, artist, seconds, url, queued }) => (
              <li key={source}>
                <div class="song">
                  {url !== null && <Listen url={url} name={title} volume={0.6} />}
                  <Named title={title} artist={artist} />
                  {queued && <span class="tag">{musicMessages.inQueue()}</span>}
                  <span class="faint small figure">{duration(seconds * 1000)}</span>
                  {mayEdit && (
                    <button
                      type="button"
                      class="button small"
                      aria-label={musicMessages.addOne({ title })}
                      onClick={() => void add(source)}
                    >
                      {musicMessages.add()}
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {dialog === 'link' && <LinkDialog onClose={() => setDialog(undefined)} onDone={reload} />}
      {typeof dialog === 'object' && (
        <SongDialog
          song={value.queue.find(({ id }) => id === dialog.id) ?? dialog}
          onClose={() => setDialog(undefined)}
          onDone={reload}
        />
      )}
    </div>
  )
}

/** The next song follows from the time alone, so the server sends nothing when it begins. */
function useReloadAtEnd(state: (MusicState & { readonly readAt: number }) | undefined, reload: () => Promise<void>) {
  const { playing = false, song = null, position_ms = 0, readAt = 0 } = state ?? {}
  const endsAt = playing && song !== null ? readAt + song.seconds * 1000 - position_ms : undefined
  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setTimeout(() => void reload(), Math.max(endsAt - Date.now(), 1_000) + 200)
    return () => clearTimeout(timer)
  }, [endsAt])
}

/** Restores a removed song at its old position. */
async function bringBack({ id, source, title, artist, seconds }: Song, order: readonly number[]): Promise<void> {
  const { song } = await call('add-song', { source, title, artist, seconds })
  await call('order-songs', { ids: order.map((one) => (one === id ? song.id : one)) })
}

/** With the time of reading, since the position advances while a song plays. */
async function readNow(): Promise<MusicState & { readonly readAt: number }> {
  return { ...(await call('get-music', {})), readAt: Date.now() }
}

function Named({ title, artist, isOn = false }: { title: string; artist: string; isOn?: boolean }) {
  return (
    <span class="grow cut">
      <b class={isOn ? 'is-on' : ''}>{title}</b>{' '}
      <span class="faint small">{artist === '' ? musicMessages.unknownArtist() : artist}</span>
    </span>
  )
}
