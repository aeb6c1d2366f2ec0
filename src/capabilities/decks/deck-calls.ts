import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import type { ObjectSchema } from '../../kernel/schema/schema.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Names } from '../../registry/names.ts'
import { publishedEvents } from '../../registry/published-events.ts'
import type { DeckAccess } from '../keys/deck-keys.ts'
import { stateDefinition } from './contract/deck-states.ts'
import type { DeckButton, DeckCall, DeckPage, DeckState } from './contract/decks.ts'
import { deckErrors as messages } from './messages.ts'

/** What a deck has to know about an operation. */
export interface DeckOperation {
  readonly name: string
  readonly scope: Scope
  readonly input: ObjectSchema
  readonly hints?: { readonly isDestructive?: boolean }
}

export type DeckCalls = ReturnType<typeof createDeckCalls>

/**
 * The calls of buttons. They are stored in the names of the specification, so that a deck outlives a change of
 * `SHOWCALLER_NAMES`, and are written and sent in the names of the API.
 */
export function createDeckCalls({ operations, names }: { operations: readonly DeckOperation[]; names: Names }) {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const byWireName = new Map(operations.map((operation) => [names.operation(operation.name), operation]))

  /** Checks a call as the API would, and returns it in the names of the specification. */
  function read({ operation: wireName, input }: DeckCall): DeckCall {
    const operation = byWireName.get(wireName)
    if (operation === undefined) throw invalid(messages.unknownOperation.of({ name: wireName.replace(/[^\w-]/g, '?') }))
    // What a default fills in is not stored: it may change.
    createInputReader(names.accepted(operation.input))(input)
    const toSpec = names.toSpec?.(operation.input)
    const body = toSpec === undefined ? input : (toSpec(input) as DeckCall['input'])
    return { operation: operation.name, input: body }
  }

  /** A call of an operation that this version no longer has stays as it is, and is refused when it is made. */
  function write({ operation: name, input }: DeckCall): DeckCall {
    const operation = byName.get(name)
    const toWire = operation && names.toWire?.(operation.input)
    return {
      operation: names.operation(name),
      input: toWire === undefined ? input : (toWire(input) as DeckCall['input']),
    }
  }

  function stateCall(state: DeckState): DeckCall {
    const { operation, input } = stateDefinition(state.type)
    return { operation, input: input(state) }
  }

  function checkState(state: DeckState): void {
    const { needs } = stateDefinition(state.type)
    for (const field of needs) {
      if (state[field] === undefined) throw invalid(messages.stateNeeds.of({ field }))
    }
    const { operation, input } = stateCall(state)
    const schema = byName.get(operation)?.input
    if (schema !== undefined) createInputReader(schema)(input)
  }

  const mapCalls = (button: DeckButton, change: (call: DeckCall) => DeckCall): DeckButton => ({
    ...button,
    ...(button.action === undefined ? {} : { action: change(button.action) }),
    ...(button.action_when_on === undefined ? {} : { action_when_on: change(button.action_when_on) }),
  })
  const mapButtons = (pages: readonly DeckPage[], change: (button: DeckButton, page: DeckPage) => DeckButton) =>
    pages.map((page) => ({ ...page, buttons: page.buttons.map((button) => change(button, page)) }))

  return {
    stateCall: (state: DeckState): DeckCall => write(stateCall(state)),

    /** The pages to store, from what the panel sent. */
    readPages: (pages: readonly DeckPage[]): DeckPage[] =>
      mapButtons(pages, (button, page) => {
        try {
          if (button.state !== undefined) checkState(button.state)
          return mapCalls(button, read)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          const said = { page: page.name, button: button.label, error: error.text }
          throw invalid(messages.inButton.of(said))
        }
      }),

    /** The pages as the API names things. */
    writePages: (pages: readonly DeckPage[]): DeckPage[] => mapButtons(pages, (button) => mapCalls(button, write)),

    /** Whether one of its calls takes something away that cannot be given back. */
    isDestructive: ({ action, action_when_on }: DeckButton): boolean =>
      [action, action_when_on].some((call) => call !== undefined && byName.get(call.operation)?.hints?.isDestructive),

    /** Exactly what the buttons of stored pages need. */
    accessOf(pages: readonly DeckPage[]): DeckAccess {
      const buttons = pages.flatMap((page) => page.buttons)
      const calls = buttons.flatMap(({ action, action_when_on, state }) =>
        [action, action_when_on, state && stateCall(state)].filter((call) => call !== undefined),
      )
      const called = new Set(calls.map(({ operation }) => operation))
      const types = eventTypesOf(pages)
      // The socket that a deck is connected by needs events:read, whatever its buttons do.
      const scopes = new Set<Scope>(['events:read'])
      for (const name of called) {
        const scope = byName.get(name)?.scope
        if (scope !== undefined) scopes.add(scope)
      }
      for (const { type, scope } of publishedEvents) if (types.includes(type)) scopes.add(scope)
      return { scopes: [...scopes].sort(), operations: [...called].sort() }
    },
  }
}

/** The types of events after which a state of these pages is read again. */
export function eventTypesOf(pages: readonly DeckPage[]): string[] {
  const states = pages.flatMap(({ buttons }) => buttons.flatMap(({ state }) => state ?? []))
  return [...new Set(states.flatMap(({ type }) => stateDefinition(type).events))].sort()
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
