import { useState } from 'preact/hooks'
import { type Answer, call, troubleFor } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Listen } from '../../ui/listen.tsx'
import { Meter } from '../../ui/meter.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { say } from '../../ui/toasts.tsx'
import { UploadButton } from '../../ui/upload-button.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import type { Media } from '../../ui/use-media.ts'
import type { UploadKind } from '../../upload.ts'
import { alertWords } from '../../words/alert-words.ts'
import { mediaWords } from '../../words/media-words.ts'

type Entry = Answer<'list-uploads'>['uploads'][number]

const kinds: readonly UploadKind[] = ['sound', 'image', 'video', 'song']

/** Everything that was sent here, what uses it, and how much room is left. */
export function Files({ media }: { media: Media }) {
  const changes = useLogCount('upload', 'alert', 'effect', 'song', 'setting')
  const { value, reload } = useLoaded(() => call('list-uploads', {}), [changes])
  const [kind, setKind] = useState<UploadKind>('sound')
  const [acting, setActing] = useState<{ on: Entry; deed: 'rename' | 'delete' }>()
  if (value === undefined) return null
  const { uploads, total_bytes, max_bytes, max_file_bytes } = value
  return (
    <div class="stack">
      {may('editor') && (
        <section class="card">
          <div class="inside stack tight">
            <div class="row wrap">
              <span class="label">{alertWords.uploadKind}</span>
              <div class="chips">
                {kinds.map((one) => (
                  <label key={one} class="chip">
                    <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
                    <span>{alertWords.kinds[one]}</span>
                  </label>
                ))}
              </div>
            </div>
            <UploadButton
              kind={kind}
              isField
              onDone={(upload) => {
                say(alertWords.uploaded(upload.name))
                void reload()
                void media.reload()
              }}
            />
            <p class="faint small">{alertWords.fileLimit(mediaWords.bytes(max_file_bytes))}</p>
          </div>
        </section>
      )}
      <section class="card">
        <header>
          <h2>{alertWords.tabs.files}</h2>
          <div class="row room">
            <Meter value={max_bytes - total_bytes} max={max_bytes} />
            <span class="faint small nowrap">
              {alertWords.room(mediaWords.bytes(max_bytes - total_bytes), mediaWords.bytes(max_bytes))}
            </span>
          </div>
        </header>
        {uploads.length === 0 && <p class="inside soft">{alertWords.noFiles}</p>}
        {uploads.length > 0 && (
          <table class="files">
            <thead>
              <tr>
                <th scope="col">{alertWords.file}</th>
                <th scope="col">{alertWords.kind}</th>
                <th scope="col" class="wide-only">
                  {alertWords.usedBy}
                </th>
                <th scope="col" class="number wide-only">
                  {alertWords.size}
                </th>
                <th scope="col" />
              </tr>
            </thead>
            <tbody>
              {uploads.map((upload) => (
                <tr key={upload.id}>
                  <td class="cut what">
                    <span class="row">
                      {upload.kind === 'image' && (
                        <span class="thumb">
                          <img src={upload.url} alt="" loading="lazy" />
                        </span>
                      )}
                      <span class="cut">{upload.name}</span>
                    </span>
                  </td>
                  <td class="soft">{alertWords.kinds[upload.kind]}</td>
                  <td class="cut what soft wide-only">
                    {upload.used_by.length === 0 ? alertWords.unused : upload.used_by.join(', ')}
                  </td>
                  <td class="number soft wide-only">{mediaWords.bytes(upload.bytes)}</td>
                  <td class="number">
                    {(upload.kind === 'sound' || upload.kind === 'song') && (
                      <Listen url={upload.url} name={upload.name} />
                    )}
                    {may('editor') && (
                      <>
                        <IconButton
                          glyph="edit"
                          label={alertWords.rename(upload.name)}
                          onClick={() => setActing({ on: upload, deed: 'rename' })}
                        />
                        <IconButton
                          glyph="trash"
                          label={alertWords.deleteFile(upload.name)}
                          onClick={() => setActing({ on: upload, deed: 'delete' })}
                        />
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {acting !== undefined && (
        <FileDialog
          {...acting}
          onClose={() => {
            setActing(undefined)
            void reload()
            void media.reload()
          }}
        />
      )}
    </div>
  )
}

function FileDialog({ on, deed, onClose }: { on: Entry; deed: 'rename' | 'delete'; onClose: () => void }) {
  const [name, setName] = useState(on.name)
  const { trouble, attempt } = useAttempts()
  const act = () =>
    attempt(async () => {
      if (deed === 'rename') await call('rename-upload', { id: on.id, name })
      else await call('delete-upload', { id: on.id })
      onClose()
    })
  const isRename = deed === 'rename'
  return (
    <Dialog
      title={isRename ? alertWords.renameTitle : alertWords.deleteFileTitle(on.name)}
      onClose={onClose}
      onSubmit={() => void act()}
      submit={isRename ? alertWords.save : alertWords.remove}
      danger={!isRename}
    >
      {isRename ? (
        <TextField
          label={alertWords.name}
          value={name}
          maxLength={200}
          trouble={troubleFor(trouble, 'name')}
          onInput={setName}
        />
      ) : (
        <p class="soft">{alertWords.deleteFileHelp}</p>
      )}
      <OtherTrouble trouble={trouble} than={isRename ? ['name'] : []} />
    </Dialog>
  )
}
