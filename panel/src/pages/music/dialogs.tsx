import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { type Draft, useDraft } from '../../ui/forms/use-draft.ts'
import { musicMessages } from './messages.ts'
import { type Song, songContent } from './music-state.ts'

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Adds a song by its address, from which the overlay plays it. */
export function LinkDialog({ onClose, onDone }: DialogProps) {
  const editing = useDraft<Fields>('song:new', { source: 'https://', title: '', artist: '', seconds: '180' })
  return (
    <SongForm
      title={musicMessages.linkTitle()}
      help={musicMessages.linkHelp()}
      editing={editing}
      shown={['source', 'title', 'artist', 'seconds']}
      onClose={onClose}
      onSubmit={async () => {
        const { source, title, artist, seconds } = editing.draft
        await call('add-song', {
          source,
          seconds: Number(seconds) || 0,
          ...(title.trim() === '' ? {} : { title }),
          ...(artist.trim() === '' ? {} : { artist }),
        })
        onDone()
      }}
    />
  )
}

export function SongDialog({ song, onClose, onDone }: DialogProps & { song: Song }) {
  const isLink = song.source.startsWith('https:')
  const editing = useDraft<Fields>(`song:${song.id}`, {
    source: song.source,
    title: song.title,
    artist: song.artist,
    seconds: String(song.seconds),
  })
  return (
    <SongForm
      title={musicMessages.editTitle()}
      editing={editing}
      shown={isLink ? ['title', 'artist', 'seconds'] : ['title', 'artist']}
      onClose={onClose}
      onSubmit={async () => {
        const { title, artist, seconds } = editing.draft
        await call('edit-song', {
          id: song.id,
          title,
          ...(artist.trim() === '' ? {} : { artist }),
          ...(isLink ? { seconds: Number(seconds) || 0 } : {}),
          if_version: versionOf(songContent(song)),
        })
        onDone()
      }}
    />
  )
}

interface Fields {
  readonly source: string
  readonly title: string
  readonly artist: string
  readonly seconds: string
}

interface FormProps {
  readonly title: string
  readonly help?: string
  readonly editing: Draft<Fields>
  readonly shown: readonly (keyof Fields)[]
  readonly onClose: () => void
  readonly onSubmit: () => Promise<void>
}

const labels: Readonly<Record<keyof Fields, () => string>> = {
  source: musicMessages.address,
  title: musicMessages.songTitle,
  artist: musicMessages.artist,
  seconds: musicMessages.seconds,
}

function SongForm({ title, help, editing, shown, onClose, onSubmit }: FormProps) {
  const { draft: fields, setDraft, keep } = editing
  const { error, busy, attempt } = useAttempts()
  const submit = () =>
    attempt(async () => {
      await onSubmit()
      keep(fields)
      onClose()
    })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={commonMessages.save()}
      busy={busy}
      editing={editing}
      labelOf={(field) => labels[field as keyof Fields]?.()}
    >
      {help !== undefined && <p class="soft">{help}</p>}
      {shown.map((name) => (
        <TextField
          key={name}
          label={labels[name]()}
          inputMode={name === 'seconds' ? 'numeric' : undefined}
          value={fields[name]}
          maxLength={name === 'source' ? 2000 : 200}
          error={errorFor(error, name)}
          onInput={(typed) => setDraft({ ...fields, [name]: typed })}
        />
      ))}
      <FormError error={error} than={shown} />
    </Dialog>
  )
}
