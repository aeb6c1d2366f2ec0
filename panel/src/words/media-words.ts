/** Words that alerts, effects and music share: files, sounds, pictures. */
export const mediaWords = {
  none: 'None',
  usual: 'The usual one',
  builtIn: 'Our own',
  uploads: 'Yours',
  upload: 'Upload',
  uploading: (name: string, percent: string) => `${name} ${percent}`,
  drop: 'Drop a file here, or choose one.',
  listen: (name: string) => `Listen to ${name}`,
  stop: (name: string) => `Stop ${name}`,
  volume: 'Volume',
  percent: (value: number) => `${value} %`,
  gone: 'The connection was lost while sending the file.',
  seconds: (value: string) => `${value} s`,
  /** As the limits are counted: 1024 of each in the next. */
  bytes: (value: number) =>
    value < 1024 * 1024 ? `${Math.ceil(value / 1024)} kB` : `${Number((value / 1024 / 1024).toFixed(1))} MB`,
  previewTitle: 'Preview of the overlay',
  scene: 'Behind it',
  dark: 'Dark',
  bright: 'Bright',
}
