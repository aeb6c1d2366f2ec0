import { InstanceBase, InstanceStatus, type InstanceTypes, type SomeCompanionConfigField } from '@companion-module/base'
import { type Connection, type ConnectionState, openConnection, type ServerDescription } from '../../core/connection.ts'
import type { ServerEvent } from '../../core/event-types.ts'
import { defineActions } from './actions.ts'
import { definePresets } from './presets.ts'
import { defineFeedbacks, defineVariables, valuesOf } from './state.ts'

interface Types extends InstanceTypes {
  config: { url: string }
  secrets: { key: string }
}

const statuses: Readonly<Record<ConnectionState, InstanceStatus>> = {
  connecting: InstanceStatus.Connecting,
  connected: InstanceStatus.Ok,
  limited: InstanceStatus.InsufficientPermissions,
  unreachable: InstanceStatus.ConnectionFailure,
  refused: InstanceStatus.AuthenticationFailure,
}

/** Feedbacks about the past are checked this often while an event is recent enough to matter. */
const recheckMs = 1_000
const longestFeedbackMs = 600_000

/** A connection of Companion to one Showcaller server. */
// biome-ignore lint/style/noDefaultExport: Companion loads a module by its default export.
export default class ShowcallerInstance extends InstanceBase<Types> {
  #connection: Connection | undefined
  #description: ServerDescription = { operations: [], eventTypes: [] }
  #isConnected = false
  readonly #failed = new Set<string>()
  readonly #happenedAt = new Map<string, number>()
  #recheck: NodeJS.Timeout | undefined

  async init(config: Types['config'], _isFirst: boolean, secrets: Types['secrets']): Promise<void> {
    this.#open(config, secrets)
  }

  async configUpdated(config: Types['config'], secrets: Types['secrets']): Promise<void> {
    await this.#close()
    this.#open(config, secrets)
  }

  async destroy(): Promise<void> {
    await this.#close()
  }

  getConfigFields(): SomeCompanionConfigField[] {
    return [
      { id: 'url', type: 'textinput', label: 'Address of the server', default: 'http://127.0.0.1:4400', width: 8 },
      {
        id: 'key',
        type: 'secret-text',
        label: 'API key',
        tooltip: 'Make one in the panel, under Developer › Keys. Events need the permission events:read.',
        width: 8,
      },
    ]
  }

  #open({ url }: Types['config'], { key }: Types['secrets']): void {
    if (!URL.canParse(url) || !key) {
      this.updateStatus(InstanceStatus.BadConfig, key ? 'The address is not valid.' : 'Enter an API key.')
      return
    }
    this.#connection = openConnection({
      url,
      key,
      onState: (state, message) => this.#show(state, message),
      onDescription: (description) => this.#define(description),
      onEvent: (event) => this.#receive(event),
    })
  }

  async #close(): Promise<void> {
    clearInterval(this.#recheck)
    this.#recheck = undefined
    await this.#connection?.close()
    this.#connection = undefined
    this.#failed.clear()
    this.#happenedAt.clear()
  }

  #show(state: ConnectionState, message: string): void {
    this.updateStatus(statuses[state], message)
    this.#isConnected = state === 'connected' || state === 'limited'
    if (this.#description.operations.length === 0) return
    this.setVariableValues({ connected: this.#isConnected })
    this.checkFeedbacks('connected')
  }

  #define(description: ServerDescription): void {
    this.#description = description
    const { operations, eventTypes } = description
    this.setActionDefinitions(defineActions(operations, (operation, values) => this.#call(operation, values)))
    this.setFeedbackDefinitions(
      defineFeedbacks(operations, eventTypes, {
        hasFailed: (operation) => this.#failed.has(operation),
        isConnected: () => this.#isConnected,
        sinceEvent: (type) => {
          const at = this.#happenedAt.get(type)
          return at === undefined ? undefined : performance.now() - at
        },
      }),
    )
    this.setVariableDefinitions(defineVariables(eventTypes))
    const { structure, presets } = definePresets(operations)
    this.setPresetDefinitions(structure, presets)
  }

  /** Rejects, too, so that Companion logs the reason beside the button. */
  async #call(operation: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      if (this.#connection === undefined) throw new Error('The server is not connected.')
      await this.#connection.call(operation, values)
      this.#failed.delete(operation)
      this.setVariableValues({ last_error: '' })
    } catch (error) {
      this.#failed.add(operation)
      this.setVariableValues({ last_error: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      this.checkFeedbacks('call-failed')
    }
  }

  #receive(event: ServerEvent): void {
    this.#happenedAt.set(event.type, performance.now())
    this.setVariableValues(valuesOf(event, this.#description.eventTypes))
    this.checkFeedbacks('happened')
    this.#recheck ??= setInterval(() => this.#forgetOldEvents(), recheckMs)
  }

  #forgetOldEvents(): void {
    for (const [type, at] of this.#happenedAt)
      if (performance.now() - at > longestFeedbackMs) this.#happenedAt.delete(type)
    this.checkFeedbacks('happened')
    if (this.#happenedAt.size > 0) return
    clearInterval(this.#recheck)
    this.#recheck = undefined
  }
}

export const UpgradeScripts = []
