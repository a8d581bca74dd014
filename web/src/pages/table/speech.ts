/*
 * Sentences of the table page: squares, pieces, seats, results and refusals in the viewer's language.
 */
import type { Result, Seat, Side } from '../../../../protocol/wire.ts';
import type { GameInfo } from '../../../../wasm/types.ts';
import type { BoardWords } from '../../board/board.ts';
import { directionsOf, type Movements, type MovesCard } from '../../board/moves.ts';
import { kindOf, sideOf } from '../../board/sfen.ts';
import { japaneseSquare, kanjiNumber } from '../../board/squares.ts';
import { partsOf } from '../../board/usi.ts';
import type { Ply } from '../../client/replay.ts';
import { isComputer } from '../../client/table.ts';
import type { Speech } from '../../i18n/words.ts';
import type { Controller, Hint, Why } from './controller.ts';

/** Why a move is refused: in the words of its game, or in those of every game. */
export function refusalWords({ game, t, has }: Speech, kind: string, code: string): string {
  return game(kind).rules[code] ?? t(has(`rule.${code}`) ? `rule.${code}` : 'rule.other');
}

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
      held: (piece, count) => t('board.held', { piece: this.piece(kindOf(piece)), count }),
      promote: t('promotion.yes'),
      keep: t('promotion.no'),
      question: t('promotion.question'),
      file: (file) => String(file),
      rank: (rank) => (language === 'ja' ? kanjiNumber(rank) : String.fromCharCode(97 + rank)),
    };
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
      spoken: said.join(' '),
    };
  }

  /** Who sits there, as this viewer calls them. */
  seat(seat: Seat, mine: boolean): string {
    const { t } = this.speech;
    if (mine) return t('seat.you');
    if (seat.who === '') return t('seat.free');
    if (isComputer(seat)) return t('seat.computer', { level: seat.who.slice(4) });
    return seat.name || t('seat.guest');
  }

  /** Who sits there, as a record names them. */
  player(seat: Seat): string {
    return seat.who === '' ? '' : this.seat(seat, false);
  }

  presence(seat: Seat): string {
    const { t } = this.speech;
    return seat.who === '' ? '' : t(seat.here ? 'seat.here' : 'seat.away');
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

  hint({ kind, piece, as }: Hint, mine: readonly Side[]): string {
    const { t } = this.speech;
    if (kind === 'again') return this.begun(mine);
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
    return t(why.code !== null && has(`error.${why.code}`) ? `error.${why.code}` : 'error.other');
  }

  /** A move as it is read out. */
  spoken(ply: Ply): string {
    const { t } = this.speech;
    const { origin, middle, target, promote } = partsOf(ply.usi);
    if (middle !== null) {
      const double = {
        side: this.side(ply.side),
        piece: this.piece(ply.piece),
        first: this.square(middle),
        square: this.square(target),
      };
      if (origin === target) return t(ply.takesFirst ? 'spoken.igui' : 'spoken.pass', double);
      return t('spoken.double', double);
    }
    const values = { side: this.side(ply.side), piece: this.piece(ply.piece), square: this.square(target) };
    const text = t(origin.endsWith('*') ? 'spoken.drop' : ply.captures ? 'spoken.capture' : 'spoken.move', values);
    return promote ? t('spoken.promotion', { text }) : text;
  }
}
