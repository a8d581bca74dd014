// The typography of what people read: spaces and apostrophes in French, apostrophes in English, and in Japanese one way
// to write a word, and full-width signs. Usage: node tools/check/words.mjs [--write] (exit code 1: findings).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
const write = process.argv.includes('--write');

// What is written in place of what. A colon and quotation marks take a no-break space, the other signs of two parts a
// narrow one.
const WIDE = '\u00a0';
const NARROW = '\u202f';
const apostrophe = [/(?<=\p{L})'(?=\p{L})/gu, '’'];
const RULES = {
  fr: [
    [/[ \u202f](?=[:»])|(?<=«)[ \u202f]/g, WIDE],
    [/[ \u00a0](?=[;?!%])/g, NARROW],
    [/(?<=[\p{L}\p{N})}])(?=[;?!](?:[ "]|$))/gu, NARROW],
    [/(?<=\p{L}|\})(?=: )/gu, WIDE],
    apostrophe,
  ],
  en: [apostrophe],
  ja: [
    [/(コンピュータ|ブラウザ|サーバ|ユーザ|メモリ|フォルダ)(?!ー)/g, '$1ー'],
    [/全て/g, 'すべて'],
    [/他の/g, 'ほかの'],
    [/出来(?=[るたなま])/g, 'でき'],
    [/下さい/g, 'ください'],
    [/構い/g, 'かまい'],
    [/繰り返/g, 'くり返'],
    [/(?<![自十半部])分か(?=[らりるれっ])/g, 'わか'],
    [/種目/g, 'ゲーム'],
    [/部屋/g, '対局室'],
    [/(?<=[ぁ-んァ-ヶ一-龯々])[!?]/g, (sign) => (sign === '!' ? '！' : '？')],
    [/(?<=[ぁ-んァ-ヶ一-龯々])[,.](?![\w/])/g, (sign) => (sign === ',' ? '、' : '。')],
    [/(?<=[：、。」）]) | (?=[：、。「（])/g, ''],
  ],
};

let findings = 0;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/locales', 'games/*/web/*.json'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of files.split('\n')) {
  const language = /(?:^|[-/])(fr|en|ja)\.json$/.exec(file)?.[1];
  if (!language) continue;
  const lines = readFileSync(root + file, 'utf8').split('\n');
  const better = lines.map((line, i) => {
    // Only what is said, not the names of what says it.
    const [, key, said] = /^(\s*(?:"[^"]*": )?)(.*)$/.exec(line);
    const text = RULES[language].reduce((text, [pattern, instead]) => text.replace(pattern, instead), said);
    if (text !== said) {
      findings++;
      console.log(`${file}:${i + 1}: ${write ? 'now' : 'should be'} ${text.trim()}`);
    }
    return key + text;
  });
  if (write) writeFileSync(root + file, better.join('\n'));
}
console.log(`words: ${findings} ${write ? 'changed' : 'findings'}`);
process.exit(findings && !write ? 1 : 0);
