import type { Message } from '../kernel/text/message.ts'
import { helpMessage, labelMessage } from './field-texts.ts'

/** The part of the panel that shows the service. */
export type SetupGroup = 'platform' | 'music' | 'speech' | 'donations' | 'obs' | 'voice' | 'vts' | 'discord' | 'clients'

/** An address of this server that a person enters at the service. */
export type SetupAddress = 'redirect' | 'webhook'

export interface SetupFieldDefinition {
  readonly title: string
  readonly help?: string
  /** Never shown again, except for its last characters. */
  readonly isSecret?: boolean
  readonly isOptional?: boolean
  /** A check asks the service what there is to choose from. */
  readonly isChoice?: boolean
  /** What the form begins with while nothing is set. */
  readonly initial?: string
}

export interface SetupStepDefinition {
  readonly text: string
  /** The page to open. */
  readonly link?: string
  /** The address of this server to paste there, with a button that copies it. */
  readonly address?: SetupAddress
  /** Whether the permissions that this server asks for are listed here. */
  readonly listsPermissions?: boolean
}

/** How a person connects a service: what to do there, and what to enter here. */
export interface ServiceSetupDefinition {
  /** Its name in the database. Its settings are `SHOWCALLER_<NAME>_<FIELD>`. */
  readonly name: string
  readonly title: string
  readonly group: SetupGroup
  /** Whose credentials they are: of this server, with all its channels, or of one channel. */
  readonly belongsTo: 'server' | 'channel'
  readonly fields: Readonly<Record<string, SetupFieldDefinition>>
  readonly steps: readonly SetupStepDefinition[]
  /** What the service is asked for, where it is the same for everybody. */
  readonly permissions?: readonly string[]
}

export interface SetupField {
  readonly name: string
  /** The environment variable that wins over what is entered in the panel. */
  readonly variable: string
  readonly title: Message<string>
  readonly help: Message<string> | undefined
  readonly isSecret: boolean
  readonly isOptional: boolean
  readonly isChoice: boolean
  readonly initial: string | undefined
}

export interface SetupStep extends Omit<SetupStepDefinition, 'text'> {
  readonly text: Message<string>
}

export interface ServiceSetup<N extends string = string> {
  readonly name: N
  readonly title: string
  readonly group: SetupGroup
  readonly belongsTo: 'server' | 'channel'
  readonly fields: readonly SetupField[]
  readonly steps: readonly SetupStep[]
  readonly permissions: readonly string[]
}

export function defineServiceSetup<const N extends string>(
  definition: ServiceSetupDefinition & { readonly name: N },
): ServiceSetup<N> {
  const { name, title, group, belongsTo, permissions = [] } = definition
  const area = `serviceSetup.${name}`
  const fields = Object.entries(definition.fields).map(([field, { title: label, help, ...flags }]): SetupField => {
    return {
      name: field,
      variable: setupVariable(name, field),
      title: labelMessage(`${area}.${field}`, label),
      help: help === undefined ? undefined : helpMessage(`${area}.${field}.help`, help),
      isSecret: flags.isSecret ?? false,
      isOptional: flags.isOptional ?? false,
      isChoice: flags.isChoice ?? false,
      initial: flags.initial,
    }
  })
  const steps = definition.steps.map(({ text, ...rest }, index): SetupStep => {
    return { ...rest, text: helpMessage(`${area}.step${index + 1}`, text) }
  })
  return { name, title, group, belongsTo, fields, steps, permissions }
}

export function setupVariable(service: string, field: string): string {
  return `SHOWCALLER_${service}_${field}`.toUpperCase()
}
