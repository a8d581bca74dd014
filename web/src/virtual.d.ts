/* Modules made by web/tools/games.ts. */
declare module 'virtual:games' {
  export const games: import('./pages/landing.tsx').GameSummary[];
}
declare module 'virtual:cores' {
  import type { Art } from './board/shape.ts';
  export const cores: Record<string, { core: string; art: () => Promise<{ art: Art }>; refusals: string[] }>;
  /** Address of the core that knows records, of all games. */
  export const allRecords: string;
}
declare module 'virtual:rules' {
  export const rules: (Omit<import('./pages/rules/page.tsx').GameRules, 'movements'> & {
    reaches: [string, import('./board/moves.ts').Reach[]][];
    royal: string[];
    frame: import('./pages/rules/prose.ts').ProseFrame;
    /** Of the pictures of the diagrams, by id. */
    sizes: Record<string, { width: number; height: number }>;
    prose: Record<import('./i18n/words.ts').Language, import('./pages/rules/prose.ts').Prose>;
  })[];
}
declare module 'virtual:lessons' {
  import type { Language } from './i18n/words.ts';
  export const lessons: Record<string, Record<Language, () => Promise<import('./pages/learn/text.ts').Lesson>>>;
}
declare module 'virtual:lessons/all' {
  import type { Language } from './i18n/words.ts';
  export const lessons: Record<string, Record<Language, import('./pages/learn/text.ts').Lesson>>;
}
declare module 'virtual:problems' {
  export const problems: Record<string, () => Promise<{ set: import('./client/problem.ts').ProblemSet }>>;
}
declare module 'virtual:problems/all' {
  export const problems: Record<string, import('./client/problem.ts').ProblemSet>;
}
declare module 'virtual:engine' {
  export const address: string;
}
declare module 'virtual:languages' {
  /** By their codes: their own names, and what stands for them where there is little room. */
  export const languages: Record<string, { name: string; short: string }>;
}
declare module 'virtual:words' {
  export const words: Record<string, () => Promise<{ words: import('./i18n/words.ts').Words }>>;
}
declare module 'virtual:words/analysis' {
  export const words: Record<string, () => Promise<{ default: Record<string, string> }>>;
}
declare module 'virtual:words/all' {
  export const words: Record<string, import('./i18n/words.ts').Words>;
}
declare module '*.css';
