/*
 * Sentences of the table page: squares, pieces, seats, results and refusals in the viewer's language.
 */
import type { GameEvent, Result, Seat, Side, StandIn } from '../../../../protocol/wire.ts';
import type { GameInfo } from '../../../../wasm/types.ts';
import type { BoardWords } from '../../board/board.ts';
import type { Mark } from '../../board/marks.ts';
import { directionsOf, type Movements, type MovesCard } from '../../board/moves.ts';
import type { NoteWords } from '../../board/notes.ts';
import { kindOf, otherSide, sideOf } from '../../board/sfen.ts';
import type { Art } from '../../board/shape.ts';
import { japaneseSquare, kanjiNumber } from '../../board/squares.ts';
import { partsOf } from '../../board/usi.ts';
import { signed } from '../../client/people.ts';
import type { Ply } from '../../client/replay.ts';
import { asksOf, isComputer, type Table } from '../../client/table.ts';
import type { Naming } from '../../client/typed.ts';
import type { Speech } from '../../i18n/words.ts';
import { type Item, itemsOf, itemWords, SETTINGS } from '../agreed.ts';
import type { Controller, Hint, Why } from './controller.ts';

/** Why a move is refused: in the words of its game, or in those of every game. */
export function refusalWords({ game, t, has }: Speech, kind: string, code: string): string {
  return game(kind).rules[code] ?? t(has(`rule.${code}`) ? `rule.${code}` : 'rule.other');
}

const MARKED: Record<Mark, string> = {
  last: 'board.last',
  checked: 'board.checked',
  giver: 'board.giver',
  marked: 'board.marked',
};

export class TableSpeech {
  readonly speech: Speech;
  private readonly kind: string;

  constructor(speech: Speech, kind: string) {
    this.speech = speech;
    this.kind = kind;
  }

  side = (side: Side): string => this.speech.t(`side.${side}`);

  square = (square: string): string => (this.speech.language === 'ja' ? japaneseSquare(square) : square);

  /** Of sente's letters: "P", "+R". */
  piece = (kind: string): string => this.speech.game(this.kind).pieces[kind] ?? kind;

  /** "7g, pawn of sente". */
  placed = (square: string, piece: string): string =>
    this.speech.t('board.piece', {
      square: this.square(square),
      piece: this.piece(kindOf(piece)),
      side: this.side(sideOf(piece)),
    });

  /** What may be typed for a piece and for a square. */
  naming({ pieces }: Art): Naming {
    return {
      pieces: (kind) => {
        const { one = kind, two = kind } = pieces[kind] ?? {};
        const name = this.piece(kind);
        return [kind, name, name.replace(/ ?[(（].*/, ''), one, two];
      },
      squares: (square) => [square, japaneseSquare(square)],
    };
  }

  /** A move to choose from several: "gold from 4i to 5h". */
  candidate(usi: string, moves: readonly string[], board: ReadonlyMap<string, string>): string {
    const { t } = this.speech;
    const { origin, middle, target, promote } = partsOf(usi);
    const square = this.square(target);
    if (origin.endsWith('*')) return t('typed.drop', { piece: this.piece(origin.slice(0, -1)), square });
    const values = { piece: this.piece(kindOf(board.get(origin) ?? '')), from: this.square(origin), square };
    const text = middle === null ? t('typed.move', values) : t('typed.double', { ...values, first: this.square(middle) });
    if (promote) return t('spoken.promotion', { text });
    return moves.includes(`${usi}+`) ? t('typed.keep', { text }) : text;
  }

  boardWords(): BoardWords {
    const { t, language } = this.speech;
    return {
      board: t('board.label'),
      hand: (side, drops) => t(drops ? 'board.hand' : 'board.captured', { side: this.side(side) }),
      captured: (count, left) => t('captures.count', { count, left }),
      left: (count) => this.speech.n('captures.left', count),
      step: (square) => t('step.text', { square: this.square(square) }),
      stop: t('step.stop'),
      forget: t('step.forget'),
      square: (square, piece, as, target) => {
        const name = this.square(square);
        const what = piece ? this.placed(square, piece) : t('board.empty', { square: name });
        const borrowed = as ? t('board.as', { what, piece: this.piece(as) }) : what;
        return target ? t('board.target', { what: borrowed }) : borrowed;
      },
      noted: (what, mark) => t(MARKED[mark], { what }),
      held: (piece, count) => t('board.held', { piece: this.piece(kindOf(piece)), count }),
      promote: t('promotion.yes'),
      keep: t('promotion.no'),
      question: t('promotion.question'),
      file: (file) => String(file),
      rank: (rank) => (language === 'ja' ? kanjiNumber(rank) : String.fromCharCode(97 + rank)),
    };
  }

  noteWords(): NoteWords {
    const { t } = this.speech;
    return { circled: t('note.circled'), arrow: (to) => t('note.arrow', { square: this.square(to) }) };
  }

  /** How a piece moves: its own way, or that of `as`. */
  movement(piece: string, as: string | null, game: GameInfo, movements: Movements): MovesCard {
    const { t, language } = this.speech;
    const kind = kindOf(piece);
    const reaches = movements.reaches.get(as ?? kind) ?? [];
    const info = game.pieces.find(({ sfen }) => sfen === kind);
    const becomes = game.pieces.find((other) => other.kind === info?.promotes);
    const name = this.piece(kind);
    const said = Object.entries(directionsOf(reaches))
      .filter(([, directions]) => directions.length > 0)
      .map(([how, directions]) => {
        const list =
          directions.length === 8
            ? t('direction.all')
            : directions.map((one) => t(`direction.${one}`)).join(language === 'ja' ? '、' : ', ');
        return t(`movement.${how}`, { list });
      });
    return {
      reaches,
      title: as ? t('board.as', { what: name, piece: this.piece(as) }) : name,
      lines: becomes ? [t('movement.becomes', { piece: this.piece(becomes.sfen) })] : [],
      spoken: said.join(language === 'ja' ? '' : ' '),
    };
  }

  /** Who sits there, as this viewer calls them. */
  seat(seat: Seat, mine: boolean): string {
    const { t } = this.speech;
    if (mine) return seat.name ? t('seat.named', { name: seat.name }) : t('seat.you');
    if (seat.who === '') return t('seat.free');
    if (isComputer(seat)) return t('seat.computer', { level: seat.who.slice(4) });
    return seat.name || t('seat.guest');
  }

  /** Who sits there, as a record names them. */
  player(seat: Seat): string {
    return seat.who === '' ? '' : this.seat(seat, false);
  }

  /** What a rated game did to the rating of this side: "Anna: 1512 (+12)"; null: nothing, or it is not known. */
  rated({ seats, change }: Table, side: Side): { rating: number; change: number; text: string } | null {
    const seat = seats[side];
    if (change === null || seat.rating === undefined) return null;
    const own = side === 'b' ? change : -change;
    const who = seat.name || this.side(side);
    return {
      rating: seat.rating,
      change: own,
      text: this.speech.t('rating.after', { who, value: seat.rating, change: signed(own) }),
    };
  }

  presence(seat: Seat): string {
    const { t } = this.speech;
    if (seat.plays !== undefined) return t('seat.played');
    return seat.who === '' ? '' : t(seat.here ? 'seat.here' : 'seat.away');
  }

  /** A side as this viewer calls who plays there, within a sentence. */
  private whose(side: Side, mine: readonly Side[]): string {
    return mine.length === 1 && !mine.includes(side) ? this.speech.t('who.opponent') : this.side(side);
  }

  /** That the computer plays there in somebody's place, and why. */
  standIn(side: Side, why: StandIn, mine: readonly Side[]): string {
    const { t } = this.speech;
    return mine.includes(side) ? t(`standin.own.${why}`) : t(`standin.${why}`, { who: this.whose(side, mine) });
  }

  /** What happened last, where it is no move and stands nowhere else on the screen; '' where there is nothing to say. */
  notice(table: Table, mine: readonly Side[], items: readonly Item[]): string {
    const { notice } = table;
    if (!notice || table.result) return '';
    const { t, n } = this.speech;
    switch (notice.kind) {
      case 'decline':
        return this.declined(notice, table, mine);
      case 'takeback':
        return n('notice.takeback', notice.plies ?? 1);
      case 'back':
        return notice.side
          ? t(mine.includes(notice.side) ? 'notice.back.own' : 'notice.back', { who: this.whose(notice.side, mine) })
          : '';
      case 'set': {
        const item = items.find(({ name }) => name === notice.name);
        if (!item || notice.id !== undefined) return '';
        const said = itemWords(this.speech, this.kind, item);
        return t('notice.set', { name: said.name, value: said.value(notice.value ?? '') });
      }
      default:
        return '';
    }
  }

  private declined({ side, what }: GameEvent, { settled }: Table, mine: readonly Side[]): string {
    const [own] = mine;
    if (!own || side === own || (what !== 'draw' && what !== 'takeback')) return '';
    return this.speech.t(settled[own].includes(what) ? `declined.${what}` : `withdrawn.${what}`);
  }

  /** What the other side asks for, and where the computer plays: read out when it comes up. */
  asked({ state, mine, loaded }: Controller): string {
    const { table } = state;
    const [side] = mine;
    if (!table) return '';
    const { t } = this.speech;
    const parts: string[] = [];
    for (const what of side ? asksOf(table.seats[otherSide(side)]) : [])
      parts.push(what === 'again' ? t('again.wanted') : t(`asked.${what}`));
    if (!table.result)
      for (const at of ['b', 'w'] as const)
        if (table.seats[at].plays !== undefined) parts.push(this.standIn(at, table.seats[at].why ?? 'away', mine));
    parts.push(this.notice(table, mine, [...itemsOf(loaded?.core.game.rules ?? []), ...SETTINGS]));
    return this.sentences(parts.filter(Boolean));
  }

  /** The sitting with this game; null when there was none. */
  score({ score, result }: Table, mine: readonly Side[]): { text: string; count: string } | null {
    const { t } = this.speech;
    const b = score.b + Number(result?.winner === 'b');
    const w = score.w + Number(result?.winner === 'w');
    const draws = score.draws + Number(result?.winner === 'draw');
    if (b + w + draws === 0) return null;
    const [side] = mine;
    const text = side ? t('score.own', { own: side === 'b' ? b : w, other: side === 'b' ? w : b }) : t('score.sides', { b, w });
    return { text: draws > 0 ? t('score.draws', { text, draws }) : text, count: `${b}-${w}-${draws}` };
  }

  /** "You win", "Sente wins", "A draw". */
  outcome(result: Result, mine: readonly Side[]): string {
    const { t } = this.speech;
    if (result.winner === 'draw') return t('end.draw');
    if (mine.length === 1) return t(mine[0] === result.winner ? 'end.win' : 'end.lose');
    return t('end.side', { side: this.side(result.winner) });
  }

  reason(result: Result): string {
    const { t, has } = this.speech;
    return has(`reason.${result.reason}`) ? t(`reason.${result.reason}`) : t('reason.other');
  }

  /** Whose turn it is, as this viewer calls it. */
  standing({ state, live, mine, computerThinks }: Controller): string {
    const { t } = this.speech;
    const turn = live?.position.turn ?? 'b';
    if (computerThinks) return t('status.computer');
    if (mine.includes(turn)) return mine.length === 2 ? t('status.turn', { side: this.side(turn) }) : t('status.yours');
    if (state.table?.seats[turn].who === '') return t('status.waiting');
    return mine.length > 0 ? t('status.theirs') : t('status.turn', { side: this.side(turn) });
  }

  /** Sentences and fragments as one text. */
  sentences(parts: readonly string[]): string {
    const { language } = this.speech;
    const ended = parts.map((part) => (/[.!?。！？]$/.test(part) ? part : `${part}${language === 'ja' ? '。' : '.'}`));
    return ended.join(language === 'ja' ? '' : ' ');
  }

  /** That the next game has begun, and which side the viewer has now: sides may have changed. */
  begun(mine: readonly Side[]): string {
    const { t } = this.speech;
    const [side, other] = mine;
    return side && !other ? t('spoken.again', { side: this.side(side) }) : t('spoken.again.watch');
  }

  /** The move that is planned: where it begins and ends. */
  planned(usi: string): string {
    const { origin, target } = partsOf(usi);
    const from = origin.endsWith('*') ? this.piece(origin.slice(0, -1)) : this.square(origin);
    return this.speech.t('plan.made', { from, to: this.square(target) });
  }

  hint({ kind, piece, as }: Hint, mine: readonly Side[]): string {
    const { t } = this.speech;
    if (kind === 'again') return this.begun(mine);
    if (kind === 'unplanned') return t('plan.gone');
    const name = this.piece(kindOf(piece));
    const what = as ? t('board.as', { what: name, piece: this.piece(as) }) : name;
    return kind === 'stuck' ? t('hint.stuck', { what }) : t('hint.other', { what, side: this.side(sideOf(piece)) });
  }

  why(why: Why): string {
    const { t } = this.speech;
    const said = this.refusal(why);
    return why.as ? this.sentences([said, t('why.as', { piece: this.piece(why.as) })]) : said;
  }

  private refusal(why: Why): string {
    const { t, has } = this.speech;
    if (why.rule !== null) return refusalWords(this.speech, this.kind, why.rule);
    if (why.code === 'late' || why.code === 'asked' || why.code === 'set' || why.code === 'engine')
      return t(`refused.${why.code}`);
    return t(why.code !== null && has(`error.${why.code}`) ? `error.${why.code}` : 'error.other');
  }

  /** A move as it is read out. */
  spoken({ usi, side, piece, taken }: Ply): string {
    const { t } = this.speech;
    const { origin, middle, target, promote } = partsOf(usi);
    const values = { side: this.side(side), piece: this.piece(piece), square: this.square(target) };
    const on = (square: string | null): string => {
      const one = taken.find((other) => other.square === square);
      return one ? this.piece(one.piece) : '';
    };
    if (middle !== null) {
      const [first, second] = [on(middle), origin === target ? '' : on(target)];
      const double = { ...values, first: this.square(middle), taken: first || second, second };
      if (origin === target) return t(first ? 'spoken.igui' : 'spoken.pass', double);
      if (first) return t(second ? 'spoken.double.both' : 'spoken.double.first', double);
      return t(second ? 'spoken.double.second' : 'spoken.double', double);
    }
    const captured = on(target);
    const key = origin.endsWith('*') ? 'spoken.drop' : captured ? 'spoken.capture' : 'spoken.move';
    const said = t(key, { ...values, taken: captured });
    const text = promote ? t('spoken.promotion', { text: said }) : said;
    const others = taken.filter(({ square }) => square !== target);
    if (others.length === 0) return text;
    const list = others.map((one) => t('spoken.taken', { piece: this.piece(one.piece), square: this.square(one.square) }));
    return t('spoken.takes', { text, list: new Intl.ListFormat(this.speech.language).format(list) });
  }
}
