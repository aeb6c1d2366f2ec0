import { join } from 'node:path'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Events } from '../events/events.ts'
import { findBuiltIn } from '../sounds/sound-files.ts'
import { createMedia } from './media.ts'
import { createReferences } from './references.ts'
import { createUploadFiles } from './upload-files.ts'
import { createUploads } from './uploads.ts'

const defaultMaxBytes = 500 * 1024 * 1024

/** The uploaded files of channels, and where each file that is shown or played comes from. */
export function openUploads(needs: {
  config: {
    readonly dataFolder: string
    /** How much each channel may upload. */
    readonly uploadBytes?: number | undefined
  }
  db: Database
  clock: Clock
  ids: Ids
  events: Events
  changeLog: ChangeLog
}) {
  const { config } = needs
  const uploadFiles = createUploadFiles(join(config.dataFolder, 'uploads'))
  const references = createReferences()
  const maxBytes = config.uploadBytes ?? defaultMaxBytes
  const uploads = createUploads({ ...needs, files: uploadFiles, references, maxBytes })
  return { uploadFiles, references, uploads, media: createMedia({ uploads, findBuiltIn }) }
}
