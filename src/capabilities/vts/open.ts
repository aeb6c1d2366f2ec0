import type { OnClose } from '../../kernel/closing.ts'
import { createProgramSettings, type ProgramSettingsNeeds } from '../../platforms/programs/program-settings.ts'
import type { Credentials } from '../../platforms/services/credentials.ts'
import { vtsSettingsIn } from '../../platforms/vts/settings.ts'
import type { VtsTimings } from '../../platforms/vts/vts-socket.ts'
import { createVts, type VtsNeeds } from './vts.ts'

export type VtsParts = ReturnType<typeof openVts>

/** The VTube Studio of each channel, with its settings. */
export function openVts(
  needs: Pick<VtsNeeds, 'db' | 'clock' | 'ids' | 'log' | 'bus' | 'events'> &
    ProgramSettingsNeeds & {
      readonly credentials: Credentials
      readonly overrides: { readonly vtsTimings?: Partial<VtsTimings> }
      readonly nodeId: string | undefined
      readonly onClose: OnClose
    },
) {
  const { overrides, onClose } = needs
  const settings = createProgramSettings({ ...needs, service: 'vts', fields: ['url'], read: vtsSettingsIn })
  const vts = createVts({ ...needs, timings: overrides.vtsTimings ?? {}, listSettings: settings.list })
  onClose(() => vts.close())
  settings.onChange(() => vts.refresh())
  return { vts }
}
