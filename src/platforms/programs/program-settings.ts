import { setupVariable } from '../../definitions/define-service-setup.ts'
import type { Log } from '../../kernel/log.ts'
import { type Credentials, isProgramCredentialsKey, programCredentialsKey } from '../services/credentials.ts'
import type { GivenValues } from '../services/service-settings.ts'

type Values = Readonly<Record<string, string | undefined>>

export interface ProgramSettingsNeeds {
  readonly log: Log
  readonly channels: { list(): Promise<readonly { readonly id: number }[]> }
  readonly credentials: Pick<Credentials, 'of' | 'onChange'>
  readonly config: { readonly given?: GivenValues }
}

/**
 * The settings of a program of each channel, such as OBS: those that were entered in the panel, and those of the
 * environment, which win. The environment names one program, that of the first channel.
 */
export function createProgramSettings<Settings>(
  needs: ProgramSettingsNeeds & {
    readonly service: string
    readonly fields: readonly string[]
    /** Undefined if the program is not set up. Throws for values that cannot be right. */
    readonly read: (values: Values) => Settings | undefined
  },
) {
  const { log, channels, credentials, config, service, fields, read } = needs
  const given = fields.map((field) => [field, config.given?.[setupVariable(service, field)]?.text] as const)
  const isGiven = given.some(([, text]) => text !== undefined)

  function settingsOf(channelId: number, isFirst: boolean): Settings | undefined {
    const stored = credentials.of(programCredentialsKey(service, channelId)) ?? {}
    const values = given.map(([field, text]) => [field, (isFirst ? text : undefined) ?? stored[field]])
    try {
      return read(Object.fromEntries(values) as Values)
    } catch (error) {
      log.warn('the settings of a program cannot be used', { service, channelId, error })
      return undefined
    }
  }

  return {
    /** Every channel whose program is set up. */
    async list(): Promise<ReadonlyMap<number, Settings>> {
      const found = (await channels.list()).flatMap(({ id }, index) => {
        const settings = settingsOf(id, index === 0)
        return settings === undefined ? [] : [[id, settings] as const]
      })
      return new Map(found)
    },

    /** Undefined if the program of the channel is not set up. */
    async of(channelId: number): Promise<Settings | undefined> {
      // Without a program in the environment nothing is asked about other channels.
      return settingsOf(channelId, isGiven && (await channels.list())[0]?.id === channelId)
    },

    onChange(listener: () => Promise<void>): void {
      credentials.onChange(async (name) => {
        if (isProgramCredentialsKey(service, name)) await listener()
      })
    },
  }
}
