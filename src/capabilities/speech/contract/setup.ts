import {
  defineServiceSetup,
  type ServiceSetup,
  type SetupFieldDefinition,
} from '../../../definitions/define-service-setup.ts'
import type { DefinedSpeechEngine, SpeechEngineSetting } from './speech-engines/definition.ts'

const fields: Readonly<Record<SpeechEngineSetting, SetupFieldDefinition>> = {
  key_id: { title: 'Access key ID' },
  key: { title: 'API key', isSecret: true },
  region: { title: 'Region', isOptional: true },
  url: { title: 'Address', help: 'Only for a server of your own.', isOptional: true },
  model: { title: 'Model', isOptional: true },
  voice: { title: 'Default voice', help: 'Check lists the voices of the service.', isOptional: true, isChoice: true },
}

/** The setup of a speech engine, from its definition. The order of the fields is that of the table above. */
export function speechSetup<N extends string>(
  engine: Pick<DefinedSpeechEngine, 'title' | 'settings' | 'needsKey' | 'setup'> & { readonly name: N },
): ServiceSetup<`speech_${N}`> {
  const { name, title, settings, needsKey, setup = { steps: [] } } = engine
  const known = Object.entries(fields).filter(([field]) => settings.some((one) => one === field))
  return defineServiceSetup({
    name: `speech_${name}`,
    title,
    group: 'speech',
    belongsTo: 'server',
    fields: Object.fromEntries(
      known.map(([field, definition]) => [
        field,
        {
          ...definition,
          ...(field === 'key' && !needsKey && { isOptional: true }),
          ...setup.fields?.[field as SpeechEngineSetting],
        },
      ]),
    ),
    steps: setup.steps,
  })
}
