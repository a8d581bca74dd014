/* Modules made by web/tools/games.ts. */
declare module 'virtual:games' {
  export const games: import('./pages/landing.tsx').GameSummary[];
}
declare module 'virtual:cores' {
  import type { Art } from './board/shape.ts';
  export const cores: Record<string, { core: string; art: () => Promise<{ art: Art }> }>;
}
declare module 'virtual:words/fr' {
  export const words: import('./i18n/words.ts').Words;
}
declare module 'virtual:words/en' {
  export const words: import('./i18n/words.ts').Words;
}
declare module 'virtual:words/ja' {
  export const words: import('./i18n/words.ts').Words;
}
declare module '*.css';
