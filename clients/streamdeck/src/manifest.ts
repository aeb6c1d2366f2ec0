import { pluginId, type ReadyAction, readyActions, volumeAction } from './ready-actions.ts'

/** What the Stream Deck app reads about the plugin. Names of images are without their extension, as it wants them. */
export function createManifest(version: string): object {
  return {
    $schema: 'https://schemas.elgato.com/streamdeck/plugins/manifest.json',
    Name: 'Showcaller',
    UUID: pluginId,
    Author: 'Showcaller',
    Version: `${version}.0`,
    Description: 'Everything that a Showcaller server can do, on keys with live state and on dials.',
    Category: 'Showcaller',
    CategoryIcon: 'imgs/category',
    Icon: 'imgs/plugin',
    CodePath: 'bin/plugin.js',
    SDKVersion: 3,
    Software: { MinimumVersion: '6.9' },
    OS: [
      { Platform: 'mac', MinimumVersion: '12' },
      { Platform: 'windows', MinimumVersion: '10' },
    ],
    Nodejs: { Version: '20' },
    Actions: [...readyActions.map(keyAction), dialAction(volumeAction)],
  }
}

function shared({ id, title, tooltip }: ReadyAction) {
  return {
    UUID: `${pluginId}.${id}`,
    Name: title,
    Tooltip: tooltip,
    Icon: `imgs/actions/${id}`,
    PropertyInspectorPath: 'ui/inspector.html',
  }
}

function keyAction(action: ReadyAction) {
  return {
    ...shared(action),
    Controllers: ['Keypad'],
    // The key draws its own label; a title of the person is shown above it.
    States: [{ Image: `imgs/keys/${action.id}`, TitleAlignment: 'top' }],
  }
}

function dialAction(action: ReadyAction) {
  return {
    ...shared(action),
    Controllers: ['Encoder'],
    States: [{ Image: `imgs/keys/${action.id}` }],
    Encoder: {
      layout: '$B1',
      Icon: `imgs/keys/${action.id}`,
      TriggerDescription: { Rotate: 'Volume', Push: 'Mute' },
    },
  }
}
