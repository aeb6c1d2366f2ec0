import type { OnClose } from '../../kernel/closing.ts'
import type { ObsTimings } from '../../platforms/obs/obs-socket.ts'
import { obsSettingsIn } from '../../platforms/obs/settings.ts'
import { createProgramSettings, type ProgramSettingsNeeds } from '../../platforms/programs/program-settings.ts'
import { createLocalObs } from './local-obs.ts'
import { createObs, type ObsNeeds } from './obs.ts'

export type ObsParts = ReturnType<typeof openObs>

/** The OBS of each channel, with its settings. */
export function openObs(
  needs: Pick<ObsNeeds, 'db' | 'clock' | 'ids' | 'log' | 'bus' | 'events'> &
    ProgramSettingsNeeds & {
      readonly config: { readonly obsFolders?: readonly string[] }
      readonly overrides: { readonly obsTimings?: Partial<ObsTimings> }
      readonly nodeId: string | undefined
      readonly isShared: boolean
      readonly overlays: Pick<ObsNeeds, 'kindOfLink'>
      readonly stage: { readonly broadcast: ObsNeeds['sendToPages'] }
      readonly onClose: OnClose
    },
) {
  const { config, overrides, clock, isShared, onClose, overlays, stage } = needs
  const settings = createProgramSettings({ ...needs, service: 'obs', fields: ['url', 'password'], read: obsSettingsIn })
  const obs = createObs({
    ...needs,
    timings: overrides.obsTimings ?? {},
    sendToPages: stage.broadcast,
    listSettings: settings.list,
    kindOfLink: overlays.kindOfLink,
  })
  onClose(() => obs.close())
  settings.onChange(() => obs.refresh())
  // In a cluster the machine of the node that answers is not that of the streamer.
  const folders = isShared ? [] : (config.obsFolders ?? [])
  return { obs, localObs: createLocalObs({ clock, folders }) }
}
