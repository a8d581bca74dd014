/* How a judgement is said: chances in per cent, scores and mates with the side that they are good for. */
import type { Found, Slip } from '../../client/judge.ts';
import type { TableSpeech } from '../table/speech.ts';

/** As they stand behind a move. */
export const SIGNS: Record<Slip, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A score that is no certainty is never all or nothing. */
export function percent({ score, chance }: Found): number {
  const rounded = Math.round(chance * 100);
  return 'mate' in score ? rounded : Math.min(99, Math.max(1, rounded));
}

/** "+320", "mate in 5 for gote"; `mates`: the game is won by mate. */
export function scoreWords(words: TableSpeech, { score, chance, pv }: Found, mates: boolean): string {
  const { t } = words.speech;
  if (pv.length === 0) return t('analysis.over');
  if ('cp' in score) return score.cp > 0 ? `+${score.cp}` : String(score.cp).replace('-', '−');
  const values = { side: words.side(chance > 0.5 ? 'b' : 'w'), count: Math.abs(score.mate) };
  return t(mates ? 'analysis.mate' : 'analysis.win', values);
}

/** "Chance to win: sente 64 %, gote 36 % (score for sente +320)". */
export function standing(words: TableSpeech, found: Found, mates: boolean): string {
  const { t } = words.speech;
  const score = scoreWords(words, found, mates);
  const b = percent(found);
  const said = 'cp' in found.score && found.pv.length > 0 ? t('analysis.score', { score }) : score;
  return t('analysis.chances', { b: words.side('b'), w: words.side('w'), of_b: b, of_w: 100 - b, score: said });
}
