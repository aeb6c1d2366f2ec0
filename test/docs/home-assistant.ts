import assert from 'node:assert/strict'
import { parseYaml } from '../tools/yaml.ts'

/**
 * What Home Assistant accepts, from its documentation of `rest_command`, `rest` and automations. It refuses an unknown
 * key, so a recipe with one would not load.
 */
const restCommandKeys = [
  'url',
  'method',
  'headers',
  'payload',
  'username',
  'password',
  'content_type',
  'timeout',
  'verify_ssl',
  'insecure_cipher',
  'skip_url_encoding',
]
const restKeys = [
  'resource',
  'resource_template',
  'method',
  'payload',
  'payload_template',
  'headers',
  'params',
  'timeout',
  'scan_interval',
  'verify_ssl',
  'encoding',
  'authentication',
  'username',
  'password',
  'sensor',
  'binary_sensor',
]
const sensorKeys = [
  'name',
  'unique_id',
  'value_template',
  'json_attributes',
  'json_attributes_path',
  'icon',
  'unit_of_measurement',
  'device_class',
  'state_class',
  'availability',
  'force_update',
]
const automationKeys = ['id', 'alias', 'description', 'triggers', 'conditions', 'actions', 'mode', 'max', 'variables']
const triggerKeys: Readonly<Record<string, readonly string[]>> = {
  state: ['trigger', 'id', 'entity_id', 'from', 'to', 'for', 'attribute', 'not_from', 'not_to'],
  webhook: ['trigger', 'id', 'webhook_id', 'allowed_methods', 'local_only'],
}
const conditionKeys: Readonly<Record<string, readonly string[]>> = {
  template: ['condition', 'value_template', 'alias'],
}
const actionKeys = ['action', 'target', 'data', 'alias', 'enabled', 'continue_on_error', 'response_variable']

type Map = Readonly<Record<string, unknown>>

interface RestCall {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Of its sensors. */
  readonly templates: readonly string[]
}

/** YAML with the values of `secrets.yaml` in their places. */
export function withSecrets(code: string, secrets: Readonly<Record<string, string>>): Map {
  const resolve = (name: string) => secrets[name] ?? assert.fail(`no secret ${name}`)
  return parseYaml(code, { customTags: [{ tag: '!secret', resolve }] })
}

/** The calls of REST commands or sensors, with `text` where a template names a variable. */
export function restCalls(written: Map, text: string): readonly RestCall[] {
  const { rest_command: commands = {}, rest: sensors = [] } = written as {
    rest_command?: Record<string, Map>
    rest?: readonly Map[]
  }
  for (const command of Object.values(commands)) requireKnown(command, restCommandKeys)
  for (const one of sensors) {
    requireKnown(one, restKeys)
    for (const sensor of one.sensor as readonly Map[]) {
      requireKnown(sensor, sensorKeys)
      assert.match(String(sensor.value_template), /^\{\{.*\}\}$/)
    }
  }
  return [...Object.values(commands), ...sensors].map((one) => ({
    url: String(one.url ?? one.resource),
    method: String(one.method ?? 'GET').toUpperCase(),
    headers: {
      ...(one.headers as Record<string, string>),
      ...(one.content_type === undefined ? {} : { 'Content-Type': String(one.content_type) }),
    },
    body: fill(String(one.payload ?? ''), text),
    templates: ((one.sensor ?? []) as readonly Map[]).map(({ value_template }) => String(value_template)),
  }))
}

/** `{{ name | tojson }}` is the only template of the recipes. */
function fill(template: string, text: string): string {
  const filled = template.replace(/\{\{ (\w+) \| tojson \}\}/g, (_, name) =>
    JSON.stringify(name === 'effect' ? 'confetti' : text),
  )
  assert.doesNotMatch(filled, /\{\{/)
  return filled
}

export function checkAutomation(written: Map, restCommands: readonly string[]): void {
  requireKnown(written, automationKeys)
  const { triggers, conditions = [], actions } = written as Record<string, readonly Map[]>
  assert.ok(triggers !== undefined && actions !== undefined)
  for (const trigger of triggers) requireKnown(trigger, triggerKeys[String(trigger.trigger)] ?? [])
  for (const condition of conditions) requireKnown(condition, conditionKeys[String(condition.condition)] ?? [])
  for (const action of actions) {
    requireKnown(action, actionKeys)
    const [domain = '', service = ''] = String(action.action).split('.')
    assert.match(`${domain}.${service}`, /^[a-z_]+\.[a-z_]+$/)
    if (domain === 'rest_command') assert.ok(restCommands.includes(service), `${service} is defined in the guide`)
  }
}

export function webhookTriggers(written: Map): readonly { id: string; methods: readonly string[] }[] {
  const { triggers = [] } = written as Record<string, readonly Map[]>
  return triggers
    .filter(({ trigger }) => trigger === 'webhook')
    .map(({ webhook_id, allowed_methods }) => ({ id: String(webhook_id), methods: allowed_methods as string[] }))
}

/** Conditions of the form `{{ trigger.json.field == 'value' }}`, for the body of a request to its webhook. */
export function checkConditions(written: Map, json: Map): void {
  const { conditions = [] } = written as Record<string, readonly Map[]>
  for (const { value_template: template } of conditions) {
    const [, left = '', right] = /^\{\{ ([\w.]+) == '([^']*)' \}\}$/.exec(String(template)) ?? []
    assert.equal(readTemplate(`{{ ${left} }}`, 'trigger.json', json), right, String(template))
  }
}

/** What a template `{{ root.field }}` stands for; undefined where there is no such field. */
export function readTemplate(template: string, root: string, json: Map): unknown {
  const path = /^\{\{ ([\w.]+) \}\}$/.exec(template)?.[1] ?? ''
  assert.ok(path.startsWith(`${root}.`), template)
  return path
    .slice(root.length + 1)
    .split('.')
    .reduce<unknown>((value, name) => (value as Map | undefined)?.[name], json)
}

function requireKnown(written: Map, known: readonly string[]): void {
  assert.deepEqual(
    Object.keys(written).filter((key) => !known.includes(key)),
    [],
  )
}
