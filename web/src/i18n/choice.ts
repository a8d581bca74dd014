/*
 * Language, light or dark, pieces, board and notation: what was chosen on this device before, otherwise what the browser says.
 */
import { type MoveStyle, moveStyles } from '../../../wasm/types.ts';
import { isLanguage, type Language } from './words.ts';

/* Storage may be forbidden; then a choice lasts as long as the page. */
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // not remembered
  }
}

/** The language of a table's page, whose address has none: the chosen one, the browser's, the document's. */
export function chosenLanguage(): Language {
  const wishes = [remembered('language'), ...navigator.languages.map((tag) => tag.split('-')[0]), document.documentElement.lang];
  return wishes.find(isLanguage) ?? 'en';
}

export function rememberLanguage(language: Language): void {
  remember('language', language);
  // The server chooses the language of pages without one by this cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

type Theme = 'light' | 'dark';

function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  if (shown === 'light' || shown === 'dark') return shown;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(theme = remembered('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  remember('theme', next);
  applyTheme(next);
}

export const PIECE_STYLES = ['one', 'two', 'moves'] as const;
export type PieceStyle = (typeof PIECE_STYLES)[number];
export const pieceStyle = (): PieceStyle => PIECE_STYLES.find((style) => style === remembered('pieces')) ?? 'one';
/** What the board is made of; the style sheet knows them (board.css). */
export const BOARDS = ['wood', 'dark', 'plain'] as const;
export type BoardLook = (typeof BOARDS)[number];
export const boardLook = (): BoardLook => BOARDS.find((look) => look === remembered('board')) ?? 'wood';
/** How large it is where there is room for it: as large as it fits, or less; the style sheet knows them (table.css). */
export const BOARD_SIZES = ['full', 'middle', 'small'] as const;
export type BoardSize = (typeof BOARD_SIZES)[number];
export const boardSize = (): BoardSize => BOARD_SIZES.find((size) => size === remembered('size')) ?? 'full';
export const rememberBoardSize = (size: BoardSize): void => remember('size', size);
export const rememberBoardLook = (look: BoardLook): void => remember('board', look);
export const rememberPieceStyle = (style: PieceStyle): void => remember('pieces', style);
/** Whether moves are heard; not before somebody wants it. */
export const soundOn = (): boolean => remembered('sound') === 'on';
export const rememberSound = (on: boolean): void => remember('sound', on ? 'on' : 'off');
/** Whether the field for typed moves and the list of keys are open. */
export const keyboardOpen = (): boolean => remembered('keyboard') === 'open';
export const rememberKeyboard = (open: boolean): void => remember('keyboard', open ? 'open' : 'closed');
/** Whether a letter alone does something; who speaks to the device may not want that. */
export const singleKeys = (): boolean => remembered('keys') !== 'off';
export const rememberSingleKeys = (on: boolean): void => remember('keys', on ? 'on' : 'off');
/** How moves are written; null: as the language has it. */
export const chosenNotation = (): MoveStyle | null => moveStyles.find((style) => style === remembered('notation')) ?? null;
export const rememberNotation = (style: MoveStyle): void => remember('notation', style);
export const usualNotation = (language: Language): MoveStyle => (language === 'ja' ? 'japanese' : 'western');
