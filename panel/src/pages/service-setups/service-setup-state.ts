import type { SetupName } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import type { Answer } from '../../api.ts'

export type ServerSetup = Answer<'list-service-setups'>['setups'][number]

/** What the server knows about a service, whether its credentials are those of the server or of a channel. */
export interface SetupState extends Omit<ServerSetup, 'service'> {
  readonly service: SetupName
}

export interface EnteredField {
  readonly name: string
  readonly value: string
}
