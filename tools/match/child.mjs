// A child process that is spoken to in lines, and what can go wrong with it.
import { spawn } from 'node:child_process';

/** What loses a game: `kind` is "crash" (it ended), "silent" (no answer in time) or "protocol" (an answer without sense). */
export class PlayerFault extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'PlayerFault';
    this.kind = kind;
  }
}

/** Longest line that is kept; an engine that writes more without a line break is cut. */
const LINE_MAX = 1 << 20;

export class Child {
  #process;
  #buffer = '';
  #lines = [];
  #waiting = null;
  #ended = null;
  #unusable = null;

  /** `command` is a list: the program, then its arguments. */
  constructor(command) {
    this.name = command[0];
    // In a group of its own: Ctrl-C is for the match, which lets its games end. Without us it ends with its input.
    this.#process = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#process.stdout.setEncoding('utf8');
    this.#process.stdout.on('data', (text) => this.#read(text));
    this.#process.stdin.on('error', () => {}); // it died: 'close' follows and says so
    this.#process.on('error', (error) => {
      this.#unusable = new Error(`${command[0]} cannot be started: ${error.message}`);
      this.#end(error.message);
    });
    this.#process.on('close', (code, signal) => this.#end(signal ? `signal ${signal}` : `exit code ${code}`));
  }

  send(line) {
    if (!this.#ended) this.#process.stdin.write(`${line}\n`);
  }

  /** Lines that nobody waited for are forgotten. */
  forget() {
    this.#lines = [];
  }

  /**
   * Waits until `wanted(line)` is not undefined and gives that value. Every line is shown to it once, those that came
   * before included. Throws PlayerFault: "crash" when the process ends, "silent" after `milliseconds`; another Error when
   * there is no such program, which is no fault of a player.
   */
  wait(wanted, milliseconds, what) {
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        clearTimeout(timer);
        this.#waiting = null;
        settle(value);
      };
      const timer = setTimeout(
        () => finish(reject, new PlayerFault('silent', `no ${what} within ${milliseconds} ms`)),
        milliseconds,
      );
      this.#waiting = () => {
        while (this.#lines.length > 0) {
          let value;
          try {
            value = wanted(this.#lines.shift());
          } catch (error) {
            return finish(reject, error);
          }
          if (value !== undefined) return finish(resolve, value);
        }
        if (this.#unusable) finish(reject, this.#unusable);
        else if (this.#ended) finish(reject, new PlayerFault('crash', `ended (${this.#ended}) instead of ${what}`));
      };
      this.#waiting();
    });
  }

  /** Asks it to go (with `farewell`, if any) and kills it when it has not gone a second later. */
  async close(farewell) {
    if (this.#ended) return;
    const gone = new Promise((resolve) => {
      this.#process.once('close', resolve);
    });
    if (farewell) this.send(farewell);
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), farewell ? 1000 : 0);
    await gone;
    clearTimeout(timer);
  }

  #read(text) {
    this.#buffer += text;
    const lines = this.#buffer.split('\n');
    this.#buffer = lines.pop().slice(0, LINE_MAX);
    this.#lines.push(...lines.map((line) => line.replace(/\r$/, '')));
    this.#waiting?.();
  }

  #end(reason) {
    this.#ended ??= reason;
    this.#waiting?.();
  }
}
