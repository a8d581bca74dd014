#!/usr/bin/env python3
"""Plays random games by a slow reference of the rules and holds the native judge against it, ply by ply.

    tests/core/reference_games.py --reference FILE.py --tool RULES_TOOL [--games N] [--seed S] [GAME...]

The reference is not part of this project: a Python file with a class Game(name, sfen, **options) that lists every
spelling of every legal move, plays, and says check, SFEN and result (the file that wrote tests/vectors/ is one). Half of
the games begin at the usual start, half with a few pieces dealt at random, where lions meet, kings are bare and positions
come again. Each has local rules of its own. Before each ply the canonical legal moves (by CRC-32) and check are compared,
at the end SFEN and result; where they differ, the moves that only one side has are printed. Exit code 1 if any game
differs.
"""
import argparse
import importlib.util
import json
import random
import subprocess
import sys
import time
import zlib
from collections import Counter

REASONS = {
    'mate': 'checkmate', 'no-move': 'no_legal_move', 'royals-lost': 'royals_captured', 'bare-king': 'bare_king',
    'bare-draw': 'bare_king', 'captures': 'captures', 'repetition': 'repetition', 'perpetual': 'perpetual_check',
    'limit': 'move_limit',
}

# rule -> (option of the reference, {value: value of the option})
RULES = {
    'shogi': {},
    'annan': {'dead_piece': ('dead', {'support': 'support', 'by_type': 'type'})},
    'chu': {
        'promotion': ('promo', {'association': 'assoc', 'shogi': 'shogi'}),
        'lion_trade': ('trade', {'protected': 'protected', 'always': 'always', 'off': 'off'}),
        'bare_king': ('bare', {'on': True, 'off': False}),
    },
    'hasami': {'win': ('win', {'five': 5, 'lead3': 'lead3', 'all': 'all'})},
}
PLIES = {'shogi': 160, 'annan': 160, 'chu': 220, 'hasami': 220}


def with_memory(base):
    """The reference's game, spared what it would only compute again: answers of one position are kept until the next
    ply, and whether a move repeats is asked only when some position has come three times."""

    class Game(base):
        def shogi_legal(self, skip_pdm=False):
            if getattr(self, 'kept_at', None) is not self.hist or getattr(self, 'kept_count', -1) != len(self.hist):
                self.kept = super().shogi_legal(skip_pdm)
                self.kept_at, self.kept_count = self.hist, len(self.hist)
            return self.kept

        def rep_forbidden(self, mv):
            return Counter(self.hist).most_common(1)[0][1] >= 3 and super().rep_forbidden(mv)

        def copy(self):
            other = super().copy()
            other.kept_at = None
            return other

    return Game


def canonical_moves(game):
    """[(canonical spelling, [all spellings])]: one for each result; the shortest, then the first in ASCII order."""
    if game.game != 'chu':
        return [(usi, [usi]) for usi in game.legal()]
    results = {}
    if not game.over:
        for move in game.legal_nocheck():
            after = game.copy()
            after.chu_apply(move)
            results.setdefault((tuple(after.b), after.ban), []).append(move[0])
    return [(min(spellings, key=lambda usi: (len(usi), usi)), spellings) for spellings in results.values()]


def sfen_of(board, width, side, third):
    ranks = []
    for y in range(width):
        rank, empty = '', 0
        for x in range(width):
            piece = board.get((x, y), '')
            if not piece:
                empty += 1
                continue
            rank += (str(empty) if empty else '') + piece
            empty = 0
        ranks.append(rank + (str(empty) if empty else ''))
    return '%s %s %s 1' % ('/'.join(ranks), side, third)


def strew(rnd, board, width, letters, chance_promoted, never='K'):
    """Puts each letter somewhere empty, for a random side; near the middle of the board more often."""
    for letter in letters:
        while True:
            at = (rnd.randrange(width), min(width - 1, max(0, round(rnd.gauss(width / 2, width / 4)))))
            if at not in board:
                break
        promoted = letter not in never and rnd.random() < chance_promoted
        side = rnd.choice('bw')
        board[at] = ('+' if promoted else '') + (letter if side == 'b' else letter.lower())


def kings(rnd, board, width):
    board[rnd.randrange(width), rnd.randrange(width - 4, width)] = 'K'
    while True:
        at = (rnd.randrange(width), rnd.randrange(4))
        if at not in board:
            board[at] = 'k'
            return


def deal(rnd, name):
    side = rnd.choice('bw')
    board = {}
    if name == 'hasami':
        for letter in 'P' * rnd.randint(2, 9) + 'p' * rnd.randint(2, 9):
            while True:
                at = (rnd.randrange(9), rnd.randrange(9))
                if at not in board:
                    break
            board[at] = letter
        lost = [9 - sum(1 for piece in board.values() if piece == letter) for letter in 'pP']
        third = ''.join((str(n) if n > 1 else '') + letter for n, letter in zip(lost, 'Pp') if n) or '-'
        return sfen_of(board, 9, side, third)
    kings(rnd, board, 12 if name == 'chu' else 9)
    if name == 'chu':
        kind = rnd.randrange(4)
        if kind == 0:  # lions and what takes them
            strew(rnd, board, 12, 'NN' + ''.join(rnd.choices('NOHDBRAPPPIGS', k=rnd.randint(6, 18))), 0.4, 'KNQ')
        elif kind == 1:  # nearly bare
            strew(rnd, board, 12, ''.join(rnd.choices('PPLIGSNEHD', k=rnd.randint(0, 4))), 0.3, 'KNQ')
        else:
            strew(rnd, board, 12, ''.join(rnd.choices('EGSCFTOXNQDHRBVMALIP', k=rnd.randint(4, 40))), 0.4, 'KNQ')
        return sfen_of(board, 12, side, '-')
    hand = ''
    for owner in 'bw':
        for letter in 'RBGSNLP':
            count = rnd.choice((0, 0, 0, 1, 1, 2))
            hand += (str(count) if count > 1 else '') * bool(count) + (
                letter if owner == 'b' else letter.lower()) * bool(count)
    strew(rnd, board, 9, ''.join(rnd.choices('PPPPLNSGBR', k=rnd.randint(2, 18))), 0.3, 'KG')
    return sfen_of(board, 9, side, hand or '-')


def takes(game, usi):
    """Whether a move captures something."""
    if '*' in usi:
        return False
    squares = [game.sq(square) for square in split_squares(usi)]
    if game.game == 'hasami':
        board = list(game.b)
        board[squares[1]], board[squares[0]] = board[squares[0]], ''
        return bool(game.hasami_caps(board, squares[1], game.turn))
    return any(game.b[square] for square in squares[1:] if square != squares[0])


def gives_check(game, usi):
    after = game.copy()
    after.play(usi, check=False, track=False)
    return after.in_check()


# How a side plays: how often it goes back where it came from, takes if it can, gives check if it sees how.
MOODS = ((0.1, 0.6, 0.1), (0.85, 0.05, 0.0), (0.1, 0.1, 0.8), (0.7, 0.0, 0.9), (0.2, 0.3, 0.2))


def choose(rnd, game, moves, played, mood):
    """A move by the mood, or any, in any spelling."""
    back, take, check = mood
    chosen = None
    if rnd.random() < check and game.game in ('shogi', 'annan'):
        chosen = next((move for move in rnd.sample(moves, min(len(moves), 24)) if gives_check(game, move[0])), None)
    if not chosen and rnd.random() < back and len(played) >= 2 and '*' not in played[-2]:
        parts = split_squares(played[-2])
        usi = played[-2] if parts[-1] == parts[0] else parts[-1] + parts[0]
        chosen = next((move for move in moves if usi in move[1]), None)
    if not chosen and rnd.random() < take:
        chosen = next((move for move in rnd.sample(moves, len(moves)) if takes(game, move[0])), None)
    return rnd.choice((chosen or rnd.choice(moves))[1])


def split_squares(usi):
    squares, start = [], 0
    for i, char in enumerate(usi.rstrip('+')):
        if char.isalpha():
            squares.append(usi[start:i + 1])
            start = i + 1
    return squares


class Judge:
    def __init__(self, tool):
        self.child = subprocess.Popen([tool, 'judge'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question):
        self.child.stdin.write(json.dumps(question) + '\n')
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


def result_of(game):
    if game.over is None:
        return None
    kind, winner = game.over
    return {'winner': winner or 'draw', 'reason': REASONS[kind]}


class Comparison:
    def __init__(self, judge, game_class, name, rnd):
        self.judge, self.game_class, self.name, self.rnd = judge, game_class, name, rnd
        self.plies = self.moves = 0
        self.ends, self.seen = Counter(), Counter()

    def new_game(self, number):
        rnd, name = self.rnd, self.name
        values = {rule: rnd.choice(list(known)) for rule, (_, known) in RULES[name].items()}
        options = {RULES[name][rule][0]: RULES[name][rule][1][value] for rule, value in values.items()}
        if rnd.random() < 0.15:
            values['move_limit'] = options['limit'] = rnd.randint(1, 60)
        if number % 2 == 0:
            return values, None, self.game_class(name, **options)
        while True:
            sfen = deal(rnd, name)
            answer = self.judge.ask(game=name, rules=values, sfen=sfen)
            if 'error' not in answer and answer['result'] is None:
                return values, sfen, self.game_class(name, sfen, **options)
            if 'error' in answer and answer['error']['code'] not in ('king_capturable', 'too_many_pieces'):
                raise SystemExit('%s: %s' % (sfen, answer))

    def note(self, game):
        """Counts how often the rules that are hard to meet decided something."""
        if self.name != 'chu':
            return
        moves = game.chu_moves()
        self.seen['a repetition barred'] += any(game.rep_forbidden(move) for move in moves)
        trade, game.opt['trade'] = game.opt['trade'], 'off'
        self.seen['a lion trade barred'] += len(game.chu_moves()) > len(moves)
        game.opt['trade'] = trade
        self.seen['a counter-strike was possible'] += game.ban is not None

    def play(self, number):
        """One game; returns whether both agree on all of it."""
        values, start, game = self.new_game(number)
        question = {'game': self.name, 'rules': values, 'sfen': start}
        moods = {side: self.rnd.choice(MOODS) for side in 'bw'}
        played, counts, sums, checks = [], [], [], []
        while game.over is None and len(played) < PLIES[self.name]:
            moves = canonical_moves(game)
            names = sorted(move[0] for move in moves)
            counts.append(len(names))
            sums.append('%08x' % zlib.crc32(' '.join(names).encode()))
            self.note(game)
            checks.append(int(self.name != 'hasami' and game.in_check()))
            if not moves:
                print('FAIL %s: the reference has no move and no result\n  %s' % (question, ' '.join(played)))
                return False
            usi = choose(self.rnd, game, moves, played, moods[game.turn])
            game.play(usi, check=False)
            played.append(usi)
        answer = self.judge.ask(**question, moves=played, trace=True)
        self.plies += len(played)
        self.moves += sum(counts)
        self.ends[str(result_of(game) and game.over[0])] += 1
        wanted = {'sfen': game.sfen(), 'result': result_of(game), 'trace_legal_count': counts, 'trace_legal_crc32': sums,
                  'trace_check': checks, 'check': self.name != 'hasami' and game.in_check()}
        got = {key: answer.get(key) for key in wanted}
        if got == wanted:
            return True
        self.explain(question, played, wanted, answer)
        return False

    def explain(self, question, played, wanted, answer):
        print('FAIL %s\n  moves %s' % (json.dumps(question), ' '.join(played)))
        if 'error' in answer:
            print('  judge: %s' % answer['error'])
            return
        options = {RULES[self.name][rule][0]: RULES[self.name][rule][1][value]
                   for rule, value in question['rules'].items() if rule in RULES[self.name]}
        options['limit'] = question['rules'].get('move_limit')
        game = self.game_class(self.name, question['sfen'], **options)
        for ply, usi in enumerate(played):
            keys = ('trace_legal_crc32', 'trace_check')
            if any(wanted[key][ply] != answer[key][ply] for key in keys):
                theirs = {move[0] for move in canonical_moves(game)}
                asked = self.judge.ask(**question, moves=played[:ply], legal=True)
                mine = set(asked['legal'])
                print('  before ply %d (%s): check %s and %s' % (ply + 1, game.sfen(), wanted['trace_check'][ply],
                                                                 asked['check']))
                print('  only the reference: %s\n  only the judge: %s' % (' '.join(sorted(theirs - mine)),
                                                                         ' '.join(sorted(mine - theirs))))
                return
            game.play(usi, check=False)
        for key in ('sfen', 'result', 'check'):
            print('  %s: reference %s, judge %s' % (key, wanted[key], answer.get(key)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--reference', required=True)
    parser.add_argument('--tool', required=True)
    parser.add_argument('--games', type=int, default=200)
    parser.add_argument('--seed', type=int, default=None)
    parser.add_argument('game', nargs='*', default=list(RULES))
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 32)
    spec = importlib.util.spec_from_file_location('reference', arguments.reference)
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    game_class = with_memory(reference.Game)
    judge = Judge(arguments.tool)
    failed = 0
    for name in arguments.game:
        begun = time.time()
        comparison = Comparison(judge, game_class, name, random.Random('%d %s' % (seed, name)))
        bad = 0
        for number in range(arguments.games):
            bad += not comparison.play(number)
            if bad >= 10:
                break
        failed += bad
        print('%s: %d games of seed %d, %d plies, %d moves, %d differ, %.0f s; ends: %s' % (
            name, number + 1, seed, comparison.plies, comparison.moves, bad, time.time() - begun,
            ', '.join('%s %d' % end for end in (comparison.ends + comparison.seen).most_common())), flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
