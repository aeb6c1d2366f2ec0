import '../../ui/thumb.css'
import { useState } from 'preact/hooks'
import { type Answer, call, errorFor } from '../../api.ts'
import { listed } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { fileKinds, fileMessages } from '../../messages/files.ts'
import { fileSize } from '../../messages/media.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Listen } from '../../ui/media/listen.tsx'
import { UploadButton } from '../../ui/media/upload-button.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { Meter } from '../../ui/meter.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showDeleted } from '../../ui/show-deleted.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { UploadKind } from '../../upload.ts'
import { alertTabs } from './messages.ts'

type Entry = Answer<'list-uploads'>['uploads'][number]

const kinds: readonly UploadKind[] = ['sound', 'image', 'video', 'song']

/** Uploaded files, what uses them, and how much space is left. */
export function Files({ media }: { media: Media }) {
  const changes = useLogCount('upload', 'alert', 'effect', 'song', 'setting')
  const { value, reload } = useLoaded(() => call('list-uploads', {}), [changes])
  const [kind, setKind] = useState<UploadKind>('sound')
  const [acting, setActing] = useState<{ on: Entry; action: 'rename' | 'delete' }>()
  if (value === undefined) return null
  const { uploads, total_bytes, max_bytes, max_file_bytes } = value
  return (
    <div class="stack">
      {may('editor') && (
        <section class="card">
          <div class="inside stack tight">
            <div class="row wrap">
              <span class="label">{fileMessages.uploadType()}</span>
              <div class="chips">
                {kinds.map((one) => (
                  <label key={one} class="chip">
                    <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
                    <span>{fileKinds[one]()}</span>
                  </label>
                ))}
              </div>
            </div>
            <UploadButton
              kind={kind}
              isField
              onDone={(upload) => {
                showToast(fileMessages.uploaded({ name: upload.name }))
                void reload()
                void media.reload()
              }}
            />
            <p class="faint small">{fileMessages.limits({ max: fileSize(max_file_bytes) })}</p>
          </div>
        </section>
      )}
      <section class="card">
        <header>
          <h2>{alertTabs.files()}</h2>
          <div class="row room">
            <Meter value={max_bytes - total_bytes} max={max_bytes} />
            <span class="faint small nowrap">
              {fileMessages.freeSpace({
                left: fileSize(max_bytes - total_bytes),
                max: fileSize(max_bytes),
              })}
            </span>
          </div>
        </header>
        {uploads.length === 0 && <p class="inside soft">{fileMessages.none()}</p>}
        {uploads.length > 0 && (
          <table class="files">
            <thead>
              <tr>
                <th scope="col">{fileMessages.file()}</th>
                <th scope="col">{fileMessages.type()}</th>
                <th scope="col" class="wide-only">
                  {fileMessages.usedBy()}
                </th>
                <th scope="col" class="number wide-only">
                  {fileMessages.size()}
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
                  <td class="soft">{fileKinds[upload.kind]()}</td>
                  <td class="cut what soft wide-only">
                    {upload.used_by.length === 0 ? fileMessages.unused() : listed(upload.used_by)}
                  </td>
                  <td class="number soft wide-only">{fileSize(upload.bytes)}</td>
                  <td class="number">
                    {(upload.kind === 'sound' || upload.kind === 'song') && (
                      <Listen url={upload.url} name={upload.name} />
                    )}
                    {may('editor') && (
                      <>
                        <IconButton
                          icon="edit"
                          label={fileMessages.rename({ name: upload.name })}
                          onClick={() => setActing({ on: upload, action: 'rename' })}
                        />
                        <IconButton
                          icon="trash"
                          label={fileMessages.deleteOne({ name: upload.name })}
                          onClick={() => setActing({ on: upload, action: 'delete' })}
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

function FileDialog({ on, action, onClose }: { on: Entry; action: 'rename' | 'delete'; onClose: () => void }) {
  const [name, setName] = useState(on.name)
  const { error, attempt } = useAttempts()
  const act = () =>
    attempt(async () => {
      if (action === 'rename') await call('rename-upload', { id: on.id, name })
      else {
        await call('delete-upload', { id: on.id })
        showDeleted(fileMessages.deleted({ name: on.name }), 'upload', on.id)
      }
      onClose()
    })
  const isRename = action === 'rename'
  return (
    <Dialog
      title={isRename ? fileMessages.renameTitle() : fileMessages.deleteTitle({ name: on.name })}
      onClose={onClose}
      onSubmit={() => void act()}
      submit={isRename ? commonMessages.save() : fileMessages.remove()}
      danger={!isRename}
    >
      {isRename ? (
        <TextField
          label={fileMessages.name()}
          value={name}
          maxLength={200}
          error={errorFor(error, 'name')}
          onInput={setName}
        />
      ) : (
        <p class="soft">{fileMessages.deleteHelp()}</p>
      )}
      <FormError error={error} than={isRename ? ['name'] : []} />
    </Dialog>
  )
}
