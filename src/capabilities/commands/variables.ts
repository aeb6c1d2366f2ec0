import type { Settings } from '../settings/settings.ts'
import type { VariableValues } from '../steps/variables.ts'
import type { Commands } from './commands.ts'

/** What these variables read from. */
export interface CommandVariablesServices {
  readonly commands: Commands
  readonly settings: Settings
}

type Services = CommandVariablesServices

export const commandVariables: VariableValues<'commands', Services> = {
  async commands({ caller, platform }, _args, { commands, settings }) {
    const { prefix } = (await settings.of(caller.channel.id)).commands
    const { items } = await commands.list(caller.channel)
    const shown = items.filter((one) => one.active && one.showInList && one.platforms.includes(platform))
    return shown.map(({ command }) => `${prefix}${command}`).join(', ')
  },
}
