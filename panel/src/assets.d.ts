declare module '*.css'

interface ImportMeta {
  /** Of Vite: whether this is the built panel. */
  readonly env: { readonly PROD: boolean }
}
